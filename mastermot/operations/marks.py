"""The marks that a guess gets: an operation that needs neither puzzles nor lists of words."""

from dataclasses import dataclass
from typing import Annotated

from mastermot.errors import N_
from mastermot.operations import requests
from mastermot.operations.errors import at, refuse
from mastermot.operations.requests import ExampleValue, Request, Word
from mastermot.rules import rule_named
from mastermot.rules.rule import WrittenMarks
from mastermot.words.folding import fold, fold_code, read_alphabet

WHY_DIGITS = N_("it has no effect: the codes are made of digits")


@dataclass(frozen=True, kw_only=True)
class MarksRequest(Request):
    """A guess, a secret, and the rule by which it is marked."""

    guess: Annotated[Word, ExampleValue("paume")]  #: The code that is guessed.
    secret: Annotated[Word, ExampleValue("coude")]  #: The code to find.
    rule: Annotated[requests.RuleName, requests.RULE] = "black"
    alphabet: Annotated[requests.Text, requests.ALPHABET] = ""


@dataclass(frozen=True)
class Marked:
    """The marks of a guess: the object of `mastermot marks --json`."""

    rule: str
    guess: str
    secret: str
    marks: WrittenMarks
    blacks: int  #: How many symbols are in their place.
    whites: int  #: How many symbols are in the code, elsewhere.


def refuse_alphabet_of_digits(guess: str, secret: str, *, is_given: bool) -> None:
    """Raise `FieldInvalidError` if an alphabet is given for codes that are made of digits."""
    refuse("alphabet", WHY_DIGITS, is_given and (guess + secret).isdigit())


def mark_guess(request: MarksRequest) -> Marked:
    """Mark a guess against a secret, under any of the rules."""
    with at("alphabet"):
        alphabet = read_alphabet(request.alphabet) if request.alphabet else None
    # `fold_code` reads digits too, `fold` refuses them: a code in digits cannot be marked against one in letters
    are_alike = request.guess.isdigit() == request.secret.isdigit()
    fold_text = fold_code if are_alike else fold
    with at("guess"):
        guess = fold_text(request.guess, alphabet)
    with at("secret"):
        secret = fold_text(request.secret, alphabet)
    refuse_alphabet_of_digits(guess, secret, is_given=request.alphabet != "")
    rule = rule_named(request.rule)
    with at("guess"):  # if guess and secret are not equally long, the error is about the guess
        marks = rule.mark(guess, secret, alphabet)
    return Marked(request.rule, guess, secret, marks, marks.blacks, marks.whites)
