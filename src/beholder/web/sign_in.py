"""The coordinator's way in: a one-time token printed at the first start, then a cookie, and a password if one is set."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from beholder.errors import BeholderError

__all__ = ["COOKIE_DAYS", "Coordinators"]

COOKIE_DAYS = 30
_SHORTEST_PASSWORD = 12


class Coordinators:
    """Who may coordinate, kept beside the study in a file only its owner can read. Holds digests, never tokens."""

    def __init__(self, file: Path, key: bytes) -> None:
        self._file = file
        self._serializer = URLSafeTimedSerializer(key, salt="coordinator")

    def first_token(self) -> str | None:
        """A one-time token if nobody has ever signed in; None otherwise."""
        return None if self._read().get("signed_in") else self.new_token()

    def new_token(self) -> str:
        """A one-time token; the one before it stops working."""
        token = secrets.token_urlsafe(24)
        self._write({**self._read(), "token": _digest(token)})
        return token

    def sign_in(self, *, token: str = "", password: str = "") -> str:
        """The value of a cookie, for a token that is used up by it or for the password."""
        state = self._read()
        if token and state.get("token") and hmac.compare_digest(_digest(token), state["token"]):
            state = {**state, "token": "", "signed_in": True, "epoch": state.get("epoch") or secrets.token_hex(8)}
            self._write(state)
        elif not (password and self._password_fits(password, state.get("password", ""))):
            raise BeholderError(
                "that does not let you in",
                code="sign-in-refused",
                hint="`beholder invite DIR --coordinator` prints a new link",
            )
        value: str | bytes = self._serializer.dumps([state["epoch"], secrets.token_hex(8)])
        return value if isinstance(value, str) else value.decode()

    def is_signed_in(self, cookie: str) -> bool:
        """Whether a cookie is ours, young enough, and not signed out."""
        try:
            epoch, _ = self._serializer.loads(cookie, max_age=COOKIE_DAYS * 86_400)
        except (BadSignature, ValueError, TypeError):
            return False
        return hmac.compare_digest(str(epoch), str(self._read().get("epoch", "")))

    def sign_out(self) -> None:
        """Ends every session."""
        self._write({**self._read(), "epoch": secrets.token_hex(8)})

    def set_password(self, password: str) -> None:
        """Sets the password with which the coordinator comes back."""
        if not _SHORTEST_PASSWORD <= len(password) <= 200:
            raise BeholderError(
                f"a password has {_SHORTEST_PASSWORD} to 200 characters", code="password-too-short", where="password"
            )
        self._write({**self._read(), "password": _hasher().hash(password)})

    @staticmethod
    def _password_fits(password: str, stored: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerifyMismatchError

        try:
            # without a stored password the same work is done, so that the time tells nothing
            return bool(_hasher().verify(stored or _NOBODYS, password)) and bool(stored)
        except (VerifyMismatchError, InvalidHashError):
            return False

    def _read(self) -> dict[str, Any]:
        try:
            data: dict[str, Any] = json.loads(self._file.read_text(encoding="ascii"))
        except FileNotFoundError:
            return {}
        return data

    def _write(self, data: dict[str, Any]) -> None:
        draft = self._file.with_name(f".{self._file.name}.{secrets.token_hex(4)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            json.dump({**data, "changed": int(time.time())}, stream)
        draft.replace(self._file)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _hasher() -> Any:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo"
