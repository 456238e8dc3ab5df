"""Whether a claim is of the present and its line of the past: *was a cook* does not say *is a cook*."""

from __future__ import annotations

from pramana.claims.model import Aspect, Mismatch
from pramana.language import Clause, ReadLine, possible_tags

_PRESENT = frozenset(("VBZ", "VBB", "VHZ", "VHB", "VVZ", "VVB", "VDZ", "VDB"))
_PAST = frozenset(("VBD", "VHD", "VVD", "VDD"))
_HAVE = frozenset(("VHZ", "VHB"))
_SINGULAR = frozenset(("NN1", "NP0"))


def time_difference(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Mismatch | None:
    """Return that a claim tells as present what its line tells as past, None where it does not.

    What was so may have ended, and what happened once need not happen again. The other way round nothing is lost: what
    is so was so when the line was written. A clause without a verb (*Krug, a cook, left*) has no time.
    """
    if not is_present(said, claimed):
        return None
    third_person = said.finite_tag(claimed).endswith("Z")
    happened = _is_perfect(line, stated) and not _lasts(claimed)
    if is_past(line, stated, third_person) or happened:
        return Mismatch(Aspect.TIME, claimed.predicate, stated.predicate)
    return None


def _lasts(claimed: Clause) -> bool:
    """Whether a claim of the present says since when: *works for Orbit since 2001* is *has worked … since 2001*."""
    return any(part.preposition == "since" for part in claimed.prepositions)


def is_present(line: ReadLine, clause: Clause) -> bool:
    """Return whether a clause tells what is so; *has left* tells what happened."""
    present = line.finite_tag(clause) in _PRESENT
    return present and not _is_perfect(line, clause) and not _is_past_form(line, clause)


def is_past(line: ReadLine, clause: Clause, third_person: bool = False) -> bool:
    """Return whether a clause tells what was so, or happened; `third_person`: its subject has *cuts* in the present."""
    return line.finite_tag(clause) in _PAST or _is_past_form(line, clause, third_person)


def _is_perfect(line: ReadLine, clause: Clause) -> bool:
    """*has been a cook*; not *has a boat*."""
    verb = clause.verb.split(" ")[0]
    return " " in clause.predicate and verb != "have" and line.finite_tag(clause) in _HAVE


def _is_past_form(line: ReadLine, clause: Clause, third_person: bool = False) -> bool:
    """Whether a form that is present and past alike is past: *Omar cut the rope*, as nobody says *Omar cut* today."""
    if line.finite_tag(clause) != "VVB" or len(clause.subjects) != 1:
        return False
    form, subject = clause.predicate.split(" ")[0].casefold(), clause.subjects[0]
    single = third_person or subject.text.casefold() in {"he", "she", "it"}
    single = single or line.sentence.tokens[subject.head].tag in _SINGULAR
    return single and not possible_tags(form).isdisjoint({"VVD", "VVN"})
