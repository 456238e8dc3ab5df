"""The address of a graph on a server, and where its credentials come from: never from the address itself."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, urlsplit

from pramana.errors import InputError

_LOOPBACK_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})
KEYRING_SERVICE = "pramana"
"""The service under which a keyring holds passwords; the user is `USER@HOST`, or `HOST` alone."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """A user and a password. The password is not a part of what is shown or compared."""

    user: str
    password: str = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class GraphAddress:
    """`SCHEME://HOST[:PORT][/PATH][?NAME=VALUE&…]`.

    `scheme` is without `+s` and `+ssc`, which are in `encryption`: "on" (certificates are verified), "self-signed"
    (they are not), "off". `ca` is a file of certificates that are trusted instead of the system's, "" for those.
    `options` are the parts of the query, without `encryption` and `ca`. An address holds no secret.
    """

    scheme: str
    host: str
    port: int | None
    path: str
    options: Mapping[str, str]
    encryption: str
    text: str
    ca: str = ""

    def option(self, name: str, default: str = "") -> str:
        return self.options.get(name, default)

    def refuse_unknown_options(self, known: tuple[str, ...]) -> None:
        """Raise InputError for an option that the server's adapter does not have."""
        for name in self.options:
            if name not in known:
                listed = ", ".join((*known, "encryption", "ca"))
                raise InputError(f"{self.text} has the option {name!r}. Options are: {listed}.")

    def __str__(self) -> str:
        return self.text


def is_address(text: str) -> bool:
    """Return whether a text is the address of a graph on a server rather than a path: `neo4j://…`, `ws://…`.

    >>> is_address("neo4j://localhost"), is_address("graph.json"), is_address("C:/graph.json")
    (True, False, False)
    """
    scheme, separator, _ = text.partition("://")
    return bool(separator) and len(scheme) > 1 and scheme.replace("+", "").isalnum()


def address_in(path: str | Path) -> str | None:
    """Return the address that was given as a path, None for a real path: a `Path` has one slash where an address has
    two.

    >>> address_in(Path("neo4j://localhost:7687")), address_in("graph.json"), address_in(Path("https://a/b"))
    ('neo4j://localhost:7687', None, 'https://a/b')
    """
    found = _SLASHES.match(str(path))
    return None if found is None else f"{found[1]}://{str(path)[found.end() :]}"


_SLASHES = re.compile("([a-z][a-z0-9]+(?:[+][a-z]+)?):/{1,2}(?=[^/])")
"""The start of an address. A drive of Windows has one letter; a file `a:/b` of a longer name is not worth the doubt."""


def parse_address(text: str) -> GraphAddress:
    """Return the parts of an address.

    TLS is on, except for loopback. Raises InputError, without repeating a secret, for an address with a user or a
    password in it, one without a host, or one whose encryption is unknown.
    """
    if not is_address(text):
        raise InputError("The address of a graph is SCHEME://HOST[:PORT], such as neo4j://localhost:7687.")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        # The message of urlsplit can repeat a password.
        raise InputError("The address of a graph is SCHEME://HOST[:PORT], such as neo4j://localhost:7687.") from None
    scheme, _, suffix = parts.scheme.partition("+")
    _refuse_secrets(parts, scheme)
    if not parts.hostname:
        raise InputError(f"{scheme}:// needs a host: {scheme}://localhost")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    ca = options.pop("ca", "")
    encryption = _encryption(
        suffix, options.pop("encryption", "on" if ca and not suffix else None), parts.hostname, text
    )
    if ca and encryption != "on":
        raise InputError(f"{text}: a file of certificates (ca) needs encryption=on.")
    if ca and not Path(ca).is_file():
        raise InputError(f"{text}: there is no file {ca!r} of certificates.")
    return GraphAddress(scheme, parts.hostname, port, parts.path.strip("/"), options, encryption, text, ca)


_SECRET_OPTIONS = frozenset(
    {"password", "passwd", "pwd", "pass", "token", "secret", "apikey", "api_key", "user", "auth"}
)


def _refuse_secrets(parts: SplitResult, scheme: str) -> None:
    named = any(name.lower() in _SECRET_OPTIONS for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    if named or parts.fragment or "@" in parts.netloc:
        user, password = credential_variables(scheme)
        raise InputError(
            f"The address of a graph holds no user and no password: it is shown, logged and stored. Set {user} and "
            f"{password}, or store the password in the keyring under the service {KEYRING_SERVICE!r}."
        )


def _encryption(suffix: str, option: str | None, host: str, text: str) -> str:
    found = {"s": "on", "ssc": "self-signed", "": option or ("off" if is_loopback(host) else "on")}.get(suffix)
    if found not in ("on", "off", "self-signed") or (suffix and option):
        raise InputError(f"{text}: encryption is on, off or self-signed, and is said once.")
    return found


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine's loopback: nothing that is sent there leaves the machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("127.example.org")
    (True, True, False)
    """
    if host.lower() in _LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def credential_variables(scheme: str) -> tuple[str, str]:
    """Return the environment variables for the user and the password of a kind of server.

    >>> credential_variables("neo4j")
    ('NEO4J_USERNAME', 'NEO4J_PASSWORD')
    """
    name = scheme.upper()
    return f"{name}_USERNAME", f"{name}_PASSWORD"


def find_credentials(address: GraphAddress, kind: str, default_user: str = "") -> Credentials | None:
    """Return the credentials for a server: from the environment, else from the keyring; None where there are none.

    `kind` is the start of the variables' names: `neo4j`. The keyring is asked only where the package `keyring` is
    installed.
    """
    user_name, password_name = credential_variables(kind)
    user = os.environ.get(user_name) or default_user
    password = os.environ.get(password_name)
    if password is None:
        password = _keyring_password(f"{user}@{address.host}" if user else address.host)
    return None if password is None else Credentials(user, password)


def _keyring_password(account: str) -> str | None:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        found: str | None = keyring.get_password(KEYRING_SERVICE, account)
    except KeyringError:  # no keyring in this session: as if it held nothing
        return None
    return found
