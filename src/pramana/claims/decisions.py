"""What people decided about claims that rules and models left open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pramana.claims.model import ClaimCheck, ClaimVerdict, Decider
from pramana.language import RESOLVABLE, operator_words


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
    """Return what two writings of one claim have in common: all but spaces, the first capital and the last mark.

    Marks and capitals within it say something: *5 %* is not *5*, *the US* not *us*, *said: 'I left'* not *said I left*.

    >>> claim_key("Marsh stole it.") == claim_key("marsh  stole it")
    True
    >>> claim_key("It rose by 5%.") == claim_key("It rose by 5.")
    False
    """
    said = " ".join(claim.translate(_STRAIGHT).split()).rstrip(" .!")
    return f"{said[:1].casefold()}{said[1:]}"


_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


def decidable_claim(sentences: Sequence[str], place: int) -> str:
    """Return what a decision about a sentence of a passage is about: itself, or the passage up to it.

    The latter where it has a pronoun, which may mean another one in another passage.

    >>> decidable_claim(["Ann left.", "She sold the mill."], 1), decidable_claim(["Ann left.", "Bo wept."], 1)
    ('Ann left. She sold the mill.', 'Bo wept.')
    """
    alone = place == 0 or RESOLVABLE.isdisjoint(operator_words(sentences[place]))
    return sentences[place] if alone else " ".join(sentences[: place + 1])


def decided_check(checked: ClaimCheck, decision: ClaimDecision) -> ClaimCheck:
    """Return a check by a person's decision; as it is, where rules or a model were certain."""
    if checked.verdict in (ClaimVerdict.SUPPORTED, ClaimVerdict.CONTRADICTED):
        return checked
    verdict = ClaimVerdict.SUPPORTED if decision.is_accepted else ClaimVerdict.NOT_STATED
    return replace(checked, verdict=verdict, reasons=(decision.reason,), decided_by=Decider.PERSON, opposing=())
