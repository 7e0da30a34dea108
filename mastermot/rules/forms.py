"""The forms in which people write marks, as data: the signs of each form, and examples with guess and secret.

`mastermot.rules.reading` reads by these tables, `docs/rules.md` shows them, and tests read each example under each of
its rules.
"""

from typing import NamedTuple

NO_MARK = ".-_·"  #: Signs of a position without a mark, which may stand among the signs of any script.


class Script(NamedTuple):
    """Signs that belong together: people write all turns of a game with the signs of one script."""

    name: str  #: Some of its signs: black, white, perhaps absent.
    black: str  #: The signs of a symbol in its place.
    white: str  #: The signs of a symbol elsewhere.
    absent: str = ""  #: The signs of a position that has no mark, beside `NO_MARK`; pegs have none.


CANONICAL = Script("XO", "Xx", "Oo")  #: The signs of canonical marks, in which everything is written.
ROWS = (
    Script("🟩🟨⬛", "🟩✅✔", "🟨🟡", "⬛⬜🟦🔵❌"),  # Wordle, Le Mot
    Script("🟥🟡🟦", "🟥", "🟨🟡", "⬛⬜🟦🔵"),  # Motus, SUTOM, Tusmo
    Script("🟧🟦⬛", "🟧", "🟦", "⬛⬜"),  # Wordle in high contrast
    Script("gyb", "Gg", "Yy", "Bb"),  # green, yellow, black
    Script("gyx", "Gg", "Yy", "Xx"),  # green, yellow, neither
    Script("vjn", "Vv", "Jj", "Nn"),  # vert, jaune, noir
    Script("vjg", "Vv", "Jj", "Gg"),  # vert, jaune, gris
    Script("van", "Vv", "Aa", "Nn"),  # verde, amarillo, negro
    Script("vag", "Vv", "Aa", "Gg"),  # verde, amarillo, gris
)
"""The scripts of rows, which have a sign for each position."""
DIGITS = Script("210", "2", "1", "0")  #: The digits of rows, which only rules by position read.
DISCS = Script("●○", "●", "○")  #: The discs of rows, which only rules by position read.
PEGS = (
    Script("⚫⚪", "⬛⚫●", "⬜⚪○"),
    Script("🔴⚪", "🔴🟥", "⬜⚪○"),
    Script("🟩🟨", "🟩✅✔", "🟨🟡"),
    Script("🟥🟡", "🟥", "🟨🟡"),
    Script("bw", "Bb", "Ww"),  # black, white
    Script("bc", "Bb", "Cc"),  # bull, cow
    Script("bm", "Bb", "Mm"),  # bien and mal placé
    Script("rw", "Rr", "Ww"),  # red, white
    Script("nb", "Nn", "Bb"),  # noir and blanc, negro and blanco
    Script("rb", "Rr", "Bb"),  # rouge and blanc, rojo and blanco
)
"""The scripts of pegs: a sign for each mark, and none for a position without a mark."""
ALWAYS_ROWS = frozenset(
    "🟩🟨🟥🟡🟧🟦"
)  #: As many signs as positions, with one of these among them, are a row, never pegs.
UNITS = ("ab", "bc", "bw", "rw", "nb", "rb", "bm", "tv")
"""Pairs of letters that say what a number counts, blacks first: A and B, bulls and cows… toros and vacas (``1T2V``)."""


class Example(NamedTuple):
    """Marks in some form: those that the guess gets from the secret under each of the `rules`."""

    rules: tuple[str, ...]
    guess: str
    secret: str
    text: str  #: The marks as they are written.


class Form(NamedTuple):
    """A form in which marks are written."""

    name: str
    title: str  #: How the documentation describes the form.
    examples: tuple[Example, ...]


# the rules that an example is for
COUNTING = ("black-white", "membership")
ALL = ("black", "black-white", "positional", "membership")
PEGGED = ("black-white",)
FORMS = (
    Form(
        "signs",
        "signs, the canonical form: X black, O white",
        (
            Example(("black",), "paume", "coude", "XX"),
            Example(COUNTING, "AABB", "ACCA", "XO"),
            Example(("positional",), "speed", "abide", "..O.O"),
            Example(("positional",), "speed", "abide", "--o-o"),
        ),
    ),
    Form(
        "nothing",
        "no mark at all",
        tuple(Example(ALL, "AABB", "CCDD", text) for text in ("0", "-", "0 0", "none", "rien", "nada")),
    ),
    Form(
        "numbers",
        "numbers: blacks, then whites",
        (
            Example(("black",), "paume", "coude", "2"),
            *(Example(COUNTING, "AABC", "ABAD", text) for text in ("1 2", "1,2", "1/2", "12", "1+2")),
        ),
    ),
    Form(
        "units",
        "numbers with letters: A and B, bulls and cows, black and white",
        tuple(Example(COUNTING, "1234", "1325", text) for text in ("1A2B", "1a2b", "1b2c", "1B2W", "1N2B", "1B 2M")),
    ),
    Form(
        "sentence",
        "words, as of bulls and cows or of a number lock",
        (
            *(Example(COUNTING, "1234", "1325", text) for text in ("1 bull 2 cows", "1 black, 2 white")),
            *(
                Example(COUNTING, "1234", "1325", text)
                for text in ("1 right place 2 wrong place", "1 taureau 2 vaches")
            ),
            *(Example(COUNTING, "1234", "1325", text) for text in ("1 bien placée, 2 mal placées", "1 noir 2 blancs")),
            *(Example(COUNTING, "1234", "1325", text) for text in ("1 muerto 2 heridos", "1 fijo 2 picas")),
            *(Example(COUNTING, "1234", "3214", text) for text in ("2 toros 2 vacas", "2 negros 2 blancos")),
            *(Example(ALL, "738", "042", text) for text in ("nothing is right", "aucun chiffre n’est bon")),
            Example(("black",), "paume", "coude", "2 bien placées"),
            Example(COUNTING, "682", "042", "one digit is right and in its place"),
            Example(COUNTING, "206", "042", "two digits are right but both in the wrong place"),
            Example(COUNTING, "246", "042", "two digits are right, but only one is in its place"),
            Example(COUNTING, "206", "042", "deux chiffres sont bons, mais mal placés"),
            Example(COUNTING, "682", "042", "una cifra es correcta y está en su lugar"),
        ),
    ),
    Form(
        "pegs",
        "pegs: a sign for each mark, fewer than positions where they are ⬛ and ⬜",
        (
            *(Example(PEGGED, "AABB", "ACCA", text) for text in ("⬛⬜", "⚫⚪", "●○", "🔴⚪", "BW", "RW", "bc", "NB")),
            *(Example(PEGGED, "AABC", "AADB", text) for text in ("BBW", "RRW", "⬛⬛⬜")),
            Example(PEGGED, "1234", "1325", "bcc"),
            *(Example(("black",), "paume", "coude", text) for text in ("⬛⬛", "●●", "BB", "🔴🔴", "**")),
        ),
    ),
    Form(
        "squares",
        "squares, one for each position: 🟩🟨⬛ of Wordle, 🟥🟡🟦 of Motus, 🟧🟦⬛ in high contrast",
        (
            *(Example(("positional",), "speed", "abide", text) for text in ("⬛⬛🟨⬛🟨", "⬜⬜🟨⬜🟨", "🟦🟦🟡🟦🟡")),
            *(Example(("positional",), "coupe", "coude", text) for text in ("🟩🟩🟩⬛🟩", "🟥🟥🟥🟦🟥", "🟧🟧🟧⬛🟧")),
            *(Example(("positional",), "ronce", "coude", text) for text in ("⬛🟩⬛🟨🟩", "🟦🟥🟦🟡🟥", "⬛🟧⬛🟦🟧")),
            *(Example(("black",), "paume", "coude", text) for text in ("⬛⬛🟩⬛🟩", "🟦🟦🟥🟦🟥", "⬛⬛🟧⬛🟧")),
            *(Example(COUNTING, "ronce", "coude", text) for text in ("⬛🟩⬛🟨🟩", "⬛🟧⬛🟦🟧")),
        ),
    ),
    Form(
        "letters",
        "letters of colours, one for each position: g green, y yellow, b black; or in French or Spanish",
        (
            *(
                Example(("positional",), "ronce", "coude", text)
                for text in ("bgbyg", "xgxyg", "nvnjv", "gvgjv", "nvnav")
            ),
            *(Example(("positional",), "laver", "coude", text) for text in ("bbbyb", "xxxyx", "nnnjn", "gggjg")),
            *(Example(("positional",), "syndi", "coupu", text) for text in ("bbbbb", "nnnnn")),
            *(Example(("positional",), "coude", "coude", text) for text in ("vvvvv",)),
            *(Example(("positional",), "coupe", "coude", text) for text in ("gggbg", "gggxg", "vvvnv")),
            Example(("black",), "paume", "coude", "bbgbg"),
        ),
    ),
    Form(
        "digits",
        "digits, one for each position: 2 black, 1 white, 0 none",
        (Example(("positional",), "ronce", "coude", "02012"), Example(("positional",), "ronce", "coude", "0 2 0 1 2")),
    ),
)
"""All forms that are read, each with examples."""


class Ambiguous(NamedTuple):
    """Marks that are refused, because they may mean more than one thing."""

    rules: tuple[str, ...]
    length: int
    text: str
    readings: tuple[str, ...]  #: What the marks may mean: each meaning as it is written plainly.


AMBIGUOUS = (
    Ambiguous(COUNTING, 5, "3-2", ("XXXOO", "XXO")),
    Ambiguous(COUNTING, 5, "three letters, two of them placed", ("XXO", "XXOOO")),
    Ambiguous(PEGGED, 5, "⬛⬛⬛⬛⬛", ("XXXXX", "0")),
    Ambiguous(PEGGED, 5, "⬜⬜⬜⬜⬜", ("OOOOO", "0")),
    Ambiguous(("black",), 5, "⬛⬛⬛⬛⬛", ("5", "0")),
    Ambiguous(("positional",), 5, "🟦🟦🟦🟦🟦", (".....", "OOOOO")),
    Ambiguous(("positional",), 5, "ggggg", ("XXXXX", ".....")),
    Ambiguous(PEGGED, 4, "B", ("X", "O")),
    Ambiguous(COUNTING, 4, "1B", ("X", "O")),
    Ambiguous(COUNTING, 4, "two digits are right", ("XX", "XO", "OO")),
)
"""Marks that may mean more than one thing, unless another turn of the game shows which."""
