"""Words: folded to their letters, listed in dictionaries, read from files."""

from mastermot.words.folding import fold, fold_or_empty, fold_symbols

__all__ = ["fold", "fold_or_empty", "fold_symbols"]
