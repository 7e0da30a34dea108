"""What each view of the page can do, by where its answers come from: texts and menus are made from this table."""

from typing import Literal, get_args

from mastermot.texts import _
from mastermot.texts.phrases import join_all

Ability = Literal["all", "opened", "none"]
"""How much of a task works: all of it; only what was opened before; or nothing, and the view of the task says so."""
State = Literal["served", "offline", "folder", "folder-numpy", "folder-offline"]
"""Where the answers come from: a service (``served``); a service that cannot be reached (``offline``); a folder of
plain files with npm's Pyodide (``folder``), or with a full release of Pyodide, which has numpy (``folder-numpy``);
either folder without a connection, before the browser has fetched Python (``folder-offline``)."""

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
"""What each view can do in each state: first the tasks of the menu, then the views that only links lead to (a puzzle
that is sent, the openings, the example of a technique). Two cases are not in the table: while Python is being fetched
from a folder, a view shows a bar and waits; a browser that keeps nothing of the page, which came without HTTPS, can do
all that its folder can, but fetches everything anew."""


def list_tasks(state: State, *abilities: Ability) -> tuple[str, ...]:
    """Return the tasks of the menu that have one of these abilities in a state.

    >>> list_tasks("offline", "none")
    ('play', 'compose')
    """
    return tuple(view for view in name_tasks() if ABILITIES[view][state] in abilities)


def name_tasks() -> dict[str, str]:
    """Return the titles of the tasks in the order of the menu, in the language in use, by their names in addresses."""
    return {
        "today": _("Today"),
        "solve": _("Solve"),
        "play": _("Play"),
        "guess": _("Guess"),
        "families": _("Families"),
        "compose": _("Compose"),
    }


def tell_offline(state: State) -> str:
    """Return the text that is shown without a connection: which tasks work as always, in part, or not at all.

    `state` is one without a connection: ``offline`` or ``folder-offline``.
    """
    titles = name_tasks()
    titles_by_ability = {}  # the titles of all tasks with an ability, in one text
    for ability in get_args(Ability):
        tasks = list_tasks(state, ability)
        titles_by_ability[ability] = join_all([titles[task] for task in tasks])
    working = _("Offline. As always: {all}. Only what was opened before: {opened}.", **titles_by_ability)
    if state == "folder-offline":
        missing = _("Only once the program has been fetched: {none}.", **titles_by_ability)
    else:
        missing = _("Only with the service: {none}.", **titles_by_ability)
    return f"{working} {missing}"
