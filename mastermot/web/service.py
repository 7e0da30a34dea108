"""What the requests of one process share: dictionaries, prepared games, kept answers, places, the seal of tokens."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from mastermot.codes import USUAL_WORDS, Codes, ColourCodes, TooManyCodesError, WordCodes, check_codes_choice
from mastermot.dictionaries import Dictionary, DictionaryUnknownError, open_dictionary, shelf
from mastermot.errors import nearest
from mastermot.play.partitions import Table
from mastermot.play.positions import Position
from mastermot.rules import rule_named
from mastermot.web import bounds
from mastermot.web.memory import Memory, Packed
from mastermot.web.models import AskedCodes
from mastermot.web.routes import about
from mastermot.web.tokens import Seal, random_key


class Service:
    """What the requests of one process share. All of it may be used by several threads at once."""

    def __init__(self, keys: Sequence[str] = ()) -> None:
        """Make the service, not ready yet; without `keys`, tokens are sealed with a key that nobody else has."""
        self.seal = Seal(keys or [random_key()])
        self.lanes = bounds.Lanes()
        self.memory: Memory[bytes] = Memory(bounds.REMEMBERED, bounds.REMEMBERED * bounds.LARGEST_REMEMBERED)
        self.packed: Memory[Packed] = Memory(bounds.REMEMBERED, bounds.MOST_PACKED)
        self.ready = threading.Event()
        self.dictionaries: dict[str, Dictionary] = {name: open_dictionary(name) for name in shelf()}
        self._prepared: OrderedDict[tuple[object, ...], Position] = OrderedDict()
        self._lock = threading.Lock()

    def load(self) -> None:
        """Read every dictionary; the service is ready then."""
        for dictionary in self.dictionaries.values():
            for length in dictionary.lengths:
                dictionary.of_length(length)
        self.ready.set()

    def dictionary(self, name: str, field: str = "") -> Dictionary:
        """Return a shipped dictionary: by name only, never by path. Raises `DictionaryUnknownError`."""
        if name not in self.dictionaries:
            known = tuple(self.dictionaries)
            raise DictionaryUnknownError(field=field, name=name, known=known, suggestions=nearest(name, known, 0.5))
        return self.dictionaries[name]

    def start(self, asked: AskedCodes, work: bounds.Work) -> Position:
        """Return the beginning of a game, its codes prepared once for all games alike.

        Raises `CodesChoiceError`, `TooManyCodesError` over `bounds.MOST_CODES`, and what the codes themselves raise.
        """
        key = (asked.words, asked.length, asked.holes, asked.colours, asked.repeats, asked.empty, asked.rule)
        with self._lock:
            prepared = self._prepared.get(key)
        if prepared is None:
            codes = self.codes(asked)
            if len(codes) > bounds.LONG_CODES:
                work.lengthen()
            prepared = Position(codes, rule_named(asked.rule))
            prepared.candidates  # noqa: B018 - found once
            with self._lock:
                self._prepared[key] = prepared
                if len(self._prepared) > bounds.PREPARED:
                    self._prepared.popitem(last=False)
        table = own_table(prepared.table)
        return Position(prepared.codes, prepared.rule, table=table, candidates=prepared.candidates)

    def codes(self, asked: AskedCodes) -> Codes:
        """Return the codes asked for."""
        with about(unclear(asked)):
            check_codes_choice(
                asked.words, asked.length, asked.holes, asked.colours, colours_only=not asked.repeats or asked.empty
            )
        codes: Codes
        if asked.holes is not None and asked.colours is not None:
            codes = ColourCodes(asked.holes, asked.colours, repeats=asked.repeats, empty=asked.empty)
            count = codes.count
        else:
            dictionary = self.dictionary(asked.words or USUAL_WORDS, "/words")
            with about("/length"):
                codes = WordCodes(dictionary, asked.length or 0)
            count = len(codes)
        if count > bounds.MOST_CODES:
            raise TooManyCodesError(count=count, limit=bounds.MOST_CODES)
        return codes


def unclear(asked: AskedCodes) -> str:
    """Return the one field that is missing, or too many, in what codes are asked for; empty when it is not just one."""
    words = asked.words is not None or asked.length is not None
    if words and (asked.holes is not None or asked.colours is not None):
        return ""
    if words:
        return "/repeats" if not asked.repeats else "/empty" if asked.empty else "/length"
    if asked.holes is None:
        return "/holes" if asked.colours is not None else ""
    return "/colours"


def own_table(table: Table) -> Table:
    """Return a table of the same codes that may take in words of its own: acceleration words, words not listed."""
    return table.copy()
