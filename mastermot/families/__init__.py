"""Word families, the cliques of the one-letter-apart graph, and the acceleration words that split them.

>>> from mastermot.families import Family, families, largest_first, separated
>>> largest_first(families(["RACE", "RAGE", "RARE", "PION"]))
[Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))]
>>> separated("gars", Family("RA?E", ("RACE", "RAGE", "RARE")))
('RAGE', 'RARE')
"""

from __future__ import annotations

from mastermot.families.accelerators import (
    Accelerator,
    of_length,
    parse_accelerators,
    read_accelerators,
    write_accelerators,
)
from mastermot.families.cliques import (
    Family,
    families,
    histogram,
    largest_first,
    of_word,
    patterns,
    separated,
    starred,
)

__all__ = [
    "Accelerator",
    "Family",
    "families",
    "histogram",
    "largest_first",
    "of_length",
    "of_word",
    "parse_accelerators",
    "patterns",
    "read_accelerators",
    "separated",
    "starred",
    "write_accelerators",
]
