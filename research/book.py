#!/usr/bin/env python3
"""The book of openings: each game searched, its proof written and checked; the data file and the pages made.

``python3 research/book.py`` goes on where it stopped: it takes the games that have no row, or one about other lists
than those of today, small ones first; then it writes the proofs and checks them. ``--again`` makes all rows from
nothing, ``--game "positional fr-answers fr 7 C"`` one. ``--jobs N`` searches N games side by side, ``--scheduler`` as
many as a dask cluster has workers; ``--seconds`` are allowed for each game, and a game that is not proven then has no
row. ``--resume FILE`` goes on from what ``mastermot optimal --resume`` kept of that game; its processor time is not
counted. ``--page`` only writes the pages. The first search on a machine compiles the program.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from hashlib import sha256
from importlib.util import find_spec
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

if find_spec("numba") is None:
    raise SystemExit("This needs numba: python3 -m pip install -e '.[lab]'")

from mastermot import __version__
from mastermot.engine import Engine, open_engine
from mastermot.errors import MastermotError
from mastermot.game.book import BOOK, VERSION, fingerprint, list_texts, read_book, read_tree
from mastermot.game.objectives import TOTAL
from mastermot.game.partitions import Rows, Table
from mastermot.game.shapes import first_codes
from mastermot.game.trees import Node
from mastermot.lab.optimal import Problem, Solving, kernel
from mastermot.lab.optimal.claims import find_proof
from mastermot.lab.optimal.prooffiles import read_proofs, write_proofs
from mastermot.lab.optimal.proofs import check_proof
from mastermot.lab.optimal.saved_searches import read_saved
from mastermot.lab.optimal.scoring import WIDTH
from mastermot.lab.optimal.search import StrategySearch
from mastermot.operations.opening_book import list_decent
from mastermot.rules import rule_named
from mastermot.rules.codes import Codes, ColourCodes, PatternCodes, WordCodes
from mastermot.words.dictionaries import open_dictionary
from mastermot.words.files import replace_file

LENGTHS = range(5, 11)
WORDLES = ("fr", "en", "es")  #: Languages whose answers are those of Wordle.
ONE_LIST = (
    ("black-white", "fr-answers", "", 4),
    ("positional", "fr-answers", "", 4),
    ("positional", "fr-answers", "", 5),
    ("positional", "en-answers", "", 5),
)  #: Games in which each word may be the secret, so far as the atlas has proven them.
MOST_COLOURS = {
    ("black-white", True): {2: 9, 3: 9, 4: 8, 5: 6},
    ("black-white", False): {2: 9, 3: 9, 4: 10, 5: 7},
    ("black", True): {2: 9, 3: 9, 4: 7, 5: 4},
    ("black", False): {2: 9, 3: 9, 4: 6, 5: 6},
}
"""Games with colours, by their rule and whether colours repeat: for each number of holes, the most colours.

With more colours the search, or the check of its proof, takes more than some minutes.
"""
FEWEST = 10  #: Codes that a game has at least: answers with a first letter, or codes of colours.
LISTS = ("fr-answers", "fr-common")  #: The answers of Motus; each with all French words to guess.
FIRSTS = 5  #: First words that are listed with their totals.
WITHIN = 6  #: Turns of Wordle and Motus: the chance to win within them is told.
MOST_FIRSTS = 60.0  #: Seconds for the totals of first words, at most.
ROOT = Path(__file__).resolve().parent.parent
DOCS, DATA = ROOT / "docs", ROOT / "wordlists"

Row = dict[str, Any]


def write_book(rows: Sequence[dict[str, Any]], program: str) -> bytes:
    """Return the file of a book with these rows; its first line seals the others."""
    body = "".join(json.dumps(row) + "\n" for row in rows)
    head = {"mastermot book": VERSION, "program": program, "sha256": sha256(body.encode()).hexdigest()}
    return (json.dumps(head) + "\n" + body).encode()


def pack_tree(guess_of: Callable[[tuple[tuple[str, str], ...]], str], texts: Sequence[str], table: Table) -> str:
    """Return a tree as a row has it; `guess_of` says what it plays after guesses with their marks as text."""
    place = {text: number for number, text in enumerate(texts)}

    def list_guesses(rows: Rows, history: tuple[tuple[str, str], ...]) -> Iterator[int]:
        guess = guess_of(history)
        yield place[guess]
        for mark, rest in table.split(table.row(guess), rows):
            if len(rest) > 2:
                text = table.rule.marks(mark, table.length).text
                yield from list_guesses(rest, (*history, (guess, text)))

    every = np.arange(table.count)
    return base64.b64encode(np.array([*list_guesses(every, ())], "<u2").tobytes()).decode()


class Game(NamedTuple):
    """A game of the book: words, maybe with their first letter, or holes and colours."""

    rule: str
    words: str = ""
    guesses: str = ""
    length: int = 0
    letter: str = ""
    holes: int = 0
    colours: int = 0
    repeats: bool = True

    def __str__(self) -> str:
        """Return the name of the game, such as ``positional fr-answers fr 7 C``."""
        if self.words:
            return " ".join(filter(None, [self.rule, self.words, self.guesses, str(self.length), self.letter]))
        return f"{self.rule} {self.holes}x{self.colours}{'' if self.repeats else ' no repeats'}"

    @property
    def problem(self) -> Problem:
        """The game as it is searched."""
        rule = rule_named(self.rule)
        if not self.words:
            return Problem(ColourCodes(self.holes, self.colours, repeats=self.repeats), rule, TOTAL)
        lists: list[Codes] = [
            PatternCodes(open_dictionary(name), self.length, self.letter)
            if self.letter
            else WordCodes(name, self.length, as_extra_guesses=True)
            for name in filter(None, (self.words, self.guesses))
        ]
        return Problem(lists[0], rule, TOTAL, lists[1] if self.guesses else None)


def list_games() -> list[Game]:
    """Return all games of the book, in the order of its lines."""
    motus: dict[str, list[tuple[int, Game]]] = {words: [] for words in LISTS}
    for words, games in motus.items():
        for length in LENGTHS:
            letters = Counter(word[0] for word in open_dictionary(words).words(length))
            for letter, count in letters.items():
                if count >= FEWEST:
                    games.append((count, Game("positional", words, "fr", length, letter)))
    small, large = (tuple(game for _count, game in sorted(games)) for games in motus.values())
    lists = [Game(*game) for game in ONE_LIST]
    wordles = [Game("positional", f"{language}-answers", language, length) for length in (5, 6) for language in WORDLES]
    return [*list_colour_games(), *small, *large, *wordles, *lists]


def list_colour_games() -> Iterator[Game]:
    """Yield the games with colours, by rule, holes and colours."""
    for (rule, repeats), most_colours in MOST_COLOURS.items():
        for holes, most in most_colours.items():
            for colours in range(2, most + 1):
                codes = colours**holes if repeats else perm(colours, holes)
                if codes >= FEWEST:
                    yield Game(rule, holes=holes, colours=colours, repeats=repeats)


def make_row(game: Game, seconds: float, check: bool = False, resume: Path | None = None) -> Row | None:
    """Return the row of a game, with `check` that of its proof too; None where it is not proven in so many seconds."""
    began, problem = time.process_time(), game.problem
    solving = Solving(problem)
    if resume is not None:
        solving.search.take_up(read_saved(resume, problem))
    for _status in solving.run(lambda: time.process_time() < began + seconds):
        pass
    best, searched = solving.best(), time.process_time() - began
    total = best.replay.total
    if best.bound != total:
        return None
    codes = problem.codes
    extra_guesses = problem.guesses.texts if problem.guesses is not None else ()
    texts = list_texts(codes, extra_guesses)
    nodes = dict(best.tree.walk())
    packed = pack_tree(lambda history: nodes[history].guess, texts, Table(problem.rule, codes))
    firsts = find_firsts(solving.search, codes, best.tree.root, total)
    proof = prove(solving, problem) if check else dict.fromkeys(("claims", "proof", "bytes", "check"))
    return {
        "game": str(game),
        "rule": game.rule,
        **fingerprint(codes, extra_guesses),
        **{name: value for name, value in game._asdict().items() if value and name not in ("rule", "repeats")},
        "codes": codes.count,
        "playable": len(texts),
        "total": total,
        "longest": best.replay.longest,
        "within": sum(count for turns, count in best.replay.histogram.items() if turns <= WITHIN),
        "firsts": firsts,
        "seconds": round(searched, 2),
        **proof,
        "tree": packed,
    }


def find_firsts(search: StrategySearch, codes: Codes, root: Node, total: int) -> list[tuple[str, int]]:
    """Return the best first words with their least totals: all others take as many turns as the last of them or more.

    Fewer are returned where the time is over. Of words with the same total, that of the tree comes first, then those
    that can be the secret.
    """
    board, every = search.board, search.start.members
    search.state[WIDTH] = kernel.EVERY
    rows = np.arange(len(board.texts))
    if isinstance(codes, ColourCodes):
        rows = np.array([board.texts.index(codes.decode(row)) for row in first_codes(codes)])
    lows = np.array([3 * len(every) - len(np.unique(board.marks[row, every])) - (row < len(every)) for row in rows])
    found, end = [(total, board.texts.index(root.guess))], time.process_time() + MOST_FIRSTS
    for low, row in sorted(zip(lows.tolist(), rows.tolist(), strict=True)):
        cap = found[FIRSTS - 1][0] if len(found) >= FIRSTS else 1 << 40
        if low >= cap:
            break
        if time.process_time() > end:
            return [(board.texts[row], least) for least, row in found[:1]]
        if row != found[0][1] and (least := price_first(search, row, cap)) < cap:
            found[1:] = sorted([*found[1:], (least, row)])[: FIRSTS - 1]
    return [(board.texts[row], least) for least, row in found]


def price_first(search: StrategySearch, row: int, cap: int) -> int:
    """Return the least total that begins with a guess, or a number that is `cap` or more."""
    every, marks = search.start.members, search.board.marks
    sets = [
        every[marks[row, every] == number] for number in np.unique(marks[row, every]) if number != search.board.solved
    ]
    total = len(every) + sum(2 * len(members) - 1 for members in sets)
    for members in sorted(sets, key=len):
        if total >= cap:
            break
        if len(members) > 2:
            low = 2 * len(members) - 1
            least = search.least(search.start._replace(members=members, depth=1), cap - total + low)
            total += (cap if least is None else least) - low
    return total


def prove(solving: Solving, problem: Problem) -> Row:
    """Return what there is to say of the proof, once it is written, and checked: in how many seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path, (header, listed) = Path(folder) / "proof", find_proof(solving.search)
        claims = write_proofs([(header, listed)], path)
        began = time.process_time()
        if check_proof(read_proofs(path)[0], problem) != header.bound:
            raise ValueError("a proof of another bound")
        content, spent = path.read_bytes(), round(time.process_time() - began, 2)
        seal = gzip.decompress(content).split()[-1].decode()
    return {"claims": claims, "proof": seal, "bytes": len(content), "check": spent}


def is_current(row: Row, game: Game) -> bool:
    """Return whether a row is about the lists of today."""
    problem = game.problem
    extra_guesses = problem.guesses.texts if problem.guesses is not None else ()
    return fingerprint(problem.codes, extra_guesses).items() <= row.items()


def check_tree(row: Row, game: Game) -> None:
    """Raise `ValueError` where the tree of a row does not take the turns that the row says."""
    problem = game.problem
    extra_guesses = problem.guesses.texts if problem.guesses is not None else ()
    root = read_tree(row["tree"], list_texts(problem.codes, extra_guesses), Table(problem.rule, problem.codes))
    if root.total != row["total"]:
        raise ValueError(f"{game}: {root.total} turns, not {row['total']}")


def make_rows(engine: Engine, games: Sequence[Game], *how: Any) -> Iterator[tuple[Game, Row | None]]:
    """Yield the games with their rows, as they come."""
    if engine.workers == 1:  # it would make all of them before the first is handed out
        yield from ((game, make_row(game, *how)) for game in games)
        return
    waiting = {engine.submit(make_row, game, *how): game for game in games}
    yield from ((waiting[done], done.result()) for done in as_completed(waiting))


class Words(NamedTuple):
    """The sentences of the page in one language."""

    title: str
    introduction: str
    checked: tuple[str, str]  #: That all proofs were checked, and how many of them if some were not.
    lists: dict[str, str]  #: A heading for each list of answers; that of games without a first letter is under "".
    colours: str  #: The heading of the games with colours.
    rule: str
    letter: str
    length: str
    games: str
    head: tuple[str, ...]
    closing: str


ENGLISH = Words(
    title="Openings, proven",
    introduction="""\
The best first word of {games} games. Each is proven: no strategy takes fewer turns in all. {checked} by
[a checker](proofs.md) that shares with the search only what the game is.

- Motus and SUTOM: the first letter is given; the secret is one of the answers, and any French word with this letter may
  be played. Marks are those of `positional`.
- *average*: the turns that the best strategy takes on average, its last guess counted. *longest*: those of its longest
  game. Every game ends within 6 turns unless noted.
- *next best*: the two next best first words, and how many turns more each takes on average when the rest is played
  perfectly. Words not listed cost at least as much, but for offensive ones, which are left out. Where such a word would
  be the best, the best of the others takes its place; *longest* is still that of the game's best strategy.
- `mastermot next` plays these words, and what comes after them, whatever the marks:
  `mastermot next --words fr-answers --guesses fr --length 7 --starts c --rule positional`.
- `python3 research/book.py --again` makes the table again from nothing.""",
    checked=("All proofs were checked", "{checked} of the proofs were checked"),
    lists={
        "fr-answers": "Motus and SUTOM: answers of `fr-answers`",
        "fr-common": "Motus and SUTOM: answers of `fr-common`",
        "": "Wordle, and other games with words",
    },
    colours="Mastermind, bulls and cows",
    rule="The rule `{rule}`",
    letter="letter",
    length="{length} letters",
    games="game",
    head=("answers", "guesses", "best first word", "average", "longest", "next best", "found within 6"),
    closing="Made with mastermot {program}. {seconds} of processor time for the searches, {checks} for the checks. "
    "Lists: {lists}.",
)
FRENCH = Words(
    title="Les meilleures ouvertures, prouvées",
    introduction="""\
Le meilleur premier mot de {games} jeux. Pour chacun, il est prouvé qu’aucune tactique ne prend moins de tours au
total ; {checked} par [un vérificateur](../proofs.md), qui ne partage avec la recherche que la définition du jeu.

- Motus et SUTOM : la première lettre est donnée ; le mot secret est l’une des réponses, et l’on peut proposer tous les
  mots français qui commencent par cette lettre. Les marques sont celles de la règle `positional`.
- *moyenne* : le nombre moyen de tours de la meilleure tactique, dernière proposition comprise. *au plus* : la longueur
  de sa plus longue partie. Sauf mention contraire, toutes les parties se terminent en 6 tours.
- *puis* : les deux meilleurs premiers mots après celui-là, avec ce qu’ils coûtent de plus, en moyenne, si la suite est
  jouée au mieux. Les mots qui ne sont pas cités coûtent au moins autant, sauf les mots grossiers, qui sont omis. Quand
  le meilleur en est un, le meilleur des autres prend sa place ; *au plus* reste celui de la meilleure tactique du jeu.
- `mastermot next` donne aussitôt ces mots, et la suite à jouer selon les marques :
  `mastermot next --words fr-answers --guesses fr --length 7 --starts c --rule positional`.
- `python3 research/book.py --again` refait tout le tableau.""",
    checked=("toutes les preuves ont été vérifiées", "{checked} de ces preuves ont été vérifiées"),
    lists={
        "fr-answers": "Motus et SUTOM : les réponses de `fr-answers`",
        "fr-common": "Motus et SUTOM : les réponses de `fr-common`",
        "": "Le Wordle, et d’autres jeux de mots",
    },
    colours="Mastermind, taureaux et vaches",
    rule="La règle `{rule}`",
    letter="lettre",
    length="{length} lettres",
    games="jeu",
    head=("réponses", "propositions", "meilleur premier mot", "moyenne", "au plus", "puis", "trouvés en 6"),
    closing="Fait avec mastermot {program}. Temps de calcul : {seconds} pour les recherches, {checks} pour les "
    "vérifications. Listes : {lists}.",
)
PAGES = {DOCS / "openings.md": ENGLISH, DOCS / "fr" / "ouvertures.md": FRENCH}


def make_page(rows: Sequence[Row], words: Words, program: str) -> str:
    """Return the page of the book in one language."""
    comma = words is FRENCH
    checked = sum(row["check"] is not None for row in rows)
    every, some_of_them = words.checked
    checks_made = every if checked == len(rows) else some_of_them.format(checked=checked)
    parts = [f"# {words.title}", words.introduction.format(games=len(rows), checked=checks_made)]
    for name, title in words.lists.items():
        parts.append(f"## {title}")
        motus = [row for row in rows if name and row.get("letter") and row["words"] == name]
        for length in LENGTHS:
            some = sorted((row for row in motus if row["length"] == length), key=lambda row: str(row["letter"]))
            if some:
                lines = [[row["letter"], *show_row(row, comma)] for row in some]
                parts += [
                    f"### {words.length.format(length=length)}",
                    make_table([words.letter, *words.head[:-1]], lines),
                ]
        if not name:
            others = [row for row in rows if "words" in row and "letter" not in row]
            parts.append(make_table([words.games, *words.head], [show_game(row, comma) for row in others]))
    parts.append(f"## {words.colours}")
    for rule in dict.fromkeys(rule for rule, _repeats in MOST_COLOURS):
        colours = [row for row in rows if "holes" in row and row["rule"] == rule]
        if colours:
            lines = [show_game(row, comma) for row in colours]
            parts += [f"### {words.rule.format(rule=rule)}", make_table([words.games, *words.head], lines)]
    figures = {"seconds": sum(row["seconds"] for row in rows), "checks": sum(row["check"] or 0 for row in rows)}
    names = sorted({row[kind] for row in rows for kind in ("words", "guesses") if kind in row})
    lists = ", ".join(f"`{name}` ({sha256((DATA / f'{name}.txt').read_bytes()).hexdigest()[:12]})" for name in names)
    minutes = {name: f"{value / 60:.1f} min" for name, value in figures.items()}
    if comma:
        minutes = {name: value.replace(".", ",") for name, value in minutes.items()}
    parts.append(words.closing.format(program=program, lists=lists, **minutes))
    return "\n\n".join(parts) + "\n"


def show_game(row: Row, comma: bool) -> list[str]:
    """Return the cells of a game with its name, and those found within 6 turns."""
    return [row["game"], *show_row(row, comma), str(row["within"])]


def show_row(row: Row, comma: bool) -> list[str]:
    """Return the cells of a game."""
    (best, total), *others = list_decent(row)
    nexts = ", ".join(f"{word} +{(least - total) / row['codes']:.3f}" for word, least in others[:2])
    longest = (
        f"{row['longest']}" if row["within"] == row["codes"] else f"{row['longest']} ({row['within']}/{row['codes']})"
    )
    cells = [best, f"{total / row['codes']:.3f}", longest, nexts]
    if comma:
        cells = [cell.replace(".", ",") for cell in cells]
        cells[3] = nexts.replace(", ", " ; ").replace(".", ",")
    return [str(row["codes"]), str(row["playable"]), f"**{cells[0]}**", *cells[1:]]


def make_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))


def main() -> None:
    """Make what is missing, or what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scheduler", help="a dask cluster whose workers have mastermot and this file beside them")
    parser.add_argument("--game")
    parser.add_argument("--resume", type=Path, help="a search of that game, kept")
    parser.add_argument("--again", action="store_true", help="from nothing")
    parser.add_argument("--page", action="store_true", help="only the pages")
    chosen = parser.parse_args()
    games = {str(game): game for game in list_games()}
    if chosen.game not in (None, *games):
        parser.error(f"no such game: {chosen.game}")
    if chosen.resume is not None and chosen.game is None:
        parser.error("--resume is for one --game")
    rows: dict[str, Row] = {}
    if BOOK.exists() and not chosen.again:
        rows = {row["game"]: row for row in read_book() if row["game"] in games}
    rows = {name: row for name, row in rows.items() if name != chosen.game and is_current(row, games[name])}
    with open_engine(chosen.jobs, chosen.scheduler) as engine:
        for check in (False, True):
            wanted = [game for name, game in games.items() if chosen.game in (None, name) and not chosen.page]
            if check:
                wanted = [game for game in wanted if (row := rows.get(str(game))) is not None and row["check"] is None]
                wanted.sort(key=lambda game: rows[str(game)]["codes"] * rows[str(game)]["playable"])
            else:
                wanted = [game for game in wanted if str(game) not in rows]
            for game, made in make_rows(engine, wanted, chosen.seconds, check, chosen.resume):
                if made is None:
                    print(f"{game}: not proven", flush=True)
                    continue
                check_tree(made, game)
                rows[str(game)] = made
                print(json.dumps({name: value for name, value in made.items() if name != "tree"}), flush=True)
                replace_file(BOOK, write_book([rows[name] for name in games if name in rows], __version__))
    listed = [rows[name] for name in games if name in rows]
    program = json.loads(BOOK.read_bytes().partition(b"\n")[0])["program"]
    for path, words in PAGES.items():
        replace_file(path, make_page(listed, words, program).encode())


if __name__ == "__main__":
    try:
        main()
    except MastermotError as error:
        raise SystemExit(str(error)) from None
