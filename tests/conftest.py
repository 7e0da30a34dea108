"""Settings of all tests: no test depends on how fast the machine is."""

import signal

from hypothesis import settings

# a shell starts what runs in its background with Ctrl-C ignored, and programs under test would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("mastermot", deadline=None)
settings.register_profile("coverage", deadline=None, max_examples=10)
settings.load_profile("mastermot")
