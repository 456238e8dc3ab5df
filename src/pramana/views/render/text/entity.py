"""An entity under all its names, and what people decided about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pramana.evidence import Grade
from pramana.views.decisions import Ruling
from pramana.views.entity import ClusterView, LinkView
from pramana.views.facts import Fact
from pramana.views.kriyas import relation_in_words
from pramana.views.render.parts import Cell, Part, columns, heading, line, verdict
from pramana.views.render.text.linking import entry_parts, evidence_line, more_parts
from pramana.wording import place, plural, tally_text

TYPE = "entity_type"


PARTED = "parted"


STATE_STYLES = {"in force": "green", "taken back": "dim", "overruled": "yellow", "waiting": "yellow"}


def ruling_row(ruling: Ruling) -> list[Cell]:
    why = f" ({ruling.why})" if ruling.why else ""
    return [f"{ruling.number}", ruling.what, (ruling.state, STATE_STYLES[ruling.state]), f"{ruling}{why}"]


def _fact(relation: str, judged: str, told: Any) -> list[Cell]:
    return [(place(told.doc_id, told.line_number), "cyan"), verdict(judged), relation, told.in_words]


def _relation(fact: Fact) -> list[Cell]:
    """Return a derived relation as a row: the lines that state it, its ends, and its time and status."""
    edge = fact.edge
    lines = dict.fromkeys(place(item.doc_id, item.line_number) for item in fact.evidence)
    kept = [str(edge.properties.get(name, "")) for name in ("time", "status", "said_by")]
    told = ", ".join(each for each in kept if each not in ("", "actual"))
    return [(", ".join(lines), "cyan"), verdict(fact.verdict), f"{edge.source} {edge.relation} {edge.target}", told]


def _senses(view: ClusterView, limit: int) -> Iterator[Part]:
    """Yield where a name means this bearer of it and no other, and what tells so."""
    if view.senses:
        yield heading("Told from others of the name")
        for sense in view.senses[:limit]:
            yield line("  ", (sense.name, "bold"), "  ", verdict(sense.verdict), f"  {sense.reason}")
            for item in sense.evidence:
                yield evidence_line(item)
        yield from more_parts(len(view.senses), limit)


def _decision_text(link: LinkView, rulings: Sequence[Ruling]) -> str:
    """Return the decision that a link rests on, where a person made it; "" where lines say it."""
    if any(item.grade is not Grade.ASSERTED for item in link.evidence):
        return ""
    ends = set(link.ends)
    made = next((each for each in rulings if each.state == "in force" and {each.one, each.other} == ends), None)
    if made is None:
        return "decided by a person"
    return f"decided by a person: decision {made.number}{f' ({made.why})' if made.why else ''}"


def _links(words: str, links: tuple[LinkView, ...], limit: int, rulings: Sequence[Ruling] = ()) -> Iterator[Part]:
    if links:
        yield heading(words)
        for link in links[:limit]:
            if decided := _decision_text(link, rulings):
                ends = (link.edge.source, "bold"), " = ", (link.edge.target, "bold")
                yield line("  ", *ends, "  ", verdict(link.verdict))
                named = dict.fromkeys(place(item.doc_id, item.line_number) for item in link.evidence)
                yield columns([(decided,), (f"the names are in {', '.join(named)}",)], indent=4)
                continue
            yield line("  ", (link.edge.source, "bold"), " = ", (link.edge.target, "bold"), "  ", verdict(link.verdict))
            said = link.reason if link.verdict == "checked" else f"{link.reason}. {link.judgement}"
            yield columns([(said,)], indent=4)
            for item in link.evidence:
                yield evidence_line(item)
            if link.signal is not None:
                where = (place(link.signal.doc_id, link.signal.line_number), "cyan")
                yield line("    ", where, f'  said by "{link.signal.quote}"')
        yield from more_parts(len(links), limit)


def cluster_parts(view: ClusterView, limit: int = 20) -> Iterator[Part]:
    first, *others = view.members
    types = sorted({str(one.node.properties[TYPE]) for one in view.members if TYPE in one.node.properties})
    yield line((first.name, "bold"), "  ", verdict(first.verdict), f"  {' or '.join(types)}")
    yield line(
        f"occurs in the text {plural(view.mentions, 'time')} by name, {plural(sum(view.pronouns.values()), 'time')} "
        f"by a pronoun, in {plural(len(view.documents), 'document')}"
    )
    if PARTED in first.node.properties:
        yield line("several go by this name, and these lines do not say which of them they mean")
    if view.pronouns:
        yield line(f"pronouns: {tally_text(view.pronouns)}")
    if others:
        yield heading("Names")
        yield columns([((one.name, "bold"), plural(one.mentions, "time")) for one in view.members])
    yield from _senses(view, limit)
    if view.entries:
        yield heading("In the knowledge base")
        for one in view.entries:
            yield from entry_parts(one)
    yield from _links("What joins them", view.links, limit, view.decisions)
    yield from _links("Refused", view.refused, limit)
    if view.decisions:
        yield heading("Decided by people")
        yield columns([ruling_row(ruling) for ruling in view.decisions])
    if view.relations:
        yield heading(plural(len(view.relations), "relation"))
        yield columns([_relation(fact) for fact in view.relations[:limit]])
        yield from more_parts(len(view.relations), limit)
    if view.facts:
        yield heading(plural(view.fact_count, "fact"))
        facts = zip(view.facts, view.kriyas, strict=True)
        yield columns([_fact(relation_in_words(fact.edge.relation), fact.verdict, told) for fact, told in facts])
        yield from more_parts(view.fact_count, limit)


def rulings_parts(rulings: Iterable[Ruling]) -> Iterator[Part]:
    """Yield decisions as a table."""
    yield columns([ruling_row(ruling) for ruling in rulings], indent=0)
