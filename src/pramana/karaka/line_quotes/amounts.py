"""How surely a line has an amount of the kind that a question asks for: a number of something, money, a size, a
stretch of time, an age."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pramana.karaka.line_answers.expressions import AGE, DURATION, FREQUENCY, MEASURE, PRICE
from pramana.karaka.line_quotes.terms import QuestionTerm, is_near_word, stems_of_text
from pramana.language import AnswerKind, AskedQuestion, stem, tag_tokens, word_list, word_set

_SMALL = "|".join((*word_list("numbers/small"), *word_list("numbers/tens")))
_COUNT = rf"(?:\d[\d,]*(?:\.\d+)?|(?:{_SMALL})(?:-\w+)?(?: (?:hundred|thousand|million))?)"
_NUMBER = re.compile(
    rf"(?<![£$€\d.,:])\b(?P<number>{_COUNT}|half|a (?:third|quarter|dozen))\b(?![.:]\d)"
    r"(?=(?P<after>(?: [\w'’-]+){0,3}))",
    re.IGNORECASE,
)
"""A number with up to three words behind it, which may hold the next number."""
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_CLOCK = re.compile(r"[012]?\d\.[0-5]\d")
_SHARE = re.compile(rf"\b{_COUNT} ?(?:%|per ?cent\b|percent\b)", re.IGNORECASE)
_UNCOUNTED = re.compile(
    r"(?:of|were|was|are|is|had|have|has|did|could|would|will|left|in|on|at|from|to|a|per|and|or|more|others?)\b",
    re.IGNORECASE,
)
"""What follows a number that counts something said before: *eleven were diverted*, *sold 46 of them*."""
PEOPLE = word_set("roles/people") | word_set("people/people") | word_set("people/men") | word_set("people/women")
_PEOPLE_ASKED = frozenset({"people", "persons", "men", "women", "others", "children", "staff"})
TIME_NOUNS = (
    word_set("types/times")
    | frozenset(word.casefold() for word in word_set("types/months_and_days"))
    | frozenset(word_list("grammar/time_units"))
)
_PAID = re.compile(
    r"\b(?:cost(?:s|ing)?|pa(?:y|id|ys|ying)|worth|price of|charg(?:e|ed|es|ing)|fetched|wants?|wanted|asks?|asked"
    r"|(?:sold|bought|rented|hired|mended|repaired|had|insured|valued|sale) (?:\w+ ){0,3}(?:for|at)|for|at) "
    rf"(?:only |about |some |nearly |almost |over |under |just )?{_COUNT} [a-z]{{3,}}\b",
    re.IGNORECASE,
)
"""Money of a currency that no list has: *wants sixty florins to repair it*."""
_UNTIL = re.compile(r"\b(?:until|till|up to the|all (?:day|night|morning|winter|summer)|the following \w+)\b", re.I)
_SEASONS = re.compile(
    rf"\b(?:{_COUNT}|several|many|a few|whole) (?:summer|winter|spring|autumn|harvest|term|voyage)s?\b", re.I
)
_COMPARED = re.compile(r"\b\w+(?:er|re) than\b|\bthe size of\b|\bas \w+ as\b|\bhalf (?:the|its|his|her)\b", re.I)
_AGE = re.compile(
    rf"{AGE.pattern}|, ?\d{{1,3}},|\bage of \w+|\b\w+[ -]year[ -]old"
    r"|\bwhen (?:he|she|they) (?:was|were) (?:only |just |about )?(?:\w+-)?\w+\b",
    re.IGNORECASE,
)
"""An age as texts state it: *Gordon Prewitt, 34, was cited*, *at the age of nine*, *when she was nine*."""
_BARE_AGE = re.compile(
    rf"\b(?:at|of|is|was|turned|only|just|nearly|almost) (?:\d\d|(?:{_SMALL})(?:-\w+)?)\b"
    r"(?! (?!and\b|when\b|then\b|today\b|now\b|or\b|that\b|in\b|she\b|he\b)\w)(?![.:]\d|,\d| ?%)",
    re.IGNORECASE,
)
"""A number of nothing that is named: *left school at fourteen*, *a woman of seventy*, *who is forty today*."""

_LIKE = 0.8
"""How surely an expression of a neighbouring kind answers."""


def amount_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float | None:
    """Return how surely a line has an amount of the asked kind, 0–1, 0 where it has none; None for other kinds."""
    share = _SHARES.get(asked.kind)
    return None if share is None else share(asked, terms, text)


def amount_phrase(asked: AskedQuestion, text: str) -> str:
    """Return the words of a line that are an amount of the asked kind, "" where there are none or several."""
    pattern = _PATTERNS.get(asked.kind)
    if pattern is None:
        return ""
    own = set(stems_of_text(asked.text))
    found = [match[0].strip() for match in pattern.finditer(text) if not set(stems_of_text(match[0])) <= own]
    return found[0] if len(found) == 1 else ""


_PATTERNS = {
    AnswerKind.PRICE: PRICE,
    AnswerKind.MEASURE: MEASURE,
    AnswerKind.DURATION: DURATION,
    AnswerKind.FREQUENCY: FREQUENCY,
}


def has_new(pattern: re.Pattern[str], question: str, text: str) -> bool:
    """Return whether a text has a match that is more than words of the question."""
    own = set(stems_of_text(question))
    return any(not set(stems_of_text(match[0])) <= own for match in pattern.finditer(text))


def _price_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    said = _text_before_other_verb(terms, text)
    if has_new(PRICE, asked.text, said):
        return 1.0
    if asked.text.casefold().startswith("by how much") and has_new(_SHARE, asked.text, said):
        return 1.0
    return _LIKE if _has_unlisted_money(asked, said) else 0.0


def _has_unlisted_money(asked: AskedQuestion, text: str) -> bool:
    own = set(stems_of_text(asked.text))
    for match in _PAID.finditer(text):
        unit = match[0].split(" ")[-1].casefold()
        if stem(unit) not in own and unit.endswith("s") and not _is_time(unit):
            return unit not in PEOPLE and unit[:-1] not in PEOPLE and not MEASURE.search(match[0])
    return False


def _measure_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    said = _text_before_other_verb(terms, text)
    if has_new(MEASURE, asked.text, said) or has_new(_SHARE, asked.text, said):
        return 1.0
    if asked.noun.casefold() in {"large", "big", "high"} and has_new(PRICE, asked.text, said):
        return 1.0
    return _LIKE * has_new(_COMPARED, asked.text, said)


def _duration_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    said = _text_before_other_verb(terms, text)
    if has_new(DURATION, asked.text, said) or has_new(_SEASONS, asked.text, said):
        return 1.0
    if _LENGTH_ASKED.match(asked.text) and has_new(MEASURE, asked.text, said):
        return 1.0
    return _LIKE * has_new(_UNTIL, asked.text, said)


_LENGTH_ASKED = re.compile(r"how long (?:is|was|are|were) (?:the|an?|this|that|these|those|its|their)\b", re.IGNORECASE)
"""*How long was the ride?* may ask for miles, *How long was Ann away?* may not."""


def _frequency_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    return float(has_new(FREQUENCY, asked.text, _text_before_other_verb(terms, text)))


def _age_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    return 1.0 if has_new(_AGE, asked.text, text) else _LIKE * has_new(_BARE_AGE, asked.text, text)


def _number_share(asked: AskedQuestion, terms: tuple[QuestionTerm, ...], text: str) -> float:
    return max(_number_shares(asked, text), default=0.0)


def _number_shares(asked: AskedQuestion, text: str) -> Iterator[float]:
    """Yield how surely each number counts what was asked for: *ninety people*, then *ninety of them*, then others."""
    own, nouns = set(stems_of_text(asked.text)), stems_of_text(asked.noun)
    if asked.noun and _SHARE_ASKED.search(asked.text) and has_new(_SHARE, asked.text, text):
        yield 1.0
    for match in _NUMBER.finditer(text):
        if _YEAR.fullmatch(match["number"]) or set(stems_of_text(match["number"])) <= own:
            continue
        after = [bare_word(word) for word in match["after"].split()]
        if not after and _CLOCK.fullmatch(match["number"]):
            continue
        if after and _is_time(after[0]) and stem(after[0]) not in nouns:
            continue
        if any(is_near_word(noun, each) for noun in nouns for each in stems_of_text(match["after"])):
            yield 1.0
        elif _counts_people(asked, after):
            yield _COUNTS_SUCH
        elif not after or _UNCOUNTED.match(after[0]):
            yield 0.6
        elif stem(after[0]) not in own:  # *two buses* does not count pupils who came in buses
            yield 0.3


_SHARE_ASKED = re.compile(r"how much of|percentage|proportion|share", re.IGNORECASE)
_COUNTS_SUCH = 0.9
"""*38 workers* where people are asked for."""


def _counts_people(asked: AskedQuestion, after: list[str]) -> bool:
    """Whether a number counts people where a question asks for them: *takes 38 passengers on board*."""
    if not _PEOPLE_ASKED & set(asked.noun.casefold().split()):
        return False
    return any(word in PEOPLE or word.removesuffix("s") in PEOPLE for word in after[:2])


def _is_time(word: str) -> bool:
    return word in TIME_NOUNS or word.removesuffix("s") in TIME_NOUNS


def _text_before_other_verb(terms: tuple[QuestionTerm, ...], text: str) -> str:
    """Return a line up to another verb than the question's behind it, the whole where the question's is not there.

    *The beetle lives where rain may not fall for six years*: what follows *fall* does not answer *How long does it
    live?* An infinitive goes on with what is said before it: *agreed to pay £400*.
    """
    asked = {term.stem for term in terms if term.verb}
    tokens = tag_tokens(text)
    own = next((at for at, token in enumerate(tokens) if stem(token.text.casefold()) in asked), None)
    if own is None:
        return text
    behind = range(own + 1, len(tokens))
    cut = next((tokens[at].start for at in behind if tokens[at].tag[:2] == "VV" and tokens[at - 1].tag != "TO0"), None)
    return text if cut is None else text[:cut]


def bare_word(word: str) -> str:
    """Return a word in small letters without a possessive ending."""
    return word.casefold().replace("’", "'").removesuffix("'s")


_Share = Callable[[AskedQuestion, tuple[QuestionTerm, ...], str], float]
_SHARES: Mapping[AnswerKind, _Share] = {
    AnswerKind.PRICE: _price_share,
    AnswerKind.MEASURE: _measure_share,
    AnswerKind.DURATION: _duration_share,
    AnswerKind.FREQUENCY: _frequency_share,
    AnswerKind.AGE: _age_share,
    AnswerKind.NUMBER: _number_share,
}
AMOUNT_KINDS = frozenset(_SHARES)
"""Kinds whose answers are amounts."""
