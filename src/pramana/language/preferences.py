"""What speaks for one antecedent and against another, where syntax allows both.

Each sign has a weight in hundredths of a logit. The signs are those of the literature (recency, subjects first,
parallelism, repeated mention); the weights were fitted once by a pairwise logistic regression on the development
split of GAP (Webster et al. 2018), and rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pramana.language import agreement
from pramana.language.agreement import UNKNOWN
from pramana.language.binding import ancestors, is_fronted
from pramana.language.mentions import INNER, OBLIQUE, POSSESSOR, SUBJECT, AnalysedLine, Mention
from pramana.language.model import ClauseKind


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a pronoun and a candidate.

    `between`: rival names between the two; `count`: mentions of the candidate's name nearby; `words`: words between;
    `repeated`: the candidate is named again between the two; `first`: it is the first name nearby; `commas`: how many
    are between the two, -1 where they are in different lines; `chained`: the last pronoun of the kind refers to it.
    """

    between: int
    count: int
    words: int
    repeated: bool
    first: bool
    commas: int
    chained: bool


WEIGHTS = {
    "after:free": -25,
    "after:object": -23,
    "after:oblique": -31,
    "after:possessor": 35,
    "after:subject": 47,
    "ancestor/subject": 13,
    "at:prev": -16,
    "at:same": 29,
    "before_who": 11,
    "behind:and": -33,
    "behind:as": 34,
    "behind:by": -8,
    "behind:for": 11,
    "behind:from": 11,
    "behind:of": -46,
    "behind:the": -58,
    "behind:to": -23,
    "behind:with": -22,
    "between:0": 28,
    "between:1": -8,
    "between:2": -14,
    "between:3": -6,
    "most_named": 10,
    "cata_fronted_other": -8,
    "cata_fronted_subject": 57,
    "cata_not_other": -30,
    "cata_not_subject": -10,
    "commands/other": 47,
    "commands/subject": 18,
    "commas:0": 36,
    "commas:1": 12,
    "commas:2": -11,
    "count:0": -19,
    "count:1": -23,
    "count:2": 9,
    "count:3": 13,
    "count:4": 19,
    "first_named": 29,
    "first_of_two": -45,
    "full": -51,
    "gender_known": 11,
    "main_subject": 51,
    "owned": -39,
    "parallel": 32,
    "parallel_owner": 10,
    "paren": 38,
    "prev:free": 13,
    "prev:inner": -52,
    "prev:object": 21,
    "prev:oblique": -37,
    "prev:possessor": -14,
    "prev:subject": 53,
    "repeated": 49,
    "role:free/other": -20,
    "role:free/possessor": 12,
    "role:free/subject": 14,
    "role:inner/subject": -45,
    "role:object/other": 6,
    "role:object/subject": 7,
    "role:oblique/possessor": -30,
    "role:oblique/subject": -19,
    "role:possessor/other": 21,
    "role:possessor/possessor": -6,
    "role:possessor/subject": -7,
    "role:subject/other": -8,
    "role:subject/possessor": 15,
    "role:subject/subject": 54,
    "same:free": 19,
    "same:inner": 20,
    "same:object": 20,
    "same:oblique": 19,
    "same:possessor": -9,
    "same:subject": -35,
    "same_clause_other/possessor": 40,
    "same_clause_subject/other": -46,
    "same_clause_subject/possessor": 30,
    "second_of_two": -71,
    "shared_subject/other": -58,
    "shared_subject/possessor": 55,
    "words:4": 8,
    "words:6": -17,
}

REASONS = {
    "main_subject": "it is the subject of a main clause",
    "role:subject/subject": "both are subjects",
    "parallel": "both have the same part in their clauses",
    "after:subject": "it is the subject that the fronted words lead to",
    "cata_fronted_subject": "it is the subject that the fronted words lead to",
    "same_clause_subject/possessor": "it is the subject of the pronoun's own clause",
    "shared_subject/possessor": "it is the subject of the pronoun's own clause",
    "commands/other": "it is the subject of the clause that the pronoun's clause depends on",
    "commands/subject": "it is the subject of the clause that the pronoun's clause depends on",
    "prev:subject": "it is a subject of the sentence before",
    "between:0": "nobody else is named between",
    "at:same": "it is in the same sentence",
    "first_named": "it is the first that is named",
    "count:4": "it is named often",
    "count:3": "it is named often",
    "repeated": "it is named again in between",
    "gender_known": "its gender agrees",
    "only_one": "nothing else near agrees",
    "heading": "the heading names it",
    "most_named": "no name is more frequent",
    "chained": "the previous pronoun refers to it",
}
"""The signs that are worth naming to a reader, as text."""


DOUBTS = {
    "sort_unknown": -80,
    "sort_known": 60,
    "only_one": 60,
    "chained": 30,
    "in_speech": -120,
    "out_of_speech": -30,
    "speaks_before": 90,
    "heading": 80,
}
"""Set by hand: GAP, where one of two persons is nearly always meant and few speak, does not show them."""

_SELF = dict.fromkeys("himself herself itself themselves".split(), -150)
_NOBODY = {**_SELF, "it": 40, "they": 40, "them": 40, "their": 40, "its": 40}


def nobody(pronoun: Mention) -> int:
    """The weight of what is not named near, or not at all."""
    return _NOBODY.get(pronoun.text.lower(), 0)


def reason(found: list[str]) -> str:
    """The three weightiest signs as text."""
    speaking = sorted((sign for sign in found if sign in REASONS), key=lambda sign: (-_weight(sign), sign))
    said = list(dict.fromkeys(REASONS[sign] for sign in speaking))[:3]
    return "; ".join(said) or "nothing else agrees"


def kind_of(pronoun: Mention) -> str:
    """`subject`, `possessor` or `other`: preferences differ by what the pronoun does."""
    return pronoun.role if pronoun.role in {SUBJECT, POSSESSOR} else "other"


def score(signs: list[str]) -> int:
    """The weights of the signs, summed."""
    return sum(_weight(sign) for sign in signs)


def _weight(sign: str) -> int:
    return WEIGHTS.get(sign, 0) + DOUBTS.get(sign, 0)


def signs(lines: dict[int, AnalysedLine], pronoun: Mention, other: Mention, around: Surroundings) -> Iterator[str]:
    """The names of all that speaks for or against `other`."""
    kind, where = kind_of(pronoun), _where(pronoun, other)
    yield f"at:{where}"
    yield f"role:{other.role}/{kind}"
    yield f"{where}:{other.role}"
    if other.role == pronoun.role:
        yield "parallel"
    if pronoun.role == POSSESSOR and pronoun.outer == other.role:
        yield "parallel_owner"
    yield from _clausal(lines, pronoun, other, where, kind)
    yield from _surrounding(around)
    yield from _own(lines[other.line], pronoun, other)


def _where(pronoun: Mention, other: Mention) -> str:
    distance = pronoun.line - other.line
    if distance < 0 or (distance == 0 and other.start > pronoun.start):
        return "after"
    return ("same", "prev", "far")[min(distance, 2)]


def _clausal(lines: dict[int, AnalysedLine], pronoun: Mention, other: Mention, where: str, kind: str) -> Iterator[str]:
    line = lines[pronoun.line]
    clauses = lines[other.line].sentence.clauses
    if other.role == SUBJECT and other.clause >= 0 and clauses[other.clause].kind is ClauseKind.MAIN:
        yield "main_subject"
    if where == "after":
        what = "subject" if other.role == SUBJECT else "other"
        yield f"cata_{'fronted' if is_fronted(line, pronoun) else 'not'}_{what}"
    if where != "same" or other.clause < 0:
        return
    if pronoun.clause >= 0 and any(phrase.start == other.phrase[0] for phrase in clauses[pronoun.clause].subjects):
        yield f"shared_subject/{kind}"
    if other.clause == pronoun.clause:
        yield f"same_clause_{'subject' if other.role == SUBJECT else 'other'}/{kind}"
    elif other.clause in ancestors(line, pronoun.clause):
        yield f"commands/{kind}" if other.role == SUBJECT else f"ancestor/{kind}"


def _surrounding(around: Surroundings) -> Iterator[str]:
    yield f"between:{min(around.between, 3)}"
    yield f"count:{min(around.count, 4)}"
    yield f"words:{min(around.words.bit_length(), 6)}"
    if around.commas >= 0:
        yield f"commas:{min(around.commas, 2)}"
    if around.first:
        yield "first_named"
    if around.repeated:
        yield "repeated"
    if around.chained:
        yield "chained"


def _own(line: AnalysedLine, pronoun: Mention, other: Mention) -> Iterator[str]:
    asked = agreement.asked_by(pronoun.text)
    if asked is not None and asked.sort == other.traits.sort != UNKNOWN:
        yield "gender_known"
    text = line.sentence.text
    if other.name and " " in other.text:
        yield "full"
    before = text[max(0, other.phrase[0] - 16) : other.phrase[0]].lower().split()
    if text[other.phrase[0] : other.start].lower().startswith(("his ", "her ")):
        yield "owned"
    if before and before[-1] in {"and", "or", "&"}:
        yield "second_of_two"
    leading = text[max(0, other.start - 16) : other.start].lower().split()
    if leading and other.role in {INNER, OBLIQUE}:
        yield f"behind:{leading[-1]}"
    after = text[other.end : other.end + 8].lower()
    if after.startswith(" and "):
        yield "first_of_two"
    if after.startswith((", who", " who ")):
        yield "before_who"
    if after.startswith(" ("):
        yield "paren"
