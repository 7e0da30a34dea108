"""The recogniser of photos (Tesseract), where the operator has installed it: its few files, served by us."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response

from mastermot.web.errors import PhotoFilesError, RouteMissingError

LIBRARY = "tesseract.js"
CORE = "tesseract.js-core"
DATA = "@tesseract.js-data/fra"
FILES = {
    Path(path).name: (path, media_type)
    for path, media_type in [
        (f"{LIBRARY}/dist/tesseract.esm.min.js", "text/javascript"),
        (f"{LIBRARY}/dist/worker.min.js", "text/javascript"),
        (f"{CORE}/tesseract-core-simd-lstm.js", "text/javascript"),
        (f"{CORE}/tesseract-core-simd-lstm.wasm", "application/wasm"),
        (f"{DATA}/4.0.0_best_int/fra.traineddata.gz", "application/gzip"),
        (f"{LIBRARY}/LICENSE.md", "text/plain"),
    ]
}
"""By the names that addresses have: the path in the folder where npm installs, and the media type."""
WORKER = "worker.min.js"
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the recogniser's worker may do beyond the page: compile WebAssembly. The page itself may not."""


def make_blueprint(folder: Path) -> Blueprint:
    """Return the routes that serve the recogniser from a folder ``node_modules``. Raises `PhotoFilesError`."""
    missing = [path for path, _ in FILES.values() if not (folder / path).is_file()]
    if missing:
        raise PhotoFilesError(folder=str(folder), files=tuple(missing))
    photo = Blueprint("photo", __name__)

    @photo.get("/photo/<name>")
    def file(name: str) -> Response:
        """Return a file of the recogniser."""
        if name not in FILES:
            raise RouteMissingError
        path, media_type = FILES[name]
        response = Response((folder / path).read_bytes(), mimetype=media_type)
        if name == WORKER:
            response.headers["Content-Security-Policy"] = WORKER_POLICY
        return response

    return photo
