"""Falsehoods in one word or phrase: number, date, name, marker, added detail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from pramana.evals.falsehoods import lexicon as lex
from pramana.evals.falsehoods.editing import foreign_names, make_falsehood, text_words, words_of
from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, TruePair
from pramana.evals.falsehoods.predicates import clause_of
from pramana.language import analyse

_DIGITS = re.compile(r"(?<![\w.,:/$£€-])\d{1,3}(?:,\d{3})+(?![\w-])|(?<![\w.,:/-])\d+(?![\w:/%-]|[.,]\d)")
_YEAR = re.compile(r"(?<![\w.,:/$£€-])(?:1[5-9]|20)\d\d(?![\w:/%-]|[.,]\d)")
_MONTH = re.compile(rf"\b(?:{'|'.join(month for month in lex.MONTHS if month != 'May')}|May(?= \d))\b")
_WEEKDAY = re.compile(rf"\b(?:{'|'.join(lex.WEEKDAYS)})\b")
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(lex.NUMBER_WORDS)})\b(?![-/])", re.IGNORECASE)
_MORE = (3, 7, 11, 20, 4)


def number(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with a larger number: a smaller one would often be true as well (*two of the three*)."""
    text, held = pair.statement, text_words(pair)
    for match in _DIGITS.finditer(text):
        if _YEAR.fullmatch(match[0]) or _is_dated(text, match.start(), match.end()) or _is_bounded(text, match.start()):
            continue
        value = int(match[0].replace(",", ""))
        now = value + random.choice(_MORE) * max(1, value // 20)
        shown = f"{now:,}" if "," in match[0] else str(now)
        if not words_of(shown) <= held:
            yield make_falsehood(FalsehoodKind.NUMBER, pair, match.start(), match.end(), shown)
    for match in _NUMBER_WORD.finditer(text):
        if _is_bounded(text, match.start()) or text[match.end() :].lstrip().lower().startswith(("or ", "to ", "of ")):
            continue
        larger = lex.NUMBER_WORDS[lex.NUMBER_WORDS.index(match[0].lower()) + 1 :]
        fit = [word for word in larger if word not in held]
        if fit:
            word = random.choice(fit[:6])
            yield make_falsehood(
                FalsehoodKind.NUMBER, pair, *match.span(), word.capitalize() if match[0][0].isupper() else word
            )


def _is_bounded(text: str, start: int) -> bool:
    return lex.BOUNDS.search(text[:start]) is not None


def _is_dated(text: str, start: int, end: int) -> bool:
    """Whether a number is the day of a date: *14 March*, *March 14*."""
    return bool(_MONTH.match(text[end:].lstrip()) or re.search(rf"(?:{_MONTH.pattern})\s*$", text[:start]))


def date(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with another year, month, day of the month or weekday."""
    text, held = pair.statement, text_words(pair)
    for match in _YEAR.finditer(text):
        fit = [str(int(match[0]) + by) for by in (-13, -4, -1, 1, 3, 12) if str(int(match[0]) + by) not in held]
        if fit and not _is_bounded(text, match.start()):
            yield make_falsehood(FalsehoodKind.DATE, pair, *match.span(), random.choice(fit))
    for pattern, every in ((_MONTH, lex.MONTHS), (_WEEKDAY, lex.WEEKDAYS)):
        for match in pattern.finditer(text):
            fit = [name for name in every if name.lower() not in held]
            if fit:
                yield make_falsehood(FalsehoodKind.DATE, pair, *match.span(), random.choice(fit))


_TITLE = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|Gen|Sen|Rep|St)\.? )?"
_NAME = re.compile(rf"\b{_TITLE}[A-Z][a-zà-ÿ]+(?: (?:[A-Z]\. )?[A-Z][a-zà-ÿ]+)*\b")
_NO_NAME = frozenset((*(name.lower() for name in (*lex.MONTHS, *lex.WEEKDAYS)), "christmas", "easter", "mr", "god"))


def name(pair: TruePair, random: Random, names: Sequence[str]) -> Iterator[Falsehood]:
    """Yield the statement with another name in place of one: of `names` one that no word of the text shares."""
    fit = foreign_names(pair, names, random)
    if not fit:
        return
    proper = [token for token in analyse(pair.statement).tokens if token.tag == "NP0"]
    for match in _NAME.finditer(pair.statement):
        inside = [token for token in proper if match.start() <= token.start < match.end()]
        whole = inside and inside[0].start == match.start() and inside[-1].end == match.end()
        if not whole or words_of(match[0]) & (_NO_NAME | lex.PRONOUNS):
            continue
        same = [each for each in fit if len(each.split()) == len(match[0].split())]
        yield make_falsehood(FalsehoodKind.NAME, pair, *match.span(), random.choice(same or fit))


def marker(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with another preposition or conjunction, one that changes what it says."""
    text, taken = pair.statement, list(lex.FIXED.finditer(pair.statement))
    clause = clause_of(pair)
    if clause.negated:
        return  # not before, and not after, may both be so
    for was, now in lex.MARKERS:
        for match in re.finditer(rf"(?<!\w){was}(?= (?:[A-Z\d]|the [a-z]+\b(?! of)))", text):
            tail = text[match.end() :]
            if match.start() < clause.verb_end or any(one.start() <= match.start() < one.end() for one in taken):
                continue
            if was in lex.PLACE_MARKERS and re.match(r" \d", tail) and not _YEAR.match(tail.lstrip()):
                continue
            shown = "after" if was == "in" and _YEAR.match(tail.lstrip()) else now
            detail = re.match(r" (?:the )?[\w’'-]+", tail)
            yield make_falsehood(
                FalsehoodKind.MARKER, pair, *match.span(), shown, preposition=shown, detail=detail[0] if detail else ""
            )


def detail(pair: TruePair, random: Random) -> Iterator[Falsehood]:
    """Yield the statement with a detail that the text does not give."""
    held = text_words(pair)
    common = words_of("with a for in the on of together out under that time week second name help")
    fit = [each for each in lex.DETAILS if not (words_of(each) - common) & held]
    text = pair.statement.rstrip()
    if fit and not clause_of(pair).negated:
        end = len(text) - (text.endswith("."))
        now = random.choice(fit)
        yield make_falsehood(FalsehoodKind.DETAIL, pair, end, end, f" {now}", detail=now)
