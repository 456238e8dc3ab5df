"""Checks whether an action may be applied: schema, bounds, duplicates and evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pramana.canonical import canonical
from pramana.claims import RelationReading, read_relation, says_relation
from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, GraphSchema, Node, NodeType, Properties, Relation, SchemaMode, Violation
from pramana.igg.actions import Quote
from pramana.igg.backend import GrowingGraph
from pramana.igg.naming import ALIASES, claims, names, sentences_of, unsaid
from pramana.igg.outcome import REFUSAL_CODES
from pramana.igg.plain import ActionError
from pramana.igg.reading import close
from pramana.igg.references import NodeFinder
from pramana.language import QuotedPassage, gives_orders, negations

MOST_TYPES = 1_000
"""Node types, and relations, that a soft schema may grow to: bounds the memory of a hostile run. Chosen by hand."""

_SHOWN = 20
"""Candidates that a refusal lists."""

_LONGEST_SHOWN = 100
"""Code points of a name, a value or a quote in a reason."""


class Aligning(Protocol):
    """Finds quotes in the context, and their words. `documents` is empty if the context has no text."""

    @property
    def documents(self) -> Any: ...

    def align(self, quote: str, doc: str | None = None) -> Evidence | None: ...

    def passage(self, quote: str, place: Evidence) -> QuotedPassage | None: ...


def check_type(schema: GraphSchema, given: str) -> None:
    """Raise Unfit if a node type is unknown and may not be added."""
    _check_known(schema, given, "type", "node type", schema.node_types)


def check_relation(schema: GraphSchema, given: str) -> None:
    """Raise Unfit if an edge type is unknown and may not be added."""
    _check_known(schema, given, "relation", "edge type", schema.relations)


def _check_known(schema: GraphSchema, given: str, code: str, noun: str, known: Iterable[str]) -> None:
    if given in known:
        return
    names = list(known)
    if schema.mode is SchemaMode.STRICT:
        raise ActionError(code, f"unknown {noun} {given!r}", close(given, names) or tuple(names[:_SHOWN]))
    if len(names) >= MOST_TYPES:
        raise ActionError("limit", f"the schema has {len(names):,} {noun}s, the maximum, so {given!r} cannot be added")


def check_room(schema: GraphSchema, graph: GrowingGraph, nodes: int, edges: int) -> None:
    """Raise Unfit if a graph with this many more nodes and edges would exceed its bounds."""
    if schema.max_nodes is None and schema.max_edges is None:
        return
    there = graph.count()
    for what, count, most, more in (
        ("nodes", there[0] + nodes, schema.max_nodes, nodes),
        ("edges", there[1] + edges, schema.max_edges, edges),
    ):
        if more and most is not None and count > most:
            raise ActionError("limit", f"the graph has {most:,} {what}, the maximum (max_{what})")


def check_node(schema: GraphSchema, finder: NodeFinder, node: Node) -> None:
    """Raise Unfit if a schema with the node's type refuses it, or another node has its unique key."""
    known = schema.node_types.get(node.type)
    if known is not None:
        check_required(known, node.properties, f"a {node.type}")
        if known.attributes or known.closed:
            _refuse(schema.node_violations(node))
    held = finder.holder(node.type, node.properties)
    if held is not None and held[1] != node.id:
        names, other = held
        shown = ", ".join(f"{name} {canonical(node.properties[name])}" for name in names)
        raise ActionError("duplicate", f"a {node.type} with {shown} already exists: {other!r}", (other,))


def check_edge(schema: GraphSchema, edge: Edge, source: Node, target: Node) -> None:
    """Raise Unfit if a schema with the relation refuses the edge."""
    relation = schema.relations[edge.relation]
    check_required(relation, edge.properties, edge.relation)
    plain = relation.sources is None and relation.targets is None and not relation.attributes and not relation.closed
    if not plain or edge.source == edge.target:
        _refuse(schema.edge_violations(edge, source.type, target.type))


def check_required(kind: NodeType | Relation, properties: Properties, what: str) -> None:
    """Raise Unfit if a required property is missing or empty."""
    for name in kind.required:
        if properties.get(name) in (None, ""):
            near = close(name, [given for given in properties if given not in kind.required])
            raise ActionError("missing", f"{what} needs the property {name!r}", near)


def _refuse(violations: Iterable[Violation]) -> None:
    for violation in violations:
        code = _CODES.get(violation.what, violation.what)
        raise ActionError(code if code in REFUSAL_CODES else "schema", violation.problem, _candidates(violation))


_CODES = {"source": "endpoint", "target": "endpoint"}


def _candidates(violation: Violation) -> tuple[str, ...]:
    return violation.nearest or violation.allowed[:_SHOWN]


def found_evidence(
    quotes: Sequence[Quote], context: Aligning | None, required: bool, use: str
) -> tuple[Evidence | None, ...]:
    """Return the place of each quote, None for a quote that was not found.

    Raises Unfit if the context has text and evidence is required, but the action has no quote, or a quote is not found.
    """
    required = required and context is not None and bool(context.documents)
    if required and not quotes:
        raise ActionError("evidence", f"{use} needs `evidence`: a quote from the context")
    if context is None or not quotes:
        return (None,) * len(quotes)
    found = tuple(_find_quote(context.align, quote) for quote in quotes)
    for quote, place in zip(quotes, found, strict=True):
        if place is None and required:
            where = f" in {quote.document!r}" if quote.document else ""
            raise ActionError("evidence", f"the quote {_shorten(quote.text)!r} was not found in the context{where}")
    return found


@dataclass(frozen=True, slots=True)
class QuoteClaim:
    """The names and values that a quote must contain: a name of each of `called` (a node, or both ends of an edge), and
    the values of `properties`, except those that the schema restricts to a list (`kind`). `relation` leads from the
    first end to the second, "" for a node; `words` are other words for it, as the schema declares them."""

    called: Sequence[Sequence[str]]
    properties: Properties
    kind: NodeType | Relation | None = None
    relation: str = ""
    words: Sequence[str] = ()


def check_said(
    claim: QuoteClaim, quotes: Sequence[Quote], found: Sequence[Evidence | None], context: Aligning | None
) -> None:
    """Raise Unfit if no single quote has all the names, or no quote that has them contains a property's value.

    Names in several quotes prove nothing: each quote may be about somebody else.
    """
    if context is None or not context.documents:
        return
    passages = [
        passage
        for quote, place in zip(quotes, found, strict=True)
        if place is not None and (passage := context.passage(quote.text, place)) is not None
    ]
    ordering = [passage for passage in passages if gives_orders(sentences_of(passage))]
    if ordering and len(ordering) == len(passages):
        quoted = _shorten(sentences_of(ordering[0]))
        raise ActionError(
            "evidence", f"the quote is of a text that gives orders to its reader, and states nothing: {quoted!r}"
        )
    passages = [passage for passage in passages if passage not in ordering]
    naming = [passage for passage in passages if all(names(passage, called) for called in claim.called)]
    if not naming:
        raise _unnamed_refusal(claim, passages)
    if claim.relation:
        _check_direction(claim, naming)
        _check_words(claim, naming)
    chosen = [name for name, each in claim.kind.attributes.items() if each.one_of] if claim.kind is not None else []
    known = claim.called[0] if len(claim.called) == 1 else ()
    name = unsaid(naming, claims(claim.properties, chosen, known))
    if name is not None:
        raise _unsaid_refusal(claim, name)


def _check_direction(claim: QuoteClaim, naming: Sequence[QuotedPassage]) -> None:
    """Raises Unfit if no quote that names both ends asserts the relation of them in these roles.

    The sentences of a quote are read whole: *Lily denied that Marsh stole it* does not support it. A quote that
    the embedded reader cannot compare with the relation is accepted.
    """
    source, target = claim.called
    denies = any(negations(str(value)) for value in claim.properties.values())
    found = {read_relation(claim.relation, sentences_of(passage), source, target, denies=denies) for passage in naming}
    if not found.isdisjoint((RelationReading.SAID, RelationReading.UNREAD)):
        return
    said, ends = claim.relation, f"{_first_name(source)} and {_first_name(target)}"
    if RelationReading.DENIED in found:
        raise ActionError("denied", f"the quote denies {said} of {ends}; quote words that assert it, or leave it out")
    if RelationReading.REVERSED in found:
        advice = "let the edge lead the other way, or quote words that say it"
        raise ActionError("reversed", f"the quote has {ends} in each other's roles for {said}; {advice}")
    if RelationReading.UNCERTAIN in found:
        how = "but as possible, asked, conditional or in somebody's words; quote words that assert it, or leave it out"
        raise ActionError("unstated", f"the quote does not say {said} of {ends} as a fact, {how}")
    advice = "quote words that say it of them, first add what the text calls an end to its aliases, or leave it out"
    raise ActionError("unstated", f"the quote says {said} of somebody or something else than {ends}; {advice}")


def _check_words(claim: QuoteClaim, naming: Sequence[QuotedPassage]) -> None:
    """Raises Unfit if no quote with both ends has the words of the relation: *Ben thanked Anna* says of no call."""
    source, target = claim.called
    texts = [sentences_of(passage) for passage in naming]
    if any(says_relation(claim.relation, text, source, target, claim.words) for text in texts):
        return
    advice = "quote words that say it, use the relation that the text states, or leave it out"
    ends = f"{_first_name(source)} and {_first_name(target)}"
    raise ActionError(
        "unstated", f"no quote says {claim.relation} of {ends}, in a form of its words or in `edge_words`; {advice}"
    )


def _unnamed_refusal(claim: QuoteClaim, passages: Sequence[QuotedPassage]) -> ActionError:
    lacking = [called for called in claim.called if not any(names(passage, called) for passage in passages)]
    both = " and ".join(_first_name(called) for called in claim.called)
    which = f", and none names {' or '.join(map(_first_name, lacking))}" if len(claim.called) > 1 and lacking else ""
    advice = (
        "quote words from one name to the other, over line ends where need be, or first add what the text calls an end "
        "to its aliases"
        if len(claim.called) > 1
        else "quote words that have the name, or use the name that the text has"
    )
    near = tuple(dict.fromkeys(name for called in lacking or claim.called for name in called))[:_SHOWN]
    return ActionError("unnamed", f"no quote names {both}{which} (as written, whole words); {advice}", near)


def _unsaid_refusal(claim: QuoteClaim, name: str) -> ActionError:
    what = "each of its " + name if name in ALIASES else f"{name} {_shorten(canonical(claim.properties[name]))}"
    both = " and ".join(_first_name(called) for called in claim.called) or "it"
    advice = "quote the words that say it together with the name, copy the value from the text, or leave it out"
    return ActionError("unsaid", f"no quote that names {both} has {what}; {advice}", (name,))


def _first_name(called: Sequence[str]) -> str:
    return repr(_shorten(called[0]))


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _find_quote(align: Callable[[str, str | None], Evidence | None], quote: Quote) -> Evidence | None:
    found = align(quote.text, quote.document)
    return None if found is None or found.grade is Grade.UNRESOLVED else found
