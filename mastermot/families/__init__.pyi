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

__all__ = ["Accelerator", "Family", "Gap", "Ladders", "ListFigures", "LongestLadder", "Neighbourhood"]
__all__ += ["ReachableWord", "families", "find_ladders", "find_neighbourhood", "histogram", "largest_first"]
__all__ += ["measure_islands", "of_length", "of_word", "parse_accelerators", "patterns", "read_accelerators"]
__all__ += ["separated", "starred", "write_accelerators"]
