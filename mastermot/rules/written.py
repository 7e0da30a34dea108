"""Marks as JSON has them; apart from the rules, which most of the command needs without any JSON."""

from typing import Annotated

from mastermot.results import WrittenAs
from mastermot.rules.base import Marks

WrittenMarks = Annotated[Marks, WrittenAs("text")]  #: Marks that JSON has in their canonical writing.
