"""What a sentence makes of its assertions: whether it denies, doubts, plans or conditions them.

Two sentences that say the same qualify it alike. *Marsh stole the map*, *… planned to steal …*, *… denied that …* share
all their names and verbs, and are three claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pramana.language import NEGATIONS, Sentence, Token, word_set


class Qualification(StrEnum):
    """What is done to an assertion."""

    NEGATION = "negation"
    DENIAL = "denial"
    ALLEGATION = "allegation"
    HEARSAY = "hearsay"
    INTENTION = "intention"
    ATTEMPT = "attempt"
    POSSIBILITY = "possibility"
    NECESSITY = "necessity"
    FUTURE = "future event"
    APPROXIMATION = "approximation"
    CONDITION = "condition"


_LISTS = {
    Qualification.NEGATION: " ".join(sorted(NEGATIONS - {"without", "nt"})) + " seldom rarely fail refuse decline "
    "neglect cease",
    Qualification.DENIAL: "deny refute disprove",
    Qualification.ALLEGATION: "allege accuse suspect alleged rumour rumor suspected claim believe doubt pretend",
    Qualification.HEARSAY: "allegedly reportedly supposedly purportedly purported apparently presumably seemingly",
    Qualification.INTENTION: "plan intend hope want wish aim threaten promise expect propose consider offer prepare "
    "decide ask order refuse",
    Qualification.ATTEMPT: "try attempt seek endeavour endeavor",
    Qualification.POSSIBILITY: "may might could perhaps maybe possibly probably likely possible",
    Qualification.NECESSITY: "must should ought need",
    Qualification.FUTURE: "will shall would wo",
    Qualification.APPROXIMATION: "almost nearly",
    Qualification.CONDITION: "if unless whether",
}
_QUALIFYING: dict[str, frozenset[Qualification]] = {
    word: frozenset(each for each, listed in _LISTS.items() if word in listed.split())
    for words in _LISTS.values()
    for word in words.split()
}
_VERBS_ONLY = word_set("claims/verbs_only")
_TAKES_VERB = word_set("claims/takes_verb")
_NEAR_AFTER = 8
"""How many tokens after it that verb may be: *asked the captain of the ship to leave*."""
_MARKS = frozenset((".", "!", "?", ";", ":", ",", "(", ")", "—", "--", "–"))
_JOINTS = frozenset(("CJC", "CJS"))
_OPENERS = frozenset(("if", "unless", "whether", "nor"))
"""Joints that qualify what they begin."""
_IDIOMS = frozenset((("not", "only"), ("no", "doubt"), ("no", "sooner"), ("nothing", "but")))
"""Pairs that deny nothing."""
_ASIDE = 4
"""The longest part between commas that qualifies its neighbours: *Marsh, police allege, stole the map*."""
_ASIDES = frozenset((Qualification.ALLEGATION, Qualification.HEARSAY, Qualification.POSSIBILITY))


@dataclass(frozen=True, slots=True)
class _QualifiedPart:
    """Tokens between two marks or joints, and the qualifications that reach them."""

    tokens: tuple[Token, ...]
    qualifications: frozenset[Qualification]


def qualifications_of(tokens: Sequence[Token]) -> frozenset[Qualification]:
    """Return the qualifications among some tokens of a sentence."""
    return frozenset(each for place in range(len(tokens)) for each in _at(tokens, place))


def _at(tokens: Sequence[Token], place: int) -> frozenset[Qualification]:
    token, word = tokens[place], _word(tokens[place])
    after = _word(tokens[place + 1]) if place + 1 < len(tokens) else ""
    found = _QUALIFYING.get(word, frozenset())
    if not found or (word, after) in _IDIOMS or (word == "no" and after.isdecimal()):  # No. 5
        return frozenset()
    if token.tag == "NP0" and place:  # May, Will
        return frozenset()
    if word in _VERBS_ONLY and not token.tag.startswith("V"):
        return frozenset()
    following = tokens[place + 1 : place + 1 + _NEAR_AFTER]
    if word in _TAKES_VERB and not any(each.tag.startswith("V") for each in following):
        return frozenset()
    return found


def _word(token: Token) -> str:
    """Return a token's word in the form of the word lists: the lemma of a verb, else the word itself."""
    text = token.text.casefold().replace("’", "'")
    if text in ("n't", "'ll"):
        return {"n't": "not", "'ll": "will"}[text]
    return token.lemma.casefold() if token.tag.startswith("VV") else text


def _parts(sentence: Sentence) -> list[_QualifiedPart]:
    parts = list(_between_joints(sentence))
    own = [qualifications_of(part) for part in parts]
    asides = [each & _ASIDES if len(part) <= _ASIDE else frozenset() for part, each in zip(parts, own, strict=True)]
    near = [
        frozenset().union(*asides[max(place - 1, 0) : place], *asides[place + 1 : place + 2])
        for place in range(len(parts))
    ]
    return [
        _QualifiedPart(*each)
        for each in zip(parts, (one | two for one, two in zip(own, near, strict=True)), strict=True)
    ]


def _between_joints(sentence: Sentence) -> Iterator[tuple[Token, ...]]:
    """Yield the parts of a sentence between its marks, conjunctions and relative pronouns.

    What is joined before the verb is one part: *No casualties or damage were reported* denies both.
    """
    part: list[Token] = []
    for token in sentence.tokens:
        word = token.text.casefold()
        if token.tag == "CJC" and word not in _OPENERS and not any(each.tag.startswith("V") for each in part):
            part.append(token)
        elif token.tag in _JOINTS or word in ("who", "which") or token.text in _MARKS or token.tag == "PUQ":
            if part:
                yield tuple(part)
            part = [token] if word in _OPENERS else []
        else:
            part.append(token)
    if part:
        yield tuple(part)


def qualifications_changed(
    statement: Sentence, lines: Sequence[Sentence]
) -> tuple[frozenset[Qualification], frozenset[Qualification]]:
    """Return the qualifications that a statement adds to what lines say, and those of the lines that it drops.

    Each part of the statement is compared with the parts of the lines that speak of the same: those with a verb of it,
    else those with most of its words, else all of them.
    """
    there = [part for line in lines for part in _parts(line)]
    added, dropped = frozenset[Qualification](), frozenset[Qualification]()
    for part in _parts(statement):
        near = _alike(part, there)
        options = [each.qualifications for each in near or there]
        added |= part.qualifications - frozenset().union(*options)
        if near:
            dropped |= min(
                (option - part.qualifications for option in options), key=lambda each: (len(each), sorted(each))
            )
    return added, dropped


def _alike(part: _QualifiedPart, there: Sequence[_QualifiedPart]) -> list[_QualifiedPart]:
    verbs, content = _main_verbs(part.tokens), _content(part.tokens)
    if found := [each for each in there if not verbs.isdisjoint(_main_verbs(each.tokens))]:
        return found
    shared = [len(content & _content(each.tokens)) for each in there]
    most = max(shared, default=0)
    return [each for each, count in zip(there, shared, strict=True) if count == most > 0]


def _main_verbs(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(
        token.lemma.casefold() for token in tokens if token.tag.startswith("VV") and _word(token) not in _QUALIFYING
    )


def _content(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the lemmas of nouns, names, verbs and adjectives that qualify nothing."""
    kinds = ("NN", "NP", "VV", "AJ")
    found = (token for token in tokens if token.tag.startswith(kinds) and _word(token) not in _QUALIFYING)
    return frozenset(token.lemma.casefold() for token in found)
