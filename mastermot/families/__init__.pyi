from mastermot.families.accelerators import (
    Accelerator,
    parse_accelerators,
    read_accelerators,
    select_accelerators,
    write_accelerators,
)
from mastermot.families.family import (
    Family,
    count_sizes,
    find_families,
    find_families_of_word,
    find_separated_words,
    list_patterns,
    sort_families,
    star_separated_words,
)
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
__all__ += ["ReachableWord", "count_sizes", "find_families", "find_families_of_word", "find_ladders"]
__all__ += ["find_neighbourhood", "find_separated_words", "list_patterns", "measure_islands", "parse_accelerators"]
__all__ += ["read_accelerators", "select_accelerators", "sort_families", "star_separated_words", "write_accelerators"]
