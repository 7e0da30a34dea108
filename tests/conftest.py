"""Settings of all tests: no test depends on how fast the machine is."""

from hypothesis import settings

settings.register_profile("mastermot", deadline=None)
settings.register_profile("coverage", deadline=None, max_examples=10)
settings.load_profile("mastermot")
