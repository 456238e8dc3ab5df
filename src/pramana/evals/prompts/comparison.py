"""A comparison of prompts, and its estimate, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.evals.prompts.compare import CompareEstimate
from pramana.evals.prompts.facts import LineReading, ReadFact, in_words
from pramana.evals.prompts.result import PromptComparison
from pramana.evals.prompts.sums import LinePair
from pramana.evals.prompts.words import amount_text, change_interval_text, change_text, interval_text
from pramana.views import Cell, Part, aside, columns, heading, line, money, spending_texts, verdict
from pramana.wording import plural


def _estimate_words(found: CompareEstimate) -> str:
    if not any(found.to_read):
        return "every answer is stored: no call, no cost"
    told = f"{found.to_read[0]:,} lines to read under A, {found.to_read[1]:,} under B"
    return f"{told}: about {plural(found.calls, 'call')}, {found.tokens:,} tokens, {money(found.money)}"


def _sampled_count(found: CompareEstimate) -> int:
    return sum(1 for lines in found.documents.values() if lines)


def _measures(found: PromptComparison) -> Sequence[Sequence[Cell]]:
    rows: list[list[Cell]] = [["", ("A", "bold"), "", ("B", "bold"), "", ("B less A", "bold")]]
    for each in found.sums.measures:
        told: Cell = (
            f"{change_text(each, each.difference)}  {change_interval_text(each)}",
            "bold" if each.shown else "",
        )
        a, b = (amount_text(each, value) for value in (each.a, each.b))
        rows.append([each.name, a, interval_text(each, each.a_95), b, interval_text(each, each.b_95), told])
    return rows


def compare_estimate_parts(found: CompareEstimate) -> Iterator[Part]:
    yield columns(
        [
            ("prompts that differ", ", ".join(found.differing)),
            ("lines", f"{found.lines:,} of {plural(_sampled_count(found), 'document')}"),
            ("to pay", _estimate_words(found)),
        ],
        indent=0,
    )


def _side(name: str, reading: LineReading, only: Sequence[ReadFact], style: str) -> Iterator[Part]:
    yield line(f"    {name} ", verdict(reading.status), "" if reading.accepted else f": {reading.reason}")
    for words in in_words(only):
        yield line("      ", (f"only {name}", style), f"  {words}")


def _pair(pair: LinePair) -> Iterator[Part]:
    yield line()
    yield line("  ", (pair.place, "cyan"), f"  {pair.text}")
    yield from _side("A", pair.a, pair.only_a, "red")
    yield from _side("B", pair.b, pair.only_b, "green")


def comparison_parts(found: PromptComparison, limit: int = 10) -> Iterator[Part]:
    yield line(
        (f"Run {found.run}", "bold"), f": A is {found.a}, B is {found.b}; they differ in {', '.join(found.differing)}"
    )
    per = ", ".join(f"{count:,} of {doc_id}" for doc_id, count in list(found.by_document.items())[:5] if count)
    more = " …" if len(found.by_document) > 5 else ""
    yield line(f"{plural(found.sums.lines, 'line')} ({per}{more}), policy {found.policy}, seed {found.seed}")
    yield heading("Measures, with 95 % intervals")
    yield columns(_measures(found))
    yield heading("What may be concluded")
    for sentence in found.conclusions:
        yield line(f"  {sentence}")
    yield heading(f"Lines that came out otherwise: {len(found.differences):,} of {found.sums.answered:,}")
    for pair in found.differences[:limit]:
        yield from _pair(pair)
    if len(found.differences) > limit:
        yield line(f"  and {len(found.differences) - limit:,} more (--limit, or --html for all)")
    bought = spending_texts(found.paid)
    yield aside(f"Paid now: {', '.join(bought)}." if bought else "Nothing was paid: every answer was stored.")


def compare_estimate_note(found: CompareEstimate) -> Iterator[Part]:
    """Yield what a comparison will cost, as a remark."""
    lines, documents = plural(found.lines, "line"), plural(_sampled_count(found), "document")
    yield aside(f"{lines} of {documents}; {_estimate_words(found)}.")
