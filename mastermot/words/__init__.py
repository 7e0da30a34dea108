"""Words: folded to their letters, listed in dictionaries, read from files.

`folding` brings what a person writes to capital letters, `dictionaries` has the shipped lists and reads others, `files`
reads any text within bounds.
"""

from mastermot.words.folding import fold, fold_or_empty, fold_symbols

__all__ = ["fold", "fold_or_empty", "fold_symbols"]
