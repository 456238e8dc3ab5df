"""Joins of two steps on something that they both name: sound on a full name, an assumption on a common noun, a given
name or a lone surname of another text.

*The company* that hired somebody in one document need not be *the company* that somebody bought in another, though
both are the node `company`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pramana.events import is_one_mention
from pramana.graph import Edge, Node, SqliteGraph, fold_name
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import word_set

Documents = frozenset[str]


def assumed_same(
    graph: SqliteGraph, target: str, chain: Sequence[Edge], origins: Mapping[str, Documents], here: str
) -> list[str]:
    """Return the nouns and parts of names that a join takes to mean the same in two documents; [] if there are none.

    `target` is the entity in the joined event, which is in the document `here`. `chain` holds the links from an answer
    of the earlier step to `target`. `origins` holds the documents in which that step found each answer.
    """
    path = [target]
    for link in reversed(chain):
        path.insert(0, link.target if link.source == path[0] else link.source)
    between = [_documents(graph, link) for link in chain]
    steps = [origins.get(path[0], frozenset()), *between, frozenset({here})]
    nodes = [(graph.node(node), before, after) for node, before, after in zip(path, steps, steps[1:], strict=False)]
    return [
        str(node.properties.get("canonical_name", node.id))
        for node, before, after in nodes
        if node is not None and before.isdisjoint(after) and _may_be_another(graph, node, before, after)
    ]


def assumption(name: str) -> str:
    """Return what a join assumes of a noun or a part of a name, for people.

    >>> assumption("company"), assumption("Anna")
    ('assuming that “the company” is the same in both', 'assuming that “Anna” is the same in both')
    """
    parts = _WORD.findall(name.casefold())
    determined = name.casefold().startswith(("the ", "a ", "an ", *_OWNING))
    named = name[:1].isupper() and parts[-1] not in _SHARED
    return f"assuming that “{name if determined or named else f'the {name}'}” is the same in both"


_OWNING = ("my ", "our ", "his ", "her ", "its ", "their ")


def _may_be_another(graph: SqliteGraph, entity: Node, before: Documents, after: Documents) -> bool:
    """Whether an entity may be another one in other documents; a part of a name is not where both have one in full."""
    if is_common_noun(graph, entity):
        return True
    name = str(entity.properties.get("canonical_name", entity.id))
    lone = len(name.split()) == 1 and entity.properties.get("entity_type") == "Person"
    if not lone and not may_have_many_bearers(name):
        return False
    links = [*graph.edges_from(entity.id, IS_SAME_AS), *graph.edges_to(entity.id, IS_SAME_AS)]
    fuller = [node for link in links for node in {link.source, link.target} - {entity.id} if len(node) > len(entity.id)]
    told = [_told_in(graph, node) for node in fuller]
    return not any(documents & before and documents & after for documents in told)


def _told_in(graph: SqliteGraph, entity: str) -> Documents:
    """Return the documents in which an entity takes part in anything."""
    return frozenset().union(*(_documents(graph, edge) for edge in graph.edges_to(entity)))


def may_have_many_bearers(name: str) -> bool:
    """Return whether a name as written belongs to many: *Anna*, *Carter*, *Mr. Smith*, *the Board*.

    >>> [may_have_many_bearers(name) for name in ("Anna", "Dr. Keller", "The Board", "Anna Berg", "Orbit", "the mill")]
    [True, True, True, False, False, True]
    >>> may_have_many_bearers("Carter"), may_have_many_bearers("Minister of Finance")
    (True, True)
    """
    parts = [word for word in _WORD.findall(name.casefold()) if word not in _SMALL]
    if not parts or any(character.isdigit() for character in name):
        return False  # a date or a number
    if name.islower():
        return True
    titled = len(parts) == 2 and parts[0] in _TITLES
    office = parts[0] in _OFFICES and " of " in name
    return titled or office or (len(parts) == 1 and parts[0] in _GIVEN) or _SHARED.issuperset(parts)


_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset({"the", "a", "an", "of", "and", "my", "our", "his", "her"})
_GIVEN = word_set("names/male_names") | word_set("names/female_names") | word_set("names/common_surnames")
"""Names that many bear: given names, and the surnames that are most frequent."""
_TITLES = word_set("names/plain_titles") | word_set("people/male_titles") | word_set("people/female_titles")
_OFFICES = word_set("types/people") | word_set("names/offices")
_SHARED = _OFFICES | word_set("types/organizations") | word_set("names/kin")
"""Nouns that many bear, also where they are written as names."""


def _documents(graph: SqliteGraph, link: Edge) -> Documents:
    stored = graph.stored_edge(link)
    return frozenset(item.doc_id for item in stored.evidence) if stored is not None else frozenset()


def is_common_noun(graph: SqliteGraph, entity: Node) -> bool:
    """Return whether an entity is called by a word that means another thing in another text: *company*, *old man*.

    A name has a capital, a date or a number no word in small letters. *Workers* at the start of a sentence is a common
    noun where the graph knows *workers*, too. In a script without capitals no name can be recognised as one.
    """
    if is_one_mention(entity.id):
        return False
    name = str(entity.properties.get("canonical_name", entity.id))
    if not any(character.isalpha() for character in name):
        return False
    if not any(character.isupper() for character in name):
        return True
    return name[1:].islower() and any(
        node.id == fold_name(name) for node in graph.nodes_named(name) if node.id != entity.id
    )
