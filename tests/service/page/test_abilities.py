"""What each task can do, as data: the guide says the same, and so do the texts, in every language."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from mastermot.service import create_app
from mastermot.service.page.abilities import ABILITIES, Ability, State, list_tasks, name_tasks, tell_offline
from mastermot.service.page.contents import page_texts
from mastermot.service.page.pyodide_api import list_lacked
from mastermot.texts import languages
from tests.support import ROOT

WORDS = {"all": "all", "what was opened before": "opened", "nothing": "none"}
"""What the guide says for each ability."""
LINKED = {"a puzzle that was sent": "board", "openings": "openings", "the example of a technique": "technique"}
"""What the guide calls the views that are in no menu."""


def test_every_task_has_an_ability_in_every_state() -> None:
    for view, by_state in ABILITIES.items():
        assert set(by_state) == set(get_args(State)), view
        assert set(by_state.values()) <= set(get_args(Ability)), view


def test_the_guide_has_the_same_table() -> None:
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8").partition("## Without a connection")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.MULTILINE)
    ]
    columns = ("served", "offline", "folder", "folder-numpy", "folder-offline")
    names = {name: view for view, name in name_tasks().items()} | LINKED
    told = {}
    for name, *cells in rows[2 : 2 + len(ABILITIES)]:
        told[names[name]] = dict(zip(columns, [WORDS[cell] for cell in cells], strict=True))
    assert told == ABILITIES


@pytest.mark.parametrize("language", languages.LANGUAGES)
@pytest.mark.parametrize("state", ["offline", "folder-offline"])
def test_what_is_said_without_a_connection_names_every_task(language: str, state: State) -> None:
    with create_app().app_context():
        texts = page_texts(language)
    with languages.speak(language):
        said = tell_offline(state)
        names = name_tasks()
    sentences = said.split(": ")
    assert len(sentences) == 4, "one sentence for each ability"
    for ability, sentence in zip(get_args(Ability), sentences[1:], strict=True):
        for view in list_tasks(state, ability):
            assert names[view] in sentence
    assert {view: texts[f"nav_{view}"] for view in names} == names, "as the menu calls them"
    assert {*names, *LINKED.values()} == set(ABILITIES)


def test_what_lacks_numpy_is_what_needs_it() -> None:
    assert list_tasks("folder", "none") == ("play",)
    assert "/api/guess" in list_lacked(numpy=False)
