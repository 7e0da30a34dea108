"""Codemakers, who hold the secret and mark the guesses; and which codes are fit to be secrets.

Both codemakers are from Camille Touron's notebook, *Jeu du Mastermind*.
"""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from mastermot.errors import N_, Reason
from mastermot.game.errors import find_named
from mastermot.game.positions import Position
from mastermot.rules import Marks
from mastermot.rules.code_errors import CodesChoiceError
from mastermot.rules.codes import Codes
from mastermot.words.dictionaries import Dictionary, open_dictionary, shelf

if TYPE_CHECKING:
    from mastermot.game.partitions import Rows


class Codemaker(Protocol):
    """Who marks the guesses of a game, and reveals the secret at its end."""

    def answer(self, position: Position, guess: str) -> Marks:
        """Return the marks that `guess` gets at `position`."""

    def reveal(self, position: Position) -> str:
        """Return the secret, once the game is over at `position`."""


class Honest:
    """A codemaker that keeps its secret."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def answer(self, position: Position, guess: str) -> Marks:
        return position.rule.mark(guess, self.secret, position.codes.letters)

    def reveal(self, position: Position) -> str:
        return self.secret


class Fickle:
    """A codemaker that changes its secret in mid-game: it gives the marks that leave the most candidates.

    Of marks that leave equally many it gives those with the fewest blacks, then the fewest whites, then the smallest
    number. If the codes are too many to list, it compares the classes of a sample, and remembers a code that agrees
    with all its marks (`kept`), in case that the next sample is empty.
    """

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        """Keep the codes that may be the secret; without any, all codes of the game may be."""
        self.secrets = secrets
        self.kept = ""

    def answer(self, position: Position, guess: str) -> Marks:
        """Return the marks that `guess` gets from the most candidates, and keep the first of these candidates (`kept`).

        In a tie the marks with the fewest blacks are given, then those with the fewest whites. If there is no
        candidate, which happens only with a sample, the guess gets its marks from the code that was `kept` before.
        """
        table = position.table
        rule = position.rule
        candidates = self.find_candidates(position)
        if not len(candidates):  # the sample is empty
            return rule.mark(guess, self.kept, position.codes.letters)
        classes = dict(table.split(table.row(guess), candidates))

        def rank(number: int) -> tuple[int, int, int, int]:
            """Return the rank of the marks with this number: the marks with the smallest rank are given."""
            marks = rule.marks(number, table.length)
            return -len(classes[number]), marks.blacks, marks.whites, number

        best = min(classes, key=rank)
        self.kept = table.text(classes[best][0])
        return rule.marks(best, table.length)

    def reveal(self, position: Position) -> str:
        """Return the first code that agrees with all marks given; if a sample has no such code, the code `kept`."""
        candidates = self.find_candidates(position)
        return position.table.text(candidates[0]) if len(candidates) else self.kept

    def find_candidates(self, position: Position) -> "Rows":
        """Return the rows of the codes that agree with all marks given and may be the secret (`secrets`).

        If none of the `secrets` agrees any more, or if all codes may be the secret, all codes that agree are returned.
        """
        if not self.secrets:
            return position.candidates
        import numpy as np

        fit = np.intersect1d(position.candidates, position.table.rows(self.secrets))
        return fit if len(fit) else position.candidates


def list_secrets(codes: Codes, answers: Dictionary | None = None) -> Sequence[str]:
    """Return the codes that are fit to be secrets; an empty result stands for all codes if they are too many to list.

    - In a game with colours, every code is fit.
    - In a game with a dictionary and a list of `answers`, the codes in this list are fit, but no offensive ones.
    - Without `answers`, every code is fit if the dictionary is the user's own. If it is a shipped one, the words that
      can be the answer of a puzzle are fit (`list_answers`).
    - If the list of the fit words is a shipped list of answers (`name_answers`), all codes in it are fit, offensive
      ones too.

    Raises `DictionaryEmptyError` or `NoAnswerError` when no word is left, `AlphabetOtherError` if the alphabet of
    `answers` has letters that the codes lack, and `CodesChoiceError` for `answers` with colours.
    """
    dictionary = codes.dictionary
    if dictionary is None:
        if answers is not None:
            raise CodesChoiceError(why=Reason(N_("a list of answers is for words, not for colours")))
        return codes.texts if codes.enumerable else ()
    if answers is not None:
        answers.refuse_letters_beyond(codes.letters)
    elif not is_shipped(dictionary.name):
        return codes.texts
    from mastermot.puzzle.compose import list_answers
    from mastermot.puzzle.compose.errors import NoAnswerError

    fit = set(list_answers(dictionary, codes.length, answers))
    name = name_answers(codes, answers) or ""
    is_shipped_list_of_answers = name.endswith("-answers") and is_shipped(name)
    if is_shipped_list_of_answers:
        # `list_answers` leaves out offensive words. `random_secret` does not draw them, but they stay candidates: the
        # games of the book of openings are about the whole list
        fit.update(open_dictionary(name).of_length(codes.length))
    secrets = tuple(code for code in codes.texts if code in fit)
    if not secrets:
        raise NoAnswerError(name=(answers or dictionary).name, length=codes.length)
    return secrets


def is_shipped(name: str) -> bool:
    """Return whether a dictionary of this name comes with the program; otherwise it is a list of the user's own."""
    return name in shelf()


def name_list(chosen: Dictionary | str) -> str:
    """Return the name of a list, given as a dictionary or as its name."""
    return chosen if isinstance(chosen, str) else chosen.name


def name_answers(codes: Codes, answers: Dictionary | str | None = None) -> str | None:
    """Return the name of the list whose words can be the secret (`list_secrets`); None if every code can.

    `answers` is a list that was given, as a dictionary or its name. If none was, the list is the shipped list of
    answers in the language of the codes, if there is one; colours have no language.
    """
    if answers is not None:
        return name_list(answers)
    if codes.dictionary is None:
        return None
    name = f"{codes.dictionary.language}-answers"
    return name if is_shipped(name) else None


def random_secret(codes: Codes, seed: object, secrets: Sequence[str] = ()) -> str:
    """Return one of the `secrets`, or if there are none, one of all codes, drawn by the seed.

    An offensive word of a shipped dictionary is not drawn, unless there are only such words.
    """
    rng = random.Random(f"secret:{seed}")
    if not secrets and not codes.enumerable:  # colours, too many codes to list: they are drawn symbol by symbol
        draw_symbols = rng.choices if codes.repeats else rng.sample
        return "".join(draw_symbols(codes.alphabet, k=codes.length))
    fit = secrets or codes.texts
    secret = rng.choice(fit)
    if codes.dictionary is None or not is_shipped(codes.dictionary.name):
        return secret
    from mastermot.puzzle.compose.composed import find_excluded

    offensive = find_excluded(codes.dictionary)
    if secret not in offensive:
        return secret
    # a second draw, only for seeds that drew an offensive word: so all other seeds still give the same secrets as in
    # versions that drew from all words
    inoffensive = [code for code in fit if code not in offensive]
    return rng.choice(inoffensive or [secret])


CODEMAKERS: dict[str, Callable[[Codes, object, Sequence[str]], Codemaker]] = {
    "honest": lambda codes, seed, secrets: Honest(random_secret(codes, seed, secrets)),
    "fickle": lambda codes, seed, secrets: Fickle(secrets),
}


def make_codemaker(name: str, codes: Codes, seed: object, secrets: Sequence[str] = ()) -> Codemaker:
    """Return the codemaker of this name: `honest` with a secret that is drawn by the seed, `fickle` with none.

    The codes that can be the secret are `secrets`, or all codes if there are none. Raises `NameUnknownError`, and for a
    secret that is no code of the game the errors that `Codes.read` names.
    """
    folded = [codes.read(secret) for secret in secrets]
    return find_named(Reason(N_("codemaker")), name, CODEMAKERS)(codes, seed, folded)
