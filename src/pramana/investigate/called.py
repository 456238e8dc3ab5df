"""What a node is called: the attribute that holds its name, whatever the tool that made the graph names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pramana.investigate.profile import GraphProfile, TypeProfile

_FIRST = ("name", "canonical_name")
_WHOLE = frozenset(("fullname", "displayname", "legalname", "officialname", "commonname", "preferredname"))
"""Names of attributes, without capitals and signs, that hold a whole name: `fullName`, `display_name`."""
_LAST = ("title", "label")
"""Attributes that hold a name where no other does: beside a name, a title is a person's position."""


def name_field(fields: Iterable[str]) -> str | None:
    """Return the attribute by which what has these attributes is called, None where none is a name.

    >>> name_field(["NAME", "TITLE"])
    'NAME'
    >>> name_field(["title", "fullName"]), name_field(["title", "year"]), name_field(["firstName"])
    ('fullName', 'title', None)
    """
    known = list(fields)
    whole = (name for name in sorted(known) if name.replace("_", "").replace("-", "").casefold() in _WHOLE)
    by_case = {name.casefold(): name for name in sorted(known, reverse=True)}
    first, last = ([by_case[name] for name in names if name in by_case] for names in (_FIRST, _LAST))
    order = (*first, *whole, *last)
    return order[0] if order else None


def name_of(record: Mapping[str, Any]) -> str | None:
    """Return what a node's attributes say that it is called, None where they do not."""
    field = name_field(name for name, value in record.items() if isinstance(value, str) and value)
    return None if field is None else str(record[field])


def is_name(field: str, record: Mapping[str, Any]) -> bool:
    """Return whether an attribute is one of a node's names: the one that it is called by, or one that is always one."""
    return field.casefold() in _FIRST or field == name_field(
        name for name, value in record.items() if isinstance(value, str)
    )


def name_fields(facts: GraphProfile) -> tuple[str, ...]:
    """Return the attributes by which nodes of a graph are called, the usual ones first."""
    found = {name for kind in facts.types for name in type_names(kind)}
    return (*(name for name in (*_FIRST, *_LAST) if name in found), *sorted(found - {*_FIRST, *_LAST}))


def type_names(kind: TypeProfile) -> set[str]:
    """Return the attributes by which nodes of a type are called."""
    texts = [each.name for each in kind.attributes if "text" in each.kinds]
    own = name_field(texts)
    return {name for name in texts if name.casefold() in _FIRST} | ({own} if own else set())
