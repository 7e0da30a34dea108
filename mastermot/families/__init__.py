"""Word families, the cliques of the one-letter-apart graph, acceleration words that split them, and word ladders.

>>> from mastermot.families import Family, find_families, sort_families, find_separated_words
>>> sort_families(find_families(["RACE", "RAGE", "RARE", "PION"]))
[Family(pattern='RA?E', words=('RACE', 'RAGE', 'RARE'))]
>>> find_separated_words("gars", Family("RA?E", ("RACE", "RAGE", "RARE")))
('RAGE', 'RARE')
"""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)
