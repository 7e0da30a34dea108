"""What each view of the page can do, by where its answers come from: texts and menus are made from this table."""

from typing import Literal, get_args

from mastermot.texts import _
from mastermot.texts.phrases import join_all

Ability = Literal["all", "opened", "none"]
"""How much of a task works: all; only what was opened before; or nothing, and its view says so."""
State = Literal["served", "offline", "folder", "folder-numpy", "folder-offline"]
"""Where the answers come from: a service; a service that cannot be reached; a folder of plain files, with npm's Pyodide
or with a full release of it, which has numpy; or such a folder without a connection, before Python was fetched."""

ABILITIES: dict[str, dict[State, Ability]] = {
    "today": {"served": "all", "offline": "opened", "folder": "all", "folder-numpy": "all", "folder-offline": "opened"},
    "solve": {"served": "all", "offline": "all", "folder": "all", "folder-numpy": "all", "folder-offline": "all"},
    "play": {"served": "all", "offline": "none", "folder": "none", "folder-numpy": "all", "folder-offline": "none"},
    "guess": {"served": "all", "offline": "opened", "folder": "all", "folder-numpy": "all", "folder-offline": "opened"},
    "families": {
        "served": "all",
        "offline": "opened",
        "folder": "all",
        "folder-numpy": "all",
        "folder-offline": "none",
    },
    "compose": {"served": "all", "offline": "none", "folder": "all", "folder-numpy": "all", "folder-offline": "none"},
    "board": {"served": "all", "offline": "all", "folder": "all", "folder-numpy": "all", "folder-offline": "all"},
    "openings": {
        "served": "all",
        "offline": "opened",
        "folder": "all",
        "folder-numpy": "all",
        "folder-offline": "opened",
    },
    "technique": {"served": "all", "offline": "none", "folder": "all", "folder-numpy": "all", "folder-offline": "none"},
}
"""What each view can do in each state: the tasks of the menu, then those that links lead to (a puzzle that is sent, the
openings, the example of a technique). In the first seconds of a folder, views wait with a bar for what is coming; a
browser that keeps nothing does all of it, and forgets."""


def list_tasks(state: State, *abilities: Ability) -> tuple[str, ...]:
    """Return the tasks of the menu that have one of these abilities in a state.

    >>> list_tasks("offline", "none")
    ('play', 'compose')
    """
    return tuple(view for view in name_tasks() if ABILITIES[view][state] in abilities)


def name_tasks() -> dict[str, str]:
    """Return the titles of the tasks in the menu, in its order, by their names in addresses; in the language in use."""
    return {
        "today": _("Today"),
        "solve": _("Solve"),
        "play": _("Play"),
        "guess": _("Guess"),
        "families": _("Families"),
        "compose": _("Compose"),
    }


def tell_offline(state: State) -> str:
    """Return what is shown without a connection: which tasks work, and which do not.

    `state` is one without a connection: ``offline`` or ``folder-offline``.
    """
    names = name_tasks()
    named = {}  # by ability: the names of the tasks that have it, in one text
    for ability in get_args(Ability):
        tasks = list_tasks(state, ability)
        named[ability] = join_all([names[task] for task in tasks])
    here = _("Offline. As always: {all}. Only what was opened before: {opened}.", **named)
    if state == "folder-offline":
        rest = _("Only once the program has been fetched: {none}.", **named)
    else:
        rest = _("Only with the service: {none}.", **named)
    return f"{here} {rest}"
