"""Settings of all tests: no test depends on how fast the machine is."""

from hypothesis import settings

settings.register_profile("mastermot", deadline=None)
settings.load_profile("mastermot")
