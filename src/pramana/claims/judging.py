"""The verdicts of a configured model on claims that rules leave unsure, several in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pramana.claims.model import ClaimCheck, ClaimVerdict, Decider
from pramana.claims.ptools import (
    CLAIM_VERDICT,
    CLAIM_VERDICTS,
    ClaimAnswer,
    ClaimInput,
    ClaimItem,
    ClaimsAnswer,
    ClaimsInput,
)
from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.language import EvidenceLine, gives_orders
from pramana.llm import Abstention, Gateway, Ptool
from pramana.trace import Trail

TOGETHER = 10
"""Claims that one call judges, at most: with eight lines each some 2,500 tokens."""


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim that a model may judge. `lines` are shown, nothing else; `places` are their indices in the evidence."""

    checked: ClaimCheck
    lines: tuple[str, ...]
    places: tuple[int, ...]

    def without_orders(self) -> OpenClaim:
        """Return it without the lines that give orders to their reader."""
        shown = [pair for pair in zip(self.lines, self.places, strict=True) if not gives_orders(pair[0])]
        return OpenClaim(self.checked, tuple(line for line, _ in shown), tuple(place for _, place in shown))

    @property
    def numbered_lines(self) -> list[str]:
        return [f"{number}. {line}" for number, line in enumerate(self.lines, 1)]


def shown_evidence(line: EvidenceLine) -> str:
    """Return a line for a judge, with whom its pronouns and other names mean, each by its names in full.

    >>> from pramana.language import LinkedExpression
    >>> means = [LinkedExpression(0, 2, name) for name in ("Scrooge", "Mr. Scrooge", "the miser")]
    >>> shown_evidence(EvidenceLine("He left.", tuple(means)))
    'He left. (“He” is Mr. Scrooge, also called the miser)'
    """
    names: dict[tuple[int, int], list[str]] = {}
    for each in line.references:
        names.setdefault((each.start, each.end), []).append(each.means)
    meant = [f"“{line.text[start:end]}” is {_full_names(names[start, end])}" for start, end in sorted(names)]
    return f"{line.text} ({'; '.join(dict.fromkeys(meant))})" if meant else line.text


def _full_names(names: Sequence[str]) -> str:
    """Return names without those that are a part of another: *Scrooge* beside *Mr. Scrooge*."""
    known = list(dict.fromkeys(names))
    full = [each for each in known if not any(set(each.split()) < set(other.split()) for other in known)]
    return ", also called ".join([full[0], " and ".join(full[1:])] if full[1:] else full)


def is_open(checked: ClaimCheck) -> bool:
    """Return whether rules left open what evidence makes of a claim; `not_stated` may be said in other words.

    Not where lines disagree: which of them is right, no judge of one claim can know.
    """
    return checked.is_undecided


async def judge_claims(gateway: Gateway, claims: Sequence[OpenClaim], trail: Trail | None = None) -> list[ClaimCheck]:
    """Return the model's verdict on each claim that rules left open; the rules' own where no model judges or answers.

    Up to TOGETHER claims are judged in one call. The lines are shown but for those that give orders to their reader,
    nothing else of a claim's check. A verdict other than `not_stated` that names no line decides nothing.
    """
    found = [each.checked for each in claims]
    shown = {place: each.without_orders() for place, each in enumerate(claims) if is_open(each.checked)}
    asked = [place for place, each in shown.items() if each.lines]
    most = TOGETHER if gateway.judges(CLAIM_VERDICTS) else 1  # a model may be configured for single claims alone
    for first in range(0, len(asked), most):
        group = asked[first : first + most]
        at = trail.at("from", first + 1) if trail is not None and len(asked) > most else trail
        judged = await _judge_group(gateway, [shown[place] for place in group], at)
        for place, check in zip(group, judged, strict=True):
            found[place] = check
    return found


async def _judge_group(gateway: Gateway, group: Sequence[OpenClaim], trail: Trail | None) -> list[ClaimCheck]:
    ptool: Ptool[Any, Any] = CLAIM_VERDICT if len(group) == 1 else CLAIM_VERDICTS
    if not gateway.judges(ptool):
        return [each.checked for each in group]
    value: ClaimInput | ClaimsInput
    if len(group) == 1:
        value = ClaimInput(claim=group[0].checked.claim, lines=group[0].numbered_lines)
    else:
        items = [
            ClaimItem(item=number, claim=each.checked.claim, lines=each.numbered_lines)
            for number, each in enumerate(group, 1)
        ]
        value = ClaimsInput(items=items)
    try:
        call = await gateway.call(ptool, value, trail=trail)
    except AccessRefused:
        raise
    except (TransportError, OutputInvalid, RequestRefused) as error:
        return [_with_reason(each.checked, f"The model gave no verdict: {error}") for each in group]
    answer = call.output
    if isinstance(answer, Abstention):
        return [_with_reason(each.checked, f"The model abstained: {answer.reason}") for each in group]
    verdicts = {1: answer} if isinstance(answer, ClaimAnswer) else _by_item(answer)
    return [_decided_check(each, verdicts.get(number)) for number, each in enumerate(group, 1)]


def _by_item(answer: ClaimsAnswer) -> dict[int, ClaimAnswer]:
    """Return verdicts by item; of two on one item none counts."""
    items = [each.item for each in answer.verdicts]
    return {each.item: each for each in answer.verdicts if items.count(each.item) == 1}


def _decided_check(claim: OpenClaim, answer: ClaimAnswer | None) -> ClaimCheck:
    if answer is None:
        return _with_reason(claim.checked, "The model gave no verdict, or two, on this claim.")
    verdict = ClaimVerdict(answer.verdict)
    named = tuple(sorted({claim.places[number - 1] for number in answer.lines if number <= len(claim.lines)}))
    if verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.CONTRADICTED) and not named:
        return _with_reason(claim.checked, f"The model said {verdict.value}, and named no line.")
    return ClaimCheck(claim.checked.claim, verdict, (answer.reasoning,), named, Decider.MODEL)


def _with_reason(checked: ClaimCheck, reason: str) -> ClaimCheck:
    return replace(checked, reasons=(*checked.reasons, reason))
