"""Tokens: who may read, write or administer. Only their hashes are kept."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe

from pramana.errors import InputError
from pramana.untrusted import read_file

SHORTEST = 16
"""Characters of a token, at least: fewer can be guessed."""
LONGEST_FILE = 1 << 16


class TokenScope(StrEnum):
    """What a token allows; each scope includes those before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def includes(self, other: TokenScope) -> bool:
        """Return whether whoever has this scope may do what `other` is for."""
        order = list(TokenScope)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token by its SHA-256, with what it allows. The token itself is not kept."""

    digest: bytes
    scope: TokenScope

    @property
    def name(self) -> str:
        """How logs name it: the beginning of its hash."""
        return self.digest.hex()[:8]


def make_token(text: str) -> AccessToken:
    """Return the token written as `SECRET` (scope admin) or `read:SECRET`. Raises InputError for a short one."""
    scope, colon, secret = text.partition(":")
    if not colon or scope not in tuple(TokenScope):
        scope, secret = TokenScope.ADMIN, text
    if len(secret) < SHORTEST or not secret.isascii() or not secret.isprintable() or " " in secret:
        raise InputError(f"A token has at least {SHORTEST} printable ASCII characters and no spaces.")
    return AccessToken(sha256(secret.encode()).digest(), TokenScope(scope))


def read_tokens(given: Iterable[str]) -> tuple[AccessToken, ...]:
    """Return tokens as they are given, `@FILE` for those of a file, one a line. Raises InputError."""
    texts: list[str] = []
    for each in given:
        if each.startswith("@"):
            lines = read_file(Path(each[1:]), LONGEST_FILE).splitlines()
            texts += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        else:
            texts.append(each)
    return tuple(map(make_token, texts))


def new_secret() -> str:
    """Return a new random token."""
    return token_urlsafe(32)


def token_of(header: str, tokens: Sequence[AccessToken]) -> AccessToken | None:
    """Return the token that an `Authorization` header holds, None where it holds none of them.

    Hashes are compared in constant time, and all of them, so that the time says nothing about how near a guess was.
    """
    kind, _, secret = header.partition(" ")
    digest = sha256(secret.strip().encode("utf-8", "surrogateescape")).digest()
    same = [each for each in tokens if hmac.compare_digest(each.digest, digest)]
    return same[0] if same and kind.lower() == "bearer" else None
