"""Who is asking: rater tokens, resume codes, signed invites."""

from __future__ import annotations

import base64
import hashlib
import hmac
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer

from beholder.errors import BeholderError

__all__ = ["Invite", "Invites", "Keys", "RaterCache", "ResumeCodes", "resume_code"]

_CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
# tokens whose raters are kept in memory; the rest are looked up again
_MOST_REMEMBERED = 20_000


class Keys:
    """Keys for different purposes, all made from the study's secret, so that none can stand in for another."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def derive(self, purpose: str) -> bytes:
        """The key for one purpose."""
        return hmac.digest(self._secret, purpose.encode(), "sha256")


def mac(key: bytes, text: str) -> str:
    """A short keyed digest that fits into an address: 128 bits."""
    digest = hashlib.blake2b(text.encode(), key=key, digest_size=16).digest()
    return base64.urlsafe_b64encode(digest)[:22].decode()


def resume_code(key: bytes, rater: str) -> str:
    """The code with which a rater goes on elsewhere, `KX4T-9Q2M`: 40 bits, guessed against a rate limit."""
    number = int.from_bytes(hmac.digest(key, rater.encode(), "sha256")[:5], "big")
    letters = "".join(_CODE_LETTERS[(number >> shift) & 31] for shift in range(0, 40, 5))
    return f"{letters[:4]}-{letters[4:]}"


class ResumeCodes:
    """The codes of a study's raters, and the digests under which the store finds them."""

    def __init__(self, keys: Keys) -> None:
        self._key = keys.derive("resume-code")
        self._digest_key = keys.derive("resume-code-digest")

    def code(self, rater: str) -> str:
        """The code of a rater."""
        return resume_code(self._key, rater)

    def digest(self, typed: str) -> str:
        """The digest of a code as typed: case, spaces and dashes do not count, nor do look-alike letters."""
        typed = typed.upper().replace("O", "0").replace("I", "1").replace("L", "1")
        return mac(self._digest_key, "".join(char for char in typed if char.isalnum()))

    def digest_of(self, rater: str) -> str:
        """The digest of a rater's code."""
        return self.digest(self.code(rater))


class ResumeTokens:
    """Tokens for raters who came back by their code: signed, so that nothing need be stored."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self, rater: str) -> str:
        """A new token for a rater."""
        body = f"{rater}.{secrets.token_urlsafe(12)}"
        return f"{body}.{mac(self._key, body)}"

    def rater(self, token: str) -> str | None:
        """The rater of a token that we signed."""
        body, _, signature = token.rpartition(".")
        if body.count(".") != 1 or not hmac.compare_digest(signature.encode(), mac(self._key, body).encode()):
            return None
        return body.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Invite:
    """A signed invitation. `uses` is how many raters may join with it, 0 for any number."""

    id: str
    expires: int
    uses: int


class Invites:
    """Makes and reads the links that coordinators send. Expiry is in the signed text; uses are counted in the store."""

    def __init__(self, key: bytes) -> None:
        self._serializer = URLSafeSerializer(key, salt="invite")

    def make(self, *, days: float, uses: int) -> str:
        """A new invite as text for a link."""
        made: str | bytes = self._serializer.dumps([secrets.token_urlsafe(12), int(time.time() + days * 86_400), uses])
        return made if isinstance(made, str) else made.decode()

    def read(self, text: str) -> Invite:
        """The invite in a link; one answer for all that is wrong with it."""
        try:
            invite, expires, uses = self._serializer.loads(text)
            found = Invite(str(invite), int(expires), int(uses))
        except (BadSignature, ValueError, TypeError):
            found = None
        if found is None or found.expires < time.time():
            raise invite_refused()
        return found


def invite_refused() -> BeholderError:
    """The same words for an invite that is forged, expired or used up: a guesser learns nothing."""
    return BeholderError(
        "this invitation is not valid",
        code="invite-not-valid",
        hint="ask the person who sent you the link for a new one",
    )


class RaterCache:
    """Tokens seen lately, by digest, so that an answer needs no look-up.

    Where other processes write to the same database, each is believed for `seconds` only: the rater may have withdrawn
    there.
    """

    def __init__(self, *, seconds: float | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self._known: OrderedDict[str, tuple[str, str, float]] = OrderedDict()
        self._seconds = math.inf if seconds is None else seconds
        self._now = now

    def get(self, digest: str) -> tuple[str, str] | None:
        """Rater and language of the token with this digest."""
        found = self._known.get(digest)
        if found is None or self._now() - found[2] > self._seconds:
            return None
        return found[:2]

    def put(self, digest: str, rater: str, language: str) -> None:
        """Remembers a token."""
        self._known[digest] = (rater, language, self._now())
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)

    def forget(self, rater: str) -> None:
        """Drops all tokens of a rater."""
        for digest in [digest for digest, (name, *_) in self._known.items() if name == rater]:
            del self._known[digest]
