"""Whether a phrase of a question and a phrase of a line name the same: heads, names, modifiers, linked pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pramana.karaka.line_answers.expressions import PRICE
from pramana.karaka.line_answers.frames import like_words
from pramana.language import (
    FEMALE,
    FEMALE_NAMES,
    MALE,
    MALE_NAMES,
    PRONOUNS,
    THING,
    EvidenceLine,
    ReadLine,
    Token,
    analyse_cached,
    bare_form,
    is_people,
    is_wildcard,
    stem,
    word_list,
    word_set,
)

_COMMON = word_set("search/common") | word_set("answers/glue")
_TITLES = word_set("types/titles")
_CONTENT = ("N", "AJ", "CRD", "ORD", "VV", "UNC")


@lru_cache(maxsize=16_384)
def forms_of(text: str, lemma: str) -> frozenset[str]:
    """Return the forms under which a word is compared: as written, its lemma, its stem."""
    bare = bare_form(text)
    return frozenset({bare, lemma.casefold(), stem(bare), stem(lemma.casefold())})


def content_tokens(line: ReadLine, start: int = 0, end: int | None = None) -> list[Token]:
    """Return the words of a span that claim something: nouns, names, adjectives, numbers, full verbs."""
    stop = len(line.line.text) if end is None else end
    return [token for token in line.sentence.tokens if start <= token.start and token.end <= stop and is_content(token)]


def is_content(token: Token) -> bool:
    """Return whether a word claims something by itself."""
    folded = token.text.casefold()
    return token.tag.startswith(_CONTENT) and folded not in _COMMON and any(map(str.isalnum, folded))


def line_forms(line: ReadLine) -> frozenset[str]:
    """Return the forms of all words of a line, and of what its expressions mean."""
    return _line_forms(line.line)


@lru_cache(maxsize=8_192)
def _line_forms(line: EvidenceLine) -> frozenset[str]:
    texts = (line.text, *(each.means for each in line.references))
    found: set[str] = set()
    for text in texts:
        for token in ReadLine(EvidenceLine(text)).sentence.tokens:
            found |= forms_of(token.text, token.lemma)
            found |= {form for part in token.text.split("-") if len(part) > 1 for form in forms_of(part, part)}
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class AskedPhrase:
    """A phrase of a question: its words that claim something, the head first. `name`: it is a proper name."""

    text: str
    head: Token
    words: tuple[Token, ...]
    name: bool

    @property
    def is_open(self) -> bool:
        """Whether the phrase claims nothing: *someone*, *something*."""
        return is_wildcard(self.text)


def spans_forms(line: ReadLine, start: int, end: int) -> frozenset[str]:
    """Return the forms of a span, with what its expressions mean by links."""
    found: set[str] = set()
    for token in line.sentence.tokens:
        if start <= token.start and token.end <= end:
            found |= forms_of(token.text, token.lemma)
            found |= {form for part in token.text.split("-") if len(part) > 1 for form in forms_of(part, part)}
    for link in line.meanings(start, end):
        for word in link.means.split():
            found |= forms_of(word, word)
    return frozenset(found)


def agreement(asked: AskedPhrase, line: ReadLine, start: int, end: int) -> float:
    """Return how surely a span of a line names what a phrase of a question does, in 0–1; 0 where it does not.

    1: all words; 0.8: modifiers are elsewhere in the line; 0.6: a modifier is left out, which claims nothing else.
    """
    if asked.is_open:
        return 1.0
    if is_pronoun(asked.text):
        return _pronoun_agreement(asked.text, line, start, end)
    if asked.name and is_somebody_else(asked, line, start, end):
        return 0.0
    return _noun_agreement(asked, line, start, end)


def _noun_agreement(asked: AskedPhrase, line: ReadLine, start: int, end: int) -> float:
    held = spans_forms(line, _behind_owner(asked, line, start, end), end)
    if asked.head.lemma.casefold() in _SUMS and PRICE.search(line.line.text, start, end):
        return _LIKE
    head = forms_of(asked.head.text, asked.head.lemma)
    if not head & held:
        like = like_words(word_list("questions/like_nouns")).get(asked.head.lemma.casefold(), frozenset())
        return _LIKE if like & held and not asked.name else _name_part(asked, held)
    rest = [word for word in asked.words if word is not asked.head]
    missing = [word for word in rest if not forms_of(word.text, word.lemma) & held and not is_title(word)]
    if not missing:
        return 1.0
    if asked.name and not all(word.text.islower() for word in missing):
        return 0.7 if _only_part(line, start, end, asked) else 0.0
    if any(word.tag == "CRD" for word in missing):
        return 0.0
    if _names_another(asked, missing, line, start, end):
        return 0.0
    around = line_forms(line)
    left = [word for word in missing if not forms_of(word.text, word.lemma) & around]
    if not left:
        return 0.8
    if _has_other_adjective(asked, line, start, end):
        return 0.0
    return 0.6 if all(word.tag.startswith("AJ0") or word.text.islower() for word in left) else 0.0


def _behind_owner(asked: AskedPhrase, line: ReadLine, start: int, end: int) -> int:
    """Return where a phrase begins behind its possessor, for a name: *her husband* and *Ann's husband* are not Ann."""
    if not asked.name or _OWNER_MARK.search(asked.text):
        return start
    phrase = next((each for each in line.sentence.noun_phrases if (each.start, each.end) == (start, end)), None)
    if phrase is None or phrase.last == phrase.first + 1:
        return start
    first = line.sentence.tokens[phrase.first]
    return phrase.possessor[1] if phrase.possessor else first.end if first.tag == "DPS" else start


_OWNER_MARK = re.compile(r"['’]s?\b|s['’] ")


def _has_other_adjective(asked: AskedPhrase, line: ReadLine, start: int, end: int) -> bool:
    """Whether a span has an adjective of its own where the question's is missing: *compensatory* for *basic award*."""
    own = {form for word in asked.words for form in forms_of(word.text, word.lemma)}
    adjectives = (word for word in content_tokens(line, start, end) if word.tag.startswith("AJ0"))
    return any(not forms_of(word.text, word.lemma) & own for word in adjectives)


def is_somebody_else(asked: AskedPhrase, line: ReadLine, start: int, end: int) -> bool:
    """Return whether a span names, or may name, another bearer of a part of a name: *Mrs Carter* for *Mr Carter*."""
    text = line.line.text[start:end]
    name = bare_form(asked.text)
    if name in text.casefold():
        return False
    genders = genders_of(asked.text), genders_of(text)
    return (all(genders) and genders[0].isdisjoint(genders[1])) or line.is_kept_apart(start, end, name)


def _names_another(asked: AskedPhrase, missing: Sequence[Token], line: ReadLine, start: int, end: int) -> bool:
    """Whether both phrases have a noun of their own beside the head: *the door of the station* and *of the market*."""
    own = {form for word in asked.words for form in forms_of(word.text, word.lemma)}
    beside = [word for word in content_tokens(line, start, end) if word.tag.startswith("NN")]
    others = [word for word in beside if not forms_of(word.text, word.lemma) & own]
    return bool(others) and any(word.tag.startswith("NN") for word in missing)


_SUMS = frozenset({"money", "cash", "sum", "amount", "payment"})
"""Nouns that any amount of money is: *the money* for *30 million dollars*."""
_LIKE = 0.6
"""How surely a like noun names the same, 0–1: *the firm* for *the company*."""


def _pronoun_agreement(asked: str, line: ReadLine, start: int, end: int) -> float:
    """A pronoun of a question whose meaning nothing says: the same one, or what it may mean."""
    text = line.line.text[start:end]
    if text.casefold() == asked.casefold():
        return 0.9
    one, other = (PRONOUN_TRAITS.get(each.casefold(), "") for each in (asked, text))
    if other:
        return 0.9 if one == other else 0.0
    genders = genders_of(text)
    if one in {MALE, FEMALE}:
        named = text[:1].isupper() and " " not in text
        return 0.7 if genders == {one} or (not genders and (is_people(text) or named)) else 0.0
    return 0.0


def genders_of(text: str) -> set[str]:
    """Return the genders of the given names and titles in a text, as spelled: *Graz* is not taken for *Grace*."""
    words = {word.casefold().rstrip(".,") for word in text.split()}
    lists = ((MALE, MALE_NAMES | _MALE_TITLES), (FEMALE, FEMALE_NAMES | _FEMALE_TITLES))
    return {gender for gender, names in lists if words & names}


_MALE_TITLES = word_set("people/male_titles")
_FEMALE_TITLES = word_set("people/female_titles")
PRONOUN_TRAITS = {
    **dict.fromkeys("he him his himself".split(), MALE),
    **dict.fromkeys("she her hers herself".split(), FEMALE),
    **dict.fromkeys("it its itself".split(), THING),
    **dict.fromkeys("they them their theirs themselves".split(), "several"),
}
"""What a pronoun may mean, by gender and number."""


def _only_part(line: ReadLine, start: int, end: int, asked: AskedPhrase) -> bool:
    """Whether the capitalised words of a span are all words of the name that was asked for: *Keller* for *Marta
    Keller*, not *Josef Keller*."""
    own = {form for word in asked.words for form in forms_of(word.text, word.lemma)}
    named = [
        token
        for token in line.sentence.tokens
        if start <= token.start and token.end <= end and token.tag == "NP0" and not is_title(token)
    ]
    return bool(named) and all(forms_of(token.text, token.lemma) & own for token in named)


def _name_part(asked: AskedPhrase, held: frozenset[str]) -> float:
    """A first name where the question has the full one: *Marta* for *Marta Keller*."""
    if not asked.name or len(asked.words) < 2:
        return 0.0
    first = next((word for word in asked.words if not is_title(word)), asked.head)
    return 0.7 if first.tag == "NP0" and forms_of(first.text, first.lemma) & held else 0.0


def is_title(token: Token) -> bool:
    """Return whether a word is a title or a form of address, which may be left out: *Dr.*, *Captain*."""
    return token.text.casefold().rstrip(".") in _TITLES or token.text.casefold() in _TITLES


def is_pronoun(text: str) -> bool:
    """Return whether a phrase is a pronoun alone."""
    return text.casefold() in PRONOUNS


def missing_words(words: Iterable[Token], held: frozenset[str]) -> list[Token]:
    """Return the words that none of some forms is a form of."""
    return [word for word in words if not forms_of(word.text, word.lemma) & held]


def like_terms(question: str) -> list[str]:
    """Return the words by which a text may tell of what a question names: like verbs and like nouns, one word each."""
    verbs, nouns = like_words(word_list("questions/like_verbs")), like_words(word_list("questions/like_nouns"))
    sentence = analyse_cached(question)
    found: dict[str, None] = {}
    for group in sentence.verb_groups:
        found.update(dict.fromkeys(sorted(verbs.get(group.lemma.casefold(), ()))))
    for token in sentence.tokens:
        if token.tag.startswith("NN"):
            found.update(dict.fromkeys(sorted(nouns.get(token.lemma.casefold(), ()))))
    return [word for word in found if " " not in word][:_MOST_TERMS]


_MOST_TERMS = 12
"""Like words that are added to a search: more of them outweigh the question's own words."""
