"""What both the command and the page say; it knows the library, and neither of them.

`phrases` are the parts of sentences, `steps` the sentence of each technique, whole explanations, hints and grades,
`grids` the letters that a step leaves, `answers` what fits or is to be mended, `reviews` games that are over;
`rendering` fills the templates: a `sheet` of puzzles to print, the picture of a word's `neighbourhood`, and the card of
``mastermot static``.
"""

from mastermot.errors import N_
from mastermot.say.languages import gettext as _
from mastermot.say.languages import ngettext
from mastermot.say.numbers import plural, write_estimate, write_marks, write_number

__all__ = ["N_", "_", "ngettext", "plural", "write_estimate", "write_marks", "write_number"]
