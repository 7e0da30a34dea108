"""Settings of all tests: no test depends on how fast the machine is, and each finds the texts of now."""

import signal

import pytest
from hypothesis import settings

from tools.compile_catalogues import compile_older

compile_older()

# a shell starts what runs in its background with Ctrl-C ignored, and programs under test would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("mastermot", deadline=None, max_examples=50)
settings.load_profile("mastermot")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of the compiled search first, where one process of xdist runs them all, one after the other.

    Where no machine code is kept, compiling it takes half a minute; two that begin at once both do it.
    """
    items.sort(key=lambda item: item.get_closest_marker("compiled") is None)
