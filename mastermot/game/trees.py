"""Strategy trees: a guess, and for each answer the next guess. They are replayed against all codes, written and read.

An *answer* is marks as text. The file of a tree is JSON, described in ``docs/formats.md``; it has the number and the
checksum of the codes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from mastermot.errors import N_, MastermotError, Reason, locating
from mastermot.game.codebreakers import Choice, Codebreaker, Plan
from mastermot.game.duels import TurnFigures
from mastermot.game.hard_modes import HARD_MODES, WORDLE, HardMode, find_broken, hard_mode_named
from mastermot.game.objectives import TOTAL, Objective, objective_named
from mastermot.game.positions import Position, Turn, split_codes
from mastermot.game.tree_errors import TreeFormatError, TreeGameError, TreeLeftError
from mastermot.notebooks import draw_branch
from mastermot.rules import Rule, rule_named
from mastermot.rules.codes import Codes, ColourCodes, PatternCodes, WordCodes
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.files import UTF_8, decode, read_bytes, replace_file
from mastermot.words.folding import LETTERS

MAX_TREE_BYTES = 500_000_000  #: The most bytes of a file of a tree.
MAX_TREE_TURNS = 500  #: The most turns of a tree.
PLAYER = "tree"  #: The name of the player in tables and stores.

History = tuple[tuple[str, str], ...]  #: Guesses with the answers that they got, as text.


@dataclass
class Node:
    """A guess, and the next node for each answer."""

    guess: str
    answers: dict[str, Node | None] = field(default_factory=dict)  #: The next node by answer; None for a code found.

    def as_json(self) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        for text, after in self.answers.items():
            answers[text] = None if after is None else after.as_json()
        return {"guess": self.guess, "answers": answers}

    def draw(self, label: str = "") -> str:
        """Return the node as HTML: its guess after a `label`, such as ``XO: ``, with the nodes below it as branches."""
        below = (after.draw(f"{answer}: ") for answer, after in self.answers.items() if after)
        return draw_branch(f"{label}{self.guess}", below)


@dataclass
class Replay(TurnFigures):
    """How many turns a tree takes for each code, in the order of the codes."""

    turns: Mapping[str, int]

    def __post_init__(self) -> None:
        self.histogram = dict(sorted(Counter(self.turns.values()).items()))

    @property
    def longest(self) -> int:
        return max(self.histogram)

    def as_json(self) -> dict[str, Any]:
        return {"codes": len(self.turns), **super().as_json()}


@dataclass(frozen=True)
class StrategyTree:
    """A tree for codes under a rule, with the objective, the extra guesses, the hard mode and the opening it is for."""

    codes: Codes
    rule: Rule
    root: Node
    objective: Objective = TOTAL
    guesses: Codes | None = None  #: The guesses allowed besides the codes; None if there are none, or none are known.
    hard: HardMode | None = None  #: The hard mode that it is for.
    opening: tuple[str, ...] = ()  #: The first guesses that it had to play, whatever their marks.
    names_objective: bool = True  #: Whether its file says what its objective is; older files do not.

    @property
    def checksum(self) -> str:
        """The SHA-256 of the guesses and answers: different trees have different ones."""
        return sha256(json.dumps(self.root.as_json(), sort_keys=True).encode()).hexdigest()

    def _repr_html_(self) -> str:
        return self.root.draw()

    @cached_property
    def replay(self) -> Replay:
        """Return how many turns the tree takes for each code. Raises `TreeFormatError` if it misses one of them."""
        turns: dict[str, int] = {}
        # nodes not yet replayed, each with the codes that are possible there and what was played before
        waiting: list[tuple[Node, list[str], History]] = [(self.root, list(self.codes.texts), ())]
        while waiting:
            node, candidates, history = waiting.pop()
            for marks, codes_after in split_codes(self.rule, node.guess, candidates).items():
                answer = marks.text
                next_node = node.answers.get(answer)
                history_after = (*history, (node.guess, answer))
                is_found = codes_after == [node.guess]
                if is_found:
                    turns[node.guess] = len(history_after)
                elif next_node is None:
                    why = N_("it does not find {count:codes}, {code} for example: no answer {answer} after {history}")
                    played = describe_history((*history, (node.guess, "")))
                    raise TreeFormatError(
                        why=Reason(why, count=len(codes_after), code=codes_after[0], answer=answer, history=played)
                    )
                else:
                    waiting.append((next_node, codes_after, history_after))
        return Replay({code: turns[code] for code in self.codes.texts})

    def check_guesses(self) -> None:
        """Raise `TreeGameError` for a guess that the opening, the game or its hard mode does not allow."""
        for history, node in self.walk():
            why = self.why_refused(node.guess, history)
            if why:
                raise TreeGameError(why=Reason(why, guess=node.guess, history=describe_history(history)))

    def why_refused(self, guess: str, history: History) -> str:
        """Return why the tree may not play a guess after `history`, as a text to translate; "" if it may."""
        turns = len(history)
        if turns < len(self.opening) and guess != self.opening[turns]:
            return N_("it plays {guess} after {history}, which is not its opening")
        is_extra_guess = self.guesses is not None and guess in self.guesses.index
        if guess not in self.codes.index and not is_extra_guess:
            return N_("it plays {guess} after {history}, which this game does not allow")
        if self.hard is not None and find_broken(guess, self.read_history(history), self.rule, self.hard):
            return N_("it plays {guess} after {history}, which hard mode does not allow")
        return ""

    def read_history(self, history: History) -> list[Turn]:
        """Return the turns of a history whose answers are texts."""
        length = self.codes.length
        return [Turn(guess, self.rule.parse(answer, length)) for guess, answer in history]

    def find(self, history: History) -> Node | None:
        """Return the node after a history; None if the history leaves the tree, or if its last guess found the code."""
        node: Node | None = self.root
        for guess, answer in history:
            if node is None or node.guess != guess:
                return None
            node = node.answers.get(answer)
        return node

    def walk(self) -> Iterator[tuple[History, Node]]:
        """Yield each node with the history before it: a node before the nodes below it, answers in their order."""
        waiting: list[tuple[History, Node]] = [((), self.root)]
        while waiting:
            history, node = waiting.pop()
            yield history, node
            for answer, after in reversed(node.answers.items()):  # so that the first answer is taken next
                if after is not None:
                    waiting.append(((*history, (node.guess, answer)), after))


def describe_history(history: History) -> str | Reason:
    """Return guesses and answers as people write them; “the start” if there are none.

    A guess with an empty answer stands alone:

    >>> describe_history((("AABB", "XO"), ("ABCD", "")))
    'AABB=XO ABCD'
    """
    turns = [f"{guess}={answer}".rstrip("=") for guess, answer in history]  # without the sign if nothing follows it
    return " ".join(turns) or Reason(N_("the start"))


def codes_as_json(codes: Codes) -> dict[str, Any]:
    """Return the description of codes in a file: their name, number and checksum, and options to make them again.

    `make_codes` makes codes of these options. Rare options are left out where they have their usual value. Codes from a
    list cannot be made again: their description is the name, the number and the checksum alone.
    """
    described: dict[str, Any] = {"name": codes.name, "count": codes.count, "sha256": codes.checksum}
    if codes.colours > 0:
        described |= {"holes": codes.length, "colours": codes.colours, "repeats": codes.repeats, "empty": codes.empty}
        if codes.empty_guesses:
            described["empty_guesses"] = True
        if codes.digits:
            described["digits"] = True
        if codes.own_symbols:
            described["symbols"] = codes.own_symbols
    elif codes.dictionary is not None:
        described |= {"words": codes.dictionary.name, "length": codes.length}
        if codes.dictionary.alphabet != LETTERS:
            described["alphabet"] = codes.dictionary.alphabet
        if codes.pattern:
            described["starts"] = codes.pattern
    return described


def write_tree(tree: StrategyTree, path: Path | str, *, bound: int | None = None) -> None:
    """Write a tree, and a proven lower `bound` of its total if there is one, to a file, wholly or not at all."""
    document: dict[str, Any] = {
        "rule": tree.rule.name,
        "codes": codes_as_json(tree.codes),
        "objective": tree.objective.name,
        "hard": tree.hard,
        "guesses": None if tree.guesses is None else codes_as_json(tree.guesses),
        "total": tree.replay.total,
        "longest": tree.replay.longest,
    }
    if bound is not None:
        document["bound"] = bound
    if tree.opening:
        document["opening"] = tree.opening
    document["tree"] = tree.root.as_json()
    replace_file(Path(path), (json.dumps(document, ensure_ascii=False) + "\n").encode())


def read_tree(
    path: Path | str,
    codes: Codes | None = None,
    rule: Rule | None = None,
    *,
    objective: Objective | None = None,
    guesses: Codes | None = None,
    hard: HardMode | None = None,
) -> StrategyTree:
    """Return the tree of a file, replayed against its codes.

    Give the other arguments if the game is known: the tree must then be for that game, and what an older file does not
    say is taken from the game. `guesses` are the words that may be guessed besides the codes. If `codes` is None, the
    codes that the file describes are used.

    Raises `TreeFormatError` or `TreeGameError`; `RuleUnknownError` or `ObjectiveUnknownError` for a name in the file;
    without `codes`, the errors that `make_codes` names; and for a file that cannot be read `FileMissingError`,
    `FileIsFolderError`, `FileUnreadableError`, `FileDamagedError`, `FileTooLargeError` or `NotTextError`.
    """
    with locating(source=str(path)):
        document = load_json(decode(read_bytes(Path(path), MAX_TREE_BYTES), str(path), UTF_8))
        described = get_field(document, "codes", dict)
        tree_rule = rule_named(get_field(document, "rule", str))
        codes = make_codes(described) if codes is None else codes
        rule = tree_rule if rule is None else rule
        count = get_field(described, "count", int)
        checksum = get_field(described, "sha256", str)
        check_tree_game(count, checksum, tree_rule, codes, rule)
        root = read_node(get_field(document, "tree", dict), codes)
        tree = StrategyTree(codes, tree_rule, root, guesses=guesses)
        check_replay(document, tree.replay)
        return read_terms(document, tree, objective, hard)


def check_replay(document: Any, replay: Replay) -> None:
    """Raise `TreeFormatError` if a file says another total, or another longest game, than its tree has."""
    total = get_field(document, "total", int)
    longest = get_field(document, "longest", int)
    if (total, longest) == (replay.total, replay.longest):
        return
    why = N_("it says a total of {total} and a longest game of {longest}, but its replay gives {replayed} and {last}")
    figures = {"total": total, "longest": longest, "replayed": replay.total, "last": replay.longest}
    raise TreeFormatError(why=Reason(why, **figures))


def load_json(text: str) -> Any:
    """Return the value of a JSON text. Raises `TreeFormatError` for any other text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = Reason(N_("not valid JSON from line {line}, column {column} on"), line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        why = Reason(N_("not valid JSON"))
    raise TreeFormatError(why=why)


def check_tree_game(count: int, checksum: str, tree_rule: Rule, codes: Codes, rule: Rule) -> None:
    """Raise `TreeGameError` if a tree is not for the game with these `codes` and this `rule`.

    The `count` and the `checksum` are those of the codes that the tree is for, and `tree_rule` is its rule.
    """
    if tree_rule is not rule:
        raise TreeGameError(why=Reason(N_("it is for the rule {rule}"), rule=tree_rule.name))
    if (count, checksum) != (codes.count, codes.checksum):
        why = N_("it has {count:codes} with the checksum {checksum}, the game has {expected} with {wanted}")
        of_game = {"expected": codes.count, "wanted": codes.checksum[:12]}
        raise TreeGameError(why=Reason(why, count=count, checksum=checksum[:12], **of_game))


def read_terms(document: Any, tree: StrategyTree, objective: Objective | None, hard: HardMode | None) -> StrategyTree:
    """Return the tree with the objective, the opening, the hard mode and the extra guesses that its file names.

    An `objective` or a `hard` mode that is given is that of the game: the tree must be for this one (`check_terms`). An
    older file names none of the four: then the objective and the hard mode are those of the game, and the extra guesses
    stay those of `tree`. If it is known which guesses are allowed, the guesses of the tree are checked.

    Raises `TreeGameError`, `ObjectiveUnknownError`, or `TreeFormatError` for a field that cannot be read.
    """
    is_older_file = "objective" not in document
    if is_older_file:
        tree = replace(tree, objective=objective or TOTAL, hard=hard, names_objective=False)
        # a caller who gives a hard mode or extra guesses is taken to know which guesses are allowed. Without either,
        # the tree may be for a list of guesses that was not given
        if hard is not None or tree.guesses is not None:
            tree.check_guesses()
        return tree
    tree_objective = objective_named(get_field(document, "objective", str))
    tree = replace(tree, objective=tree_objective, hard=read_hard_mode(document, tree.rule))
    check_terms(tree, objective, hard)
    opening = get_field({"opening": [], **document}, "opening", list)  # an empty one if the file has none
    tree = replace(tree, opening=tuple(map(str, opening)))
    described = document.get("guesses")  # the extra guesses, as `codes_as_json` describes them; null without any
    if described is not None:
        tree = read_extra_guesses(described, tree)
        if tree.guesses is None:  # it is not known which guesses are allowed
            return tree
    tree.check_guesses()
    return tree


def check_terms(tree: StrategyTree, objective: Objective | None, hard: HardMode | None) -> None:
    """Raise `TreeGameError` if a tree is for another objective or another hard mode than those that are given.

    An `objective` or a `hard` that is None is not checked. A tree for a hard mode can be played without a hard mode,
    since its guesses are allowed there too.
    """
    if objective is not None and objective != tree.objective:
        raise TreeGameError(why=Reason(N_("it is for the objective {objective}"), objective=tree.objective.name))
    if hard is None or hard == tree.hard:
        return
    if tree.hard is None:
        raise TreeGameError(why=Reason(N_("it is not for hard mode")))
    raise TreeGameError(why=Reason(N_("it is for the hard mode {mode}"), mode=tree.hard))


def read_extra_guesses(described: Any, tree: StrategyTree) -> StrategyTree:
    """Return the tree with the extra guesses that its file describes, or without any if they cannot be made here.

    If the tree has the extra guesses of the game already, those of the file must be the same. Raises `TreeGameError` if
    they are not, and `TreeFormatError` for a description without a checksum.
    """
    checksum = get_field(described, "sha256", str)
    if tree.guesses is None:
        return replace(tree, guesses=find_extra_guesses(described, checksum, tree.codes))
    if checksum != tree.guesses.checksum:
        raise TreeGameError(why=Reason(N_("it may play another list of guesses")))
    return tree


def find_extra_guesses(described: Any, checksum: str, codes: Codes) -> Codes | None:
    """Return the extra guesses that the file of a tree for these codes describes.

    `described` is the description of the extra guesses in the file (`codes_as_json`), and `checksum` their checksum
    there. In a game whose guesses may have empty holes, and are few enough to list, the file describes all guesses,
    with the codes among them: they are made from `codes`. In any other game the extra guesses are made from `described`
    (`make_codes`). None is returned if they cannot be made here, for example since a list of words is missing, and if
    their checksum is not `checksum`, since a list has changed.
    """
    try:
        if isinstance(codes, ColourCodes) and codes.lists_guesses:
            extra_guesses: Codes = codes.list_guesses()
        else:
            extra_guesses = make_codes(described)
        has_changed = extra_guesses.checksum != checksum
    except MastermotError:
        return None
    return None if has_changed else extra_guesses


def read_hard_mode(document: Any, rule: Rule) -> HardMode | None:
    """Return the hard mode that a tree's file names; None if the file has null or false there.

    Version 1.x wrote true for `strict`. Raises `TreeFormatError` for a missing field, for any other value, and for
    `wordle` under a rule that it cannot be played under.
    """
    value = document.get("hard", "")  # the empty text, which is refused, if the field is missing
    is_known = value is None or isinstance(value, bool) or value in HARD_MODES
    needs_other_rule = value == WORDLE and not rule.by_position
    if not is_known or needs_other_rule:
        raise TreeFormatError(why=Reason(N_("the field {field} is missing or not what it should be"), field="hard"))
    return hard_mode_named(value)


def get_field(document: Any, name: str, kind: type) -> Any:
    """Return the field of this name, a value of the type `kind`, of an object in JSON.

    Raises `TreeFormatError` if the field is missing or of another type, or if the `document` is no object.
    """
    value = document.get(name) if isinstance(document, dict) else None
    is_bool_for_int = kind is int and isinstance(value, bool)  # in Python True is an int
    if not isinstance(value, kind) or is_bool_for_int:
        raise TreeFormatError(why=Reason(N_("the field {field} is missing or not what it should be"), field=name))
    return value


def make_codes(described: dict[str, Any]) -> Codes:
    """Return the codes that a file describes, as `codes_as_json` writes them.

    An option that is missing, or that has a value of another type, has its usual value. Raises `TreeGameError` if the
    codes are neither colours nor words, and for codes that cannot be made the errors that `ColourCodes`, `WordCodes`,
    `PatternCodes` and `open_dictionary` name.
    """
    match described:
        case {"holes": int(holes), "colours": int(colours)}:
            return _make_colours(described, holes, colours)
        case {"words": str(words), "length": int(length)}:
            return _make_words(described, words, length)
    raise TreeGameError(why=Reason(N_("its codes are neither colours nor words of a dictionary that is here")))


def _make_colours(described: dict[str, Any], holes: int, colours: int) -> ColourCodes:
    """Return the codes with so many holes and colours, and with the options that a file describes."""
    own_symbols = described.get("symbols")
    return ColourCodes(
        holes,
        own_symbols if isinstance(own_symbols, str) else colours,
        repeats=described.get("repeats") is not False,  # with repeats, unless the file says that there are none
        empty=described.get("empty") is True,
        empty_guesses=described.get("empty_guesses") is True,
        digits=described.get("digits") is True,
    )


def _make_words(described: dict[str, Any], words: str, length: int) -> WordCodes:
    """Return the words of this length of a dictionary, named by `words`, with the options that a file describes."""
    alphabet = described.get("alphabet")
    dictionary = open_dictionary(words, alphabet if isinstance(alphabet, str) else None)
    pattern = described.get("starts")  # the `pattern` of `PatternCodes`, under the name of its option
    if isinstance(pattern, str):
        return PatternCodes(dictionary, length, pattern)
    return WordCodes(dictionary, length)


def read_node(document: Any, codes: Codes) -> Node:
    """Return the tree that a document holds: its first node, with all nodes below this one.

    An object of the document has a guess, and for each answer the next object, or null if the code is found. Raises
    `TreeFormatError` for anything else, for a guess that does not have the symbols and the length of these codes, and
    for more than `MAX_TREE_TURNS` turns.
    """
    root = Node("")
    # nodes that are still empty, each with its object of the document and what is played before it
    waiting: list[tuple[Node, Any, History]] = [(root, document, ())]
    while waiting:
        node, content, history = waiting.pop()
        match content:
            case {"guess": str(guess), "answers": dict(answers)} if is_guess(guess, codes):
                node.guess = guess
            case _:
                why = N_("what follows {history} is not a guess with its answers")
                raise TreeFormatError(why=Reason(why, history=describe_history(history)))
        if len(history) >= MAX_TREE_TURNS:  # with this guess the turns are more
            raise TreeFormatError(why=Reason(N_("it has more than {most:turns}"), most=MAX_TREE_TURNS))
        for answer, next_content in answers.items():
            if next_content is None:
                node.answers[answer] = None
                continue
            next_node = Node("")
            node.answers[answer] = next_node
            history_after = (*history, (guess, answer))
            waiting.append((next_node, next_content, history_after))
    return root


def is_guess(text: str, codes: Codes) -> bool:
    """Return whether a text has the length and the symbols of a guess."""
    return len(text) == codes.length and set(text) <= set(codes.guess_alphabet)


class TreePlayer(Codebreaker):
    """A player that plays the guesses of a tree. The name of its strategy has the beginning of the tree's checksum."""

    def __init__(self, tree: StrategyTree) -> None:
        # the base class wants a strategy that is registered, so any is named; then the plan gets the tree's name
        super().__init__(Plan(PLAYER, "first", "all"))
        self.plan = Plan(PLAYER, f"tree-{tree.checksum[:12]}", "all")
        self.tree = tree

    def describe_way(self, codes: Codes) -> str:
        return N_("a strategy tree")

    def check_game(self, codes: Codes, rule: Rule) -> None:
        """Raise `TreeGameError` for other codes, or another rule, than those of the tree."""
        tree = self.tree
        check_tree_game(tree.codes.count, tree.codes.checksum, tree.rule, codes, rule)

    def find_guess(self, position: Position) -> Choice:
        """Return the tree's guess. Raises `TreeLeftError` if the game has left the tree."""
        played = tuple((turn.guess, turn.marks.text) for turn in position.history)
        node = self.tree.find(played)
        if node is None:
            raise TreeLeftError(history=str(describe_history(played)))
        return Choice(node.guess, len(position.candidates))
