"""The results of a seed: sums, derivations, agreement with the truth."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.anot import Confusion, Evaluation, ItemSaid, ResultSummary, number_text, primitive_text, range_text
from pramana.anot import ExplainedPrimitive as Explained
from pramana.anot import ResultSummary as Summary
from pramana.trace import RunStatus
from pramana.views.render.parts import Cell, Part, aside, columns, heading, line, verdict
from pramana.wording import plural, tally_text

SHOWN = 20
"""Items of an entity that are printed; `--json` prints all."""


def _item(said: ItemSaid, pad: str) -> Iterator[Part]:
    mark, style = ("? ", "yellow") if said.open else ("* ", "green") if said.moves else ("- ", "dim")
    yield line(pad, "    ", (mark, style), said.head)
    for name, each in said.evidence.items():
        place = f" at {each['start']}-{each['end']}" if "start" in each else ""
        yield line(pad, "        ", f'{name}: "{each["quote"]}"{place} ', (str(each["grade"]), "dim"))


def derivation_parts(derived: Explained, *, every: bool = False) -> Iterator[Part]:
    """Yield a primitive with all that it was derived from; `every`: also the items that do not change a value."""
    yield from _derivation(derived, 0, set(), every)


def _derivation(derived: Explained, depth: int, printed: set[str], every: bool) -> Iterator[Part]:
    pad = "  " * depth
    known = derived.name in printed
    yield line(
        pad,
        (derived.name, "bold"),
        f" = {derived.as_text(first=not depth)}",
        *([(" (see above)", "dim")] if known else ()),
    )
    if known:
        return
    printed.add(derived.name)
    yield line(pad, "  ", (derived.formula, "dim"))
    for key, value in derived.entity.items():
        yield line(pad, f"    entity {key} {value!r}")
    if derived.base is not None:
        yield line(pad, f"    without items {primitive_text(derived.base)}")
    told = [each for each in derived.items if each.moves or every]
    for said in told[:SHOWN]:
        yield from _item(said, pad)
    if len(told) > SHOWN:
        yield line(pad, f"    … and {plural(len(told) - SHOWN, 'item')} more (--json shows all)")
    if silent := len(derived.items) - len(told):
        yield line(pad, ("    ", ""), (f"{plural(silent, 'item')} read that would change nothing (--all)", "dim"))
    for each in derived.reads:
        yield from _derivation(each, depth + 1, printed, every)


def _open_text(summary: Summary, name: str) -> str:
    """Return how many entities have no number of an output, and between which numbers they are."""
    count, span = f"{summary.undecided[name]:,}", summary.spans.get(name)
    return count if span is None else f"{count} ({range_text(dict(zip(('low', 'high'), span, strict=True)))})"


def summary_parts(summary: Summary) -> Iterator[Part]:
    """Yield the result of a run."""
    items = summary.items
    yield columns(
        [
            ("entities", tally_text(summary.statuses)),
            ("items", f"{items['all']:,}, relevant {items['relevant']:,}, read {items['read']:,}"),
            ("readings", tally_text(summary.readings)),
            ("quotes", tally_text(summary.grades)),
            *([("decide nothing", tally_text(summary.gaps))] if summary.gaps else []),
            *([("noted", tally_text(summary.notes))] if summary.notes else []),
        ]
    )
    for name, counts in summary.verdicts.items():
        yield heading(name)
        yield columns([(f"{number:,}", value) for value, number in counts.most_common()])
    if summary.numbers:
        yield heading("numbers")
        open_too = any(summary.undecided[name] for name in summary.numbers)
        rows: list[tuple[Cell, ...]] = [("", "min", "median", "mean", "max", *(["undecided"] if open_too else []))]
        for name, each in summary.numbers.items():
            figures = each.as_json()
            undecided = [_open_text(summary, name)] if open_too else []
            rows.append((name, *(number_text(figures[key]) for key in ("min", "median", "mean", "max")), *undecided))
        yield columns(rows)
    if summary.problems:
        yield heading("without a value")
        yield columns([(f"{number:,}", name) for name, number in summary.problems.most_common()])
    for left in summary.left_out:
        yield aside(f"left out: {left}")


def _confusion(confusion: Confusion, name: str) -> Iterator[Part]:
    yield heading(f"{name}: truth below each other, what was said beside each other")
    rows: list[tuple[Cell, ...]] = [("", *confusion.classes, "F1")]
    for scores in map(confusion.of_class, confusion.classes):
        counts = [str(confusion.counts.get((scores.name, said), 0)) for said in confusion.classes]
        rows.append((scores.name, *counts, f"{scores.f1:.3f}" if scores.support else ""))
    yield columns(rows)
    constant = confusion.constant
    measures = ("accuracy", "balanced_accuracy", "macro_f1")
    shown: list[tuple[Cell, ...]] = [("", "this seed", "always the same")]
    for each in measures:
        shown.append((each.replace("_", " "), f"{getattr(confusion, each):.3f}", f"{getattr(constant, each):.3f}"))
    yield columns(shown)


def evaluation_parts(found: Evaluation) -> Iterator[Part]:
    yield heading("primitives")
    rows: list[tuple[Cell, ...]] = [("", "right", "always the same", "mean error")]
    for each in found.agreements:
        error = "" if each.error is None else f"{each.error:.3g}"
        rows.append((each.name, f"{each.accuracy:.1%}", f"{each.majority / max(1, each.count):.1%}", error))
    yield columns(rows)
    if found.confusion is not None:
        yield from _confusion(found.confusion, found.verdict or "")
    if found.rankings:
        yield heading(f"{found.score} as a ranking (adjusted: 0 is what a constant reaches)")
        ranked: list[tuple[Cell, ...]] = [("at or above", "of", "AUPRC", "adjusted")]
        for ranking in found.rankings:
            share = f"{ranking.positives} of {ranking.count}"
            ranked.append((ranking.name, share, f"{ranking.auprc:.3f}", f"{ranking.adjusted_auprc:.3f}"))
        yield columns(ranked)
    for name in found.missing:
        yield aside(f"no result: {name}")


def seed_run_parts(run: int, status: RunStatus, summary: ResultSummary) -> Iterator[Part]:
    """Yield how a run of a seed ended, and its sums."""
    yield line(("Run ", "bold"), str(run), ": ", verdict(str(status)))
    yield from summary_parts(summary)
