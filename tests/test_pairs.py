"""Each option has an effect, and each pair of options too: it changes the answer, is refused, or stands in a list.

An option is tried with a value that is not its default, over a small game or a small list: first alone, then with
every other option of its command. Two options do something together where the answer is neither that to the one alone
nor that to the other, in one of the trials of their command. What comes to nothing must be refused, or stand in
`ALLOWED` with its reason.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import logging
import math
import re
import shlex
import shutil
import socket
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from threading import Event, Thread
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

import click
import pytest
from flask import Flask

from mastermot import BLACK_WHITE, ColourCodes, FixedProblem, FixedSearch, open_dictionary
from mastermot.cli import serving
from mastermot.cli.errors import EXIT_UNEXPECTED
from mastermot.cli.serve import measure
from mastermot.engine import Engine, SerialEngine
from mastermot.game.trees import Node, StrategyTree, write_tree
from mastermot.lab.optimal.search_problem import Problem
from mastermot.service.page import site as sites
from tests.kinds import list_commands
from tests.support import PATIENCE, run
from tools.pages import list_examples

SPANISH = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
COMMON = "mine mire rire rive rame lame lave cave pave pile file bile nina niña bras cran drap gris"
ENDS = "bate date fate gate hate late mate rate bill dill fill gill hill kill mill pill till will"
TAILS = "bike dike hike like mike pike cone done gone hone lone none tone zone bale dale gale hale kale male pale sale"
OWN = "niña nina seña sena caña cana piña pina baño bano moño mono puño puno leña lena cuña cuna paño pano"
LIST = f"{COMMON} pale fils mile dime lion noir vent livre libre fibre titre litre vitre nivre nieña"
FILES = {
    "list": f"{LIST} niñas ninas",
    "other": f"{COMMON} mime pont quai zinc brun parc port pris livre titre vitre ligne signe cigne rente niñas ninas",
    "more": f"{LIST} kiwi bloc cerf truc chef risa milo limace poivre verbe champ vider virer river",
    "few": "mire rive lave cave pave pile nina niña gris livre libre titre litre",
    "accel": "MILP\nCAVR\nVIRER\nRIVER\n",
    "puzzle": "paume 2\nchoux 1\nforte 1\ncoupe 3\n",
    "book": "Puzzle 1\npaume 2\nchoux 1\nforte 1\ncoupe 3\n\nPuzzle 2\npalme 3\nforte 1\n",
    "game": "mine .X.X\nrire XX.X\nrive XXXX\n",
    "pegs": "AB X\nCB X\nDB XX\n",
    "numbers": "01 X\n21 X\n31 XX\n",
    "own": "mire\nrive\nlave\n",
    "exclude": "r*\nl*\nc*\n",
    "ends": f"{ENDS} batch catch hatch latch match natch patch watch bight fight light might night right sight tight",
    "mixed": f"{LIST} verbe champ vider virer river porte forte carte sorte torte tarte barte parle perle merle ferme",
    "letter": "niña 2\nmine 3\nrive 1\n",
    "steps": "pano paño pato pata pana paña peno pino pasta pesto señas senas",
    "others": "pano paño palo pala paro para pata piña pesta pasto señas senas sanas",
    "holednumbers": "0. X\n01 X\n03 XX\n",
    "holed": "A. X\nAB X\nAD XX\n",
    "unknown": "mzre X\n",
    "last": "mile dime noir vent titre vitre",
    "tails": f"{TAILS} tale vale bound found hound mound pound round sound wound",
    "parted": "bdfg hlmr bdfh gkmp bfhl dfhk glmp bill dill tttt bchlm fghlm mnprw frsst bflmn",
}
"""Small files that the options name."""
LISTS = ("tails", "mixed", "last", "steps", "others", "list", "other", "more", "few", "ends", "parted")
TREE = Node("A.", {"O": Node("BA", {"XX": None}), "(rien)": Node("BB", {"XX": None})})
TREE.answers["X"] = Node("AA", {"X": Node("AB", {"XX": None}), "XX": None})
"""A tree for two holes and two colours that begins with an empty hole."""
OUTPUTS = ("plot.svg", "other.html", "table.csv", "card.html", "sheet.html", "stats.out", "strategy.json", "tree.svg")
KEPT = ("runs.db.out", "search.out", "proof.out")
"""Files that the options write: those that are compared, and those of which only is seen that they are there."""
TIME = re.compile(
    r"(?m)^.*(?<!better); \d+[.]\d s$\n?|<dc:date>.*|(?<=id=\")\w+|#\w{11,}|\"(seed|seconds|shortening)\": [\d.]+"
    r"|(?<=better; )\d.*|\d{4}-\d\d-\d\d[ T][\d:,.+]+|\"id\": \"\w+\"|\w+(?= \\?\"GET )"
    r"|(?<=\d:)\d{4,5}\b|(?<=localhost:)\d{4,5}\b"
)


SITE = "https://example.org"
SENT = {"X-Forwarded-For": "192.0.2.7", "Origin": SITE, "Connection": "close"}


class Answer(NamedTuple):
    """What a command says and writes."""

    status: int
    stdout: str
    stderr: str
    files: tuple[str, ...]

    @property
    def refused(self) -> bool:
        """Whether it says that it cannot be asked for so, or that a limit is reached."""
        return self.status > 1


class Trial(NamedTuple):
    """How some options of a command are tried."""

    base: str  #: The command, and what stands before the options.
    options: str  #: The options, each with a value that is not its default, apart by bars.
    needs: Mapping[str, str] = MappingProxyType({})  #: What an option needs besides, to have an effect.
    stdin: str = ""

    @property
    def command(self) -> str:
        return self.base.split()[0]

    def list_options(self) -> dict[str, list[str]]:
        """Return each option by name, as it is given."""
        given = [shlex.split(text) for text in self.options.split("|")]
        return {parts[0]: parts for parts in given}


COLOURS = "--holes 3 --colours 3"
WORDS = "--words list --length 4"
SHARED_WORK = "--jobs 5|--scheduler tcp://127.0.0.1:1|"
KINDS = "--no-repeats|--empty|--digits|--rule black|"
OF_COLOURS = f"--holes 4|--colours 4|{KINDS}"
OF_WORDS = f"--words other|--length 5|--alphabet {SPANISH}|--rule black|"
OF_LISTS = "--answers few|--guesses more|--hard|"
OF_PLAYERS = "--player knuth|--strategy entropy|--pool consistent|--sample 3|--opening ABC|"
OF_WORD_PLAYERS = "--player knuth|--strategy parts|--pool consistent|--sample 4|--opening cave|--accel accel|"
ACCELERATED = {"--accel": "--player decodeur"}
KINDS_OF_TREES = {"no-repeats": 4, "empty": 3, "digits": 4, "empty-guesses": 2}
"""Codes of three holes in files of trees: what they are like, and their colours, so that no tree is for hard mode."""
HOLED = {"--tree": "--empty-guesses"}  #: The tree plays a guess with an empty hole.
TRIALS = {
    "solve": Trial(
        "solve puzzle",
        "--words list|--explain|--after 1|--known c????|--out 5:e|--trace|--hint|--lang fr|--json",
        {"--after": "--hint", "--known": "--hint", "--out": "--hint"},
    ),
    "solve letter": Trial("solve letter --words list", f"--alphabet {SPANISH}|--lang fr"),
    "solve bounded": Trial("solve letter --words list --limit 1", "--limit 100"),
    "solve sheet bounded": Trial("solve book --sheet sheet.html --limit 3", "--limit 100"),
    "solve sheet": Trial(
        "solve book --sheet sheet.html", "--sheet other.html|--sheet-solutions words|--large-print|--words list|--json"
    ),
    "play": Trial(
        f"play {COLOURS} --secret ABC",
        f"{OF_COLOURS}{OF_PLAYERS}--secret BCA|--lang fr|--json",
        {"--holes": "--secret ABCA", "--digits": "--secret 012"},
    ),
    "play words": Trial(
        f"play {WORDS} --secret rive",
        f"{OF_WORDS}{OF_WORD_PLAYERS}--seed 3|--secret mire|--json",
        {"--seed": "--strategy random", "--length": "--secret livre", **ACCELERATED},
    ),
    "play holes": Trial(
        "play --holes 3 --colours 2 --secret AAB --player random",
        f"--empty-guesses|{OF_COLOURS}--strategy entropy|--pool consistent|--sample 3|--opening BBA|--seed 3"
        "|--secret BAB|--lang fr|--json",
        {"--holes": "--secret AABA", "--digits": "--secret 001", "--no-repeats": "--colours 3 --secret BAC"},
    ),
    "play tree": Trial(
        "play --holes 2 --colours 2 --secret AB", "--tree holed.json|--secret BA|--lang fr|--json", HOLED
    ),
    "play wider": Trial(
        "play --words few --length 4 --secret rive --player decodeur",
        "--guesses more|--words other|--rule black|--strategy minimax|--opening cave|--secret mire|--json",
    ),
    "guess": Trial(
        f"guess {COLOURS} --turns 3 --seed 1",
        f"{OF_COLOURS}--turns 2|--seed 4|--hard|--stats stats.out|--lang fr|--json",
        stdin="ABC\nAAB\nDDA\n",
    ),
    "guess words": Trial(
        f"guess {WORDS} --turns 4 --seed 1",
        f"{OF_WORDS}{OF_LISTS}--turns 2|--first|--seed 4|--stats stats.out|--json",
        stdin="mine\nrire\nkiwi\nbras\nlame\nq\n",
    ),
    "guess holes": Trial(
        f"guess {COLOURS} --turns 3 --seed 1", "--empty-guesses|--turns 2|--seed 4|--lang fr|--json", stdin="A.B\nA.C\n"
    ),
    "guess fickle": Trial(
        f"guess {WORDS} --turns 4 --first --seed 1",
        "--fickle|--turns 2|--answers few|--rule positional|--json",
        stdin="mine\nrire\nkiwi\nbras\nlame\nq\n",
    ),
    "next": Trial(f"next {COLOURS}", f"{OF_COLOURS}--top 2|--explain-book|--lang fr|--json"),
    "next holes": Trial(
        "next --holes 4 --colours 3 --top 60",
        "--empty-guesses|--top 5|--rule black|--strategy minimax|--lang fr|--json",
        {"--top": "--empty-guesses"},
    ),
    "next holed": Trial(f"next {COLOURS} A.B=X --top 60", "--empty-guesses"),
    "next colours": Trial(
        "next --holes 4 --colours 3 --top 60",
        "--holes 5|--colours 4|--empty|--digits|--player knuth|--strategy minimax|--pool consistent",
    ),
    "next repeats": Trial(
        "next --holes 4 --colours 6 ABCD=XX --top 60",
        "--no-repeats|--rule black|--player knuth|--strategy minimax|--pool consistent",
    ),
    "next wider": Trial(
        "next --words few --length 4 kiwi=.X.. --top 60", "--guesses more|--pool consistent|--hard|--words last"
    ),
    "next answers": Trial(f"next {WORDS} --answers few --top 60", "--pool consistent|--length 5|--words other"),
    "next words": Trial(
        f"next {WORDS} mine=...X --top 60",
        "--words other|--answers few|--guesses more|--hard|--top 2|--explain-book|--json",
    ),
    "next used": Trial(
        "next --words fr-common --length 3 toi=X --top 60",
        "--words fr|--weighted|--top 2|--rule black|--hard|--pool consistent|--json",
    ),
    "next begun": Trial(
        f"next {WORDS} --top 60",
        f"{OF_WORDS}--player knuth|--sample 4|--accel accel|--answers few|--starts .i..|--top 2|--json",
        ACCELERATED,
    ),
    "next strategy": Trial(f"next {WORDS} --top 60", "--strategy parts|--pool consistent|--explain-book|--json"),
    "next played": Trial(
        f"next {WORDS} cave=...X --top 60",
        "--player knuth|--strategy parts|--pool consistent|--sample 4|--accel accel|--json",
        ACCELERATED,
    ),
    "next opening": Trial(f"next {WORDS}", "--opening cave|--rule black|--json"),
    "next chance": Trial(
        f"next {WORDS} cave=X --strategy random",
        "--seed 3|--pool consistent|--top 2|--rule black|--explain-book|--json",
    ),
    "review colours": Trial(
        "review pegs --holes 2 --colours 4", "--colours 5|--no-repeats|--empty|--rule black|--hard|--opening AB|--json"
    ),
    "review holes": Trial("review pegs", "--holes 2|--colours 4", {"--holes": "--colours 4", "--colours": "--holes 2"}),
    "review digits": Trial(
        "review numbers --colours 4", "--holes 2|--digits", {"--holes": "--digits", "--digits": "--holes 2"}
    ),
    "review holed": Trial("review holed --holes 2 --colours 4", "--empty-guesses"),
    "review holed digits": Trial("review holednumbers --holes 2 --colours 4 --digits", "--empty-guesses"),
    "review unknown": Trial("review unknown", "--length 4|--opening rive", {"--opening": "--length 4"}),
    "review wider": Trial(
        "review game --words few --length 4 --rule positional",
        "--guesses more|--words own|--hard|--rule black-white|--json",
    ),
    "review": Trial(
        f"review game {WORDS} --rule positional",
        f"--words other|--alphabet {SPANISH}|--answers few|--hard|--starts .i..|--opening cave|--rule black-white"
        "|--plot plot.svg|--lang fr|--json",
    ),
    "marks": Trial("marks aña bna", f"--rule positional|--alphabet {SPANISH}|--lang fr|--json"),
    "rank": Trial(f"rank {COLOURS}", f"{OF_COLOURS}--top 2|--count 2|--after ABC=X|--lang fr|--json"),
    "rank holes": Trial(
        "rank --holes 4 --colours 3 --top 60",
        "--empty-guesses|--top 5|--after AABC=X|--count 2|--rule black|--lang fr|--json",
        {"--top": "--empty-guesses"},
    ),
    "rank words": Trial(
        f"rank {WORDS}", f"{OF_WORDS}--top 2|--count 2|--guesses more|--after mine=X|--json", {"--guesses": "--count 2"}
    ),
    "duel": Trial(
        f"duel {COLOURS} --games 30",
        f"{OF_COLOURS}{OF_PLAYERS}--seed 3|--codemaker fickle|--games 9|--turns 2|{SHARED_WORK}--lang fr|--json",
    ),
    "duel holes": Trial(
        "duel --holes 3 --colours 2 --games 30 --player random",
        f"--empty-guesses|{OF_COLOURS}--strategy entropy|--pool consistent|--sample 3|--opening BBA|--seed 3"
        "|--codemaker fickle|--games 9|--turns 3|--lang fr|--json",
        {"--no-repeats": "--colours 3"},
    ),
    "duel tree": Trial(
        "duel --holes 2 --colours 2 --games 7",
        "--tree holed.json|--codemaker fickle|--turns 2|--seed 4|--lang fr|--json",
        HOLED,
    ),
    "duel words": Trial(
        f"duel {WORDS} --games 30 --player decodeur",
        f"{OF_WORDS}--strategy minimax|--pool all|--sample 4|--opening cave|--accel accel|--seed 3"
        "|--codemaker fickle|--turns 2|--json",
    ),
    "duel wider": Trial(
        "duel --words few --length 4 --games 30 --player decodeur",
        "--guesses more|--codemaker fickle|--turns 2|--rule black|--words other|--strategy minimax|--json",
    ),
    "duel every": Trial(f"duel {COLOURS}", "--every|--colours 4|--turns 3|--json"),
    "explore": Trial(
        f"explore {COLOURS}",
        f"{OF_COLOURS}{OF_PLAYERS}--most-turns 3|--database runs.db.out|--summary|--turns|--csv table.csv"
        f"|--plot plot.svg|{SHARED_WORK}--lang fr|--json",
    ),
    "explore holes": Trial(
        "explore --holes 3 --colours 2 --player random",
        f"--empty-guesses|{OF_COLOURS}--strategy entropy|--pool consistent|--sample 3|--opening BBA|--seed 3"
        "|--most-turns 3|--summary|--turns|--csv table.csv|--plot plot.svg|--lang fr|--json",
        {"--no-repeats": "--colours 3"},
    ),
    "explore tree": Trial(
        "explore --holes 2 --colours 2",
        "--tree holed.json|--most-turns 2|--database runs.db.out|--summary|--turns|--csv table.csv|--plot plot.svg"
        "|--lang fr|--json",
        HOLED,
    ),
    "explore kept": Trial(
        f"explore {COLOURS} --database runs.db", "--report|--strategy minimax|--summary|--turns|--json"
    ),
    "explore words": Trial(
        f"explore {WORDS}",
        f"{OF_WORDS}{OF_WORD_PLAYERS}--seed 3|--most-turns 2|--turns|--json",
        {"--seed": "--strategy random"},
    ),
    "explore wider": Trial(
        f"explore {WORDS} --player decodeur",
        "--guesses more|--words other|--length 5|--rule black|--sample 4|--opening cave|--most-turns 2|--turns|--json",
    ),
    "explore report": Trial(
        "explore --database runs.db --report",
        "--player best|--strategy minimax|--pool all|--run 3|--summary|--turns|--csv table.csv|--plot plot.svg|--json",
    ),
    "static": Trial(
        "static --holes 3 --colours 4 --starts 2 --jobs 1 --count 2",
        f"--holes 2|--colours 5|{KINDS}--count 3|--given AAB|--groups|--card card.html|--starts 3|--jobs 5|--json",
    ),
    "static all": Trial(
        "static --holes 2 --colours 4 --starts 2 --jobs 1",
        "--all|--holes 3|--colours 3|--rule black",
        {"--holes": "--count 2", "--colours": "--count 2", "--rule": "--count 2"},
    ),
    "static every": Trial(
        "static --holes 2 --colours 4 --starts 2 --jobs 1 --all", "--holes 3|--colours 3|--rule black|--lang fr|--json"
    ),
    "static goals": Trial(
        "static --words list --length 4 --rule black --starts 1 --jobs 1 --count 2",
        "--objective largest|--guesses other|--given pale|--groups|--card card.html|--lang fr|--json",
    ),
    "static drawn": Trial(
        "static --words list --length 4 --starts 1 --jobs 1 --count 3",
        "--seed 4|--objective expected|--guesses other|--given pale|--card card.html|--lang fr|--json",
    ),
    "static timed": Trial(
        "static --holes 3 --colours 4 --jobs 1 --count 2",
        "--time 0.0001|--count 1|--given AAB|--groups|--card card.html|--lang fr|--json",
    ),
    "static goals of colours": Trial(
        "static --holes 3 --colours 3 --rule black --starts 1 --jobs 1 --count 2",
        "--objective largest|--empty-guesses|--digits|--groups|--card card.html|--lang fr|--json",
    ),
    "static holes": Trial(
        "static --holes 3 --colours 2 --rule black --starts 2 --jobs 1 --count 2",
        "--empty-guesses|--groups|--card card.html|--lang fr|--json",
    ),
    "static words": Trial(
        f"static {WORDS} --starts 2 --jobs 1 --count 2",
        f"--words other|--length 5|--alphabet {SPANISH}|--rule black|--first r|--given mire|--groups|--lang fr|--json",
    ),
    "static card": Trial(
        "static --words en-answers --length 2 --rule black --starts 1 --jobs 1 --count 2 --card card.html",
        "--link-base http://127.0.0.1/|--card other.html|--rule positional|--given at|--json",
    ),
    "cliques": Trial(
        f"cliques {WORDS}", f"--words other|--length 5|--alphabet {SPANISH}|--min-size 3|--histogram|--word mine|--json"
    ),
    "cliques letter": Trial(
        "cliques --words steps --length 4", f"--alphabet {SPANISH}|--min-size 3|--histogram|--word pano|--json"
    ),
    "cliques none": Trial("cliques --words few --length 4 --word kiwi", "--lang fr|--word mont|--words list|--json"),
    "ladder": Trial("ladder paño pata --words steps", f"--words others|--alphabet {SPANISH}|--all|--lang fr|--json"),
    "ladder neighbours": Trial(
        "ladder paño --words steps", f"--words others|--alphabet {SPANISH}|--plot plot.svg|--lang fr|--json"
    ),
    "ladder figures": Trial(
        "ladder --words steps --length 4", f"--words others|--length 5|--alphabet {SPANISH}|--json"
    ),
    "accelerate": Trial(f"accelerate {WORDS} --from more", f"{OF_WORDS}{SHARED_WORK}--strategy minimax|--json"),
    "accelerate from": Trial(
        "accelerate --words ends --length 4",
        "--from parted|--words tails|--length 5|--rule positional|--sample 4|--trials 1|--player entropy"
        "|--strategy minimax|--lang fr|--json",
    ),
    "accelerate tried": Trial(
        f"accelerate {WORDS} --from more", "--trials 1|--player entropy|--strategy minimax|--json"
    ),
    "accelerate sampled": Trial(
        f"accelerate {WORDS} --from more",
        "--sample 4|--player entropy|--strategy minimax|--rule black|--words other|--json",
    ),
    "accelerate families": Trial(
        "accelerate --words ends --length 4 --from parted",
        "--words tails|--length 5|--rule positional|--sample 4|--trials 1|--most 1|--player entropy|--lang fr|--json",
    ),
    "optimal": Trial(
        "optimal --holes 2 --colours 3 --jobs 1",
        f"--holes 3|--colours 4|{KINDS}--opening AA|--hard|--tree strategy.json|--proof proof.out"
        "|--resume search.out|--time 0.000001|--jobs 5|--scheduler tcp://127.0.0.1:1|--json",
    ),
    "optimal objective": Trial(
        "optimal --holes 2 --colours 3 --jobs 1", "--objective within:2|--hard|--holes 3|--tree strategy.json|--json"
    ),
    "optimal bounded": Trial("optimal --holes 4 --colours 6 --jobs 1 --time 0.000001", "--memory 1|--lang fr|--json"),
    "optimal words": Trial(
        "optimal --words mixed --length 4 --jobs 1",
        f"--words other|--length 5|--starts .i..|--alphabet {SPANISH}|--rule black|--opening rame|--hard|--lang fr"
        "|--json",
    ),
    "optimal wider": Trial(
        "optimal --words ends --length 4 --jobs 1",
        "--guesses more|--words tails|--length 5|--starts .i..|--opening late|--hard",
    ),
    "optimal letter": Trial("optimal --words others --length 4 --jobs 1", f"--alphabet {SPANISH}|--length 5|--json"),
    "optimal empty": Trial(
        "optimal --holes 2 --colours 4 --jobs 1", "--empty-guesses|--no-repeats|--lang fr|--hard|--json"
    ),
    "tree": Trial("tree small.json", "--text|--graph tree.svg|--check-proof small.proof|--lang fr|--json"),
    "tree checked": Trial(
        "tree small.json --check-proof small.proof", f"{SHARED_WORK}--text|--graph tree.svg|--lang fr|--json"
    ),
    "tree of a colour": Trial(
        "tree older.json", "--holes 2|--colours 3", {"--holes": "--colours 3", "--colours": "--holes 2"}
    ),
    **{
        f"tree {kind}": Trial(f"tree {kind}.json", f"--{kind}", {f"--{kind}": f"--holes 3 --colours {colours}"})
        for kind, colours in KINDS_OF_TREES.items()
    },
    "tree of words": Trial(
        "tree words.json", "--words tails|--length 4", {"--words": "--length 4", "--length": "--words tails"}
    ),
    "tree begun": Trial("tree starts.json", "--starts .a..", {"--starts": "--words ends --length 4 --guesses more"}),
    "tree letter": Trial(
        "tree letter.json", f"--alphabet {SPANISH}", {"--alphabet": "--words others --length 4 --guesses more"}
    ),
    "tree hard": Trial("tree hard.json --check-proof hard.proof", "--hard"),
    "tree longest": Trial("tree longest.json --check-proof longest.proof", "--objective longest"),
    "tree wider": Trial(
        "tree wider.json --check-proof wider.proof", "--guesses more", {"--guesses": "--words few --length 4"}
    ),
    "compose": Trial(
        "compose --words fr-common --length 4 --clues 8 --seed 1",
        "--words fr|--length 5|--clues 5|--level 2|--minimal|--seed 2|--count 2|--solution rive|--answers few"
        "|--with own|--exclude exclude|--json",
    ),
    "compose letter": Trial(
        "compose --words fours --length 4 --clues 8 --seed 3",
        f"--alphabet {SPANISH}|--words fr-common|--clues 7|--answers last|--lang fr",
    ),
    "compose sheet": Trial(
        "compose --words fr-common --length 4 --clues 8 --seed 1 --sheet sheet.html --sheet-solutions words",
        "--sheet other.html|--link-base http://127.0.0.1/|--sheet-solutions none|--json|--count 2",
    ),
    "compose sheet of several": Trial(
        "compose --words fr-common --length 4 --clues 8 --seed 2 --count 2 --sheet sheet.html --sheet-solutions words",
        "--sheet other.html|--link-base http://127.0.0.1/|--sheet-solutions none|--large-print|--clues 9|--seed 5"
        "|--count 3|--json",
    ),
    "daily": Trial(
        "daily --date 2026-12-01",
        "--date 2026-12-02|--level 4|--words es-common|--game|--length 6|--lang fr|--json",
        {"--length": "--game"},
    ),
    "daily letter": Trial("daily --date 2026-12-01 --words fives", f"--alphabet {SPANISH}|--level 4|--json"),
    "daily game": Trial(
        "daily --date 2026-12-02 --words steps --length 4 --game --json",
        f"--alphabet {SPANISH}|--date 2026-12-03|--words others|--length 5",
    ),
    "words": Trial("words list", f"--lang fr|--length 4|--alphabet {SPANISH}|--json"),
}


def list_example_trials(name: str, command: click.Command) -> dict[str, Trial]:
    """Return a trial for each example of a command's help: its arguments are the base, its options are tried.

    ``mastermot cliques --length 5 --min-size 9`` tries ``--length 5`` and ``--min-size 9``, and ``--json`` besides.
    """
    options = {text: one for one in command.params if isinstance(one, click.Option) for text in one.opts}
    trials = {}
    for number, line in enumerate(list_examples(command), 1):
        base = []
        tried = ["--json"] if "--json" in options else []
        words = iter(shlex.split(line)[1:])
        for word in words:
            if word not in options:
                base.append(word)
            elif options[word].is_flag:
                tried.append(word)
            else:
                tried.append(shlex.join((word, next(words))))
        trials[f"{name}, example {number}"] = Trial(shlex.join(base), "|".join(dict.fromkeys(tried)))
    return trials


SERVED = Trial(
    "serve",
    f"--host localhost|--port FREE|--proxy 127.0.0.1|--allow-origin {SITE}|--metrics-port 0"
    "|--meanings https://example.org/{word}|--access-log --no-access-log|--log-format json|--lang fr",
)
WRITTEN = Trial(
    "site public --python pyodide --from 2026-11-20 --days 1",
    f"--python other|--wheels wheels|--base {SITE}|--from 2026-11-21|--days 2|{SHARED_WORK}--lang fr|--json",
)
"""What is served, and what a folder of the page holds, tried by tests of their own."""
CODES = "--holes 2 --colours 3"
GAMES = {
    "small": CODES,
    "older": CODES,
    **{kind: f"--holes 3 --colours {colours} --{kind}" for kind, colours in KINDS_OF_TREES.items()},
    "empty-guesses": "--holes 3 --colours 2 --rule black --empty-guesses",
    "words": "--words tails --length 4",
    "starts": "--words ends --length 4 --starts .a.. --guesses more",
    "letter": f"--words others --length 4 --alphabet {SPANISH} --guesses more",
    "hard": f"{CODES} --hard",
    "longest": f"{CODES} --objective longest",
    "wider": "--words few --length 4 --guesses more",
}
"""The games of the trees that `tree` reads; all but the first are made into older files."""
CHECKED = ("hard", "longest")  #: Older files that are read with their proof: they say their codes.
SMALLER = 1 << 14  #: How many bytes of memory count as one.
IN_TABLES = {trial.command for trial in (*TRIALS.values(), SERVED, WRITTEN)}
BY_EXAMPLES = {
    trial: tried
    for name, command in list_commands().items()
    if name not in IN_TABLES
    for trial, tried in list_example_trials(name, command).items()
}
"""The trials of commands that stand in no table: the examples of their help."""
ALL_TRIALS = TRIALS | BY_EXAMPLES
SHARED = ("--lang", "--alphabet")  #: Options that mean the same everywhere: the commands of `TRIALS` try them.
SLOW = ("next", "review", "duel", "explore", "static", "compose", "accelerate")
COMPILED = ("optimal", "tree")
"""Commands whose pairs take more than a few seconds, and those that run what numba compiles."""
PLOTTED = ("explore", "review")  #: Commands that draw with matplotlib.
MARKS = {
    **dict.fromkeys(SLOW, (pytest.mark.slow,)),
    **dict.fromkeys(COMPILED, (pytest.mark.slow, pytest.mark.compiled)),
}
ALLOWED = {
    "solve: --trace with --json": "the document has the counts of prefixes in any case",
    "cliques: --histogram with --json": "the document has both",
    "explore: --summary with --json": "the document has the figures in any case",
    "explore: --digits with --json": "the document has no code",
    "play: --opening with --no-repeats": "the opening that is played there in any case",
    "duel: --opening with --no-repeats": "the opening that is played there in any case",
    "duel: --accel with --pool": "among all words there is one that does as well",
    "rank: --top with --no-repeats": "all guesses are alike",
    "static: --groups with --all": "no group of codes is left",
    "static: --groups with --first": "no group of words is left",
    "rank: --guesses with --length": "the best pairs are of the list itself",
    "rank: --guesses with --rule": "the best pairs are of the list itself",
    "rank: --guesses with --top": "the best pairs are of the list itself",
    "rank: --alphabet with --after": "the word with its own letter is ruled out",
    "static: --alphabet with --first": "the word with its own letter begins otherwise",
    "duel: --alphabet with --codemaker": "the fickle codemaker leaves the word with its own letter out",
    "explore: --report with --run": "a report on a run is a report",
    "optimal: --guesses with --time": "in so little time none of the words is weighed",
    "static: --guesses with --words": "small lists are told apart by their own words",
    "static: --guesses with --first": "small lists are told apart by their own words",
    **dict.fromkeys(
        (
            f"static: --objective with {option}"
            for option in ("--holes", "--no-repeats", "--empty", "--length", "--first")
        ),
        "the three goals choose alike there",
    ),
    "rank: --empty-guesses with --after": "the best guesses there leave no hole empty",
    "static: --time with --count": "that many guesses are all tried in no time",
    "optimal: --digits with --json": "the document has no code",
    "--lang with --json": "a document is the same in every language",
    "cliques: --lang with --length": "a table of words or numbers",
    "cliques: --lang with --histogram": "a table of words or numbers",
    "words: --lang with --length": "a list of words",
    "review: --length with --words": "the words that were played have it",
    "review: --length with --alphabet": "the words that were played have it",
    "play: --guesses with --accel": "that list has no better word there",
    "next: --opening with --seed": "the opening is over at that turn",
}
"""Pairs where one option has no effect beside the other, with the values tried, and why that is right."""


def write_files(path: Path) -> None:
    """Write the small files, and lists of common words with a letter of their own."""
    for name, text in FILES.items():
        (path / name).write_text(text.replace(" ", "\n") if name in LISTS else text)
    codes = ColourCodes(2, 2, empty_guesses=True)
    write_tree(StrategyTree(codes, BLACK_WHITE, TREE, guesses=codes.list_guesses()), path / "holed.json")
    common = open_dictionary("fr-common")
    (path / "fours").write_text("\n".join((*list(common.of_length(4))[::9], *OWN.split())))
    (path / "fives").write_text("\n".join((*common.of_length(5), "señas", "senas", "niñas", "ninas")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the files that the options name, in which the commands run."""
    path = tmp_path_factory.mktemp("pairs")
    write_files(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        for how in ("best", "knuth", "consistent", "best --strategy minimax"):
            game = ["explore", *shlex.split(COLOURS), "--jobs", "1", "--player", *how.split()]
            assert run(*game, "--database", "played.db").exit_code == 0
        yield path


@pytest.fixture
def shared_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long work runs here; what it should run in is said. No step of a search is cut short by the clock."""

    def open_here(jobs: int = 1, scheduler: str | None = None) -> SerialEngine:
        click.echo(f"work for {jobs if scheduler is None else scheduler}", err=True)
        return SerialEngine()

    def search_here(
        problem: FixedProblem, count: int | None, *, seed: int, starts: int | None, jobs: int
    ) -> FixedSearch:
        # in a small game the first start is as good as any: what a seed does is seen in the trial "static drawn"
        click.echo(f"work for {jobs} threads: {starts} starts, seed {seed}", err=True)
        return FixedSearch(problem, count, seed=seed, starts=starts, jobs=1)

    monkeypatch.setattr("mastermot.cli.game_options.open_engine", open_here)
    monkeypatch.setattr("mastermot.cli.static.FixedSearch", search_here)
    # a start gives up soon: in so small a game, all sets of guesses are tried after it
    monkeypatch.setattr("mastermot.lab.static.exchange.MAX_VAIN", 3)


@pytest.fixture
def listed_pictures(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Write a list of what is drawn in place of a picture: so two are compared, and neither is laid out."""
    if request.node.callspec.params["command"] not in PLOTTED:
        return
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.text import Text

    def list_drawn(figure: Figure, file: BinaryIO, **_settings: object) -> None:
        drawn = figure.findobj(lambda artist: isinstance(artist, Line2D | Patch | Text))
        file.write("\n".join(map(str, drawn)).encode())

    monkeypatch.setattr(Figure, "savefig", list_drawn)


@pytest.fixture
def compiled(folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What the commands of research need: trees and proofs of small games, and memory in which these do not fit."""
    command = request.node.callspec.params["command"]
    if command not in COMPILED:
        return
    from mastermot.cli import optimal
    from mastermot.lab.optimal import solving

    def prepare(problem: Problem, opening: Sequence[str], most_bytes: int | None) -> solving.Solving:
        return solve(problem, opening=opening, most_bytes=None if most_bytes is None else most_bytes // SMALLER)

    def begin(solving: solving.Solving, seconds: float, engine: Engine, jobs: int, resume: Path | None) -> object:
        click.echo(f"work for {jobs} threads", err=True)
        return search(solving, seconds, engine, 1, resume)

    solve, search = solving.Solving, optimal.SearchRun
    monkeypatch.setattr(solving, "Solving", prepare)
    monkeypatch.setattr(optimal, "SearchRun", begin)
    monkeypatch.setattr(optimal, "GRACE", math.inf)
    for name, game in GAMES.items() if command == "tree" else ():
        files = ["--tree", f"{name}.json", "--proof", f"{name}.proof"]
        assert run("optimal", *shlex.split(game), "--jobs", "1", *files).exit_code == 0
        if name != "small":
            make_older(Path(f"{name}.json"), says_codes=name in CHECKED)


def make_older(file: Path, *, says_codes: bool) -> None:
    """Take out of a tree's file what older files do not say: what it makes best, and perhaps what its codes are."""
    document = json.loads(file.read_text(encoding="utf-8"))
    for name in ("objective", "hard", "guesses"):
        del document[name]
    if not says_codes:
        document["codes"] = {name: document["codes"][name] for name in ("name", "count", "sha256")}
    file.write_text(json.dumps(document), encoding="utf-8")


def answer(trial: Trial, *arguments: str) -> Answer:
    """Return the status of a command, what it says, and what it writes; times, which differ each time, are left out."""
    if Path("played.db").exists():
        shutil.copy("played.db", "runs.db")
    result = run(*shlex.split(trial.base), *arguments, stdin=trial.stdin)
    assert result.exit_code != EXIT_UNEXPECTED, (trial.base, arguments, result.stderr)
    written = []
    for name in (*OUTPUTS, *KEPT):
        if Path(name).exists():
            text = "" if name in KEPT else TIME.sub("", Path(name).read_text(encoding="utf-8"))
            written.append(f"{name}: {text}")
            Path(name).unlink()
    return Answer(result.exit_code, TIME.sub("", result.stdout), TIME.sub("", result.stderr), tuple(written))


class Asked:
    """The answers of one command: each call is made once."""

    def __init__(self, command: str, trials: Mapping[str, Trial]) -> None:
        self.command = command
        self.trials = {name: trial for name, trial in trials.items() if trial.command == command}
        self.options = {name: trial.list_options() for name, trial in self.trials.items()}
        self.homes: dict[str, list[str]] = {}
        """The trials in which an option stands, by option."""
        for name, options in self.options.items():
            for option in options:
                self.homes.setdefault(option, []).append(name)
        self.answers: dict[tuple[str, ...], Answer] = {}

    def find(self, name: str, option: str) -> tuple[list[str], list[str]]:
        """Return an option as it is given in a trial, and what it needs; where it has no value there, in its own."""
        home = name if name in self.homes[option] else self.homes[option][0]
        return self.options[home][option], shlex.split(self.trials[home].needs.get(option, ""))

    def ask(self, name: str, *arguments: str) -> Answer:
        if (name, *arguments) not in self.answers:
            self.answers[name, *arguments] = answer(self.trials[name], *arguments)
        return self.answers[name, *arguments]

    def list_idle(self) -> list[str]:
        """Return the options that are refused alone, or change nothing, in a trial where they stand."""
        idle = []
        for option, names in self.homes.items():
            for name in names:
                given, needs = self.find(name, option)
                alone = self.ask(name, *needs, *given)
                if alone.status in (2, 3) or alone == self.ask(name, *needs):
                    idle.append(f"{name}: {option}")
        return idle

    def list_silent(self, first: str, second: str) -> list[str]:
        """Return which of two options has no effect beside the other; none where they are refused together.

        The trials in which both stand come first, then those in which one does. An effect in one trial is enough.
        """
        common = [name for name in self.homes[first] if name in self.homes[second]]
        others = [name for name in self.trials if name in {*self.homes[first], *self.homes[second]}]
        silent = [(first, second), (second, first)]
        answered = False
        for name in dict.fromkeys((*common, *others)):
            if name not in common and common and not answered:
                break  # refused wherever both stand
            (one, one_needs), (other, other_needs) = self.find(name, first), self.find(name, second)
            if first in other_needs or second in one_needs:
                return []  # one is nothing without the other
            needs = list(dict.fromkeys((*one_needs, *other_needs)))
            both = self.ask(name, *needs, *one, *other)
            if both.refused:
                continue
            answered = True
            given = {first: one, second: other}
            silent = [pair for pair in silent if both == self.ask(name, *needs, *given[pair[1]])]
            if not silent:
                break
        return [f"{pair[0]} with {pair[1]}" for pair in silent] if answered else []


def check_pairs(command: str, trials: Mapping[str, Trial]) -> None:
    """Check that each option has an effect alone, and that the pairs without effect are those that are allowed."""
    asked = Asked(command, trials)
    assert asked.list_idle() == []
    silent = [pair for two in combinations(asked.homes, 2) for pair in asked.list_silent(*two)]
    assert [pair for pair in silent if not {pair, f"{command}: {pair}"} & ALLOWED.keys()] == []


@pytest.mark.usefixtures("folder", "shared_work", "listed_pictures", "compiled")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=MARKS.get(command, ()))
        for command in dict.fromkeys(trial.command for trial in ALL_TRIALS.values())
    ],
)
def test_each_option_has_an_effect_alone_and_beside_each_other(command: str) -> None:
    check_pairs(command, ALL_TRIALS)


@pytest.mark.usefixtures("folder")
def test_a_command_can_be_tried_by_the_examples_of_its_help() -> None:
    trials = list_example_trials("cliques", list_commands()["cliques"])
    assert trials == {
        "cliques, example 1": Trial("cliques", "--json|--word raie"),
        "cliques, example 2": Trial("cliques", "--json|--length 5|--min-size 9"),
    }
    check_pairs("cliques", trials)
    idle = {"cliques": Trial("cliques --word raie", "--json|--min-size 2")}  # it lists these without
    with pytest.raises(AssertionError):
        check_pairs("cliques", idle)


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A free port, which `mastermot serve` takes if asked to: it serves two visits, says what they saw, and ends."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        free = int(listening.getsockname()[1])
    measured: list[Any] = []

    def serve_visits(listening: socket.socket, app: Flask, stopping: Event, *settings: Any) -> None:
        host, port = listening.getsockname()[:2]
        seen: list[str] = []

        def visit(path: str) -> None:
            connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
            connection.request("GET", path, headers=SENT)
            reply = connection.getresponse()
            page = reply.read().decode()
            connection.close()
            seen.append(f"{reply.status} {reply.headers['Access-Control-Allow-Origin']}")
            seen.extend(re.findall("<meta name=.meanings.*", page))

        def visit_all() -> None:
            try:
                visit("/")
                visit("/api/daily?date=2026-12-01")
            finally:  # else it would serve without end
                stopping.set()

        visitor = Thread(target=visit_all)
        visitor.start()
        serve(listening, app, stopping, *settings)
        visitor.join()
        while measured:
            server = measured.pop()
            server.shutdown()
            server.server_close()
        logging.root.handlers.clear()
        click.echo(f"{'the port asked for' if port == free else 'any port'}\n" + "\n".join(seen))

    def keep_measured(*settings: Any) -> Any:
        measured.append(measure(*settings))
        return measured[-1]

    serve, level = serving.serve, logging.root.level
    monkeypatch.setenv("MASTERMOT_PORT", "0")
    monkeypatch.setattr("mastermot.cli.serving.serve", serve_visits)
    monkeypatch.setattr("mastermot.cli.serve.measure", keep_measured)
    yield free
    logging.root.setLevel(level)


@pytest.mark.slow
def test_each_option_of_serve_has_an_effect_alone_and_beside_each_other(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])  # without those of pytest it is the command that writes the log
    check_pairs("serve", {"serve": SERVED._replace(options=SERVED.options.replace("FREE", str(port)))})


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `mastermot site` needs: made-up files of Pyodide and wheels; the program and the puzzles are left out."""
    monkeypatch.chdir(tmp_path)
    sums = {}
    for kind in ("PYODIDE_SUMS", "WHEELS"):
        sums[kind] = {name: hashlib.sha256(name.encode()).hexdigest() for name in getattr(sites, kind)}
        monkeypatch.setattr(sites, kind, sums[kind])
    for folder in ("pyodide", "other", "wheels"):
        Path(folder).mkdir()
        for name in (*sums["PYODIDE_SUMS"], *sums["WHEELS"]):
            Path(folder, name).write_text(name)
        info = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten", "python": "3.14.2", "made": folder}
        Path(folder, sites.PYODIDE_LOCK).write_text(json.dumps({"info": info}))
    monkeypatch.setattr(sites, "pack_program", lambda numpy: {})
    monkeypatch.setattr(sites, "make_data", lambda days, engine, step: {"data/days.json": repr(days).encode()})
    monkeypatch.setattr(sites, "bring_wheels", lambda: {"python/brought.whl": b"by pip"})


@pytest.mark.slow
@pytest.mark.usefixtures("parts", "shared_work")
def test_each_option_of_site_has_an_effect_alone_and_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(folder: Path, files: Mapping[str, bytes], _earlier: set[str]) -> None:
        """Say what the folder would hold, by a checksum."""
        held = json.dumps({path: content.hex() for path, content in files.items()})
        click.echo(f"{folder}: {hashlib.sha256(held.encode()).hexdigest()}")

    monkeypatch.setattr(sites, "write_files", write)
    check_pairs("site", {"site": WRITTEN})


def test_every_option_is_tried_or_has_its_reason() -> None:
    tried = {
        (trial.command, option) for trial in (*ALL_TRIALS.values(), SERVED, WRITTEN) for option in trial.list_options()
    }
    by_examples = {trial.command for trial in BY_EXAMPLES.values()}
    tried |= {(command, option) for command in by_examples for option in SHARED}
    untried = []
    for command, declared in list_commands().items():
        for parameter in declared.params:
            names = parameter.opts if isinstance(parameter, click.Option) else []
            if names and not any((command, option) in tried for option in names):
                untried.append(f"{names[0]} {command}")
    assert untried == [], "an example of the help, or a line of `TRIALS`, tries it"


def test_the_pairs_without_effect_are_few() -> None:
    assert len(ALLOWED) <= 40
    commands = {trial.command for trial in ALL_TRIALS.values()}
    assert {pair.partition(":")[0] for pair in ALLOWED} - commands == {"--lang with --json"}
