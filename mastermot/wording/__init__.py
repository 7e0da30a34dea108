"""What both the command and the page say; it knows the library, and neither of them.

`phrases` are the parts of sentences, `sentences` the sentence of each technique, `steps` whole explanations, hints and
grades, `grids` the letters that a step leaves, `answers` what fits or is to be mended; `rendering` fills the templates:
a `sheet` of puzzles and a `card` to print, the picture of a word's `neighbourhood`.
"""
