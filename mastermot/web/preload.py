"""What the fork server loads before it makes processes: all that they need, every dictionary included."""

import gc
import signal

from mastermot.dictionaries import shelf
from mastermot.web import advice, dictionaries, games, solving

__all__ = ["advice", "dictionaries", "games", "solving"]

signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a service manager tells all processes to stop: the first one does it
for name in shelf():
    dictionary = dictionaries.shipped_dictionary(name)
    for length in dictionary.lengths:
        dictionary.of_length(length)
gc.freeze()  # the collector would touch, and so copy, pages that the processes share
