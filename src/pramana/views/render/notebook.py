"""What a notebook shows of each result. Every text of a document, a model or a person is escaped; nothing is unbounded.

A class that is shown inherits from `InNotebook`, and has its way here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from markupsafe import Markup

from pramana.evidence import Evidence
from pramana.karaka import Citation
from pramana.pages import (
    badge,
    bold,
    code_html,
    details_block,
    escape_text,
    fragment,
    join_line,
    mark_places,
    muted_text,
    pair_table,
    table,
)
from pramana.trace import Run
from pramana.views.entity import ClusterView, LinkView
from pramana.views.facts import Fact
from pramana.views.kriyas import KriyaView, proposal_in_words
from pramana.views.ledger import LedgerEntry
from pramana.views.render.notebook_facts import FEW, is_at, left_over, place, quote_html, reserves, result_html, shorten
from pramana.views.reply import Reply
from pramana.views.reports import (
    Difference,
    ImportReport,
    IngestReport,
    PassReport,
    PushReport,
    ReplayReport,
    engine_text,
)
from pramana.views.showing import MOST_SHOWN, ShownList


def html_of(value: object) -> str:
    """Return a result as a notebook shows it."""
    return fragment(result_html(value))


# Answers


@result_html.register
def _reply(reply: Reply) -> Markup:
    head = join_line(bold(reply.question), badge(reply.status))
    parts = [head, join_line(escape_text(reply.answer)), _citations(reply)]
    if reply.nearest:
        parts.append(
            details_block(escape_text("the lines that share most words with the question"), _lines(reply.nearest))
        )
    plan = [Markup(reply.plan._repr_html_())] if reply.plan is not None else []
    trace = table((), [(each,) for each in reply.reasoning_trace[:MOST_SHOWN]])
    parts.append(details_block(muted_text(f"how it was found, run {reply.run}"), *plan, trace))
    return Markup("").join(parts)


def _citations(reply: Reply) -> Markup:
    """Return the cited lines, in each the quotes of the facts that were found there, and how sure those are."""
    rows = []
    for cited in reply.citations[:MOST_SHOWN]:
        found = [(fact, item) for fact in reply.facts for item in fact.evidence if _cites(cited, item)]
        sure = dict.fromkeys([*(fact.verdict for fact, _ in found), *(item.grade.value for _, item in found)])
        text = mark_places(cited.text, [(item.start, item.end) for _, item in found])
        rows.append((place(cited.doc_id, cited.line_number), text, Markup(" ").join(map(badge, sure))))
    return table((), rows, left_over(len(reply.citations), "lines"))


def _cites(cited: Citation, item: Evidence) -> bool:
    return (cited.doc_id, cited.line_number) == (item.doc_id, item.line_number)


def _lines(lines: Sequence[Citation]) -> Markup:
    return table((), [(place(each.doc_id, each.line_number), each.text) for each in lines])


# Entities


@result_html.register
def _cluster(entity: ClusterView) -> Markup:
    pronouns = ", ".join(f"{name} ({count})" for name, count in islice(entity.pronouns.items(), MOST_SHOWN))
    names = ", ".join(f"{each.name} ({each.mentions})" for each in entity.members[:MOST_SHOWN])
    kind = str(entity.members[0].node.properties.get("entity_type") or "")
    head = join_line(bold(entity.name), *([badge(kind)] if kind else []), badge(entity.members[0].verdict))
    about = pair_table({"names": names, "pronouns": pronouns, "documents": ", ".join(entity.documents[:MOST_SHOWN])})
    seen = dict(zip((each.node.id for each in entity.kriyas), entity.kriyas, strict=True))
    told = [_kriya_row(each) for each in islice(seen.values(), MOST_SHOWN)]
    left = max(entity.fact_count - len(entity.facts), 0) + max(len(seen) - MOST_SHOWN, 0)
    facts = table((), told, f"{left:,} more facts" if left else "")
    return head + about + facts + _links(entity.links, "links") + _links(entity.refused, "links refused")


def _kriya_row(kriya: KriyaView) -> tuple[object, ...]:
    places = [(item.start, item.end) for role in kriya.roles for item in role.fact.evidence if is_at(item, kriya)]
    sure = Markup(" ").join([badge(kriya.verdict), *reserves(kriya)])
    return place(kriya.doc_id, kriya.line_number), mark_places(kriya.text, places), code_html(kriya.in_words), sure


def _links(links: Sequence[LinkView], title: str) -> Markup:
    if not links:
        return Markup("")
    rows = [(each.ends[0], each.ends[1], badge(each.verdict), shorten(each.reason)) for each in links[:MOST_SHOWN]]
    return details_block(escape_text(f"{len(links):,} {title}"), table((), rows, left_over(len(links), "links")))


# Reports


@result_html.register
def _ingest(report: IngestReport) -> Markup:
    head = join_line(badge(report.status.value), escape_text(report))
    judged = [(badge(name), f"{count:,}") for name, count in sorted(report.lines.items()) if count]
    reasons = [(shorten(reason), f"{count:,}") for reason, count in report.reasons.most_common(MOST_SHOWN)]
    parts = [table((), judged)] if report.run is not None else []
    if reasons:
        parts.append(details_block(escape_text("why lines were left out"), table((), reasons)))
    failed = [(each,) for each in report.failed_lines[:MOST_SHOWN]]
    failed += [(f"{each.path}: {each.reason}",) for each in report.refused_documents[:MOST_SHOWN]]
    if failed:
        parts.append(details_block(escape_text("could not be read"), table((), failed), unfolded=True))
    if report.stopped_by:
        parts.append(join_line(badge("stopped"), escape_text(report.stopped_by)))
    return head + Markup("").join(parts) + join_line(muted_text(f"graph {report.graph_hash}"))


@result_html.register
def _replay(report: ReplayReport) -> Markup:
    verdict = badge("identical" if report.identical else "differs")
    return join_line(
        escape_text(f"Run {report.run}, replayed without a model:"), verdict, code_html(report.found)
    ) + Markup("").join(
        [
            *([join_line(escape_text(f"expected {report.expected}"))] if not report.identical else []),
            *(
                [join_line(escape_text(engine_text(report.engine_changed, report.identical)))]
                if report.engine_changed
                else []
            ),
            *([muted_text("The stored graph was asked: it has the hash of then.")] if report.stored_graph else []),
            *([_differences(report.differences)] if report.differences else []),
        ]
    )


def _differences(differences: Sequence[Difference]) -> Markup:
    rows = [(code_html(each.path), shorten(each.what)) for each in differences[:MOST_SHOWN]]
    return table(("where", "what"), rows, left_over(len(differences), "differences"))


@result_html.register
def _pass(report: PassReport) -> Markup:
    return join_line(escape_text(report))


@result_html.register
def _import(report: ImportReport) -> Markup:
    return join_line(escape_text(report)) + Markup("").join(
        join_line(badge("partial"), escape_text(each)) for each in report.warnings[:FEW]
    )


@result_html.register
def _push(report: PushReport) -> Markup:
    return join_line(escape_text(report))


# Lists


@result_html.register
def _list_html(items: ShownList) -> Markup:  # type: ignore[type-arg]  # dispatch takes no parameters
    first = items[:MOST_SHOWN]
    left = left_over(len(items), "items")
    for kind, names, row in _ROWS:
        if items and all(isinstance(item, kind) for item in first):
            return table(names, [row(item) for item in first], left)
    told = [result_html(item) for item in first]
    if not told:
        return join_line(muted_text("none"))
    return Markup('<hr style="opacity:.3">').join(told) + (join_line(escape_text(f"… {left}")) if left else Markup(""))


def _fact_row(fact: Fact) -> tuple[object, ...]:
    item = next(iter(fact.evidence), None)
    sure = [badge(fact.verdict)]
    edge = (fact.edge.source, code_html(fact.edge.relation), fact.edge.target)
    if item is None:
        return *edge, "", "", sure[0]
    sure.append(badge(item.grade.value))
    said = quote_html(item, next(iter(fact.texts), ""))
    return *edge, place(item.doc_id, item.line_number), said, Markup(" ").join(sure)


def _entry_row(entry: LedgerEntry) -> tuple[object, ...]:
    said = "" if entry.body is None else code_html(shorten(proposal_in_words(entry.body)))
    scores = ", ".join(map(str, entry.scores))
    return muted_text(f"run {entry.run}"), entry.path, badge(entry.verdict), said, scores, shorten(entry.reason)


def _run_row(run: Run) -> tuple[object, ...]:
    return run.id, run.kind, badge(run.status.value), muted_text(run.started)


_ROWS: tuple[tuple[type, tuple[str, ...], Any], ...] = (
    (
        Fact,
        (
            "from",
            "relation",
            "to",
            "line",
            "",
            "",
        ),
        _fact_row,
    ),
    (LedgerEntry, ("", "place", "", "proposed", "scores", "reason"), _entry_row),
    (Run, ("run", "kind", "", "began"), _run_row),
    (PassReport, ("pass", ""), lambda report: (report.name, str(report).partition(": ")[2])),
)
"""Lists of these are tables: the type of the items, the names of the columns, the cells of an item."""
