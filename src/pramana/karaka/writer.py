"""From an extraction that was accepted to the unit of facts that it puts into the graph. And the checks before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.canonical import canonical
from pramana.claims import ClaimVerdict, check_kriya
from pramana.events import (
    ROLE_NAMES,
    Extraction,
    Kriya,
    Participant,
    Participants,
    Polarity,
    Role,
    implied_kriyas,
    name_mention,
    participants_of,
)
from pramana.evidence import Evidence, Grade, Span, align, align_all
from pramana.graph import WHOLE_DOCUMENT, Edge, EdgeFact, Node, NodeFact, Unit, fold_name
from pramana.karaka.hints import BECAUSE, LineHints
from pramana.karaka.measuring import edge_values, measure_values
from pramana.karaka.schema import (
    CITED_IN,
    DOCUMENT,
    ENTITY,
    KRIYA,
    MARKER,
    RELATION_OF,
    document_node_id,
    kriya_node_id,
)


@dataclass(frozen=True, slots=True)
class LineItem:
    """A line to be read: its place, its text, and up to three lines before it.

    `document_date` is when its document was written, in EDTF; "" where that is unknown, or the line does not need it.
    """

    doc_id: str
    line_number: int
    text: str
    context: tuple[str, ...] = ()
    document_date: str = ""


def line_slot(doc_id: str, line_number: int) -> str:
    return f"line/{line_number}/{doc_id}"


def document_slot(doc_id: str) -> str:
    return f"document/{doc_id}"


def violations(item: LineItem, extraction: Extraction) -> tuple[str, ...]:
    """Return the errors of an extraction that code can detect, phrased as instructions for a model."""
    return tuple(problem for problems in kriya_violations(item, extraction) for problem in problems)


def kriya_violations(item: LineItem, extraction: Extraction) -> list[tuple[str, ...]]:
    """Return the errors of each Kriyā of an extraction."""
    spans = _verb_spans(item.text, extraction)
    found: list[tuple[str, ...]] = []
    seen: set[tuple[Span | None, str]] = set()
    for kriya, span in zip(extraction.kriyas, spans, strict=True):
        body = canonical(kriya.model_dump(mode="json", exclude={"because"}))
        twice = f"Kriyā {kriya.verb!r} at {kriya.verb_quote!r} is listed twice."
        found.append((*_kriya_violations(item.text, kriya, span), *([twice] if (span, body) in seen else [])))
        seen.add((span, body))
    return found


def _verb_spans(line: str, extraction: Extraction) -> tuple[Span | None, ...]:
    """Return the place of each Kriyā's verb: a verb that occurs twice gets two places."""
    return align_all([kriya.verb_quote for kriya in extraction.kriyas], line)


def _kriya_violations(line: str, kriya: Kriya, verb: Span | None) -> Iterator[str]:
    where = f"Kriyā {kriya.verb!r}"
    if verb is None:
        yield f"{where}: the quote {kriya.verb_quote!r} is not in the line."
    seen: dict[str, list[Role]] = {}
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            others = seen.setdefault(fold_name(mention), [])
            if align(mention, line) is None:
                yield f"{where}: the {_WRITTEN[role]} {mention!r} is not in the line."
            elif others and align(mention, line, occurrence=len(others)) is None:
                both = f"{_WRITTEN[others[-1]]} and {_WRITTEN[role]}"
                yield f"{where}: {mention!r} occurs once, but is {both}; a mention has one role."
            others.append(role)
    yield from (f"{where}: {problem}" for problem in _torn(line, kriya))
    yield from (f"{where}: {each} is not in the line." for each in _unaligned_quotes(line, kriya))
    if verb is not None:
        checked = check_kriya(kriya, line, verb)
        opposed = checked.reasons if checked.verdict is ClaimVerdict.CONTRADICTED else ()
        yield from (f"{where}: {problem}" for problem in opposed)


_WRITTEN = {Role(role): name for name, role in ROLE_NAMES.items()}
"""The names that models have for the roles."""


def _unaligned_quotes(line: str, kriya: Kriya) -> Iterator[str]:
    """Yield what a Kriyā quotes beside its participants and is not in the line."""
    quoted = [("said_by", kriya.attributed_to)] if kriya.attributed_to is not None else []
    quoted += [("the measure", measure) for measure in kriya.measures]
    yield from (f"{name} {quote!r}" for name, quote in quoted if align(quote, line) is None)


def _torn(line: str, kriya: Kriya) -> Iterator[str]:
    """Yield the mentions that were found in pieces with another participant between them.

    A head that both share is allowed: *Northern Italy* of *Northern and Southern Italy*.
    """
    verb = align(kriya.verb_quote, line)
    near = verb.start if verb else None
    found = [(mention, align(mention, line, near=near)) for mentions in kriya.karakas.values() for mention in mentions]
    for mention, span in found:
        if span is not None and span.grade is Grade.PARTIAL:
            for other, place in found:
                meet = place is not None and place.start < span.end and span.start < place.end
                if meet and other != mention and not _share_head(line[span.start : span.end], mention, other):
                    yield f"{mention!r} is in the line in pieces only, {other!r} among them; copy it letter for letter."


def _share_head(words: str, mention: str, other: str) -> bool:
    """Return whether `words` join two phrases with one last word, or with one first word, by *and* or *or*."""
    one, two = fold_name(mention).split(), fold_name(other).split()
    joined = len(one) > 1 and len(two) > 1 and not _JOINING.isdisjoint(fold_name(words).replace(",", " ").split())
    return joined and (one[-1] == two[-1] or one[0] == two[0])


_JOINING = frozenset(("and", "or", "nor", "&"))


Placed = tuple[Role, str, Span]
"""A mention in a role, and where it is in the line."""


def mention_spans(line: str, kriya: Kriya, verb: Span) -> list[Placed]:
    """Return where each mention of a Kriyā without violations is: near its verb.

    One name in two roles has two places: of these the agent has the last before the verb, if there is one, and the
    others take theirs in their order.
    """
    found: list[Placed] = []
    roles: dict[str, list[tuple[Role, str]]] = {}
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            roles.setdefault(fold_name(mention), []).append((role, mention))
    order = {role: number for number, role in enumerate(kriya.karakas)}
    for places in roles.values():
        if len(places) == 1:
            found.append((*places[0], _sure(align(places[0][1], line, near=verb.start))))
        else:
            found += _separate_spans(line, places, verb)
    return sorted(found, key=lambda placed: (order[placed[0]], placed[2].start))


def _separate_spans(line: str, places: Sequence[tuple[Role, str]], verb: Span) -> list[Placed]:
    spans = [_sure(align(mention, line, occurrence=nth)) for nth, (_, mention) in enumerate(places)]
    spans.sort(key=lambda span: span.start)
    ordered = sorted(places, key=lambda place: (place[0] is not Role.KARTA, place[0].value))
    before = [span for span in spans if span.end <= verb.start]
    if ordered[0][0] is Role.KARTA and before:
        spans.remove(before[-1])
        spans.insert(0, before[-1])
    return [(*place, span) for place, span in zip(ordered, spans, strict=True)]


_LINKING = frozenset(("be", "have", "become", "seem"))
"""Verbs that say nothing of one participant alone."""


@dataclass(frozen=True, slots=True)
class StoredKriya:
    """A Kriyā as it is put into the graph: with its verb's place, and who takes part under which marker.

    `left_out` has a sentence for each participant that is not stored, and for the Kriyā where it is not.
    """

    kriya: Kriya
    verb: Span
    participants: tuple[Participant, ...]
    left_out: tuple[str, ...] = ()

    @property
    def is_stored(self) -> bool:
        return bool(self.participants or not self.left_out)


def stored_kriyas(line: str, extraction: Extraction, *, related: bool = True) -> list[StoredKriya]:
    """Return the Kriyās of a reading without violations as they are put into the graph, then those that these imply.

    `related` says whether participants outside the seven kārakas are stored.
    """
    found: list[StoredKriya] = []
    implied: list[StoredKriya] = []
    for kriya, span in zip(extraction.kriyas, _verb_spans(line, extraction), strict=True):
        verb = _sure(span)
        told = participants_of(line, kriya, verb, mention_spans(line, kriya, verb), related=related)
        measured = kriya.model_copy(update={"measures": [*kriya.measures, *told.measures]})
        reason = _reason_to_leave_out(kriya, told)
        if reason:
            found.append(StoredKriya(kriya, verb, (), (*told.left_out, reason)))
            continue
        found.append(StoredKriya(measured, verb, told.stored, told.left_out))
        implied += _implied_kriyas(kriya, told)
    return [*found, *implied]


def _reason_to_leave_out(kriya: Kriya, told: Participants) -> str:
    """Return why a Kriyā is not stored where some of its participants are not, "" where it is.

    *Did not collide with a truck* does not say *did not collide*.
    """
    fewest = 2 if kriya.verb in _LINKING else 1
    if told.left_out and len(told.stored) < fewest:
        return f"the event “{kriya.verb_quote}”: it says nothing without them"
    if told.left_out and kriya.polarity is Polarity.NEGATIVE:
        return f"the event “{kriya.verb_quote}”: what the line denies, it denies of these alone"
    return ""


def _implied_kriyas(kriya: Kriya, told: Participants) -> Iterator[StoredKriya]:
    for being, who, what in implied_kriyas(kriya, told):
        roles = (
            replace(who, role=Role.KARTA, marker="", marker_span=None),
            replace(what, role=Role.KARMA, marker="", marker_span=None),
        )
        yield StoredKriya(being, _sure(what.marker_span), roles)


def document_unit(doc_id: str, key: str, lines: Sequence[str]) -> Unit:
    """Return the unit that puts the lines of a document into the graph as Document nodes."""
    nodes = tuple(NodeFact(_document_node(doc_id, number, text)) for number, text in enumerate(lines, 1))
    return Unit(document_slot(doc_id), key, ((doc_id, WHOLE_DOCUMENT),), nodes)


def line_unit(
    item: LineItem,
    reading: Extraction | Sequence[StoredKriya],
    key: str,
    verdict: str,
    origin: tuple[int, str] | None,
    hints: LineHints | None = None,
) -> Unit:
    """Return the unit of a line whose extraction was accepted: one without violations, or its `stored_kriyas`.

    Every Kriyā cites its line; their numbers count those that are left out. Every mention is evidence for its edge and
    for its entity, every marker for its edge.
    """
    nodes: dict[str, NodeFact] = {}
    edges: dict[str, EdgeFact] = {}
    _add_node(nodes, NodeFact(_document_node(item.doc_id, item.line_number, item.text)))
    kriyas = stored_kriyas(item.text, reading) if isinstance(reading, Extraction) else reading
    for sequence, stored in enumerate(kriyas, 1):
        if not stored.is_stored:
            continue
        kriya_id = kriya_node_id(item.doc_id, item.line_number, sequence)
        for fact in _kriya_facts(item, stored, kriya_id, hints or LineHints()):
            if isinstance(fact, NodeFact):
                _add_node(nodes, fact)
            else:
                _add_edge(edges, fact)
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


def _kriya_facts(item: LineItem, stored: StoredKriya, kriya_id: str, hints: LineHints) -> Iterator[NodeFact | EdgeFact]:
    kriya = stored.kriya
    verb_evidence = (_evidence(item, stored.verb),)
    properties: dict[str, Any] = {
        "verb": kriya.verb.strip().lower(),
        "doc_id": item.doc_id,
        "line_number": item.line_number,
        "verb_quote": item.text[stored.verb.start : stored.verb.end],
        "polarity": kriya.polarity.value,
        "modality": kriya.modality.value,
        "attributed_to": kriya.attributed_to,
        "measures": measure_values(item.text, kriya.measures, item.document_date),
        **({BECAUSE: kriya.because} if kriya.because else {}),
    }
    yield NodeFact(Node(kriya_id, KRIYA, properties), verb_evidence)
    yield EdgeFact(Edge(kriya_id, CITED_IN, document_node_id(item.doc_id, item.line_number)), verb_evidence)
    for one in stored.participants:
        named = name_mention(item.doc_id, item.line_number, item.text, one.span)
        mention = _evidence(item, one.span)
        entity: dict[str, Any] = {"canonical_name": named.canonical_name}
        if named.pronoun:
            entity["pronoun"] = True
        yield NodeFact(Node(named.id, ENTITY, entity), (mention,), named.names)
        words = () if one.marker_span is None else (_evidence(item, one.marker_span),)
        values = edge_values(item.text, kriya, stored.verb, one, item.document_date)
        values |= hints.properties(mention.quote, one)
        yield EdgeFact(
            Edge(kriya_id, RELATION_OF[one.role], named.id, {MARKER: one.marker, **values}), (mention, *words)
        )


def _add_edge(edges: dict[str, EdgeFact], fact: EdgeFact) -> None:
    """Add an edge; of parallel ones (*with Tom or against Tom*) each marker has its own, in the order of the line."""
    ordinal = 0
    while (known := edges.get(replace(fact.edge, ordinal=ordinal).id)) is not None:
        if known.edge.properties == fact.edge.properties:
            return
        ordinal += 1
    edge = replace(fact.edge, ordinal=ordinal)
    edges[edge.id] = replace(fact, edge=edge)


def _add_node(nodes: dict[str, NodeFact], fact: NodeFact) -> None:
    """Add a node's fact, or to what is known of it: one pronoun may take part in two Kriyās."""
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
