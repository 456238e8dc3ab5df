"""Which markers go with which role, and which answer a question about it: tables, and default deny.

*Lives near Paris* does not say *lives in Paris*. A question about a role is answered by the markers that the role's row
of `markers/plain` lists, and by bare participants. Every other marker is shown, and never taken for the plain role.
"""

from __future__ import annotations

from functools import cache

from pramana.events.model import Role
from pramana.events.wire import ROLE_NAMES
from pramana.language import word_list, word_set, word_table

_DISTANCE = word_set("markers/units_of_distance")
_NEVER = word_set("markers/never")
_GOVERNED = word_table("roles/governed")


def _by_role(table: dict[str, str]) -> dict[Role, frozenset[str]]:
    return {Role(ROLE_NAMES[role]): frozenset(row.split("|")) for role, row in table.items()}


_PLAIN = _by_role(word_table("markers/plain"))
_RELATIVE = _by_role(word_table("markers/relative"))
_IMPOSSIBLE = _by_role(word_table("markers/impossible"))
_EQUAL = tuple(frozenset(row.split("|")) for row in word_list("markers/equal"))


def marker_name(words: str) -> str:
    """Return the words of a marker as a graph stores them: in lower case, with single blanks.

    >>> marker_name("In  Front of")
    'in front of'
    """
    return " ".join(words.lower().split())


def is_plain(role: Role, marker: str, verb: str = "") -> bool:
    """Return whether a participant answers a question about its role that names no marker. "" is a bare participant.

    A verb's own preposition is plain with its object: *listened to the king*.

    >>> is_plain(Role.ADHIKARANA_SPATIAL, "inside"), is_plain(Role.ADHIKARANA_SPATIAL, "near")
    (True, False)
    >>> is_plain(Role.KARMA, "to", "listen"), is_plain(Role.KARMA, "to", "vote")
    (True, False)
    """
    if role is Role.SAMBANDHA:
        return False
    own = _GOVERNED.get(verb.split(" ")[0], "").split() if role is Role.KARMA else ()
    return not marker or marker in _PLAIN[role] or marker in own


def plain_markers(role: Role, *verbs: str) -> tuple[str, ...]:
    """Return the markers for which `is_plain` holds of any of the verbs, sorted; "" is a bare participant."""
    if role is Role.SAMBANDHA:
        return ()
    own = (
        {each for verb in verbs for each in _GOVERNED.get(verb.split(" ")[0], "").split()} if role is Role.KARMA else ()
    )
    return tuple(sorted({"", *_PLAIN[role], *own}))


def is_relative(role: Role, marker: str) -> bool:
    """Return whether a marker answers *where* or *when* if it is shown: *behind the door*, *before May*."""
    return marker in _RELATIVE.get(role, ())


def is_same_marker(one: str, other: str) -> bool:
    """Return whether two markers say the same.

    >>> [is_same_marker(one, "far from") for one in ("away from", "miles from", "from")]
    [True, True, False]
    """
    one, other = _without_measure(one), _without_measure(other)
    return one == other or any(one in group and other in group for group in _EQUAL)


def is_answered(role: Role, marker: str, asked: str | None, verb: str = "") -> bool:
    """Return whether a participant has the role as a question asks for it, with the marker `asked`, or with none.

    A bare participant has the plain markers of its role (*born 1950* for *born in 1950*); those of subjects and objects
    are all alike.

    >>> when = Role.ADHIKARANA_TEMPORAL
    >>> [is_answered(when, "after", asked) for asked in ("before", "following", None)]
    [False, True, False]
    >>> is_answered(when, "", "in")
    True
    """
    if not asked:
        return is_plain(role, marker, verb)
    if is_same_marker(marker, asked):
        return True
    if not is_plain(role, asked, verb):
        return False
    return not marker or (role in (Role.KARTA, Role.KARMA) and is_plain(role, marker, verb))


def stored_role(role: Role, marker: str) -> Role:
    """Return the role as which a participant is stored: related where its own cannot have the marker.

    >>> stored_role(Role.ADHIKARANA_SPATIAL, "against"), stored_role(Role.ADHIKARANA_SPATIAL, "near")
    (<Role.SAMBANDHA: 'SAMBANDHA'>, <Role.ADHIKARANA_SPATIAL: 'ADHIKARANA_SPATIAL'>)
    """
    if marker in _NEVER or marker in _IMPOSSIBLE.get(role, ()):
        return Role.SAMBANDHA
    return role


@cache
def _without_measure(marker: str) -> str:
    words = marker.split(" ")
    return "far from" if len(words) == 2 and words[1] == "from" and words[0] in _DISTANCE else marker
