"""What a question asks for: its kind, its noun, and the statement with a gap that an answer fills.

>>> read_asked("How long did the strike last?").kind.value
'duration'
>>> asked = read_asked("How many pipes did Delta replace?")
>>> asked.kind.value, asked.noun
('number', 'pipes')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from pramana.language.analysis import analyse_cached
from pramana.language.questions.inversion import AUXILIARIES, phrase_at, undo_inversion
from pramana.language.questions.statements import StandIns, read_statement
from pramana.language.questions.wording import is_people, plain_question, tidy
from pramana.language.word_lists import word_list, word_set, word_table

LONGEST_QUESTION = 400
"""Longer questions are not read, in characters."""
_REMEMBERED = 128
"""Questions whose reading is remembered: each is read some four times before it is answered."""


class AnswerKind(StrEnum):
    """What kind of expression answers a question."""

    PERSON = "person"
    THING = "thing"
    PLACE = "place"
    TIME = "time"
    NUMBER = "number"
    """how many, how much of what"""
    PRICE = "price"
    """how much, as money"""
    MEASURE = "measure"
    """how far, how tall, how heavy"""
    DURATION = "duration"
    FREQUENCY = "frequency"
    AGE = "age"
    REASON = "reason"
    MANNER = "manner"
    IDENTITY = "identity"
    """who or what somebody or something is"""
    NAME = "name"
    POSSESSOR = "possessor"
    """whose"""
    SAYING = "saying"
    """what somebody said, denied, decided"""
    EVENT = "event"
    """what somebody did, what happened"""
    TRUTH = "truth"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, read. `text` is the question without its wrapping.

    `statement` has `gap` in the place of what is asked for, "" where nothing marks the place (*when*, *why*). `noun` is
    the noun that the question word belongs to, "" for none: *how many pipes*, *which king*. `options`: what a choice
    is between.
    """

    text: str
    kind: AnswerKind
    statement: str
    gap: str = ""
    noun: str = ""
    options: tuple[str, ...] = ()


_MEASURED = word_table("questions/measured")
"""Adjectives and adverbs behind *how* with the kind of their answer."""
_HOW = re.compile(r"(?:(?P<prep>for|in|by|at|from|since|until) )?how (?P<word>[\w-]+)(?P<rest>.*)", re.IGNORECASE)
_KIND_OF_NOUN = word_table("questions/asked_nouns")
"""Nouns behind *what* and *which* with the kind of their answer: *what year*, *which city*."""
_WHAT_NOUN = re.compile(
    r"(?:(?P<prep>[a-z]+(?: of)?) )?(?:what|which) (?P<noun>(?:[\w'-]+ )?[\w'-]+?) (?P<rest>.+)", re.IGNORECASE
)
_WHAT_IS_NOUN = re.compile(
    r"(?:what|which|who) (?P<be>is|was|are|were) (?P<det>the|their|his|her|its|\S+(?:'s|s')) "
    r"(?:(?:exact|total|full|original|real) )*(?P<noun>[\w-]+)(?P<rest>(?: .+)?)",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"what (?:is|was|are|were) (?:(?P<owner>.+?(?:'s|s')|his|her|its|their) names?|the names? of (?P<of>.+))"
    r"|what (?P<be>is|was|are|were) (?P<called>.+) (?:called|named|known as)",
    re.IGNORECASE,
)
_MEANING = re.compile(
    r"what (?:does|do|did) (?P<term>.+?) (?:mean|stand for|refer to)|what (?:is|was) meant by (?P<by>.+)"
    r"|what (?:is|are|was|were) (?:(?:an?|the) )?(?P<word>(?!it\b|this\b|that\b|they\b|there\b)[^\W\d_]{3,})",
    re.IGNORECASE,
)
_OPTIONS = re.compile(r"(?P<before>.*?)(?P<one>\S+(?: \S+){0,4}?),? or (?P<other>\S+(?: \S+){0,4})$", re.IGNORECASE)
_SAYING = word_set("questions/saying_verbs")


_FILLERS = re.compile(r"\b(?:actually|really|exactly|roughly|approximately|altogether|in total) ?\b", re.IGNORECASE)
"""Adverbs of a question that claim nothing: *what did it actually cost*."""


@lru_cache(maxsize=_REMEMBERED)
def read_asked(question: str) -> AskedQuestion | None:
    """Return what a question asks for, None where it cannot be read as one question."""
    plain = _FILLERS.sub("", tidy(question))
    if not plain or len(plain) > LONGEST_QUESTION:
        return None
    named = _name(plain) or _meaning(plain)
    if named is not None:
        return named
    text = plain_question(plain)
    for read in (_measure, _noun, _place_name, _choice):
        found = read(text)
        if found is not None:
            return found
    return _by_statement(text)


def _measure(text: str) -> AskedQuestion | None:
    """Read *how many*, *how long*, *how old* and the like."""
    match = _HOW.fullmatch(text)
    if match is None:
        return None
    kind = _MEASURED.get(match["word"].lower())
    rest = match["rest"].strip()
    if kind is None or not rest:
        return None
    if kind == "count":
        return _count_question(text, match["word"].lower(), rest)
    return AskedQuestion(text, AnswerKind(kind), statement_of(rest), noun=match["word"].lower())


def _count_question(text: str, word: str, rest: str) -> AskedQuestion | None:
    """Read *how many pipes did …*, *how much money …*, and *how much did … cost*, which asks for an amount."""
    if rest.split(" ")[0].lower() in AUXILIARIES:
        return AskedQuestion(text, AnswerKind.PRICE if word == "much" else AnswerKind.NUMBER, statement_of(rest))
    noun, after = noun_and_rest(re.sub(r"^of (?:the |these |those )?", "", rest))
    kind = _KIND_OF_NOUN.get(noun.split(" ")[-1].lower(), "")
    asked = AnswerKind.PRICE if kind == "price" else AnswerKind.NUMBER
    if not after:
        return AskedQuestion(text, asked, "", noun=noun)
    return _with_gap(text, asked, f"what {after}", noun)


def _name(text: str) -> AskedQuestion | None:
    """Read *What was the ship's name?*: the name of what the rest describes."""
    match = _NAMES.fullmatch(text)
    if match is None:
        return None
    if match["called"]:
        return AskedQuestion(text, AnswerKind.NAME, match["called"], noun="name")
    owner = match["of"] or re.sub(r"(?:'s|(?<=s)')$", "", match["owner"])
    return AskedQuestion(text, AnswerKind.NAME, owner, noun="name")


def _meaning(text: str) -> AskedQuestion | None:
    """Read *What does “firn” mean?*, *What is meant by firn?* and *What is firn?*: what a word is."""
    match = _MEANING.fullmatch(text)
    if match is None:
        return None
    if match["word"] and _is_done(match["word"]):
        return None
    term = match["term"] or match["by"] or match["word"]
    return AskedQuestion(text, AnswerKind.IDENTITY, term.strip("\"“”' "), noun="what")


def _is_done(word: str) -> bool:
    """Whether a word says what was done: *What was stolen?* asks for no definition."""
    form = word.casefold()
    known = form.endswith("ed") or any(form in entry.split()[1:] for entry in word_list("morphology/irregular"))
    return known and [token.tag for token in analyse_cached(f"It was {form}.").tokens][2:3] == ["VVN"]


def _noun(text: str) -> AskedQuestion | None:
    """Read *what year …*, *which city …*, *what colour …*: a noun that says what kind is asked for."""
    match = _WHAT_NOUN.fullmatch(text)
    if match is None or match["noun"].split(" ")[0].lower() in AUXILIARIES | {"one", "ones"}:
        return None
    noun, after = noun_and_rest(text[match.start("noun") :])
    kind = _KIND_OF_NOUN.get(noun.split(" ")[-1].lower())
    if not noun or not after or kind is None:
        return None
    asked = AnswerKind(kind)
    if asked in {AnswerKind.TIME, AnswerKind.DURATION, AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.AGE}:
        return AskedQuestion(text, asked, statement_of(after), noun=noun)
    word = "who" if asked is AnswerKind.PERSON else "what"
    return _with_gap(text, asked, f"{match['prep'] or ''} {word} {after}".strip(), noun)


def _place_name(text: str) -> AskedQuestion | None:
    """Read *What was the cost of the repair?* and *What is Anna's job?*: a noun of a kind, asked for by *be*."""
    match = _WHAT_IS_NOUN.fullmatch(text)
    if match is None:
        return None
    kind = _KIND_OF_NOUN.get(match["noun"].lower())
    if kind is None:
        return None
    return AskedQuestion(text, AnswerKind(kind), statement_of(text.split(" ", 1)[1]), noun=match["noun"].lower())


def _choice(text: str) -> AskedQuestion | None:
    """Read *Was the key made of iron or of brass?*, and *Which is heavier, iron or brass?* not at all."""
    if text.split(" ")[0].lower() not in AUXILIARIES or " or " not in text.lower():
        return None
    match = _OPTIONS.fullmatch(text)
    reading = read_statement(text, StandIns(text))
    if match is None or reading is None:
        return None
    one, other = match["one"].split(" ")[-len(match["other"].split(" ")) :], match["other"]
    return AskedQuestion(text, AnswerKind.CHOICE, reading.statement, options=(" ".join(one), other))


def _by_statement(text: str) -> AskedQuestion | None:
    """Read a question by its question word and the statement that it makes."""
    to_do = _TO_DO.fullmatch(text) or _BE_TO_DO.fullmatch(text)
    if to_do is not None:
        asked = _by_statement(to_do[1])
        return replace(asked, kind=AnswerKind.SAYING, noun="to do") if asked is not None else None
    reading = read_statement(text, StandIns(text))
    if reading is None:
        return None
    first = text.split(" ")[0].lower()
    wh = next((word for word in text.lower().split(" ")[:4] if word in _KINDS), "")
    front = wh and (first == wh or text.lower().split(" ")[1:2] == [wh] or text.lower().split(" ")[2:3] == [wh])
    kind = _KINDS[wh] if front else AnswerKind.THING if reading.asked else AnswerKind.TRUTH
    asked = AskedQuestion(text, kind, reading.statement, reading.asked or "", reading.noun or "")
    if kind in {AnswerKind.PERSON, AnswerKind.THING} and reading.noun:
        return replace(asked, kind=AnswerKind.PERSON if is_people(reading.noun) else kind)
    if reading.any_verb:
        return replace(asked, kind=AnswerKind.EVENT)
    if front and wh in {"when", "why", "how"}:
        rest = text[re.search(rf"\b{wh}\b", text, re.IGNORECASE).end() :].strip()  # type: ignore[union-attr]
        return replace(asked, statement=statement_of(rest), gap="")
    if front and wh == "where":
        return replace(asked, statement=_without_gap(reading.statement, reading.asked), gap="")
    return _refine(asked, wh)


_TO_DO = re.compile(r"^(what (?:did|does|do|has|had|have|will|would) .+?) to do$", re.IGNORECASE)
"""*What did she decide to do?* asks for what she decided."""

_BE_TO_DO = re.compile(
    r"^(what (?:is|was|are|were) .+ (?:\w+ed|told|set|due|about|going|bound|meant)) to do$", re.IGNORECASE
)
"""*What was she asked to do?*"""

_KINDS = {
    "who": AnswerKind.PERSON,
    "whom": AnswerKind.PERSON,
    "whose": AnswerKind.POSSESSOR,
    "what": AnswerKind.THING,
    "which": AnswerKind.THING,
    "where": AnswerKind.PLACE,
    "when": AnswerKind.TIME,
    "why": AnswerKind.REASON,
    "how": AnswerKind.MANNER,
}


def _refine(asked: AskedQuestion, wh: str) -> AskedQuestion:
    """Return the question with the kind that its statement shows: identity, or what somebody said."""
    clauses = analyse_cached(_sentence(asked.statement)).clauses
    main = next((clause for clause in clauses if clause.verb), None)
    identity = re.match(r"(?:who|what|which) (?:is|was|are|were) (?P<whom>.+)", asked.text, re.IGNORECASE)
    if identity and wh in {"who", "what"} and undo_inversion(asked.text.split(" ", 1)[1]) is not None:
        clause = undo_inversion(asked.text.split(" ", 1)[1])
        if clause is not None and clause.bare_be and not clause.stranded_preposition:
            return replace(asked, kind=AnswerKind.IDENTITY, statement=identity["whom"], gap="", noun=wh)
    if wh == "what" and main is not None and main.verb == "cost":
        return replace(asked, kind=AnswerKind.PRICE, gap="", statement=_without_gap(asked.statement, asked.gap))
    if wh == "what" and main is not None and main.verb in _SAYING:
        return replace(asked, kind=AnswerKind.SAYING)
    return asked


def _with_gap(text: str, kind: AnswerKind, question: str, noun: str) -> AskedQuestion | None:
    reading = read_statement(question, StandIns(text))
    if reading is None:
        return None
    return AskedQuestion(text, kind, reading.statement, reading.asked or "", noun)


def _without_gap(statement: str, gap: str | None) -> str:
    return re.sub(rf" (?:in |to |from )?{re.escape(gap)}\b", "", statement) if gap else statement


def statement_of(rest: str) -> str:
    """Return the words behind a question word in the order of a statement.

    >>> statement_of("did the strike last")
    'the strike did last'
    """
    clause = undo_inversion(rest)
    return clause.statement if clause else rest


def noun_and_rest(text: str) -> tuple[str, str]:
    """Return the noun phrase at the start of a text, and what follows; "" for none.

    >>> noun_and_rest("pipes did Delta replace")
    ('pipes', 'did Delta replace')
    """
    phrase = phrase_at(analyse_cached(f"the {text}"), 0)
    if phrase is None:
        return "", text
    words = phrase.text.removeprefix("the ")
    cut = next((at for at, word in enumerate(words.split(" ")) if at and word.lower() in AUXILIARIES), 0)
    words = " ".join(words.split(" ")[:cut]) if cut else words
    return words, text[len(words) :].strip()


def _sentence(statement: str) -> str:
    return f"{statement[:1].upper()}{statement[1:]}."


_WILDCARDS = word_set("questions/wildcards")


def is_wildcard(phrase: str) -> bool:
    """Return whether a phrase names nobody in particular: *someone*, *something*."""
    return phrase.casefold() in _WILDCARDS
