"""The report of an investigation as Markdown: answer, hypotheses, plans, state, evidence, cost.

Text from documents, models or the asker is written as inert code, or escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pramana.gasl import code_span
from pramana.investigate.answering import CONTRADICTED, SUPPORTED, CheckedClaim
from pramana.investigate.grounds import TextVerdict
from pramana.investigate.loop import Iteration
from pramana.investigate.model import Hypothesis, StepView
from pramana.investigate.outcome import InvestigationRecord
from pramana.investigate.record_text import record_text
from pramana.investigate.references import shown_state

VALUE_CHARS = 300
"""Characters of a cited value in a report: it is for reading, and the JSON result has the rest."""
_MOST = 3
"""Sources of an element that are named."""


def markdown(found: InvestigationRecord) -> str:
    """Return the report. Equal investigations give equal reports, but for what was paid and how long it took."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: InvestigationRecord) -> Iterator[str]:
    yield f"# {escape_markdown(found.question)}\n"
    yield f"**{escape_markdown(found.complete)}**\n"
    if found.answered:
        yield f"{escape_markdown(found.why)}\n"
        yield from (f"Partial: {escape_markdown(each)}\n" for each in found.limits)
    if found.nearest:
        yield "## Nearest in the graph\n"
        yield from (f"- {escape_markdown(each.text)}" for each in found.nearest)
        yield f"\n{escape_markdown(missing_text(found))}\n"
    if found.claims:
        yield "## Claims and evidence\n"
        for number, claim in enumerate(found.claims, 1):
            yield from _claim(number, claim)
    if found.refused:
        yield "\n## Refused claims\n"
        yield from (
            f"- {code_span(each.text or '(nothing)')}: {escape_markdown(each.problem)}" for each in found.refused
        )
    yield "\n## Hypotheses\n"
    for hypothesis in found.hypotheses:
        yield from _hypothesis(hypothesis)
    yield "\n## Plans\n"
    for turn in found.iterations:
        yield from _turn(turn)
    yield "\n## State\n"
    yield from _state(found)
    yield "\n## Cost\n"
    yield cost_line(found)


def missing_text(found: InvestigationRecord) -> str:
    """Return in a sentence which words of a question no fact of the graph has, "" where each has one."""
    words = ", ".join(f"“{word}”" for word in found.missing)
    return f"Nothing in the graph has these words of the question: {words}." if words else ""


def _claim(number: int, claim: CheckedClaim) -> Iterator[str]:
    yield f"{number}. {escape_markdown(claim.text)}"
    for citation in claim.citations:
        yield f"   - {code_span(citation.ref)}: {code_span(_shorten(record_text(citation.value)))}"
        if citation.computed:
            yield "     - counted by the engine; the plans say how"
        yield from (f"     - {place_text(place, code_span)}" for place in merge_places(citation.places))
    for each in claim.stated:
        name, said = verdict_line(each)
        yield f"   - {name}: {code_span(said)}"
    if claim.caution:
        yield f"   - {escape_markdown(claim.caution)}"
    if claim.left:
        yield f"   - and {claim.left:,} more"


def _shorten(text: str) -> str:
    return text if len(text) <= VALUE_CHARS else f"{text[:VALUE_CHARS]}…"


def place_text(place: Mapping[str, Any], show: Any = str, *, texts: bool = True) -> str:
    """Return a place in one line: a line, a source, or the graph's element; with its text, where it is known.

    `texts` False: without it, as on the HTML page, which quotes it below.
    """
    text = text_of(place) if texts else ""
    said = f": {show(text)}" if text else ""
    element = show(str(place.get("id", "")))
    if "doc_id" in place:
        line = f"{place['doc_id']}:{place.get('line_number', '?')}"
        return f"{show(line)}{said}"
    if "source_id" in place:
        sources = place.get("source_ids", (place["source_id"],))
        named = ", ".join(show(str(source)) for source in sources[:_MOST])
        named += f" and {len(sources) - _MOST} more" if len(sources) > _MOST else ""
        file = f" in {show(str(place['file_path']))}" if place.get("file_path") else ""
        return f"{element}, from source{'s' * (len(sources) > 1)} {named}{file}{said}"
    told = f", which the text does not support: {place['unsupported']}" if "unsupported" in place else ""
    return f"{element} in the graph{told}"


def verdict_line(stated: TextVerdict) -> tuple[str, str]:
    """Return what the text says of a statement: what its line is to it, and the line."""
    if stated.place is None:
        return "text", "no line is near this"
    return "text" if stated.verdict in (SUPPORTED, CONTRADICTED) else "nearest", place_text(stated.place)


def merge_places(places: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return places for people: one for an element's sources whose texts are not known, under `source_ids`."""
    found: dict[Any, dict[str, Any]] = {}
    for number, place in enumerate(places):
        alone = "source_id" not in place or bool(text_of(place))
        key: Any = number if alone else (place.get("id"), place.get("file_path"))
        if "doc_id" in place:
            key = place.get("id"), place["doc_id"], place.get("line_number")
        kept = found.setdefault(key, dict(place))
        if not alone:
            kept.setdefault("source_ids", []).append(place["source_id"])
    return list(found.values())


def text_of(place: Mapping[str, Any]) -> str:
    """Return the text at a place, "" where it is not known."""
    return str(place.get("line") or place.get("quote") or place.get("text") or "")


def _hypothesis(hypothesis: Hypothesis) -> Iterator[str]:
    yield f"- **{hypothesis.id}, {hypothesis.verdict}**: {escape_markdown(hypothesis.text)}"
    for name in ("supports", "refutes", "because"):
        told = getattr(hypothesis, name)
        if told:
            yield f"  - {_SAID[name]}: {escape_markdown(told)}"
    if hypothesis.plans:
        yield f"  - plans: {', '.join(map(code_span, hypothesis.plans))}"
    if hypothesis.evidence:
        yield f"  - evidence: {', '.join(map(code_span, hypothesis.evidence))}"


_SAID = {"supports": "would support it", "refutes": "would refute it", "because": "verdict because"}


def _turn(turn: Iteration) -> Iterator[str]:
    head = f"### {turn.number}. {turn.proposal.decision}"
    if turn.action is None or turn.stepped is None:
        yield f"{head}\n"
        yield f"{turn_end(turn)}\n"
        return
    yield f"{head}: {escape_markdown(turn.action.rationale)}\n"
    yield f"Plan {code_span(turn.action.plan.plan_id)}, confidence {turn.action.confidence:.2f}.\n"
    for view in turn.stepped.views:
        yield f"- {step_result(view)}: {code_span(view.command)}"
        yield from (f"  - {escape_markdown(hint)}" for hint in view.hints)
        yield from (f"  - refused: {escape_markdown(each)}" for each in view.refused)
    for each in turn.stepped.diagnoses:
        yield f"- refused: {code_span(each.command)}: {escape_markdown(problem_text(each.error))}"
    if turn.stepped.stopped:
        yield f"\n{escape_markdown(turn.stepped.stopped)}"
    yield f"\n{signals_text(turn.stepped.signals.as_json())}\n"


_RESULTS = {"empty": "found nothing", "partial": "found a part, cut by a bound", "success": "done"}


def step_result(view: StepView) -> str:
    """Return how a command ended, in words, with the number of its results."""
    if view.status == "success" and view.count is not None:
        return f"{view.count:,} found"
    count = f" ({view.count:,})" if view.status == "partial" and view.count is not None else ""
    return f"{_RESULTS.get(view.status, view.status.replace('_', ' '))}{count}"


def turn_end(turn: Iteration) -> str:
    """Return the result of a turn without a plan, as a sentence."""
    if turn.refused:
        return f"The answer was sent back: {len(turn.refused)} of its statements did not check out."
    if turn.proposal.complete is not None:
        return "The answer was accepted."
    return "No answer." if turn.proposal.unanswerable else "No plan was proposed."


def problem_text(error: Mapping[str, Any]) -> str:
    """Return an error's problem in one line, with the nearest names."""
    told = str(error.get("problem") or error.get("message", ""))
    near = error.get("nearest") or ()
    return f"{told} Nearest: {', '.join(map(str, near))}." if near else told


def signals_text(signals: Mapping[str, int]) -> str:
    """Return the signals that are not 0, as a sentence."""
    told = [f"{count} {name.replace('_', ' ')}" for name, count in signals.items() if count]
    return f"Signals: {', '.join(told)}." if told else "Signals: nothing changed."


def _state(found: InvestigationRecord) -> Iterator[str]:
    summary = shown_state(found.snapshot.state)
    if not summary:
        yield "The state is empty."
    for key, told in summary.items():
        if not isinstance(told, Mapping):
            continue
        yield f"- {code_span(key)}: {told.get('type')} of {told.get('count')}"
        items = told.get("items", {})
        for ref, value in list(items.items())[:5] if isinstance(items, Mapping) else ():
            yield f"  - {code_span(ref)}: {code_span(_shorten(record_text(value)))}"
    yield f"\nHash {code_span(found.snapshot.hash)}."


def cost_line(found: InvestigationRecord) -> str:
    """Return what was paid, in one line."""
    spent = found.spending
    stored = f", {spent.stored:,} answers from the store" if spent.stored else ""
    plans = f"{len(found.plans):,} plan{'s' * (len(found.plans) != 1)}"
    if not (spent.tokens or spent.money is None or spent.stored):
        return f"{plans} by rules, no cost; {found.seconds:.1f} s."
    money = "price unknown" if spent.money is None else f"${spent.money / 1e6:.4f}"
    calls = f"{spent.calls:,} model call{'s' * (spent.calls != 1)}{stored}"
    return f"{plans}; {calls}, {spent.tokens:,} tokens, {money}; {found.seconds:.1f} s."


_MARKS = re.compile(r"([\\`*_{}\[\]<>#|!~&])")


def escape_markdown(text: str) -> str:
    """Return a text as Markdown shows it letter for letter, on one line.

    >>> escape_markdown("a *b*\\n<c>")
    'a \\\\*b\\\\* \\\\<c\\\\>'
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
