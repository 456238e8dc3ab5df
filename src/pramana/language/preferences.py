"""What speaks for one antecedent and against another, where syntax allows both.

Each sign has a weight in hundredths of a logit. The signs are those of the literature (recency, subjects first,
parallelism, repeated mention); the weights were fitted once by a logistic regression over all entities near, on the
development split of GAP (Webster et al. 2018) and ten novels of LitBank, and rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.language import agreement
from pramana.language.agreement import UNKNOWN
from pramana.language.binding import ancestors, is_fronted
from pramana.language.mentions import INNER, OBLIQUE, POSSESSOR, SUBJECT, AnalysedLine, Mention
from pramana.language.model import ClauseKind
from pramana.language.word_lists import word_weights


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


WEIGHTS = word_weights("reference/signs")

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


_KINDS = {
    **dict.fromkeys("himself herself itself themselves".split(), "self"),
    **dict.fromkeys("it its".split(), "it"),
    **dict.fromkeys("they them their theirs".split(), "they"),
}


def kind_of_pronoun(pronoun: Mention) -> str:
    """`he` for those of one person, `it`, `they`, or `self`: what they mean differs."""
    return _KINDS.get(pronoun.text.lower(), "he")


def nobody(pronoun: Mention) -> int:
    """The weight of what is not named near, or not at all."""
    return WEIGHTS.get(f"nobody:{kind_of_pronoun(pronoun)}", 0)


def reason(found: Sequence[str]) -> str:
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
    return WEIGHTS.get(sign, 0)


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
