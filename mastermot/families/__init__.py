"""Word families, the cliques of the one-letter-apart graph, acceleration words that split them, and word ladders.

>>> from mastermot.families import Family, families, largest_first, separated
>>> largest_first(families(["RACE", "RAGE", "RARE", "PION"]))
[Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))]
>>> separated("gars", Family("RA?E", ("RACE", "RAGE", "RARE")))
('RAGE', 'RARE')
"""

from mastermot.families.accelerators import (
    Accelerator,
    of_length,
    parse_accelerators,
    read_accelerators,
    write_accelerators,
)
from mastermot.families.cliques import Family, families, histogram, largest_first, of_word, patterns, separated, starred
from mastermot.families.ladders import (
    Gap,
    Ladders,
    ListFigures,
    LongestLadder,
    Neighbourhood,
    ReachableWord,
    find_ladders,
    find_neighbourhood,
    measure_islands,
)
