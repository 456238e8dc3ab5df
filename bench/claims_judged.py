"""The verdicts of a configured model on the claims of bench/claims.py that rules leave open, as `pramana check --model`
asks for them: up to ten claims in a call, each with its own lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio

from pramana.app import JudgeSession
from pramana.claims import TOGETHER, ClaimCheck, ClaimText, ClaimVerdict, Decider, OpenClaim, is_open, judge_claims

WAIT_S = 6_000
"""Seconds for one answer: a reader may answer in the place of a model."""


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, the text that it is checked against, and whether the text says it."""

    source: str
    text: ClaimText
    claim: str
    is_true: bool

    def checked(self) -> OpenClaim:
        """Return what rules make of it, with the lines that a model is shown."""
        near = sorted(self.text.near(self.claim))
        return OpenClaim(self.text.check(self.claim), tuple(self.text.lines[each].text for each in near), tuple(near))


def judged_claims(claims: Sequence[LabelledClaim], base_url: str, store: Path | None) -> list[ClaimCheck]:
    """Return the check of each claim: by rules, and by the model of a server where rules leave it open.

    All calls wait at once. `store` keeps the answers, so that a second run asks only for what has none.
    """
    checked = [each.checked() for each in claims]
    asked = [place for place, each in enumerate(checked) if is_open(each.checked)]
    print(f"{len(claims)} claims, {len(asked)} of them open after rules, {-(-len(asked) // TOGETHER)} calls")
    return anyio.run(_judge_all, checked, asked, base_url, store)


async def _judge_all(
    checked: Sequence[OpenClaim], asked: Sequence[int], base_url: str, store: Path | None
) -> list[ClaimCheck]:
    model = {"model": "hand", "base_url": base_url, "timeout_s": WAIT_S, "structured": "prompt", "concurrency": 1_000}
    flags = {"llm": {"default": "hand", "models": {"hand": model}}}
    found = [each.checked for each in checked]
    async with JudgeSession(None, store, flags=flags) as session, anyio.create_task_group() as calls:

        async def judge_group(group: Sequence[int]) -> None:
            for place, check in zip(
                group, await judge_claims(session.gateway, [checked[each] for each in group]), strict=True
            ):
                found[place] = check

        for first in range(0, len(asked), TOGETHER):
            calls.start_soon(judge_group, asked[first : first + TOGETHER])
    return found


def print_judged(claims: Sequence[LabelledClaim], found: Sequence[ClaimCheck], show: int) -> None:
    """Print of each source how the true and the false claims came out, and by whom the wrong ones were decided."""
    for source in dict.fromkeys(each.source for each in claims):
        print(f"\n{source}, with a model")
        for is_true in (True, False):
            own = [
                check
                for each, check in zip(claims, found, strict=True)
                if each.source == source and each.is_true is is_true
            ]
            counts = Counter(check.verdict for check in own)
            by_model = Counter(check.verdict for check in own if check.decided_by is Decider.MODEL)
            told = [f"{verdict.value} {counts[verdict]} ({by_model[verdict]} by the model)" for verdict in ClaimVerdict]
            print(f"{'true' if is_true else 'false'} {len(own)}:  {'  '.join(told)}")
    wrong = [(each, check) for each, check in zip(claims, found, strict=True) if check.is_supported is not each.is_true]
    for each, check in wrong[:show]:
        print(f"{check.verdict.value} by {check.decided_by.value}, {'true' if each.is_true else 'false'}: {each.claim}")
        print(f"    {' '.join(check.reasons)}")


def write_replies(path: Path, claims: Sequence[LabelledClaim], found: Sequence[ClaimCheck]) -> None:
    """Write each claim with its label and its verdict as a line of JSON."""
    with path.open("w", encoding="utf-8") as out:
        for each, check in zip(claims, found, strict=True):
            lines = [each.text.lines[place].text for place in check.lines]
            row = {"source": each.source, "claim": each.claim, "label": "true" if each.is_true else "false"}
            row |= {"verdict": check.verdict.value, "decided_by": check.decided_by.value, "lines": lines}
            out.write(json.dumps({**row, "reasons": list(check.reasons)}, ensure_ascii=False) + "\n")
