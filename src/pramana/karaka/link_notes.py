"""How an answer read the pronouns and short names of its lines: *“She” = Marta Keller (likely)*."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pramana.events import is_one_mention
from pramana.graph import Node, SqliteGraph, StoredEdge
from pramana.karaka.traverse import Match
from pramana.trace import Ledger

SURE = 85
"""From this confidence on a link is told without reserve: in `bench/litbank.py`, 0.82 to 0.87 of these are right."""
LIKELY = 65
"""Of links from here to SURE, about eight in ten are right there."""


def link_notes(
    graph: SqliteGraph, ledger: Ledger, matches: Iterable[Match], cited: Collection[tuple[str, int]]
) -> list[str]:
    """Return how the links under an answer read its lines, in order of place: those of pronouns, and unsure ones.

    `cited` are the lines of the answer, as (document, line). A link that is said by the text, or stated by a person, is
    only told where it is a pronoun's.
    """
    links = {link.id: link for match in matches if match.place in cited for link in match.links}
    stored = [each for each in map(graph.stored_edge, links.values()) if each is not None and each.evidence]
    notes = {}
    for link in stored:
        note = _note(graph, ledger, link)
        place = link.evidence[0]
        if note:
            notes[place.doc_id, place.line_number, place.start, note] = note
    return list(dict.fromkeys(notes[key] for key in sorted(notes)))


def _note(graph: SqliteGraph, ledger: Ledger, link: StoredEdge) -> str:
    source, target = graph.node(link.edge.source), graph.node(link.edge.target)
    if source is None or target is None:
        return ""
    confidence = _confidence(ledger, link)
    if confidence >= SURE and not (is_one_mention(source.id) or is_one_mention(target.id)):
        return ""
    caution = "" if confidence >= SURE else " (likely)" if confidence >= LIKELY else " (perhaps)"
    return f"“{_name(source)}” = {_name(target)}{caution}"


def _confidence(ledger: Ledger, link: StoredEdge) -> int:
    """Return the confidence of a link's proposal, 1 to 100; 100 where none is recorded, as for imported ones."""
    if link.origin is None:
        return 100
    proposals = [each for each in ledger.proposals(*link.origin) if each.verdict.accepted]
    return int(proposals[-1].body.get("confidence", 100)) if proposals else 100


def _name(node: Node) -> str:
    return str(node.properties.get("canonical_name", node.id))
