"""A line, a Kriyā, an entity or a fact, with all that it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pramana.evidence import Evidence, Grade
from pramana.karaka import STATED_BY
from pramana.trace import Proposal
from pramana.views.entity import EntityView
from pramana.views.facts import Fact, Why
from pramana.views.kriyas import KriyaView, LineView, RoleView, proposal_in_words, relation_in_words
from pramana.views.render.parts import Cell, Part, aside, columns, heading, line, verdict
from pramana.views.values import values_in_words
from pramana.wording import place, plural


def _is_marked(value: object) -> bool:
    """Return whether a property says more than what goes without saying."""
    return value not in (None, "affirmative", "actual")


def _role(role: str, name: str, evidence: tuple[Evidence, ...]) -> list[Cell]:
    quotes = "; ".join(f'"{item.quote}" {item.grade.value}' for item in evidence)
    return [role, (name, "bold"), quotes]


def _with_values(role: RoleView) -> str:
    """Return a participant with its values, where its words do not show them already."""
    values = role.fact.values
    return f"{role.in_words} = {values}" if values and values not in role.in_words else role.in_words


def _measure(measure: Mapping[str, Any]) -> str:
    values = values_in_words(measure)
    said = f"{measure.get('marker') or ''} {measure['quote']}".strip()
    return f"{said} = {values}" if values else said


def _proposal(proposal: Proposal) -> list[Cell]:
    scores = f" (scores {', '.join(map(str, proposal.scores))})" if proposal.scores else ""
    return [verdict(proposal.verdict.value), f"{proposal_in_words(proposal.body)}: {proposal.reason}{scores}"]


def why_parts(why: Why) -> Iterator[Part]:
    yield heading("Why")
    if why.run is None:
        yield line("  No proposal is recorded: it follows from the document itself.")
        return
    yield columns([("run", str(why.run)), *(_proposal(proposal) for proposal in why.accepted)])
    if why.refused:
        yield heading("Refused rivals")
        yield columns([_proposal(proposal) for proposal in why.refused])


def kriya_parts(view: KriyaView) -> Iterator[Part]:
    yield line()
    properties = view.node.properties
    reserve = [str(properties[name]) for name in ("polarity", "modality") if _is_marked(properties.get(name))]
    if properties.get("attributed_to"):
        reserve.append(f"as {properties['attributed_to']} puts it")
    if properties.get(STATED_BY):
        reserve.append(f"stated by {properties[STATED_BY]} documents")
    said = f" ({'; '.join(reserve)})" if reserve else ""
    yield line((str(properties["verb"]), "bold"), f' "{properties["verb_quote"]}"{said}  ', verdict(view.verdict))
    yield line("  ", (view.node.id, "dim"))
    rows = [_role(relation_in_words(role.relation), _with_values(role), role.fact.evidence) for role in view.roles]
    rows += [["measure", (_measure(each), "bold"), ""] for each in properties.get("measures") or ()]
    for fact in view.causes:
        causing = fact.edge.source == view.node.id
        other = fact.edge.target if causing else fact.edge.source
        rows.append(_role("cause of" if causing else "caused by", other, fact.evidence))
    yield columns(rows, indent=4)


def line_parts(view: LineView) -> Iterator[Part]:
    yield columns([((place(view.doc_id, view.line.number), "bold cyan"), (view.line.text, "bold"))], indent=0)
    part = f"{view.line.place}, " if view.line.place else ""
    yield line(f"source: {part}code points {view.line.start:,} to {view.line.end:,}")
    if view.outcome is None:
        yield line("not read yet: the next ingest comes to it")
    else:
        reason = f": {view.outcome['reason']}" if view.outcome["reason"] else ""
        yield line(verdict(view.outcome["status"]), f" in run {view.outcome['run']}{reason}")
    for kriya in view.kriyas:
        yield from kriya_parts(kriya)
    if view.left_out:
        yield heading("Left out of the graph")
        yield columns([(each,) for each in view.left_out])
    if view.refused:
        yield heading("Refused")
        yield columns([_proposal(proposal) for proposal in view.refused])


def entity_parts(view: EntityView) -> Iterator[Part]:
    yield line((str(view.node.properties["canonical_name"]), "bold"), "  ", verdict(view.verdict))
    if view.aliases:
        yield line(f"also {', '.join(view.aliases)}")
    documents = len({item.doc_id for item in view.evidence})
    stands = f"{plural(len(view.evidence), 'time')} in {plural(documents, 'document')}"
    yield line(f"occurs in the text {stands}; {plural(view.fact_count, 'fact')}")
    rows: list[list[Cell]] = []
    for fact, told in zip(view.facts, view.kriyas, strict=True):
        where = place(told.doc_id, told.line_number)
        rows.append([(where, "cyan"), verdict(fact.verdict), relation_in_words(fact.edge.relation), told.in_words])
    yield columns(rows)
    if view.fact_count > len(view.facts):
        yield aside(f"  and {view.fact_count - len(view.facts):,} more (--limit)")


def fact_parts(found: Fact, texts: Sequence[str] | None = None) -> Iterator[Part]:
    """Yield a fact with its evidence marked in its lines, and why it is there. `texts`: the lines, by default the
    fact's own."""
    yield line((found.edge.id, "bold"), "  ", verdict(found.verdict))
    if found.marker or found.values:
        yield line(" = ".join(part for part in (f"“{found.marker}”" if found.marker else "", found.values) if part))
    decided = bool(found.evidence) and all(item.grade is Grade.ASSERTED for item in found.evidence)
    yield heading("Decided by a person. What it is about occurs in" if decided else "Evidence")
    if not found.evidence:
        yield line("  None: it was stated without a text.")
    for item, text in zip(found.evidence, found.texts if texts is None else texts, strict=False):
        where = (place(item.doc_id, item.line_number), "cyan")
        quote = (text[item.start : item.end], "reverse")
        yield line("  ", where, "  ", text[: item.start], "«", quote, "»", text[item.end :])
        yield line(f"    code points {item.start} to {item.end}, {item.grade.value}")
    yield from why_parts(found.why())


def kriya_with_line_parts(view: KriyaView) -> Iterator[Part]:
    """Yield a Kriyā below its line, and why it is in the graph."""
    yield columns([((place(view.doc_id, view.line_number), "bold cyan"), (view.text, "bold"))], indent=0)
    yield from kriya_parts(view)
    yield from why_parts(view.why)
