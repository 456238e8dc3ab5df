"""The names that a pass decides on, looked up by id and by what they share with others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from pramana.karaka.passes.documents import ReadDocument, documents_of
from pramana.karaka.passes.model import PassView
from pramana.karaka.passes.name_keys import Key, shared_keys
from pramana.karaka.passes.name_parts import NamePart, name_parts
from pramana.karaka.passes.per_view import once_for_view
from pramana.karaka.passes.profiles import Profile, profile_of
from pramana.karaka.passes.text_names import heading_words


class NameIndex(Protocol):
    """All names of a graph, or those of a view."""

    def get(self, entity: str) -> Profile | None:
        """Return the profile of a named entity, None where there is none. Pronouns have none."""

    def __getitem__(self, entity: str) -> Profile: ...

    def __contains__(self, entity: object) -> bool: ...

    def __iter__(self) -> Iterator[str]:
        """Yield the ids of all named entities, sorted."""

    def having(self, key: Key, most: int | None = None) -> Sequence[str]:
        """Return the entities with a key, sorted; the first `most` of them."""

    def heading(self, doc_id: str) -> tuple[str, ...]:
        """Return the folded words of the heading of a document, () where it has none."""


class ViewNames:
    """The names of a view."""

    def __init__(self, view: PassView) -> None:
        parts: dict[str, dict[str, NamePart]] = {}
        self._documents = {document.doc_id: document for document in documents_of(view)}
        for document in self._documents.values():
            for entity, part in name_parts(document).items():
                parts.setdefault(entity, {})[document.doc_id] = part
        self._profiles = {entity: profile_of(entity, parts[entity]) for entity in sorted(parts)}
        self._having: dict[Key, list[str]] = {}
        for profile in self._profiles.values():
            for key in shared_keys(profile):
                self._having.setdefault(key, []).append(profile.id)  # profiles are in order of ids

    def get(self, entity: str) -> Profile | None:
        return self._profiles.get(entity)

    def __getitem__(self, entity: str) -> Profile:
        return self._profiles[entity]

    def __contains__(self, entity: object) -> bool:
        return entity in self._profiles

    def __iter__(self) -> Iterator[str]:
        return iter(self._profiles)

    def having(self, key: Key, most: int | None = None) -> Sequence[str]:
        found = self._having.get(key, ())
        return found if most is None else found[:most]

    def heading(self, doc_id: str) -> tuple[str, ...]:
        return heading_words(self._documents[doc_id].lines)

    def about(self, entity: str) -> dict[str, ReadDocument]:
        """Return the documents with a name, whole."""
        return {doc_id: self._documents[doc_id] for doc_id in self._profiles[entity].first}


_names = once_for_view(ViewNames)


def names_of(view: PassView) -> ViewNames:
    """Return the names of a view, read once for each view."""
    return _names(view.plain or view)
