"""The reference data are what they were."""

from __future__ import annotations

from hashlib import sha256

from tests.reference import DATA


def test_checksums() -> None:
    listed = {}
    for line in (DATA / "SHA256SUMS").read_text(encoding="ascii").splitlines():
        digest, name = line.split()
        listed[name] = digest
    present = [path for folder in ("kept", "puzzles", "turns") for path in sorted((DATA / folder).iterdir())]
    assert listed == {str(path.relative_to(DATA)): sha256(path.read_bytes()).hexdigest() for path in present}
