"""Games in tokens, encrypted and authenticated: who holds a secret need not keep it.

Fernet (AES-128 in CBC mode with HMAC-SHA256, and the time of encryption); `docs/operating.md` describes the keys.
"""

import base64
import json
import time
from collections.abc import Sequence
from typing import Any

from mastermot.game.errors import TokenExpiredError, TokenForgedError

MAX_DAYS = 30  #: Days after which a token is refused.


class Tokens:
    """Makes tokens of states, and reads those that it, or another holder of its keys, has made."""

    def __init__(self, keys: Sequence[str]) -> None:
        from cryptography.fernet import Fernet, MultiFernet
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derived = [HKDF(SHA256(), 32, salt=b"mastermot", info=b"games").derive(key.encode()) for key in keys]
        self._fernet = MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])

    def make(self, state: dict[str, Any]) -> str:
        """Return the token of a state that JSON can hold."""
        return self._fernet.encrypt(json.dumps(state, separators=(",", ":")).encode()).decode()

    def read(self, token: str) -> dict[str, Any]:
        """Return the state of a token, for its exact text alone. Raises `TokenForgedError` or `TokenExpiredError`."""
        from cryptography.fernet import InvalidToken

        try:
            if base64.urlsafe_b64encode(base64.urlsafe_b64decode(token)).decode() != token:  # decoding skips some signs
                raise TokenForgedError
            plain = self._fernet.decrypt(token.encode("ascii"))
            made = self._fernet.extract_timestamp(token)
        except (InvalidToken, ValueError):
            raise TokenForgedError from None
        if time.time() - made > MAX_DAYS * 86_400:
            raise TokenExpiredError
        return dict(json.loads(plain))
