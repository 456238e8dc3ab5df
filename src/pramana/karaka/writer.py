"""From an extraction that was accepted to the unit of facts that it puts into the graph. And the checks before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.canonical import canonical
from pramana.events import (
    Extraction,
    Kept,
    Kriya,
    Role,
    contradictions,
    leave_out_marked,
    name_mention,
    polarity_problems,
)
from pramana.evidence import Evidence, Grade, Span, align, align_all
from pramana.graph import WHOLE_DOCUMENT, Edge, EdgeFact, Node, NodeFact, Unit, fold_name
from pramana.karaka.schema import CITED_IN, DOCUMENT, ENTITY, KRIYA, RELATION_OF, document_node_id, kriya_node_id


@dataclass(frozen=True, slots=True)
class LineItem:
    """A line to be read: its place, its text, and up to three lines before it."""

    doc_id: str
    line_number: int
    text: str
    context: tuple[str, ...] = ()


def line_slot(doc_id: str, line_number: int) -> str:
    return f"line/{line_number}/{doc_id}"


def document_slot(doc_id: str) -> str:
    return f"document/{doc_id}"


def violations(item: LineItem, extraction: Extraction) -> tuple[str, ...]:
    """Return the errors of an extraction that code can detect, phrased as instructions for a model."""
    spans = _verb_spans(item.text, extraction)
    found: list[str] = []
    for kriya, span in zip(extraction.kriyas, spans, strict=True):
        found += _kriya_violations(item.text, kriya, span)
    seen: set[tuple[Span | None, str]] = set()
    for kriya, span in zip(extraction.kriyas, spans, strict=True):
        body = canonical(kriya.model_dump(mode="json", exclude={"coreferences"}))
        if (span, body) in seen:
            found.append(f"Kriyā {kriya.verb!r} at {kriya.verb_quote!r} is listed twice.")
        seen.add((span, body))
    return tuple(found)


def _verb_spans(line: str, extraction: Extraction) -> tuple[Span | None, ...]:
    """Return the place of each Kriyā's verb: a verb that occurs twice gets two places."""
    return align_all([kriya.verb_quote for kriya in extraction.kriyas], line)


def _kriya_violations(line: str, kriya: Kriya, verb: Span | None) -> Iterator[str]:
    where = f"Kriyā {kriya.verb!r}"
    if align(kriya.verb_quote, line) is None:
        yield f"{where}: verb_quote {kriya.verb_quote!r} is not in the line."
    seen: dict[str, Role] = {}
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            if align(mention, line) is None:
                yield f"{where}: the {role} {mention!r} is not in the line."
            elif fold_name(mention) in seen:
                other = seen[fold_name(mention)]
                yield f"{where}: {mention!r} stands twice, as {other} and as {role}; a mention has one role."
            seen[fold_name(mention)] = role
    yield from (f"{where}: {problem}" for problem in _torn(line, kriya))
    if kriya.attributed_to is not None and align(kriya.attributed_to, line) is None:
        yield f"{where}: attributed_to {kriya.attributed_to!r} is not in the line."
    if verb is not None:
        yield from (f"{where}: {problem}" for problem in polarity_problems(line, kriya, verb))
        yield from (f"{where}: {problem}" for problem in contradictions(line, kriya, verb))
    for hint in kriya.coreferences:
        if align(hint.pronoun, line) is None:
            yield f"{where}: the pronoun {hint.pronoun!r} of a coreference is not in the line."


def _torn(line: str, kriya: Kriya) -> Iterator[str]:
    """Yield the mentions that were found in pieces with another participant between them."""
    verb = align(kriya.verb_quote, line)
    near = verb.start if verb else None
    found = [(mention, align(mention, line, near=near)) for mentions in kriya.karakas.values() for mention in mentions]
    for mention, span in found:
        if span is not None and span.grade is Grade.PARTIAL:
            for other, place in found:
                if place is not None and other != mention and place.start < span.end and span.start < place.end:
                    yield f"{mention!r} stands in the line only in pieces, {other!r} among them; copy it as it stands."


def stored_kriyas(line: str, extraction: Extraction) -> list[Kept]:
    """Return, for each Kriyā of a reading without violations, what of it is put into the graph."""
    spans = _verb_spans(line, extraction)
    return [
        leave_out_marked(line, kriya, _sure(span).start) for kriya, span in zip(extraction.kriyas, spans, strict=True)
    ]


def document_unit(doc_id: str, key: str, lines: Sequence[str]) -> Unit:
    """Return the unit that puts the lines of a document into the graph as Document nodes."""
    nodes = tuple(NodeFact(_document_node(doc_id, number, text)) for number, text in enumerate(lines, 1))
    return Unit(document_slot(doc_id), key, ((doc_id, WHOLE_DOCUMENT),), nodes)


def line_unit(item: LineItem, extraction: Extraction, key: str, verdict: str, origin: tuple[int, str]) -> Unit:
    """Return the unit of a line whose extraction was accepted: one without violations.

    Participants whose preposition changes their meaning are left out (`stored_kriyas`); the numbers of Kriyās count
    those that are left out. Every Kriyā cites its line. Every mention is evidence for its edge and for its entity.
    """
    nodes: dict[str, NodeFact] = {}
    edges: dict[str, EdgeFact] = {}
    _add_node(nodes, NodeFact(_document_node(item.doc_id, item.line_number, item.text)))
    spans = _verb_spans(item.text, extraction)
    for sequence, (stored, span) in enumerate(zip(stored_kriyas(item.text, extraction), spans, strict=True), 1):
        kriya = stored.kriya
        if kriya is None:
            continue
        for fact in _kriya_facts(item, kriya, kriya_node_id(item.doc_id, item.line_number, sequence), _sure(span)):
            if isinstance(fact, NodeFact):
                _add_node(nodes, fact)
            else:
                edges.setdefault(fact.edge.id, fact)
    premises = ((item.doc_id, item.line_number),)
    return Unit(
        line_slot(item.doc_id, item.line_number),
        key,
        premises,
        tuple(nodes.values()),
        tuple(edges.values()),
        verdict,
        origin,
    )


def _kriya_facts(item: LineItem, kriya: Kriya, kriya_id: str, verb_span: Span) -> Iterator[NodeFact | EdgeFact]:
    verb_evidence = (_evidence(item, verb_span),)
    hints = {fold_name(hint.pronoun): hint.context for hint in kriya.coreferences}
    properties = {
        "verb": kriya.verb.strip().lower(),
        "doc_id": item.doc_id,
        "line_number": item.line_number,
        "verb_quote": item.text[verb_span.start : verb_span.end],
        "polarity": kriya.polarity.value,
        "modality": kriya.modality.value,
        "attributed_to": kriya.attributed_to,
    }
    yield NodeFact(Node(kriya_id, KRIYA, properties), verb_evidence)
    yield EdgeFact(Edge(kriya_id, CITED_IN, document_node_id(item.doc_id, item.line_number)), verb_evidence)
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            span = _sure(align(mention, item.text, near=verb_span.start))
            named = name_mention(item.doc_id, item.line_number, item.text, span)
            evidence = (_evidence(item, span),)
            entity: dict[str, Any] = {"canonical_name": named.canonical_name}
            if named.pronoun:
                entity |= {"pronoun": True, "coref_context": hints.get(fold_name(named.canonical_name))}
            yield NodeFact(Node(named.id, ENTITY, entity), evidence, named.names)
            yield EdgeFact(Edge(kriya_id, RELATION_OF[role], named.id), evidence)


def _add_node(nodes: dict[str, NodeFact], fact: NodeFact) -> None:
    """Add a node's fact, or to what is known of it: one pronoun may take part in two Kriyās, with one hint."""
    known = nodes.get(fact.node.id)
    if known is None:
        nodes[fact.node.id] = fact
        return
    properties = {**fact.node.properties, **{k: v for k, v in known.node.properties.items() if v is not None}}
    node = Node(known.node.id, known.node.type, properties)
    nodes[node.id] = NodeFact(node, tuple(dict.fromkeys(known.evidence + fact.evidence)), known.names)


def _document_node(doc_id: str, line_number: int, text: str) -> Node:
    properties = {"doc_id": doc_id, "line_number": line_number, "text": text}
    return Node(document_node_id(doc_id, line_number), DOCUMENT, properties)


def _sure(span: Span | None) -> Span:
    assert span is not None, "violations() refuses what does not align"
    return span


def _evidence(item: LineItem, span: Span) -> Evidence:
    quote = item.text[span.start : span.end]
    return Evidence(item.doc_id, item.line_number, span.start, span.end, quote, span.grade)
