"""Games in tokens, encrypted and authenticated: so the service need not store the games that it plays.

The tokens are Fernet's (AES-128 in CBC mode with HMAC-SHA256, and the time of encryption). `docs/operating.md`
describes the keys.
"""

import base64
import json
import time
from collections.abc import Sequence
from typing import Any

from mastermot.game.errors import TokenExpiredError, TokenForgedError

MAX_DAYS = 30  #: How many days a token is accepted.


class Tokens:
    """Makes tokens of games, and reads tokens that were made with one of its keys, here or in another process."""

    def __init__(self, keys: Sequence[str]) -> None:
        """`keys` are secret texts of any length: the first one encrypts new tokens, all of them read tokens."""
        from cryptography.fernet import Fernet, MultiFernet
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        ciphers = []
        for key in keys:
            derivation = HKDF(SHA256(), length=32, salt=b"mastermot", info=b"games")  # Fernet's keys have 32 bytes
            fernet_key = base64.urlsafe_b64encode(derivation.derive(key.encode()))
            ciphers.append(Fernet(fernet_key))
        self._fernet = MultiFernet(ciphers)

    def make(self, state: dict[str, Any]) -> str:
        """Return a token of the state of a game, an object that JSON can hold."""
        content = json.dumps(state, separators=(",", ":"))
        return self._fernet.encrypt(content.encode()).decode()

    def read(self, token: str) -> dict[str, Any]:
        """Return the state of the game that a token holds, as `make` was given it.

        Raises `TokenForgedError` for a text that is no token, or was not made with one of the keys, and
        `TokenExpiredError` for a token that is older than `MAX_DAYS`. Another text that base64 would decode to the same
        bytes counts as forged.
        """
        from cryptography.fernet import InvalidToken

        try:
            encrypted = base64.urlsafe_b64decode(token)  # which skips characters that base64 does not have
            canonical = base64.urlsafe_b64encode(encrypted).decode()
            if token != canonical:
                raise TokenForgedError
            content = self._fernet.decrypt(token.encode("ascii"))
            made_at = self._fernet.extract_timestamp(token)
        except (InvalidToken, ValueError):  # base64 raises `ValueError` for wrong padding or signs beyond ASCII
            raise TokenForgedError from None
        age = time.time() - made_at  # in seconds
        if age > MAX_DAYS * 86_400:
            raise TokenExpiredError
        return dict(json.loads(content))
