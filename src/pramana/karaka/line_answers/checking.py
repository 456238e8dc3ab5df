"""Whether the line that answers a question says the statement that the answer makes of it, by `pramana.claims`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pramana.claims import ClaimCheck, ClaimVerdict, Decider, OpenClaim, check, judge_claims, shown_evidence
from pramana.karaka.answered_statements import answered_statements
from pramana.karaka.line_answers.answering import FoundAnswer
from pramana.karaka.line_answers.truths import NO
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict

_NEGATED = {ClaimVerdict.SUPPORTED: ClaimVerdict.CONTRADICTED, ClaimVerdict.CONTRADICTED: ClaimVerdict.SUPPORTED}
_ORDER = (ClaimVerdict.SUPPORTED, ClaimVerdict.NOT_STATED, ClaimVerdict.UNSURE, ClaimVerdict.CONTRADICTED)
"""Verdicts from the surest on: one part that the line contradicts refuses the whole."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An answer that a line gives, with the verdict on the statement that it makes of the question."""

    found: FoundAnswer
    checked: ClaimCheck

    @property
    def is_refused(self) -> bool:
        """Whether the line says otherwise, or a model finds that it does not speak of it."""
        unsaid = self.checked.verdict is ClaimVerdict.NOT_STATED and self.checked.decided_by is Decider.MODEL
        return unsaid or self.checked.verdict is ClaimVerdict.CONTRADICTED

    @property
    def is_shown(self) -> bool:
        return self.checked.is_supported or self.found.decided

    @property
    def reason(self) -> str:
        """Why it is not shown, "" where it is."""
        return "" if self.is_shown else " ".join(self.checked.reasons)


async def check_answers(
    gateway: Gateway, question: str, found: Sequence[FoundAnswer], trail: Trail
) -> list[CheckedAnswer]:
    """Return answers with their verdicts: of the rules, of a configured model where they leave one open.

    Each is recorded at `trail` with its verdict and the reason.
    """
    checks = [check_answer(question, each) for each in found]
    open_claims = [
        OpenClaim(checked, (shown_evidence(each.place.line),), (0,))
        if answered_statements(question, each.texts)
        # what is no statement cannot be judged
        else OpenClaim(checked, (), ())
        for checked, each in zip(checks, found, strict=True)
    ]
    judged = await judge_claims(gateway, open_claims, trail.at("claims"))
    judged = [_as_answer(each, one) for each, one in zip(judged, found, strict=True)]
    answers = [CheckedAnswer(one, each) for one, each in zip(found, judged, strict=True)]
    for number, each in enumerate(answers, 1):
        body = {"answer": list(each.found.names), "statement": each.checked.claim, "verdict": each.checked.verdict}
        verdict = Verdict.REFUSED if each.is_refused else Verdict.CHECKED
        trail.at(number).propose(body, verdict, each.reason or "Its line says it.")
    return answers


def _as_answer(judged: ClaimCheck, found: FoundAnswer) -> ClaimCheck:
    """Return a model's verdict on what a question asks about as one on its answer: for *no* the opposite."""
    turned = found.verdict == NO and judged.decided_by is Decider.MODEL
    return replace(judged, verdict=_NEGATED.get(judged.verdict, judged.verdict)) if turned else judged


def check_answer(question: str, found: FoundAnswer) -> ClaimCheck:
    """Return the verdict of rules on an answer: the least sure one of its parts.

    *No* is supported where the line contradicts what the question asks about. Where the question cannot be put as a
    statement, the verdict is unsure.
    """
    statements = answered_statements(question, found.texts)
    if not statements:
        reason = "The question could not be put as a statement, so its line is only quoted."
        return ClaimCheck(", ".join(found.names), ClaimVerdict.UNSURE, (reason,), (0,))
    checks = [check(statement, [found.place.line]) for statement in statements]
    if found.verdict == NO:
        checks = [replace(each, verdict=_NEGATED.get(each.verdict, each.verdict)) for each in checks]
    return max(checks, key=lambda each: _ORDER.index(each.verdict))
