"""Resolve pronouns and descriptions: IS_SAME_AS links from their nodes to the entity that they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from pramana.events import name_mention
from pramana.evidence import Evidence, Grade, Span, make_evidence
from pramana.karaka.passes.apposed import apposed_links, apposed_places
from pramana.karaka.passes.descriptions import definite_links, definite_references, identity_links, owned_links
from pramana.karaka.passes.document_references import (
    AskedNames,
    DocumentReferences,
    read_references,
    write_references,
)
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.hinted import RefusedHint, hinted_links, join_hints
from pramana.karaka.passes.model import EntityMention, Event, Link, PassView
from pramana.karaka.passes.named_roles import described_names
from pramana.karaka.passes.per_view import once_for_view
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import (
    FEMALE,
    MALE,
    PERSON,
    POSSESSOR,
    PREPOSITIONS,
    SUBJECT,
    THING,
    UNKNOWN,
    Description,
    MentionPlace,
    PronounResolution,
    ReadPassage,
    Traits,
    is_expletive,
)

FLOOR = 76
"""Links less sure than this (1 to 100) are not proposed. Of 120 links in three genres two judges found 13 of
the 20 below right, and 94 of the others.
"""
ALONE_FLOOR = 70
"""The same where nothing else near agrees, and neither line, the pronoun's own or the one before, has speech in it."""
THING_FLOOR = 80
"""The same for *it* as the subject, which also takes up what was said, or the topic: of 18 links below 80 in one sheet
of judged links eleven were right."""
SPOKEN_FLOOR = 90
"""The same for *he*, *she* and *they* within speech, where people speak of what is not in the text."""
UNKNOWN_FLOOR = 88
"""The same for *he* and *she* where nothing tells that a name is a person's: *Brexit*, *Green Gables*."""
Placed = TypeVar("Placed", EntityMention, Event)
_SPEECH = re.compile(r"[\"“”«»]")
_OWNER = re.compile(r"['’]s?\W|\W+(?:and|or)\b", re.IGNORECASE)
"""What follows a name that only begins a longer mention: *Nash's extravagance*, *Stewart or his men*."""


def propose(view: PassView) -> list[Link]:
    """Return a link for each pronoun's node that certainly means a named entity of the graph, in order of place, then
    the links of descriptions.

    What the reading said goes first, where the text bears it out. By rules each pronoun is decided separately, from the
    lines of its document up to its own; the time is linear in the number of lines. A pronoun's node has one mention, so
    no link joins two people. The source's evidence is the pronoun as stored in the graph, with its grade; the target's
    evidence is its antecedent.
    """
    hints = [link for link in _hint_outcomes(view) if isinstance(link, Link)]
    rules = _rule_links(view)
    return join_hints(hints, rules, resolve(view).clusters) if hints else rules


def refusals(view: PassView) -> list[tuple[dict[str, Any], str]]:
    """Return the hints of the reading that the text does not bear out: what each is about, and the reason."""
    return [(each.body(), each.reason) for each in _hint_outcomes(view) if isinstance(each, RefusedHint)]


def _hint_outcomes(view: PassView) -> list[Link | RefusedHint]:
    if not any(mention.means for mention in view.mentions):
        return []
    return hinted_links(read_documents(view), view.mentions)


def _rule_links(view: PassView) -> list[Link]:
    """Return the links that rules find."""
    documents = _references(view)
    links = [link for each in documents.values() for link in each.pronouns]
    links += [link for each in documents.values() for link in each.owned]
    links += [link for each in documents.values() for link in each.identities]
    one = resolve(view).clusters
    fitting = {places for each in documents.values() for places in each.one_sort}
    apposed = [link for link in apposed_links(view) if (link.source_evidence, link.target_evidence) in fitting]
    links += [link for link in apposed if one.representative(link.source) != one.representative(link.target)]
    told = {link.source for link in links}
    definite = definite_links(each.definite for each in documents.values())
    return [*links, *(link for link in definite if link.source not in told)]


def _references(view: PassView) -> dict[str, DocumentReferences]:
    """Return whom each document's expressions mean by rules; a document of which there is a note is not read again."""
    mentions = _by_document(view.mentions)
    events, texts = _by_document(view.events), _texts(view)
    names = _names(view)
    one = resolve(view).clusters
    found, fresh = {}, {}
    for doc_id, here in mentions.items():
        groups_of = partial(_groups, {mention.entity for mention in here}, one.representative)
        body = None if view.notes is None else view.notes.recall(doc_id)
        references = None if body is None else read_references(body)
        if references is None or not references.holds(names, groups_of):
            asked = AskedNames(names)
            document = _Document(doc_id, texts[doc_id], asked, here)
            references = _document_references(document, events.get(doc_id, ()), one.representative, groups_of)
            fresh[doc_id] = write_references(references)
        found[doc_id] = references
    if view.notes is not None:
        view.notes.keep(fresh)
    return found


def _document_references(
    document: _Document,
    events: Sequence[Event],
    representative: Callable[[str], str],
    groups_of: Callable[[Iterable[str]], tuple[tuple[str, ...], ...]],
) -> DocumentReferences:
    mentions, asked = document.mentions, document.known
    found = {
        "pronouns": tuple(document.links()),
        "owned": tuple(owned_links(document, mentions)),
        "identities": tuple(identity_links(document, events, mentions)),
    }
    sorts = tuple(each for each in apposed_places(events, mentions) if document.is_one_sort(*each))
    definite = tuple(definite_references(document, mentions, representative))
    known, unknown = tuple(sorted(asked.known)), tuple(sorted(asked.unknown))
    return DocumentReferences(
        **found, one_sort=sorts, definite=definite, known=known, unknown=unknown, groups=groups_of(known)
    )


def references_of(
    document: ReadDocument, names: Container[str], representative: Callable[[str], str]
) -> DocumentReferences:
    """Return whom the expressions of a document mean by rules. `names` are those of the graph."""
    asked = AskedNames(names)
    read = _Document(document.doc_id, dict(document.lines), asked, document.mentions)
    groups_of = partial(_groups, {mention.entity for mention in document.mentions}, representative)
    return _document_references(read, document.events, representative, groups_of)


def _groups(
    entities: Iterable[str], representative: Callable[[str], str], more: Iterable[str]
) -> tuple[tuple[str, ...], ...]:
    return grouped_names({*entities, *more}, representative)


def grouped_names(entities: Iterable[str], representative: Callable[[str], str]) -> tuple[tuple[str, ...], ...]:
    """Return which of some names are one: groups of two and more, sorted."""
    groups: dict[str, list[str]] = {}
    for entity in sorted(entities):
        groups.setdefault(representative(entity), []).append(entity)
    return tuple(sorted(tuple(group) for group in groups.values() if len(group) > 1))


def nobodies(view: PassView) -> set[str]:
    """Return the nodes of *it* that mean nothing: *it was cold*."""
    return {entity for document in read_documents(view).values() for entity in document.expletives()}


@once_for_view
def read_documents(view: PassView) -> dict[str, _Document]:
    """Return the documents of a view by their ids."""
    texts, names = _texts(view), _names(view)
    return {
        doc_id: _Document(doc_id, texts[doc_id], AskedNames(names), here)
        for doc_id, here in _by_document(view.mentions).items()
    }


def _names(view: PassView) -> set[str]:
    return {mention.entity for mention in view.mentions if not mention.pronoun}


def _by_document(items: Iterable[Placed]) -> dict[str, list[Placed]]:
    found: dict[str, list[Placed]] = {}
    for item in items:
        found.setdefault(item.evidence.doc_id, []).append(item)
    return found


def _texts(view: PassView) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for (doc_id, number), text in view.lines.items():
        found.setdefault(doc_id, {})[number] = text
    return found


class _Document:
    """The lines of one document, and the entities of the graph that occur in them."""

    def __init__(
        self, doc_id: str, lines: dict[int, str], known: AskedNames, mentions: Sequence[EntityMention]
    ) -> None:
        self.doc_id = doc_id
        self.numbers = sorted(lines)
        self.index = {number: index for index, number in enumerate(self.numbers)}
        self.texts = [lines[number] for number in self.numbers]
        self.passage = ReadPassage(self.texts)
        self.known, self.mentions = known, mentions
        self.at: dict[tuple[int, int], list[EntityMention]] = {}
        self.ending: dict[tuple[int, int], list[EntityMention]] = {}
        for mention in mentions:
            if not mention.pronoun:
                self.at.setdefault((mention.evidence.line_number, mention.evidence.start), []).append(mention)
                self.ending.setdefault((mention.evidence.line_number, mention.evidence.end), []).append(mention)

    def links(self) -> Iterator[Link]:
        """Yield the links of pronouns."""
        seen: set[str] = set()
        for mention in self.mentions:
            if mention.pronoun and mention.entity not in seen:
                seen.add(mention.entity)
                link = self._link(mention)
                if link is not None:
                    yield link

    def expletives(self) -> Iterator[str]:
        """Yield the nodes of *it* that mean nothing."""
        for mention in self.mentions:
            if mention.pronoun and mention.name.lower() == "it":
                line = self.passage.reading.line(self.index[mention.evidence.line_number])
                if is_expletive(line, line.mention(mention.evidence.start, mention.evidence.end)):
                    yield mention.entity

    def referent(self, line_number: int, start: int, end: int) -> tuple[str, Evidence] | None:
        """Return the graph's entity that a pronoun certainly means, and where that entity is named.

        None if that entity only owns the agent: in *Scrooge's nephew shook his head* either may be meant.
        """
        found = self._resolve(MentionPlace(self.index[line_number], start, end))
        if (
            found is None
            or self.passage.reading.line(found.antecedent.line).mention(*found.antecedent[1:]).role == POSSESSOR
        ):
            return None
        return self._target(found)

    def _resolve(self, pronoun: MentionPlace) -> PronounResolution | None:
        """Return what a pronoun means, where that is sure enough."""
        found = self.passage.resolve(pronoun, floor=ALONE_FLOOR)
        if found is None or (found.confidence < SPOKEN_FLOOR and self.passage.speaks_of_another(pronoun)):
            return None
        if found.confidence < UNKNOWN_FLOOR and self._may_be_no_person(pronoun, found):
            return None
        asked = self.passage.reading.line(pronoun.line).mention(pronoun.start, pronoun.end)
        if asked.role == SUBJECT and asked.text.lower() == "it":
            return found if found.confidence >= THING_FLOOR else None
        if found.confidence >= FLOOR:
            return found
        lines = self.texts[found.antecedent.line : pronoun.line + 1]
        return found if found.alone and len(lines) in (1, 2) and not any(map(_SPEECH.search, lines)) else None

    def _may_be_no_person(self, pronoun: MentionPlace, found: PronounResolution) -> bool:
        asked = self.passage.reading.line(pronoun.line).mention(pronoun.start, pronoun.end).traits.sort
        meant = self.passage.reading.line(found.antecedent.line).mention(*found.antecedent[1:])
        return asked in {MALE, FEMALE} and self.passage.reading.traits(meant).sort == UNKNOWN

    def after(self, mention: EntityMention) -> str:
        """Return the text of a mention's line behind the mention."""
        return self.texts[self.index[mention.evidence.line_number]][mention.evidence.end :]

    def named_roles(self) -> Iterator[tuple[Description, EntityMention]]:
        """Yield what the lines say that named ones are, with the mention of the name, in order of lines."""
        for index, number in enumerate(self.numbers):
            for (start, end), told in described_names(self.passage.reading.line(index).sentence):
                named = [m for m in self.ending.get((number, end), ()) if m.evidence.start >= start]
                if named:
                    yield told, min(named, key=lambda mention: (mention.evidence.start, mention.entity))

    def before(self, mention: EntityMention) -> str:
        """Return the text of a mention's line before the mention."""
        return self.texts[self.index[mention.evidence.line_number]][: mention.evidence.start]

    def traits(self, mention: EntityMention) -> Traits:
        """Return what the document tells of a mention."""
        return self.traits_at(mention.evidence)

    def traits_at(self, place: Evidence) -> Traits:
        """Return what the document tells of what is named at a place."""
        line = self.passage.reading.line(self.index[place.line_number])
        return self.passage.reading.traits(line.mention(place.start, place.end))

    def is_one_sort(self, described: Evidence, name: Evidence) -> bool:
        """Return whether what a description says fits a name: *the gifts* and *that fact* are no person."""
        told, bearer = self.traits_at(described), self.traits_at(name)
        person = bearer.sort in {MALE, FEMALE, PERSON}
        return not (person and (told.sort == THING or told.plural is True))

    def _link(self, mention: EntityMention) -> Link | None:
        stands = mention.evidence
        found = self._resolve(MentionPlace(self.index[stands.line_number], stands.start, stands.end))
        target = None if found is None else self._target(found)
        if found is None or target is None:
            return None
        entity, where = target
        return Link(mention.entity, IS_SAME_AS, entity, stands, where, found.reason, found.confidence)

    def _target(self, found: PronounResolution) -> tuple[str, Evidence] | None:
        line, start, end = found.antecedent
        return self.entity_at(self.numbers[line], start, end)

    def _is_head(self, mention: EntityMention, start: int) -> bool:
        """Return whether a name that begins at `start` and ends a mention is its head: *serial killer Carl Panzram*."""
        before = self.texts[self.index[mention.evidence.line_number]][mention.evidence.start : start]
        words = before.casefold().replace("’", "'").split()
        return bool(words) and not any(word in PREPOSITIONS or word in ("and", "or") or "'" in word for word in words)

    def mention_of(self, place: Evidence) -> EntityMention | None:
        """Return the mention that is not a pronoun and stored at a place, None where there is none."""
        here = self.at.get((place.line_number, place.start), ())
        return next((mention for mention in here if mention.evidence.end == place.end), None)

    def entity_at(self, number: int, start: int, end: int) -> tuple[str, Evidence] | None:
        """Return the graph's entity at a place of a line, else the one that its words name, if the graph has it."""
        line = self.index[number]
        text = self.texts[line]
        reaching = [m for m in self.at.get((number, start), ()) if m.evidence.end >= end]
        reaching = [m for m in reaching if not _OWNER.match(text[end : m.evidence.end + 1])]
        reaching = reaching or [m for m in self.ending.get((number, end), ()) if self._is_head(m, start)]
        if reaching:
            mention = min(reaching, key=lambda m: (m.evidence.end, m.entity))
            return mention.entity, mention.evidence
        span = Span(start, end, Grade.VERBATIM)
        entity = name_mention(self.doc_id, number, self.texts[line], span).id
        return (entity, make_evidence(self.doc_id, number, self.texts[line], span)) if entity in self.known else None
