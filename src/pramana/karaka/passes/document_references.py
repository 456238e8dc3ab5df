"""Whom the pronouns and descriptions of one document mean by rules: read once, and kept until the document changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from pramana.evidence import Evidence
from pramana.karaka.passes.descriptions import DefiniteReference
from pramana.karaka.passes.model import Link


@dataclass(frozen=True, slots=True)
class DocumentReferences:
    """What the sentences of one document say, and what else this rests on.

    `one_sort` has the places of descriptions and names of which the one may be said of the other. `known` and `unknown`
    are names of the text that were looked for among those of the graph, and `groups` are the names of the document that
    were one: if any of these changes, the document is read again.
    """

    pronouns: tuple[Link, ...]
    owned: tuple[Link, ...]
    identities: tuple[Link, ...]
    one_sort: tuple[tuple[Evidence, Evidence], ...]
    definite: tuple[DefiniteReference, ...]
    known: tuple[str, ...]
    unknown: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]

    def holds(self, names: Collection[str], groups_of: Callable[[Iterable[str]], tuple[tuple[str, ...], ...]]) -> bool:
        """Return whether what this rests on is so in a graph with these names, of which some are one."""
        asked = names.__contains__
        return (
            all(map(asked, self.known)) and not any(map(asked, self.unknown)) and groups_of(self.known) == self.groups
        )


_JSON = TypeAdapter(DocumentReferences)


def write_references(references: DocumentReferences) -> str:
    """Return references as JSON."""
    return _JSON.dump_json(references).decode()


def read_references(body: str) -> DocumentReferences | None:
    """Return references from JSON, None where it does not hold any."""
    try:
        return _JSON.validate_json(body)
    except ValidationError:
        return None


class AskedNames:
    """The names of a graph; it notes which were asked for, and whether they were there."""

    def __init__(self, names: Container[str]) -> None:
        self._names = names
        self.known: set[str] = set()
        self.unknown: set[str] = set()

    def __contains__(self, name: object) -> bool:
        there = name in self._names
        (self.known if there else self.unknown).add(str(name))
        return there
