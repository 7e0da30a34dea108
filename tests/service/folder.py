"""A folder of plain files, as `mastermot site` makes it, whose Python is this process.

The page is the real one. Only its Worker is another: it fetches a file as Pyodide would, and then has this process
answer what Pyodide would answer. `tests/service/test_site.py` tries Pyodide itself.
"""

from __future__ import annotations

import mimetypes
import threading
from datetime import date
from typing import Any

import pytest
from flask import Flask, Response, abort, request

from mastermot.service.page import pyodide_api
from mastermot.service.page.site import LENGTHS, Files, list_months, make_page, write_days
from mastermot.texts import languages
from tests.support import PATIENCE

PYTHON = "python/mastermot-0-abc.zip"
WORKER = """
let coming;
const get = async (address, settings) => {
  const answer = await fetch(address, settings);
  if (!answer.ok) throw new TypeError(`${answer.status} ${address}`);
  return answer;
};
self.onmessage = async ({ data }) => {
  try {
    if (data.pyodide) {
      coming = get(data.packages[0]).then(() => get("../start"));
      await coming;
      return self.postMessage({ ready: true });
    }
    await coming;
    const answer = await get("../answer", { method: "POST", body: JSON.stringify(data) });
    self.postMessage({ number: data.number, ...(await answer.json()) });
  } catch (error) {
    self.postMessage({ failed: String(error), lost: true });
  }
};
"""
"""The Worker of the page, which runs no Python but asks this process."""


class Folder:
    """A folder of plain files, with the puzzles and games of one day in one language."""

    def __init__(self, day: date, numpy: bool, monkeypatch: pytest.MonkeyPatch, lang: str = "en") -> None:
        monkeypatch.setattr(pyodide_api, "LACKED", pyodide_api.list_lacked(numpy))
        self.day = day
        self.files = make_files(day, numpy, lang)
        self.asked: list[str] = []
        """The files and answers that browsers asked for."""
        self.here = threading.Event()
        """Whether Python may start: it waits for this."""
        self.here.set()
        self.app = Flask(__name__, static_folder=None)
        self.app.add_url_rule("/", view_func=self.send, defaults={"path": "index.html"})
        self.app.add_url_rule("/<path:path>", view_func=self.send)
        self.app.add_url_rule("/start", view_func=self.start)
        self.app.add_url_rule("/answer", view_func=self.answer, methods=["POST"])

    def send(self, path: str) -> Response:
        self.asked.append(path)
        if path not in self.files:
            abort(404)
        return Response(self.files[path], mimetype=mimetypes.guess_type(path)[0])

    def start(self) -> str:
        self.here.wait(PATIENCE)
        return ""

    def answer(self) -> dict[str, Any]:
        asked = request.get_json(force=True)
        self.asked.append(asked["path"])
        status, text = pyodide_api.answer(asked["method"], asked["path"], asked["body"], asked["lang"])
        return {"status": status, "text": text}

    @property
    def fetched_python(self) -> bool:
        return PYTHON in self.asked


def make_files(day: date, numpy: bool, lang: str) -> Files:
    core, packages = {"python/pyodide-0/pyodide.mjs": b""}, {PYTHON: b"Python"}
    made = core | packages | make_page((day, day), "", core, packages, numpy)
    made["static/pyworker.js"] = WORKER.encode()
    shelf = languages.settings(lang)["dictionaries"]
    for path, address, days in list_months((day, day), shelf):
        made[path] = write_days(path, address, days)[1]
    for length in LENGTHS:
        listed = pyodide_api.answer("GET", f"/api/words/{shelf['valid']}/{length}", "", "en")[1]
        made[f"data/words/{shelf['valid']}-{length}.json"] = listed.encode()
    made["data/openings.json"] = pyodide_api.answer("GET", "/api/openings", "", "en")[1].encode()
    return made
