"""Passwords: argon2id, long enough, and none of those that everybody tries first."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from beholder.errors import BeholderError

__all__ = ["SHORTEST", "digest", "verify_password"]

# the least that NIST SP 800-63B allows for passwords that people choose
SHORTEST = 8
# no sentence that people choose is longer; without a limit anybody could have megabytes hashed
_LONGEST = 200
# different ones: `aaaaaaaa` and `abababab` are guessed at once
_FEWEST_CHARACTERS = 4

_RUNS = ("01234567890123456789", "98765432109876543210", "abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba")


def digest(password: str, *, name: str = "") -> str:
    """The hash to keep; refuses what is too short, too long or among the first guesses."""
    if not SHORTEST <= len(password) <= _LONGEST:
        raise BeholderError(
            f"a password has {SHORTEST} to {_LONGEST} characters", code="password-too-short", where="password"
        )
    if _is_common(password, name):
        raise BeholderError(
            "this password is one of the first that anybody would try",
            code="password-common",
            where="password",
            hint="four words that do not belong together are easy to keep in mind",
        )
    hashed: str = _hasher().hash(password)
    return hashed


@cache
def _common() -> frozenset[str]:
    """What lists of leaked passwords begin with, without case and digits at the end."""
    return frozenset(files("beholder.web").joinpath("common_passwords.txt").read_text(encoding="utf-8").split())


def _is_common(password: str, name: str) -> bool:
    folded = password.casefold()
    bare = folded.rstrip("0123456789!.?*#$@_-")
    if {bare, folded} & _common() or len(set(folded)) < _FEWEST_CHARACTERS:
        return True
    if name and name.casefold() in (bare, folded):
        return True
    return any(folded in run for run in _RUNS)


def verify_password(password: str, stored: str) -> bool:
    """Whether this is the password; without a stored one the same work is done, so that the time tells nothing."""
    from argon2.exceptions import InvalidHashError, VerifyMismatchError

    if len(password) > _LONGEST:
        return False
    try:
        return bool(_hasher().verify(stored or _NOBODYS, password)) and bool(stored)
    except (VerifyMismatchError, InvalidHashError):
        return False


def _hasher() -> Any:
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


_NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo"
