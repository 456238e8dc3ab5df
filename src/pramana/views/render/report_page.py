"""A report as one HTML page that needs nothing else. It has no script; its plots are SVG, its texts escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from pramana.pages import bars, columns, legend, page_style, part, render, stacked_bars
from pramana.views.report import STATUSES, AttemptCount, LineCoverage, Report
from pramana.views.report_sums import SCORE_STEP
from pramana.views.report_words import (
    JUDGED,
    attempt_in_words,
    money_exactly,
    ptool_rows,
    reserve,
    seconds,
    share,
    summed_up,
)

MOST_DOCUMENTS = 40
MOST_BINS = 30
_HERE = Path(__file__).parent / "assets" / "report"


def report_style() -> str:
    """Return the style sheet of pages that report figures."""
    return page_style() + part(_HERE, "page.css")


def report_page(report: Report) -> str:
    """Return the page. The same report gives the same text."""
    return render(
        _HERE / "page.html",
        report=report,
        name=Path(report.folder).resolve().name,
        style=report_style(),
        summary=summed_up(report),
        attempts=_attempts(report.attempts),
        attempt_words=attempt_in_words(report.attempts),
        calls=_calls(report),
        a_line_money="price unknown" if report.a_line["money"] is None else money_exactly(report.a_line["money"]),
        ptools=ptool_rows(report),
        judged=_agreement_bars(report),
        scores=_scores(report),
        reserve=reserve(report),
        coverage=_coverage(report.coverage),
        left=max(len(report.coverage) - MOST_DOCUMENTS, 0),
        keys=legend(status for status in STATUSES if report.lines.get(status)),
        seconds=seconds,
    )


def served_report_page(script: str, style: str) -> str:
    """Return the page without a report, for a server: `script` and `style` are addresses. The script fetches the page
    of a report, and shows what is in it."""
    return render(_HERE / "served_page.html", script=script, style=style)


def _attempts(attempts: Sequence[AttemptCount]) -> Markup:
    rows = [
        (
            f"attempt {each.number}",
            each.accepted,
            f"{each.accepted:,} of {each.tried:,}, {share(each.accepted, each.tried)}",
        )
        for each in attempts
    ]
    tried = max((each.tried for each in attempts), default=0)
    return bars(rows, "Lines accepted at each attempt", "accepted", whole=tried)


def _calls(report: Report) -> Markup:
    return columns(
        [(label, {"lines": count}) for label, count in bin_counts(report.calls)], "Lines by the calls they took"
    )


def bin_counts(counts: Mapping[float, int]) -> list[tuple[str, int]]:
    """Return counts by a number in at most 30 bins, in order; each number its own where they are few."""
    if len(counts) <= MOST_BINS:
        return [(f"{number:g}", count) for number, count in sorted(counts.items())]
    width = max(1, -(-int(max(counts) + 1) // MOST_BINS))
    found: dict[int, int] = {}
    for number, count in counts.items():
        start = int(number) // width * width
        found[start] = found.get(start, 0) + count
    return [(f"{start}–{start + width - 1}" if width > 1 else f"{start}", found[start]) for start in sorted(found)]


def _agreement_bars(report: Report) -> Markup:
    rows = [
        (JUDGED[name], count, f"{count:,}, {share(count, report.judged)}")
        for name, count in report.judgements.items()
        if count and name != "unheard"
    ]
    return bars(rows, "How scorers and verifiers agreed, in attempts", lead=320)


def _scores(report: Report) -> Markup:
    if not report.scores:
        return Markup("")
    steps = range(min(report.scores), max(report.scores) + 1, SCORE_STEP)
    none = {"accepted": 0, "refused": 0}
    bins = [(f"{step}–{step + SCORE_STEP - 1}", report.scores.get(step, none)) for step in steps]
    return columns(bins, "Proposals by the mean of their scores") + legend(("accepted", "refused"))


def _coverage(coverage: Sequence[LineCoverage]) -> Markup:
    return stacked_bars(list(_rows(coverage)), "The lines of each document by what became of them")


def _rows(coverage: Sequence[LineCoverage]) -> Iterator[tuple[str, dict[str, float], str]]:
    largest = sorted(coverage, key=lambda each: (-each.lines, each.doc_id))[:MOST_DOCUMENTS]
    for each in largest:
        yield each.doc_id, dict(each.statuses), f"{share(each.accepted, each.lines)} of {each.lines:,}"
