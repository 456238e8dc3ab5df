"""Claims of an investigation in other words than their lines: a blind verdict decides, else the lines are quoted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from planners import FIND_STAFF, FIRM, Written, action, answer, begin, line

from pramana.claims import PROMPTS
from pramana.investigate import Bounds, Investigation, StopReason, investigate
from pramana.llm import Ask
from pramana.testing import scripted_gateway
from pramana.trace import Trail

IN_OTHER_WORDS = "Ann Ray has been a member of the staff of Orbit since 2001."
LINE = "Ann Ray has worked for Orbit since 2001."


def investigated(verdict: str | None, claim: str = IN_OTHER_WORDS, *more: tuple[str, list[str]]) -> tuple[Any, ...]:
    """Return the investigation, what the judge was asked, and the paths of the steps; `verdict` None: no model."""
    asked: list[Ask] = []

    def judge(ask: Ask) -> Any:
        asked.append(ask)
        return {"reasoning": "She works there.", "verdict": verdict, "lines": [1] if verdict == "supported" else []}

    trail = Trail()
    found: Investigation = asyncio.run(
        investigate(
            "Who works for Orbit?",
            FIRM,
            Written(begin(action(*FIND_STAFF)), answer(claim, (claim, ["staff[0]"]), *more)),
            gateway=None if verdict is None else scripted_gateway(judge, PROMPTS),
            bounds=Bounds(refusals=1),
            lines=line,
            trail=trail,
        )
    )
    return found, asked, [step.path for step in trail.steps]


def test_a_claim_in_other_words_is_taken_where_a_blind_verdict_supports_it() -> None:
    """The model sees the claim and its line alone; its reason is in the answer, its call in the record."""
    found, asked, paths = investigated("supported")
    assert (found.answer, found.answered) == (IN_OTHER_WORDS, True)
    assert (asked[0].value.claim, asked[0].value.lines) == (IN_OTHER_WORDS, [f"1. {LINE}"])
    assert found.claims[0].caution == "A model finds that the lines say it: She works there."
    assert found.as_json()["claims"][0]["judged"] == "She works there."
    assert any(path.startswith("iteration/2/claims") for path in paths)


@pytest.mark.parametrize("verdict", ["not_stated", "unsure", None])
def test_what_no_verdict_supports_is_replaced_by_its_line(verdict: str | None) -> None:
    """After it was sent back once; the refusals keep the reason."""
    found, _, _ = investigated(verdict)
    assert (found.stop, found.answer) == (StopReason.ANSWERED, f"“{LINE}”")
    assert found.why.endswith("the lines are quoted.")
    assert all("shown to say" in each.problem for each in found.refused)
    assert any("A model judged it" in each.problem for each in found.refused) is (verdict is not None)


def test_a_claim_that_its_line_contradicts_is_judged_by_nobody() -> None:
    """What rules decide is not asked about."""
    found, asked, _ = investigated("supported", "Ann Ray has never worked for Orbit.")
    assert not found.answered
    assert asked == []
