"""What is linked to a knowledge base: each named entity under all its names, with the words of its lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pramana.events import is_one_mention, search_names
from pramana.evidence import Evidence
from pramana.karaka.passes.clusters import by_id, clusters
from pramana.karaka.passes.model import Link, PassView
from pramana.karaka.passes.name_reading import LONGEST_NAME
from pramana.karaka.passes.name_words import ADJECTIVES, TITLES
from pramana.karaka.passes.names import names_of
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.types import propose as propose_types
from pramana.language import word_set
from pramana.retrieval import name_key

MOST_NAMES = 4
"""How many of an entity's names are looked up: the fullest ones."""
_SMALL = word_set("linking/small")
_KINDS = {"person": "Person", "place": "Location", "time": "Time", "organisation": "Organization"}
_WORD = re.compile(r"[^\W\d_]{4,}")
_NO_CONTENT = word_set("linking/no_content")


@dataclass(frozen=True, slots=True)
class Subject:
    """One entity: the ids of all its names, the names themselves with the fullest first, and the first place of each.

    `kind` is its type by the rules, `gender` is m or f by its names; both are "" if unknown. `lines` are the lines that
    name it, `words` their words beside its names, `around` the words of the other names in its documents. `sense` is
    what distinguishes it from others of its name, None if nothing does. `unclear`: several entities share its name, and
    these lines do not say which one is meant.
    """

    id: str
    members: tuple[str, ...]
    names: tuple[str, ...]
    kind: str
    places: tuple[tuple[str, Evidence], ...]
    lines: tuple[tuple[str, int], ...]
    words: frozenset[str]
    around: frozenset[str]
    gender: str = ""
    base: str = ""
    sense: str | None = None
    unclear: bool = False

    @property
    def queries(self) -> tuple[str, ...]:
        return self.names[:MOST_NAMES]


def subjects_of(view: PassView, links: Sequence[Link]) -> list[Subject]:
    """Return the named entities of a view, joined by IS_SAME_AS links, by their representative id."""
    names = names_of(view)
    known = {entity: names[entity] for entity in names}
    groups = _groups(known, links)
    kinds = _kinds(view, known)
    named = {entity: _own_words(profile.name) for entity, profile in known.items() if is_proper(profile)}
    in_document: dict[str, set[str]] = defaultdict(set)
    for entity, words in named.items():
        for document in known[entity].first:
            in_document[document] |= words
    found = []
    for representative in sorted(groups):
        members = groups[representative]
        proper = [entity for entity in members if entity in named]
        if proper:
            found.append(_subject(view, known, kinds, in_document, (representative, members, proper)))
    return found


def is_proper(profile: Profile) -> bool:
    """Return whether an entity goes by a proper name: *Scrooge*, *Ghost of Christmas Past*; not *his nephew*."""
    if is_one_mention(profile.id) or len(profile.name) > LONGEST_NAME:
        return False
    parts = profile.name.split()
    capital = [part for part in parts if part[:1].isupper()]
    rest = [part for part in parts if not part[:1].isupper()]
    joined = parts[0][:1].isupper() and len(capital) > 1 and all(part in _SMALL for part in rest)
    return bool(profile.reading.words) or joined


def bare_words(name: str) -> tuple[str, ...]:
    """Return the words of a name as they are looked up, without titles and adjectives in front.

    >>> bare_words("Poor Mr. Scrooge"), bare_words("Mr.")
    (('scrooge',), ('mr',))
    """
    words = name_key(name).split()
    while len(words) > 1 and words[0] in TITLES | ADJECTIVES:
        words = words[1:]
    return tuple(words)


def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that say something, folded.

    >>> sorted(content_words("The miser, who was with his nephew"))
    ['miser', 'nephew']
    """
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in _NO_CONTENT)


def _groups(known: Mapping[str, Profile], links: Sequence[Link]) -> dict[str, tuple[str, ...]]:
    named = [link for link in links if link.source in known and link.target in known]
    joined = clusters(named, order=by_id)
    alone = {entity: (entity,) for entity in known if entity not in joined.chosen}
    return {**alone, **joined.members}


def _kinds(view: PassView, known: Mapping[str, Profile]) -> dict[str, tuple[int, str]]:
    """Return each entity's type, with how sure it is."""
    found = {entity: (1, _KINDS[profile.kind]) for entity, profile in known.items() if profile.kind}
    return found | {each.entity: (each.confidence, each.type) for each in propose_types(view)}


def _subject(
    view: PassView,
    known: Mapping[str, Profile],
    kinds: Mapping[str, tuple[int, str]],
    in_document: Mapping[str, set[str]],
    group: tuple[str, Sequence[str], Sequence[str]],
) -> Subject:
    representative, members, proper = group
    names = sorted(_names(known[entity] for entity in proper), key=_fullest)
    own = frozenset(word for entity in members for word in _own_words(known[entity].name))
    parts = [part for entity in proper for part in known[entity].parts.items()]
    lines = sorted({(doc_id, number) for doc_id, part in parts for number in part.lines})
    around = {word for document in {doc for doc, _ in lines} for word in in_document[document]}
    genders = {gender for entity in proper if (gender := known[entity].reading.gender)}
    bases = sorted(view.senses[entity] for entity in members if entity in view.senses)
    senses = sorted(entity for entity in members if entity in view.senses)
    kind = min(
        (kinds[entity] for entity in members if entity in kinds), key=lambda each: (-each[0], each), default=(0, "")
    )
    return Subject(
        representative,
        tuple(members),
        tuple(names),
        kind[1],
        tuple((entity, known[entity].first[min(known[entity].first)]) for entity in members),
        tuple(lines),
        frozenset(word for line in lines for word in content_words(view.lines[line])) - own,
        frozenset(around) - own,
        genders.pop() if len(genders) == 1 else "",
        bases[0] if bases else "",
        senses[0][len(view.senses[senses[0]]) + 2 : -1] if senses else None,
        any(entity in view.senses.values() for entity in members),
    )


def _names(several: Iterable[Profile]) -> set[str]:
    return {name for profile in several for name in _forms(profile)}


def _forms(profile: Profile) -> Iterator[str]:
    """Yield a name, and what is left of it without titles and adjectives."""
    yield from search_names(profile.name)
    parts = profile.name.split()
    front = len(profile.reading.titles) + len(profile.reading.adjectives)
    if profile.reading.words and 0 < front < len(parts):
        yield " ".join(parts[front:])


def _fullest(name: str) -> tuple[int, int, str]:
    return -len(name.split()), -len(name), name


def _own_words(name: str) -> set[str]:
    return {word for word in name_key(name).replace("-", " ").split() if len(word) > 2 and word not in _SMALL}
