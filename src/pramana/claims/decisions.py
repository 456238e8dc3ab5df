"""What people decided about claims that rules and models left open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pramana.claims.model import ClaimCheck, ClaimVerdict, Decider
from pramana.evidence import words


@dataclass(frozen=True, slots=True)
class ClaimDecision:
    """A person's decision about a claim. `places` are the lines that it was decided by, as `doc:line`."""

    number: int
    claim: str
    is_accepted: bool
    why: str
    places: tuple[str, ...]

    @property
    def reason(self) -> str:
        """What a verdict that rests on it says."""
        found = "the lines say it" if self.is_accepted else "the lines do not say it"
        return f"Decision {self.number}: a person found that {found}{f' ({self.why})' if self.why else ''}."

    def rests_on(self, places: Sequence[str]) -> bool:
        """Return whether a line that it was decided by is among some, as `doc:line`."""
        return not set(self.places).isdisjoint(places)


FindDecision = Callable[[str], ClaimDecision | None]
"""Returns the decision about a claim that is in force, None where nobody has decided."""


def no_decision(claim: str) -> None:
    """Return that nobody has decided about a claim."""


def claim_key(claim: str) -> str:
    """Return what two writings of one claim have in common: its words, without case and marks.

    >>> claim_key("Marsh stole it.") == claim_key("marsh stole it")
    True
    """
    return " ".join(words(claim).forms)


def decided_check(checked: ClaimCheck, decision: ClaimDecision) -> ClaimCheck:
    """Return a check by a person's decision; as it is, where rules or a model were certain."""
    if checked.verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.CONTRADICTED):
        return checked
    verdict = ClaimVerdict.SUPPORTED if decision.is_accepted else ClaimVerdict.NOT_STATED
    return replace(checked, verdict=verdict, reasons=(decision.reason,), decided_by=Decider.PERSON, opposing=())
