"""The sentences of a report, the same in a terminal and on its page."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.views.report import EMBEDDED, AttemptCount, PtoolSpending, Report
from pramana.views.reports import money

JUDGED = {
    "agreed": "they agreed, and it was accepted",
    "none": "scored, but the verifier held all wrong",
    "other": "the verifier chose another than the highest",
    "low": "verified, but scored too low",
    "unheard": "no verdict came",
}
"""How scorers and verifiers agreed, by the names of `judgements`."""


def summed_up(report: Report) -> str:
    """Return the whole in one sentence."""
    if not report.read:
        return "No line was read yet."
    parts = [f"{share(report.accepted, report.read)} of {report.read:,} lines accepted"]
    if report.calls_a_line is not None:
        parts.append(f"{report.calls_a_line:.2f} calls a line")
    cost = report.a_line["money"]
    if cost:
        parts.append(f"{money_exactly(cost)} a line")
    if report.judged:
        apart = report.judged - report.judgements["agreed"]
        parts.append(f"scorer and verifier apart in {share(apart, report.judged)} of {report.judged:,} attempts")
    return f"{'; '.join(parts)}."


def attempt_in_words(attempts: Sequence[AttemptCount]) -> str:
    """Return how much came of trying again, "" where nothing was."""
    if len(attempts) < 2:
        return ""
    first, accepted = attempts[0].accepted, sum(each.accepted for each in attempts)
    return f"Trying again brought {accepted - first:,} of {accepted:,} accepted lines."


def reserve(report: Report) -> str:
    """Return what is to be kept in mind of the judgements, "" for nothing."""
    unheard = report.judgements["unheard"]
    return f"In {unheard:,} more attempts no verdict came." if unheard and report.judged else ""


def ptool_rows(report: Report) -> list[tuple[str, str, str, str, str]]:
    """Return what was asked, dearest first: ptool, model, answers, tokens, money."""
    ordered = sorted(report.asked, key=lambda each: (-(each.money or 0), -each.tokens, -each.answers, each.ptool))
    return [_ptool_row(each) for each in ordered]


def _ptool_row(each: PtoolSpending) -> tuple[str, str, str, str, str]:
    embedded = each.model.startswith(EMBEDDED)
    model = f"embedded model {each.model.removeprefix(EMBEDDED)}" if embedded else each.model
    cached = f" ({each.cached_tokens / each.prompt_tokens:.0%} of the input cached)" if each.cached_tokens else ""
    tokens = "" if embedded else f"{each.tokens:,}{cached}"
    return each.ptool, model, f"{each.answers:,}", tokens, "" if embedded else money(each.money)


def share(part: float, whole: float) -> str:
    """Return a share for people: `97.2%`, `–` of nothing."""
    return f"{part / whole:.1%}" if whole else "–"


def seconds(amount: float) -> str:
    return f"{amount:,.1f} s" if amount >= 1 else f"{amount * 1000:,.1f} ms"


def money_exactly(millionths: float) -> str:
    """Return a small amount of US dollars, however small.

    >>> money_exactly(52.4), money_exactly(1_500_000)
    ('$0.000052', '$1.50')
    """
    return f"${millionths / 1e6:.2f}" if millionths >= 1e5 else f"${millionths / 1e6:.6f}"
