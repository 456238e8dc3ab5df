"""What a comparison says in words, the same in a terminal and on its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pramana.app.comparing_stats import RESAMPLES, Interval, unseen

if TYPE_CHECKING:
    from pramana.app.comparing_result import Comparison
    from pramana.app.comparing_sums import Measure

SIGNIFICANT = 0.05
FEW_GROUPS = 30
_MORE = {
    "facts a line": ("reads more facts a line", "reads fewer facts a line"),
    "judges apart": ("leaves its judges apart more often", "leaves its judges apart less often"),
    "attempts a line": ("takes more attempts a line", "takes fewer attempts a line"),
    "calls a line": ("takes more calls a line", "takes fewer calls a line"),
    "tokens a line": ("takes more tokens a line", "takes fewer tokens a line"),
    "money a line": ("costs more a line", "costs less a line"),
}


def conclusions(found: Comparison) -> Iterator[str]:
    """Yield what may be concluded: acceptance, agreement, and one sentence a further measure."""
    measures = {each.name: each for each in found.sums.measures}
    yield _acceptance(found, measures["acceptance"])
    yield _agreement(found)
    for name, (more, less) in _MORE.items():
        measure = measures.get(name)
        if measure is not None and measure.difference is not None and (measure.a or measure.b):
            yield _difference(measure, more, less, found.sums.answered)


def _acceptance(found: Comparison, measure: Measure) -> str:
    sums = found.sums
    if not sums.answered:
        return "No line was answered under both, so nothing can be said."
    alone = f"{sums.only_a:,} accepted by A alone, {sums.only_b:,} by B alone; McNemar's exact p {_p(sums.p)}"
    if not sums.only_a + sums.only_b:
        return (
            f"No line of {sums.answered:,} was accepted under one version alone. That leaves room, at 95 %, for such "
            f"lines up to {unseen(sums.answered):.1%} of all."
        )
    if sums.p >= SIGNIFICANT:
        return (
            f"No difference in acceptance shown at n = {sums.answered:,}: {_within(measure)} ({alone}). A difference "
            "within that is not ruled out."
        )
    which = "more" if sums.only_b > sums.only_a else "fewer"
    return f"B is accepted at {which} lines than A, n = {sums.answered:,}: {_within(measure)} ({alone})."


def _agreement(found: Comparison) -> str:
    each = found.sums.agreement
    if each.share is None:
        return "Neither read a fact, so there is nothing to agree on."
    sure = "" if each.share_95 is None else f" (95 % of resamples: {_range(each.share_95)})"
    told = f"They agree on {each.share:.1%} of the facts that either read{sure}"
    if not each.both_accepted:
        return f"{told}; no line was accepted by both."
    same = "" if each.same_95 is None else f" (95 %: {_range(each.same_95)})"
    return (
        f"{told}: {each.both:,} in both, {each.only_a:,} only in A, {each.only_b:,} only in B. Of "
        f"{each.both_accepted:,} lines that both accepted, {each.same_lines:,} have the same facts{same}."
    )


def _difference(measure: Measure, more: str, less: str, lines: int) -> str:
    if measure.difference == 0 and measure.difference_95 == (0.0, 0.0):
        return f"{measure.name.capitalize()}: the same, {amount(measure, measure.a)}."
    if measure.shown:
        words = more if (measure.difference or 0) > 0 else less
        return f"B {words}: {amount(measure, measure.a)} → {amount(measure, measure.b)}; {_within(measure)}."
    return f"No difference in {measure.name} shown at n = {lines:,}: {_within(measure)}."


def _within(measure: Measure) -> str:
    if measure.difference_95 is None:
        return f"B less A is {change(measure, measure.difference)}, with too little to say how sure that is"
    sure = changes(measure).replace("…", "to")
    return f"B less A is {change(measure, measure.difference)}, 95 % of {RESAMPLES:,} resamples lie from {sure}"


def cautions(found: Comparison) -> Iterator[str]:
    """Yield what is to be kept in mind."""
    if not found.judged:
        yield (
            "No model scored or verified: what is accepted passed the deterministic checks alone, which say nothing "
            "of truth."
        )
    judging = [key for key in found.differing if "scoring" in key or "verification" in key]
    if judging:
        yield (
            f"The judges' own prompts differ ({', '.join(judging)}): more accepted may mean a milder judge, not a "
            "truer reading. Read the lines below."
        )
    elif found.judged:
        yield "Accepted is what the judges, who are models, let pass; whether it is true, the lines below show."
    lost = found.sums.lines - found.sums.answered
    if lost:
        yield (
            f"At {lost:,} lines no answer came to one side or both; they are left out but of costs. The same command "
            "tries again."
        )
    if found.sums.groups < FEW_GROUPS and found.sums.groups < found.sums.lines:
        yield (
            f"Lines of a batch share calls, so whole batches are resampled, and there are only {found.sums.groups}: "
            "take intervals of differences as rough, and McNemar's p, which takes lines for independent, too."
        )
    yield "Acceptance is what was asked; of the other measures, one in twenty would show a difference by chance."


def amount(measure: Measure, value: float | None) -> str:
    """Return a figure for people: 97.2%, 3.41, $0.000120; – for none."""
    if value is None:
        return "–"
    if measure.unit == "share":
        return f"{value:.1%}"
    return f"${value / 1e6:.6f}" if measure.unit == "money" else _plain(value)


def change(measure: Measure, value: float | None) -> str:
    """Return a difference with its sign; of shares in percentage points."""
    if value is None:
        return "–"
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    size = abs(value)
    if measure.unit == "share":
        return f"{sign}{size * 100:.1f} points"
    return f"{sign}${size / 1e6:.6f}" if measure.unit == "money" else f"{sign}{_plain(size)}"


def changes(measure: Measure) -> str:
    """Return the interval of a difference, "" where none is known."""
    if measure.difference_95 is None:
        return ""
    low, high = (change(measure, end) for end in measure.difference_95)
    return f"{low.removesuffix(' points')} … {high.removesuffix(' points')}"


def interval(measure: Measure, found: Interval | None) -> str:
    """Return an interval of a figure, "" where none is known."""
    return "" if found is None else f"{amount(measure, found[0])} … {amount(measure, found[1])}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def _range(found: Interval) -> str:
    return f"{found[0]:.1%} … {found[1]:.1%}"


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
