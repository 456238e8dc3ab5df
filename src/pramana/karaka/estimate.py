"""What reading lines would take, reckoned from a sample of them before anything is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pramana.events import Kriya, as_wire
from pramana.gsv import GSVSettings
from pramana.karaka import ptools
from pramana.karaka.passes.plugin import PASSES
from pramana.karaka.passes.runner import LOOP_SHARE, Expected
from pramana.karaka.writer import LineItem
from pramana.llm import Gateway, Usage

SAMPLE = 40
"""How many lines are looked at."""


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


def estimate_reading(
    gateway: Gateway, settings: GSVSettings, items: Sequence[LineItem], unchanged: int, passes: Sequence[str]
) -> ReadingEstimate:
    """Reckon the calls and tokens of reading `items` and of the passes after it; `unchanged` lines cost nothing."""
    model = str(gateway.identity(ptools.KRIYA_EXTRACTION)["model"])
    sample = items[:: max(1, len(items) // SAMPLE)][:SAMPLE]
    reading = _calls_per_line(gateway, settings)
    following = _pass_calls(gateway, settings, passes)
    total = Usage()
    for item in sample:
        for kind, hundredths in reading.items():
            total += _share(_one_call(gateway, kind, item), hundredths)
        for hundredths, cost in following:
            total += _share(cost(item.text, [*item.context, item.text]), hundredths)
    scale = len(items) / len(sample) if sample else 0
    money = None if total.money is None else round(total.money * scale)
    return ReadingEstimate(
        lines=len(items),
        unchanged_lines=unchanged,
        calls=-(-len(items) * (sum(reading.values()) + sum(calls for calls, _ in following)) // 100),
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


def _pass_calls(gateway: Gateway, settings: GSVSettings, passes: Sequence[str]) -> list[Expected]:
    """Return the calls that passes are expected to make for a hundred lines: votes and a verdict judge a link."""
    judged = gateway.judges(ptools.LINK_SCORING) and gateway.judges(ptools.LINK_VERIFICATION)
    votes = settings.scorers if settings.policy == "full" else 1
    taken = [PASSES[name] for name in passes]
    links = (votes + 1) * sum(each.links_per_100_lines for each in taken) if judged else 0
    more = (each.expected(gateway, settings) for each in taken if each.expected is not None)
    return [(links, partial(_one_link, gateway)), *(call for calls in more for call in calls)]


def _one_link(gateway: Gateway, text: str, lines: list[str]) -> Usage:
    return gateway.estimate(ptools.LINK_SCORING, ptools.LinkInput(statement=text[:80], lines=lines))


def _one_call(gateway: Gateway, kind: str, item: LineItem) -> Usage:
    if kind == "generate":
        asked = ptools.KriyaInput(text=item.text, context=list(item.context))
        return gateway.estimate(ptools.KRIYA_EXTRACTION, asked)
    likely = [as_wire(Kriya(verb="expect", verb_quote=item.text[:40] or "-").model_dump(mode="json"))] * 2
    if kind == "score":
        return gateway.estimate(ptools.KRIYA_SCORING, ptools.KriyaScoringInput(text=item.text, extraction=likely))
    named = [ptools.NamedCandidate(id=f"Candidate_{name}", data={"kriyas": likely}) for name in "ABC"]
    return gateway.estimate(ptools.KRIYA_VERIFICATION, ptools.KriyaVerificationInput(text=item.text, candidates=named))


def _share(usage: Usage, hundredths: int) -> Usage:
    money = None if usage.money is None else usage.money * hundredths // 100
    return Usage(usage.prompt_tokens * hundredths // 100, usage.completion_tokens * hundredths // 100, money)
