"""An audit as one HTML page that needs nothing else: filtered by verdict, sorted by any column, places marked.

Names, descriptions and lines are hostile text. Jinja2 escapes them all, the page allows no script but its own (by its
hash) and nothing from outside, and what a browser or a reader would act on unseen is shown or isolated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.audit.model import (
    AuditVerdict,
    EdgeFinding,
    GraphAudit,
    NodeFinding,
    NodeMention,
    TextPassage,
    shorten_name,
)
from pramana.audit.report import certain_first, reason_counts
from pramana.evidence import Evidence
from pramana.pages import part, render, visible_text

LONGEST_LINE = 600
"""Of a longer line only the neighbourhood of its marks is shown."""
_AROUND = 120
"""Characters that are shown on each side of a mark in a long line: about one sentence."""
_LONGEST_TEXT = 400
"""Characters of a name or a description. Extractors put whole paragraphs there; the graph file has the rest."""
_HERE = Path(__file__).parent
_TEMPLATE, _SCRIPT, _STYLE = "page.html", "page.js", "page.css"


@dataclass(frozen=True, slots=True)
class HtmlPiece:
    """A stretch of a line; `mark` is `end` (an end of the edge), `word` (of its description) or ""."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    place: str
    pieces: tuple[HtmlPiece, ...]


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact as the page shows it."""

    kind: str
    verdict: str
    name: str
    told: str
    reason: str
    stands_as: str
    lines: tuple[ShownLine, ...]


def as_html(audit: GraphAudit, title: str) -> str:
    """Return an audit as a page. The same audit and title give the same text."""
    script, style = (part(_HERE, name) for name in (_SCRIPT, _STYLE))
    return render(
        _HERE / _TEMPLATE,
        title=visible_text(title),
        audit=audit,
        documents=[visible_text(doc_id) for doc_id in audit.documents],
        verdicts=[verdict.value for verdict in AuditVerdict],
        reasons={kind: _reasons(findings) for kind, findings in (("nodes", audit.nodes), ("edges", audit.edges))},
        rows=_rows(audit),
        script=script,
        style=style,
    )


def _reasons(findings: Any) -> list[tuple[str, str, int]]:
    return [
        (verdict.value, reason, count) for verdict in AuditVerdict for reason, count in reason_counts(findings, verdict)
    ]


def _rows(audit: GraphAudit) -> Iterator[FactRow]:
    for edge in certain_first(audit.edges):
        yield _edge(edge)
    for node in audit.nodes:
        yield _node(node)


def _node(finding: NodeFinding) -> FactRow:
    node = finding.node
    name = visible_text(shorten_name(node.name, _LONGEST_TEXT))
    stands_as = _stands_as([finding.mention])
    lines = (_alone(finding.mention),) if finding.mention else ()
    return FactRow(
        "node",
        finding.verdict.value,
        name,
        visible_text(shorten_name(node.type)),
        visible_text(finding.reason),
        stands_as,
        lines,
    )


def _edge(finding: EdgeFinding) -> FactRow:
    edge = finding.edge
    relation = f"{shorten_name(edge.relation)} → " if edge.relation else ""
    name = visible_text(f"{shorten_name(edge.source, 120)} → {relation}{shorten_name(edge.target, 120)}")
    told = visible_text(shorten_name(" · ".join(dict.fromkeys(edge.descriptions)), _LONGEST_TEXT))
    ends = [mention for mention in (finding.source, finding.target) if mention is not None]
    if finding.passage is None:
        lines = tuple(_alone(mention) for mention in ends)
    else:
        lines = tuple(_marked_lines(finding.passage, [mention.evidence for mention in ends], finding.words))
    stands_as = _stands_as([finding.source, finding.target])
    return FactRow("edge", finding.verdict.value, name, told, visible_text(finding.reason), stands_as, lines)


def _stands_as(mentions: Iterable[NodeMention | None]) -> str:
    told = dict.fromkeys(
        f"“{shorten_name(each.evidence.quote)}” ({each.rule.value}, {each.evidence.grade.value})"
        for each in mentions
        if each is not None
    )
    return visible_text("; ".join(told))


def _alone(mention: NodeMention) -> ShownLine:
    evidence = mention.evidence
    pieces = tuple(_pieces(mention.line, [(evidence.start, evidence.end, "end")]))
    return ShownLine(_place(evidence.doc_id, evidence.line_number), pieces)


def _marked_lines(passage: TextPassage, ends: Sequence[Evidence], words: Sequence[Evidence]) -> Iterator[ShownLine]:
    for number, text in enumerate(passage.lines, start=passage.first):
        marks = [(each.start, each.end, "end") for each in ends if each.line_number == number]
        marks += [(each.start, each.end, "word") for each in words if each.line_number == number]
        yield ShownLine(_place(passage.doc_id, number), tuple(_pieces(text, sorted(set(marks)))))


def _pieces(text: str, marks: Sequence[tuple[int, int, str]]) -> Iterator[HtmlPiece]:
    """Cut a line at its marks; where it is long, what is far from any mark is left out."""
    at = 0
    for start, end, mark in marks:
        if start < at:
            continue
        yield HtmlPiece(_gap(text[at:start], len(text), opens=at == 0))
        yield HtmlPiece(visible_text(text[start:end]), mark)
        at = end
    yield HtmlPiece(_gap(text[at:], len(text), opens=at == 0, closes=True))


def _gap(text: str, length: int, opens: bool = False, closes: bool = False) -> str:
    if length <= LONGEST_LINE or len(text) <= 2 * _AROUND:
        return visible_text(text)
    head = "" if opens and not closes else visible_text(text[:_AROUND])
    tail = "" if closes else visible_text(text[-_AROUND:])
    return f"{head} … {tail}"


def _place(doc_id: str, number: int) -> str:
    return f"{visible_text(doc_id)}:{number}"
