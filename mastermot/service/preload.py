"""What the fork server loads before it makes processes: all that they need, every dictionary included."""

import gc
import os

from mastermot.ask.solving import ClueRequest, PuzzleRequest, solve_puzzle
from mastermot.service import api  # noqa: F401 - what the processes call
from mastermot.words.dictionaries import open_shipped, shelf

os.environ["MASTERMOT_FAST"] = "0"  # compiling loops for the first time would take all the time of a request
for name in shelf():
    dictionary = open_shipped(name)
    for length in dictionary.lengths:
        dictionary.of_length(length)
clues = [ClueRequest(word=word, marks=marks) for word, marks in (("paume", 2), ("choux", 1), ("pente", 1))]
solve_puzzle(PuzzleRequest(clues=clues, explain=True))  # loads what is loaded when first used
gc.freeze()  # the collector would touch, and so copy, pages that the processes share
