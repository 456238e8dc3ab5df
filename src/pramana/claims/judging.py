"""The verdict of a configured model on a claim that rules leave unsure."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.claims.model import ClaimCheck, ClaimVerdict, Decider
from pramana.claims.ptools import CLAIM_VERDICT, ClaimInput
from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.language import EvidenceLine, gives_orders
from pramana.llm import Abstention, Gateway
from pramana.trace import Trail


def shown_evidence(line: EvidenceLine) -> str:
    """Return a line for a judge, with whom its pronouns and other names mean."""
    meant = [f"“{line.text[each.start : each.end]}” is {each.means}" for each in line.references]
    return f"{line.text} ({'; '.join(dict.fromkeys(meant))})" if meant else line.text


def is_open(checked: ClaimCheck) -> bool:
    """Return whether rules left open what evidence makes of a claim; `not_stated` may be said in other words."""
    return checked.verdict in (ClaimVerdict.UNSURE, ClaimVerdict.NOT_STATED)


async def judge_claim(
    gateway: Gateway, checked: ClaimCheck, lines: Sequence[str], places: Sequence[int], trail: Trail | None = None
) -> ClaimCheck:
    """Return the model's verdict on a claim that rules left open; the rules' own where no model judges or answers.

    `lines` are shown but for those that give orders to their reader, nothing else of the claim's check; `places` are
    their indices in the evidence. A verdict other than `not_stated` that names no line decides nothing.
    """
    stating = [(line, place) for line, place in zip(lines, places, strict=True) if not gives_orders(line)]
    lines, places = [line for line, _ in stating], [place for _, place in stating]
    if not is_open(checked) or not lines or not gateway.judges(CLAIM_VERDICT):
        return checked
    value = ClaimInput(claim=checked.claim, lines=[f"{number}. {line}" for number, line in enumerate(lines, 1)])
    try:
        call = await gateway.call(CLAIM_VERDICT, value, trail=trail)
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return _with_reason(checked, f"The model gave no verdict: {error}")
    answer = call.output
    if isinstance(answer, Abstention):
        return _with_reason(checked, f"The model abstained: {answer.reason}")
    verdict = ClaimVerdict(answer.verdict)
    named = tuple(sorted({places[number - 1] for number in answer.lines if number <= len(lines)}))
    if verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.CONTRADICTED) and not named:
        return _with_reason(checked, f"The model said {verdict.value}, and named no line.")
    return ClaimCheck(checked.claim, verdict, (answer.reasoning,), named, Decider.MODEL)


def _with_reason(checked: ClaimCheck, reason: str) -> ClaimCheck:
    return ClaimCheck(checked.claim, checked.verdict, (*checked.reasons, reason), checked.lines)
