"""The best strategies there are: exact searches, strategy trees, proofs that can be checked.

`solve_small` answers exactly, within a stated work, for a position with few codes left; it needs numpy only.
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)
