"""Word families, the cliques of the one-letter-apart graph, acceleration words that split them, and word ladders.

>>> from mastermot.families import Family, families, largest_first, separated
>>> largest_first(families(["RACE", "RAGE", "RARE", "PION"]))
[Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))]
>>> separated("gars", Family("RA?E", ("RACE", "RAGE", "RARE")))
('RAGE', 'RARE')
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)
