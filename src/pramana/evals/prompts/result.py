"""The result of comparing two versions of the prompts: as data, as sentences, and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.evals.prompts.reading import BatchReading
from pramana.evals.prompts.stats import RESAMPLES, Interval, unseen
from pramana.evals.prompts.sums import LinePair, Measure, Sums, compute_sums, differing, pair_lines
from pramana.evals.prompts.trial import Trial
from pramana.evals.prompts.words import amount_text, change_interval_text, change_text
from pramana.serialization import JsonRecord, JsonShape
from pramana.views import HtmlPage


@dataclass(frozen=True, slots=True)
class PromptComparison(HtmlPage, JsonRecord):
    """Version `a` against version `b` over the same lines. `paid` is what was spent now, by model.

    `differing` are the prompts that differ and were read by a model, `by_document` how many lines were sampled of
    each, `differences` the lines that came out otherwise, the most telling first. `texts` has both versions of every
    differing prompt.
    """

    run: int
    a: str
    b: str
    policy: str
    judged: bool
    seed: int
    differing: tuple[str, ...]
    by_document: Mapping[str, int]
    texts: Mapping[str, tuple[str, str]]
    sums: Sums
    differences: tuple[LinePair, ...]
    paid: Mapping[str, Any]

    json_shape = JsonShape(
        without=("texts",),
        plus=("conclusions",),
        computed={"differing_lines": lambda found: [[line.doc_id, line.line_number] for line in found.differences]},
    )

    @property
    def conclusions(self) -> list[str]:
        """The conclusions, a sentence a measure, then the cautions."""
        return [*conclusions(self), *cautions(self)]

    def without_texts(self) -> dict[str, Any]:
        """Return its JSON without what quotes a document."""
        return {name: value for name, value in self.as_json().items() if name != "differences"}

    @property
    def page_title(self) -> str:
        return f"{self.a} against {self.b}"

    def __str__(self) -> str:
        return "\n".join([f"{self.a} (A) against {self.b} (B) over {self.sums.lines:,} lines", *self.conclusions])


def made_of(
    trial: Trial, sides: Sequence[Sequence[BatchReading]], run: int, paid: Mapping[str, Any]
) -> PromptComparison:
    """Return the comparison of two readings of a trial's batches."""
    a, b = sides
    groups = pair_lines(trial.batches, a, b)
    return PromptComparison(
        run=run,
        a=trial.names[0],
        b=trial.names[1],
        policy=trial.settings.gsv.policy,
        judged=trial.judged,
        seed=trial.settings.seed,
        differing=trial.differing,
        by_document=trial.by_document,
        texts={key: (trial.books["a"].get_prompt(key), trial.books["b"].get_prompt(key)) for key in trial.differing},
        sums=compute_sums(groups, a, b, trial.settings.seed),
        differences=tuple(differing(groups)),
        paid=paid,
    )


SIGNIFICANT = 0.05
"""The p-value (0 to 1) below which a difference is called one: the usual 5 %."""


FEW_GROUPS = 30
"""Below so many batches a bootstrap over batches is unreliable, and the result says so: the usual rule of thumb."""


_MORE = {
    "facts a line": ("reads more facts a line", "reads fewer facts a line"),
    "judges apart": ("leaves its judges apart more often", "leaves its judges apart less often"),
    "attempts a line": ("takes more attempts a line", "takes fewer attempts a line"),
    "calls a line": ("takes more calls a line", "takes fewer calls a line"),
    "tokens a line": ("takes more tokens a line", "takes fewer tokens a line"),
    "money a line": ("costs more a line", "costs less a line"),
}


def conclusions(found: PromptComparison) -> Iterator[str]:
    """Yield the conclusions: acceptance, agreement, and one sentence for each further measure."""
    measures = {each.name: each for each in found.sums.measures}
    yield _acceptance(found, measures["acceptance"])
    yield _agreement(found)
    for name, (more, less) in _MORE.items():
        measure = measures.get(name)
        if measure is not None and measure.difference is not None and (measure.a or measure.b):
            yield _difference(measure, more, less, found.sums.answered)


def _acceptance(found: PromptComparison, measure: Measure) -> str:
    sums = found.sums
    if not sums.answered:
        return "No line was answered under both, so nothing can be said."
    alone = f"{sums.only_a:,} accepted by A alone, {sums.only_b:,} by B alone; McNemar's exact p {_p(sums.p)}"
    if not sums.only_a + sums.only_b:
        return (
            f"No line of {sums.answered:,} was accepted under one version alone. At 95 %, up to "
            f"{unseen(sums.answered):.1%} of all lines may still be such lines."
        )
    if sums.p >= SIGNIFICANT:
        return (
            f"No difference in acceptance shown at n = {sums.answered:,}: {_within(measure)} ({alone}). A difference "
            "within that is not ruled out."
        )
    which = "more" if sums.only_b > sums.only_a else "fewer"
    return f"B is accepted at {which} lines than A, n = {sums.answered:,}: {_within(measure)} ({alone})."


def _agreement(found: PromptComparison) -> str:
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
        return f"{measure.name.capitalize()}: the same, {amount_text(measure, measure.a)}."
    if measure.shown:
        words = more if (measure.difference or 0) > 0 else less
        return f"B {words}: {amount_text(measure, measure.a)} → {amount_text(measure, measure.b)}; {_within(measure)}."
    return f"No difference in {measure.name} shown at n = {lines:,}: {_within(measure)}."


def _within(measure: Measure) -> str:
    if measure.difference_95 is None:
        return f"B less A is {change_text(measure, measure.difference)}, with too little data for an interval"
    sure = change_interval_text(measure).replace("…", "to")
    return f"B less A is {change_text(measure, measure.difference)}, 95 % of {RESAMPLES:,} resamples lie from {sure}"


def cautions(found: PromptComparison) -> Iterator[str]:
    """Yield the cautions that apply to the conclusions."""
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
            f"For {lost:,} lines one version or both received no answer. They are excluded from all figures except "
            "costs. Run the same command again to retry them."
        )
    if found.sums.groups < FEW_GROUPS and found.sums.groups < found.sums.lines:
        yield (
            f"Lines of a batch share calls, so whole batches are resampled, and there are only {found.sums.groups}: "
            "take intervals of differences as rough, and McNemar's p, which takes lines for independent, too."
        )
    yield "Acceptance is what was asked; of the other measures, one in twenty would show a difference by chance."


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def _range(found: Interval) -> str:
    return f"{found[0]:.1%} … {found[1]:.1%}"
