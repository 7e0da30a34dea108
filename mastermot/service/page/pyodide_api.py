"""The API without a service: the web app as plain files (`mastermot site`) calls it in a Worker of the browser.

Pyodide runs it there without Flask, and without numpy unless the folder has it.
"""

import json
import marshal
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import MAGIC_NUMBER, find_spec
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl
from zipfile import ZIP_DEFLATED, ZipFile
from zlib import crc32

from mastermot.errors import MastermotError
from mastermot.game.errors import TokenForgedError
from mastermot.service.errors import InternalError, RouteMissingError
from mastermot.service.problems import describe_problem, write_json
from mastermot.service.routes import JSON, ROUTES, Call, find_route, read_request
from mastermot.texts import languages

WITHOUT_NUMPY = (
    "operations.puzzles:",
    "operations.marks:",
    "operations.sheets:",
    "operations.word_lists:",
    "operations.word_ladders:",
    "operations.family_lists:",
    "operations.token_games:",
    "operations.opening_book:",
)
"""The operations that need no numpy: Pyodide's full release has numpy, but its package on npm does not."""


def list_lacked(numpy: bool) -> tuple[str, ...]:
    """Return the addresses of the API that do not work here; with `numpy`, all work."""
    return () if numpy else tuple(route.path for route in ROUTES if not route.name.startswith(WITHOUT_NUMPY))


LACKED = list_lacked(find_spec("numpy") is not None)  #: The addresses that do not work in this process.


class OpenTokens:
    """Tokens of games that are not encrypted: each stays in the player's own browser, which could hide nothing.

    A token is the base64 of a checksum (CRC-32, four bytes) and of the game's state as JSON. The checksum shows whether
    the token was altered or cut.
    """

    def make(self, state: dict[str, Any]) -> str:
        """Return the token of a state that JSON can hold."""
        plain = json.dumps(state, separators=(",", ":")).encode()
        return urlsafe_b64encode(crc32(plain).to_bytes(4) + plain).decode()

    def read(self, token: str) -> dict[str, Any]:
        """Return the state of a token. Raises `TokenForgedError` if its checksum is wrong, or if it is not base64."""
        try:
            packed = urlsafe_b64decode(token)
        except ValueError:
            packed = b""  # which lacks the four bytes of any checksum
        if crc32(packed[4:]).to_bytes(4) != packed[:4]:
            raise TokenForgedError
        return dict(json.loads(packed[4:]))


def answer(method: str, address: str, body: str, language: str) -> tuple[int, str]:
    """Return the status and the body, as JSON, of the answer to a call of the API.

    A call has the method and the address, with the query, that a request to the service would have, and its `body`, ""
    for a GET. Texts of the answer are in `language`, such as ``fr``. Nothing is raised: an error is answered by a
    problem document, with its status. Where numpy is missing, an address that needs it counts as missing too.
    """
    languages.use(language)
    path, _, query = address.partition("?")
    parameters = parse_qsl(query, keep_blank_values=True)
    call = Call(method, parameters, media_type=JSON if body else "", charset="", read_body=body.encode)
    try:
        if path in LACKED:  # it needs numpy, which is not here
            raise RouteMissingError
        route, in_path = find_route(method, path)
        operation, arguments = read_request(route, in_path, call)
        if "tokens" in route.types:  # the operation makes and reads tokens of games
            arguments = (*arguments, OpenTokens())
        return route.status, write_json(operation(*arguments)).decode()
    except Exception as error:  # an error without a name is a bug of ours: the answer says so, as the service's does
        named_error = error if isinstance(error, MastermotError) else InternalError()
        problem = describe_problem(named_error, call)
    return problem.status, write_json(problem).decode()


def compile_archive(archive: bytes) -> bytes:
    """Return a copy of `archive`, a zip file, in which the modules that this process has loaded are compiled.

    With the copy, Python starts more quickly the next time.
    """
    loaded = list_loaded()
    written = BytesIO()
    with ZipFile(BytesIO(archive)) as old, ZipFile(written, "w", ZIP_DEFLATED, compresslevel=1) as new:
        for name in old.namelist():
            content = old.read(name)
            if name not in loaded:
                new.writestr(name, content)
                continue
            compiled_name = f"{name}c"  # a .pyc file: its header, then the code
            header = MAGIC_NUMBER + bytes(12)  # 12 zeros for what would be compared with the source, which is not there
            code = compile(content, compiled_name, "exec", dont_inherit=True)
            new.writestr(compiled_name, header + marshal.dumps(code))
    return written.getvalue()


def list_loaded() -> set[str]:
    """Return the names that the files of the loaded modules have in their archives, such as ``json/decoder.py``.

    Python's own library is imported from ``python_stdlib.zip``; all other archives were unpacked into the folder
    ``site-packages``. So a name is what follows ``.zip/`` or ``/site-packages/`` in the path of a file.
    """
    loaded = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""  # a module that is built in has none
        for root in (".zip/", "/site-packages/"):
            _before, separator, name = file.partition(root)
            if separator:  # empty if the file is not under this root
                loaded.add(name)
    return loaded
