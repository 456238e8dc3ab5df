"""What reading lines would take, reckoned from a sample of them before anything is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.events import Extraction, Kriya
from pramana.gsv import GSVSettings
from pramana.karaka import ptools
from pramana.karaka.writer import LineItem
from pramana.llm import Gateway, Usage

SAMPLE = 40
"""How many lines are looked at."""
LOOP_SHARE = 5
"""One line in so many is expected to need the loop (the seed's estimate)."""


@dataclass(frozen=True, slots=True)
class ReadingEstimate:
    """Expected, not worst case. `money` in millionths of a US dollar, None where a price is unknown."""

    lines: int
    unchanged_lines: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    money: int | None
    model: str


LINKS = {"resolution": 6, "coreference": 45, "causes": 4}
"""Links that each pass proposes a line, in hundredths, and EXPRESSIONS that models are asked about: measured on
A Christmas Carol with the embedded model (93, 755 and 71 links and 1,776 expressions in 1,688 lines)."""
EXPRESSIONS = 105
MEANT = 2
"""One expression in so many is expected to get a candidate that is judged."""


def estimate_reading(
    gateway: Gateway, settings: GSVSettings, items: Sequence[LineItem], unchanged: int, passes: Sequence[str]
) -> ReadingEstimate:
    """Reckon the calls and tokens of reading `items` and of the passes after it; `unchanged` lines cost nothing."""
    model = str(gateway.identity(ptools.KRIYA_EXTRACTION)["model"])
    sample = items[:: max(1, len(items) // SAMPLE)][:SAMPLE]
    parts = _calls_per_line(gateway, settings) | _pass_calls_per_line(gateway, settings, passes)
    total = Usage()
    for item in sample:
        for kind, hundredths in parts.items():
            total += _share(_one_call(gateway, kind, item), hundredths)
    scale = len(items) / len(sample) if sample else 0
    money = None if total.money is None else round(total.money * scale)
    return ReadingEstimate(
        lines=len(items),
        unchanged_lines=unchanged,
        calls=-(-len(items) * sum(parts.values()) // 100),
        prompt_tokens=round(total.prompt_tokens * scale),
        completion_tokens=round(total.completion_tokens * scale),
        money=money,
        model=model,
    )


def _calls_per_line(gateway: Gateway, settings: GSVSettings) -> dict[str, int]:
    """Return the expected calls a line by kind, in hundredths."""
    judged = gateway.answers(ptools.KRIYA_SCORING) and gateway.answers(ptools.KRIYA_VERIFICATION)
    if not judged:
        return {"generate": 100}
    loop = {"generate": 100 * settings.candidates, "score": 100 * settings.candidates * settings.scorers, "verify": 100}
    fast = {"generate": 100, "score": 100 * settings.scorers, "verify": 100}
    if settings.policy == "full":
        return loop
    if settings.policy == "fast_path":
        return {kind: fast[kind] + loop[kind] // LOOP_SHARE for kind in loop}
    batch = {"generate": 100 // settings.lines_per_generation, "score": 0, "verify": 0}
    batch |= dict.fromkeys(("score", "verify"), 100 // settings.lines_per_validation)
    return {kind: batch[kind] + loop[kind] // LOOP_SHARE for kind in loop}


def _pass_calls_per_line(gateway: Gateway, settings: GSVSettings, passes: Sequence[str]) -> dict[str, int]:
    """Return the calls that passes are expected to make for a line, in hundredths: votes and a verdict judge a link."""
    judged = gateway.judges(ptools.LINK_SCORING) and gateway.judges(ptools.LINK_VERIFICATION)
    votes = settings.scorers if settings.policy == "full" else 1
    links = (votes + 1) * sum(LINKS.get(name, 0) for name in passes) if judged else 0
    return {"link": links} | (_reference_calls(gateway, settings) if "references" in passes else {})


def _reference_calls(gateway: Gateway, settings: GSVSettings) -> dict[str, int]:
    """Return the calls of the loops of open expressions: most of them go the fast path, or are nobody's at once."""
    asked = (ptools.REFERENCE, ptools.REFERENCE_SCORING, ptools.REFERENCE_VERIFICATION)
    if not all(gateway.judges(ptool) for ptool in asked):
        return {}
    loop = {
        "reference": settings.candidates,
        "reference_score": settings.candidates * settings.scorers,
        "reference_verify": 1,
    }
    if settings.policy == "full":
        return {kind: EXPRESSIONS * calls for kind, calls in loop.items()}
    fast = {"reference": EXPRESSIONS, "reference_score": EXPRESSIONS * settings.scorers // MEANT}
    fast["reference_verify"] = EXPRESSIONS // MEANT
    return {kind: fast[kind] + EXPRESSIONS * calls // (MEANT * LOOP_SHARE) for kind, calls in loop.items()}


def _one_call(gateway: Gateway, kind: str, item: LineItem) -> Usage:
    if kind == "generate":
        asked = ptools.KriyaInput(text=item.text, context=list(item.context))
        return gateway.estimate(ptools.KRIYA_EXTRACTION, asked)
    lines = [*item.context, item.text]
    if kind == "link":
        asked_link = ptools.LinkInput(statement=item.text[:80], lines=lines)
        return gateway.estimate(ptools.LINK_SCORING, asked_link)
    if kind.startswith("reference"):
        return _one_reference(gateway, kind, item.text, lines * 4)
    likely = Extraction(kriyas=[Kriya(verb="expect", verb_quote=item.text[:40] or "-")] * 2)
    if kind == "score":
        return gateway.estimate(ptools.KRIYA_SCORING, ptools.KriyaScoringInput(text=item.text, extraction=likely))
    named = [ptools.NamedCandidate(id=f"Candidate_{name}", data=likely.model_dump(mode="json")) for name in "ABC"]
    return gateway.estimate(ptools.KRIYA_VERIFICATION, ptools.KriyaVerificationInput(text=item.text, candidates=named))


def _one_reference(gateway: Gateway, kind: str, marked: str, lines: list[str]) -> Usage:
    shown = ptools.Referring(expression="he", line=1, marked=marked, lines=lines, names=["name"] * 12).model_dump()
    if kind == "reference":
        return gateway.estimate(ptools.REFERENCE, ptools.ReferenceInput(**shown))
    if kind == "reference_score":
        return gateway.estimate(ptools.REFERENCE_SCORING, ptools.ReferenceScoringInput(**shown, means="name"))
    candidates = [ptools.NamedCandidate(id="Candidate_A", data={"means": "name"})]
    asked = ptools.ReferenceVerificationInput(**shown, candidates=candidates)
    return gateway.estimate(ptools.REFERENCE_VERIFICATION, asked)


def _share(usage: Usage, hundredths: int) -> Usage:
    money = None if usage.money is None else usage.money * hundredths // 100
    return Usage(usage.prompt_tokens * hundredths // 100, usage.completion_tokens * hundredths // 100, money)
