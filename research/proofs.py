#!/usr/bin/env python3
"""An archive of all proofs, ready to be put where data is cited: ``python3 research/proofs.py FOLDER``.

For each game of the atlas and of the book of openings whose total is proven: the strategy's tree, the proof, made and
checked, and for words the lists that ``verify.py`` needs. ``manifest.jsonl`` has a line for each: the game, what is
claimed, the files with their SHA-256, the seconds to make and to check it, the version. It goes on where it stopped;
``--seconds`` are allowed for each step of a game, ``--jobs N`` makes N side by side, ``--game NAME`` makes one;
``--resume FILE`` goes on from what ``mastermot optimal --resume`` kept of that game, whose time is not counted. At the
end FOLDER.tar holds the folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "research"), str(ROOT / "benchmarks")]

import atlas  # noqa: E402
import book  # noqa: E402
from atlas import PROCESSOR, TimeOverError  # noqa: E402

from mastermot import __version__  # noqa: E402
from mastermot.errors import MastermotError  # noqa: E402
from mastermot.game.book import read_book  # noqa: E402
from mastermot.game.trees import write_tree  # noqa: E402
from mastermot.lab.optimal import Problem, Solving  # noqa: E402
from mastermot.lab.optimal.atlas import read_atlas  # noqa: E402
from mastermot.lab.optimal.claims import list_proofs  # noqa: E402
from mastermot.lab.optimal.prooffiles import read_proofs, write_proofs  # noqa: E402
from mastermot.lab.optimal.proofs import check_proof  # noqa: E402
from mastermot.lab.optimal.saved_searches import read_saved  # noqa: E402
from mastermot.lab.optimal.search_problem import ignore  # noqa: E402
from mastermot.rules.codes import ColourCodes  # noqa: E402
from mastermot.words.files import replace_file  # noqa: E402

MANIFEST = "manifest.jsonl"
TITLE = "Proofs of optimal strategies for Mastermind, Wordle, Motus and their kind"
ABOUT = """\
<p>For each game: a strategy whose total of turns over all codes is the least, as a tree, and a proof that no strategy
has a lower one. <code>python3 verify.py TREE PROOF --words FILE --guesses FILE</code> checks it with Python alone.
The file manifest.jsonl lists all games. Made with mastermot.</p>"""
README = """\
# {title}

{count} games, made with mastermot {version}. `manifest.jsonl` has a line for each: the game, what is claimed, its files
with their SHA-256, and the seconds of processor time to make and to check the proof.

    python3 verify.py GAME/tree.json GAME/claims.proof [--words GAME/words.txt] [--guesses GAME/guesses.txt]

says what is proven about what (status 0), or what does not follow (1). It needs nothing but Python. `proofs.md`
describes the files. The lists of words are those of `ATTRIBUTION.md`, under the licences named there.
"""


def make_proof(name: str, problem: Problem, folder: Path, seconds: float, resume: Path | None) -> dict[str, Any] | None:
    """Return the line of a game, once its files are there; None where a step takes more than so many seconds."""
    began, solving = time.process_time(), Solving(problem)
    if resume is not None:
        solving.search.take_up(read_saved(resume, problem))
    deque(solving.run(PROCESSOR.allow(seconds)), 0)
    best = solving.best()
    if best.bound != best.replay.total:
        return None
    here = folder / name.replace(" ", "-")
    here.mkdir(exist_ok=True)
    tree, proof = here / "tree.json", here / "claims.proof"
    write_tree(best.tree, tree, bound=best.bound)
    lists = {} if isinstance(problem.codes, ColourCodes) else {"words.txt": problem.codes}
    lists |= {} if problem.guesses is None else {"guesses.txt": problem.guesses}
    for file, codes in lists.items():
        (here / file).write_text("".join(f"{text}\n" for text in codes.texts), encoding="utf-8")
    try:
        with PROCESSOR.stop_after(seconds):
            claims = write_proofs(list_proofs(solving, ignore), proof)
        made = time.process_time() - began
        with PROCESSOR.stop_after(seconds):
            bound = check_proof(read_proofs(proof)[0], problem)
    except TimeOverError:
        shutil.rmtree(here)
        return None
    return {
        "game": name,
        "rule": problem.rule.name,
        "codes": problem.codes.count,
        "claim": f"no strategy takes fewer than {bound} turns in all; the tree takes {best.replay.total}",
        "claims": claims,
        "files": {f"{here.name}/{file.name}": sha256(file.read_bytes()).hexdigest() for file in sorted(here.iterdir())},
        "seconds": round(made, 2),
        "check": round(time.process_time() - made - began, 2),
        "version": __version__,
    }


def list_proven() -> dict[str, atlas.Game | book.Game]:
    """Return the proven games of the atlas and of the book by name."""
    proven = {row["game"] for row in read_atlas() if row["total"] == row["bound"]}
    listed = {row["game"] for row in read_book()}
    found: dict[str, atlas.Game | book.Game] = {str(game): game for game in atlas.list_games() if str(game) in proven}
    return found | {str(game): game for game in book.list_games() if str(game) in listed}


def write_frame(folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Write what stands beside the proofs: how to read and to cite them, the checker, the licences."""
    names = ("research/verify.py", "docs/proofs.md", "CITATION.cff", "wordlists/ATTRIBUTION.md")
    for path in (*(ROOT / name for name in names), *(ROOT / "wordlists").glob("LICENSE-*")):
        shutil.copy(path, folder)
    text = README.format(title=TITLE, count=len(lines), version=__version__)
    (folder / "README.md").write_text(text, encoding="utf-8")
    creators = [{"name": "The mastermot contributors"}]
    described = {"title": TITLE, "upload_type": "dataset", "description": ABOUT, "creators": creators}
    described |= {"version": __version__, "license": "cc-by-sa-4.0", "keywords": ["Mastermind", "Wordle", "proof"]}
    (folder / ".zenodo.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Make what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game")
    parser.add_argument("--resume", type=Path, help="a search of that game, kept")
    chosen = parser.parse_args()
    folder, games = chosen.folder, list_proven()
    if chosen.game is not None and chosen.game not in games:
        parser.error(f"no such game: {chosen.game}")
    if chosen.resume is not None and chosen.game is None:
        parser.error("--resume is for one --game")
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    known = manifest.read_text(encoding="utf-8").splitlines() if manifest.exists() else []
    lines = {line["game"]: line for line in map(json.loads, known) if line["version"] == __version__}
    # only of these games, since making the problem of a game reads its list of words
    problems = {name: game.problem for name, game in games.items() if name not in lines and chosen.game in (None, name)}
    wanted = sorted(problems, key=lambda name: problems[name].codes.count)  # few codes first
    with ProcessPoolExecutor(chosen.jobs) as workers:
        how = (folder, chosen.seconds, chosen.resume)
        waiting = {workers.submit(make_proof, name, problems[name], *how): name for name in wanted}
        for done in as_completed(waiting):
            if (line := done.result()) is None:
                print(f"{waiting[done]}: a step takes more than {chosen.seconds:g} s", file=sys.stderr, flush=True)
                continue
            lines[line["game"]] = line
            print(json.dumps(line), flush=True)
            listed = sorted((lines[name] for name in games if name in lines), key=lambda line: int(line["codes"]))
            replace_file(manifest, "".join(json.dumps(one) + "\n" for one in listed).encode())
    write_frame(folder, list(lines.values()))
    shutil.make_archive(str(folder), "tar", folder.parent, folder.name)
    sys.exit(0 if lines.keys() >= {*wanted} else 1)


if __name__ == "__main__":
    try:
        main()
    except MastermotError as error:
        sys.exit(str(error))
