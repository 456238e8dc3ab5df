"""HTML of facts and their lines for a notebook. All other results are rendered in `reprs`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch
from itertools import islice

from markupsafe import Markup

from pramana.evidence import Evidence
from pramana.pages import badge, bold, code_html, details_block, escape_text, join_line, mark_places, muted_text, table
from pramana.trace import Proposal
from pramana.views.facts import Fact, Why
from pramana.views.kriyas import KriyaView, LineView, proposal_in_words
from pramana.views.render.dispatch import parts_of
from pramana.views.render.parts import VERDICT_STYLES, AlignedRows, Cell, Heading, Paragraph, Part, RuledTable
from pramana.views.showing import MOST_SHOWN

FEW = 5


@singledispatch
def result_html(value: object) -> Markup:
    """Return a result as HTML: by default the parts that a terminal shows, else its text, escaped."""
    parts = parts_of(value)
    return Markup('<pre style="margin:0">{}</pre>').format(escape_text(value)) if parts is None else parts_html(parts)


def parts_html(parts: Iterable[Part]) -> Markup:
    """Return parts as HTML; empty paragraphs are left out."""
    return Markup("").join(_part_html(each) for each in parts if not isinstance(each, Paragraph) or each.cells)


def _part_html(part: Part) -> Markup:
    if isinstance(part, Heading):
        return join_line(bold(part.words))
    if isinstance(part, RuledTable):
        return table(part.names, part.rows)
    if isinstance(part, AlignedRows):
        return table((), [tuple(map(_cell_html, row)) for row in part.rows])
    return join_line(Markup("").join(map(_cell_html, part.cells)))


def _cell_html(cell: Cell) -> Markup:
    words, style = (cell, "") if isinstance(cell, str) else cell
    if words in VERDICT_STYLES:
        return badge(words)
    return bold(words) if "bold" in style else muted_text(words) if style == "dim" else escape_text(words)


def left_over(total: int, what: str, most: int = MOST_SHOWN) -> str:
    """Return how many more there are than are shown; an empty text where there are none."""
    return f"{total - most:,} more {what}" if total > most else ""


# Facts and their lines


@result_html.register
def _fact(fact: Fact) -> Markup:
    head = join_line(bold(fact.edge.source), code_html(fact.edge.relation), bold(fact.edge.target), badge(fact.verdict))
    return head + evidence_table(fact.evidence, fact.texts) + _folded_why(fact.why())


def evidence_table(evidence: Sequence[Evidence], texts: Sequence[str]) -> Markup:
    """Return where a fact occurs: each line with the quote marked, and the grade."""
    known = dict(zip(evidence, texts, strict=False))
    rows = [
        (place(item.doc_id, item.line_number), quote_html(item, known.get(item, "")), badge(item.grade.value))
        for item in islice(evidence, FEW)
    ]
    return table((), rows, left_over(len(evidence), "places", FEW))


def quote_html(item: Evidence, text: str) -> Markup:
    """Return a line with a quote marked; the quote alone where the line is not at hand."""
    return mark_places(text, [(item.start, item.end)]) if text else mark_places(item.quote, [(0, len(item.quote))])


def place(doc_id: str, line_number: int) -> Markup:
    """Return the place of a line."""
    return muted_text(f"{doc_id}:{line_number}")


def _folded_why(why: Why) -> Markup:
    return details_block(muted_text("why"), result_html(why))


@result_html.register
def _why(why: Why) -> Markup:
    run = f" in run {why.run}" if why.run is not None else ""
    rows = [proposal_row(each) for each in (*why.accepted, *why.refused)]
    return join_line(badge(why.verdict or "unknown"), escape_text(run)) + proposals(rows)


def proposal_row(proposal: Proposal) -> tuple[object, ...]:
    """Return the cells of a proposal: verdict, what it says, scores, reason."""
    scores = ", ".join(map(str, proposal.scores))
    return (
        badge(proposal.verdict.value),
        code_html(shorten(proposal_in_words(proposal.body))),
        scores,
        shorten(proposal.reason),
    )


def proposals(rows: Sequence[tuple[object, ...]]) -> Markup:
    """Return proposals as a table, nothing where there are none."""
    if not rows:
        return Markup("")
    return table(("", "proposed", "scores", "reason"), rows[:MOST_SHOWN], left_over(len(rows), "proposals"))


def shorten(text: str, most: int = 300) -> str:
    """Return a text, cut to `most` characters."""
    return text if len(text) <= most else f"{text[:most]}…"


@result_html.register
def _kriya(kriya: KriyaView) -> Markup:
    places = [(item.start, item.end) for role in kriya.roles for item in role.fact.evidence if is_at(item, kriya)]
    head = join_line(code_html(kriya.in_words), badge(kriya.verdict), *reserves(kriya))
    said = (
        join_line(place(kriya.doc_id, kriya.line_number), mark_places(kriya.text, places)) if kriya.text else Markup("")
    )
    return head + said + _folded_why(kriya.why)


def is_at(item: Evidence, kriya: KriyaView) -> bool:
    """Return whether evidence is in the line of a Kriyā."""
    return (item.doc_id, item.line_number) == (kriya.doc_id, kriya.line_number)


def reserves(kriya: KriyaView) -> list[Markup]:
    """Return what keeps a Kriyā from being said outright: denied, not actual, somebody's word."""
    said = kriya.node.properties
    by = said.get("attributed_to")
    told = [said.get("polarity"), said.get("modality"), f"said by {by}" if by else None]
    return [badge(str(each)) for each in told if each and each not in ("affirmative", "actual")]


@result_html.register
def _line(view: LineView) -> Markup:
    places = [(i.start, i.end) for k in view.kriyas for role in k.roles for i in role.fact.evidence if is_at(i, k)]
    outcome = view.outcome or {"status": "not read"}
    told = [badge(str(outcome["status"])), escape_text(shorten(str(outcome.get("reason", ""))))]
    kriyas = [
        details_block(Markup(" ").join([code_html(k.in_words), badge(k.verdict), *reserves(k)]), result_html(k.why))
        for k in view.kriyas
    ]
    refused = proposals([proposal_row(each) for each in view.refused])
    parts = [details_block(escape_text(f"{len(view.refused)} refused"), refused)] if view.refused else []
    parts += [join_line(escape_text(shorten(f"left out: {each}"))) for each in view.left_out[:MOST_SHOWN]]
    text = join_line(place(view.doc_id, view.line.number), mark_places(view.line.text, places))
    return text + join_line(*told) + Markup("").join([*kriyas[:MOST_SHOWN], *parts])
