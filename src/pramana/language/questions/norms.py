"""What may and what must be done: *May the Tenant sublet?*, *Is she obliged to pay?*, and what a line says of it.

>>> read_norm("Is the Tenant allowed to sublet the flat?")
NormQuestion(duty=False, rest='the Tenant sublet the flat')
>>> norm_before("The Tenant must not")
Norm(duty=True, negated=True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from pramana.language.analysis import tag_tokens
from pramana.language.model import Modal
from pramana.language.questions.wording import plain_question, tidy

_ALLOWED = r"(?:allowed|permitted|entitled|free|authori[sz]ed)"
_OBLIGED = r"(?:required|obliged|bound|obligated|supposed)"
_ASKED = (
    (re.compile(rf"(?:is|are) (?P<who>.+?) (?:still )?{_ALLOWED} to (?P<rest>.+)", re.IGNORECASE), False),
    (re.compile(rf"(?:is|are) (?P<who>.+?) {_OBLIGED} to (?P<rest>.+)", re.IGNORECASE), True),
    (re.compile(r"(?:do|does) (?P<who>.+?) (?:have|need) to (?P<rest>.+)", re.IGNORECASE), True),
)
_MODAL = re.compile(r"(?P<modal>may|can|must|shall|should) (?!not\b)(?P<rest>.+)", re.IGNORECASE)
_PERMITTING = frozenset({"may", "can"})
_ADVERB = r"(?: \w+ly| also| only| always| never)?"
_NOT = r"(?:n't| not)"
_STATED = (
    # the first form that ends right before the verb decides: *need not* before *need*
    (rf"need(?:s)?{_NOT}|do(?:es)?{_NOT} (?:have|need) to|(?:is|are){_NOT} {_OBLIGED} to", True, True, False),
    (rf"(?:must|shall|may|can|should){_NOT}(?: be {_ALLOWED} to)?|cannot", True, False, True),
    (
        rf"(?:is|are|be){_NOT} {_ALLOWED} to|(?:is|are) (?:forbidden|prohibited|barred|banned) (?:to|from)",
        True,
        False,
        True,
    ),
    (rf"may|can|(?:is|are|be) {_ALLOWED} to|ha(?:s|ve) the right to", False, False, False),
    (rf"must|shall|should|ha(?:s|ve) to|needs? to|(?:is|are|be) {_OBLIGED} to", True, False, False),
)
"""Forms before a verb: the words, whether they speak of a duty, whether the duty is lifted, whether it is one to leave
something undone."""
_PATTERNS = tuple(
    (re.compile(rf"\b(?:{form}){_ADVERB}\s*$", re.IGNORECASE), duty, lifted, prohibits)
    for form, duty, lifted, prohibits in _STATED
)
_SUBJECT = 8
"""Words up to the verb, at most: *may the holder of a part-time licence sell …*."""
_CONDITION = re.compile(
    r"\b(?:if|unless|until|provided|except|without|other than|only|as long as|so long as|on condition|subject to|"
    r"in the case of|in case of)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NormQuestion:
    """A question for what may (`duty` False) or must be done. `rest` is its subject with the bare verb behind it."""

    duty: bool
    rest: str

    def statements(self) -> tuple[str, ...]:
        """Return what it may ask about as statements: nothing but a line shows where its subject ends.

        >>> NormQuestion(False, "the Tenant sublet the flat").statements()[1]
        'the Tenant must sublet the flat'
        """
        words = self.rest.split(" ")
        ends = range(1, min(len(words), _SUBJECT))
        whole = [(" ".join(words[:at]), " ".join(words[at:])) for at in ends]
        # a verb alone at the end would be read as a noun: *the Tenant must sublet*
        return tuple(f"{who} must {done}{'' if ' ' in done else ' it'}" for who, done in whole)


@dataclass(frozen=True, slots=True)
class Norm:
    """What the words before a verb make of it: a permission or a duty.

    A negated duty is a prohibition, a negated permission lifts a duty: *need not*.
    """

    duty: bool
    negated: bool


def read_norm(question: str) -> NormQuestion | None:
    """Return a question for a permission or a duty of yes or no, None for any other."""
    text = plain_question(tidy(question))
    for pattern, duty in _ASKED:
        match = pattern.fullmatch(text)
        if match is not None:
            return NormQuestion(duty, f"{match['who']} {match['rest']}")
    match = _MODAL.fullmatch(text)
    if match is None:
        return None
    return NormQuestion(match["modal"].lower() not in _PERMITTING, match["rest"])


def norm_before(text: str) -> Norm | None:
    """Return the norm that the end of a text makes of the verb behind it, None where it makes none."""
    for pattern, duty, lifted, prohibits in _PATTERNS:
        if pattern.search(text):
            return Norm(duty and not lifted, lifted or prohibits)
    return None


def has_condition(text: str, question: str = "") -> bool:
    """Return whether a line says what it says under a condition that the question does not name.

    >>> has_condition("The Tenant must not sublet without consent."), has_condition("The Tenant may sublet.")
    (True, False)
    """
    asked = {match[0].casefold() for match in _CONDITION.finditer(question)}
    return any(match[0].casefold() not in asked for match in _CONDITION.finditer(text))


def asked_moods(question: str) -> frozenset[Modal]:
    """Return what a question asks for beside what happened: *What will she do?* has its answer in what she will do.

    >>> sorted(asked_moods("Who must repair the roof?"))
    [<Modal.FUTURE: 'future'>, <Modal.NECESSARY: 'necessary'>]
    >>> asked_moods("To whom was the crane sold?"), asked_moods("Has she left?")
    (frozenset(), frozenset())
    """
    words = set(question.casefold().split())
    if any(one.text.casefold() == "to" and other.tag.startswith("V") for one, other in pairwise(tag_tokens(question))):
        words.add(_INFINITIVE)
    if _HAS_TO.search(question):
        words.add("need")
    return frozenset(modal for modal, said in _MOODS.items() if words & said)


_INFINITIVE = "to do"
"""Put for a *to* before a verb: *What is she to do?*, not *To whom was it sold?*"""
_HAS_TO = re.compile(r"\b(?:has|have|had)\b.* to\b", re.IGNORECASE)


_MOODS = {
    # contracts put duties as *shall*
    Modal.FUTURE: frozenset({"will", "shall", "would", "going", "must"}),
    Modal.CONDITIONAL: frozenset({"would", "could", "should", "might", "if"}),
    Modal.POSSIBLE: frozenset({"can", "could", "may", "might"}),
    Modal.NECESSARY: frozenset({"must", "should", "shall", "need", "needs"}),
    Modal.INTENDED: frozenset({"want", "wish", "plan", "intend", "try", "will", _INFINITIVE}),
}
