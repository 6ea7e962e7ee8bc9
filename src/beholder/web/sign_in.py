"""The coordinator's way in: a one-time token printed at the first start, then a cookie, and a password if one is set."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer

from beholder.errors import BeholderError
from beholder.web.owner_record import FileRecord, OwnerRecord, OwnerState
from beholder.web.passwords import digest, verify_password

__all__ = ["COOKIE_DAYS", "Coordinators"]

# coordinators come back over the weeks of a study without signing in anew
COOKIE_DAYS = 30
_TOKEN_BYTES = 24
OWNER_NAME = "coordinator"


class Coordinators:
    """Who may coordinate, kept beside the study or in the servers' database. Holds digests, never tokens."""

    def __init__(self, record: OwnerRecord | Path, key: bytes) -> None:
        self._record: OwnerRecord = FileRecord(record) if isinstance(record, Path) else record
        self._serializer = URLSafeTimedSerializer(key, salt="coordinator")
        self._people = URLSafeTimedSerializer(key, salt="person")
        self._first_key = hmac.digest(key, b"first-token", "sha256")

    def first_token(self) -> str | None:
        """A one-time token if nobody has ever signed in; None otherwise.

        It follows from the key and a number kept beside it, so that every process that starts meanwhile prints the same.
        """
        token = ""

        def change(state: OwnerState) -> OwnerState | None:
            nonlocal token
            if state.get("signed_in"):
                return None
            number = str(state.get("first") or secrets.token_hex(16))
            made = hmac.digest(self._first_key, number.encode(), "sha256")[:_TOKEN_BYTES]
            token = base64.urlsafe_b64encode(made).decode()
            if state.get("token") == _digest(token):
                return None
            return {**state, "first": number, "token": _digest(token)}

        self._record.change(change)
        return token or None

    def new_token(self) -> str:
        """A one-time token; the one before it stops working."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._record.change(lambda state: {**state, "token": _digest(token)})
        return token

    def sign_in(self, *, token: str = "", password: str = "") -> str:
        """The value of a cookie, for a token that is used up by it or for the password."""
        state = self._use_up(token) if token else None
        if state is None:
            state = self._record.read()
            if not (password and verify_password(password, state.get("password", ""))):
                raise BeholderError(
                    "that does not let you in",
                    code="sign-in-refused",
                    hint="`beholder invite DIR --coordinator` prints a new link",
                )
        value: str | bytes = self._serializer.dumps([state["epoch"], secrets.token_hex(8)])
        return value if isinstance(value, str) else value.decode()

    def _use_up(self, token: str) -> OwnerState | None:
        """Takes the one-time token away; None if it is not this one, or somebody was quicker."""
        changed: OwnerState | None = None

        def change(state: OwnerState) -> OwnerState | None:
            nonlocal changed
            if not state.get("token") or not hmac.compare_digest(_digest(token), state["token"]):
                return None
            changed = {**state, "token": "", "signed_in": True, "epoch": state.get("epoch") or secrets.token_hex(8)}
            return changed

        self._record.change(change)
        return changed

    def is_signed_in(self, cookie: str) -> bool:
        """Whether a cookie is ours, young enough, and not signed out."""
        try:
            epoch, _ = self._serializer.loads(cookie, max_age=COOKIE_DAYS * 86_400)
        except (BadSignature, ValueError, TypeError):
            return False
        return hmac.compare_digest(str(epoch), str(self._record.read().get("epoch", "")))

    def sign_out(self) -> None:
        """Ends every session."""
        self._record.change(lambda state: {**state, "epoch": secrets.token_hex(8)})

    def set_password(self, password: str) -> None:
        """Sets the password with which the coordinator comes back."""
        hashed = digest(password, name=OWNER_NAME)
        self._record.change(lambda state: {**state, "password": hashed})

    def person_cookie(self, name: str, stamps: Mapping[str, str]) -> str:
        """The value of a cookie for a person: their name, and per study what ends it when their secrets change."""
        value: str | bytes = self._people.dumps([name, dict(stamps)])
        return value if isinstance(value, str) else value.decode()

    def person_of(self, cookie: str) -> tuple[str, dict[str, str]] | None:
        """Name and stamps of a person's cookie that is ours and young enough."""
        try:
            name, stamps = self._people.loads(cookie, max_age=COOKIE_DAYS * 86_400)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(name), {str(study): str(one) for study, one in stamps.items()}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
