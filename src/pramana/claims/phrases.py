"""How a participant of a claim differs from one of a line: by its words, or by what a link says that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from pramana.claims.limits import lessened_words
from pramana.claims.model import Aspect, Mismatch
from pramana.claims.wording import equal_words, narrower_words, opposite_of
from pramana.language import (
    DENYING_VERBS,
    NEGATIONS,
    PRIVATIVES,
    ClauseKind,
    LinkedExpression,
    NounPhrase,
    ReadLine,
    Token,
    analyse_cached,
    bare_form,
    is_word,
    number_values,
    operator_words,
    tag_tokens,
    word_set,
)

_BOUNDS = word_set("claims/bounds")
_KEPT = PRIVATIVES | {"but", "except", "or", "half"} | _BOUNDS
"""Words of a line's phrase without which it names another: *all but two sailors*, *the former president*."""
_RANKED = frozenset({"first", "last", "next", "other", "another", "top"})
"""Words that count from an end: *the first 12 guests left* and *the first 14 guests left* may both be true."""
_LEGAL_FORMS = word_set("audit/legal_forms")
_PARTIAL = frozenset("some most many several few certain various numerous".split())
"""*Most sailors drowned* does not say that *the sailors drowned*."""
_DENYING = frozenset("no neither none".split())
"""Words of a phrase that deny its clause: counted once, with the clause's denial."""
_MEASURES = word_set("claims/measures")
_COUNTING_OUT = frozenset("no any every each neither all only".split())
_DEFINITE = frozenset("the these those all every each his her its their our my".split())


@lru_cache(maxsize=1_024)
def phrase_difference(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> Mismatch | None:
    """Return how a phrase of a claim differs from one of a line; None where it names the same, dropping at most
    modifiers.

    The head is the same, or a link says that the line's head means the claim's phrase. No word and no number is added,
    and none is dropped that changes what is meant (*former*, *alleged*).
    """
    spot = line.sentence.tokens[other.head]
    references = list(line.meanings(other.start, other.end))
    if any(_means(each, spot, said, phrase) for each in references):
        return None
    same_head = not _claimed_head(said, phrase).isdisjoint(_head(line, other))
    if not same_head and not _is_number(said, phrase, line, other):
        return Mismatch(Aspect.NAME, phrase.text, other.text)
    held = line.words(other.start, other.end)
    linked = frozenset(word for each in references for word in words_of(each.means))
    strange = [
        each for each in _strange_words(said, phrase, held | linked) if not _is_turned(said, phrase, each, line, other)
    ]
    strange += _strange_owners(said, phrase, line, other) if linked and not strange else ()
    if not strange:
        return _in_quantity(said, phrase, line, other, _count_values(said, phrase), _count_values(line, other))
    if same_head and len(strange) == 1 and strange[0] in _DENYING:
        return Mismatch(Aspect.NEGATION, phrase.text, other.text, opposed=True)
    if len(strange) == 1 and same_head:
        opposed = sorted(opposite_of(strange[0]) & held & _BOUNDS)
        return Mismatch(Aspect.DETAIL, strange[0], next(iter(opposed), other.text), bool(opposed))
    return Mismatch(Aspect.NAME, phrase.text, other.text)


def _in_quantity(
    said: ReadLine,
    phrase: NounPhrase,
    line: ReadLine,
    other: NounPhrase,
    numbers: frozenset[str],
    counted: frozenset[str],
) -> Mismatch | None:
    """Return how two phrases with the same words differ in number and in what qualifies them."""
    held, words = line.words(other.start, other.end), said.words(phrase.start, phrase.end)
    dropped = (held & _KEPT) - words
    dropped |= {
        less for less, own in lessened_words(line, other.first, other.last) if own in words and less not in words
    }
    if (held & _DENYING) - words:
        return Mismatch(Aspect.NEGATION, phrase.text, other.text, opposed=True)
    if not dropped and (held & _PARTIAL) - words and not _DEFINITE.isdisjoint(_determiners(said, phrase)):
        dropped = held & _PARTIAL
    if not dropped and counted - numbers and _whole_of(line, other) is not None:
        return Mismatch(Aspect.NUMBER, phrase.text, other.text)
    if dropped or any(each(said, phrase, line, other) for each in _WIDENING):
        return Mismatch(Aspect.DETAIL, phrase.text, other.text)
    if numbers <= counted:
        strange = number_values(phrase.text) - number_values(other.text)  # *one of 140 women*
        return Mismatch(Aspect.NUMBER, phrase.text, other.text) if strange else None
    return Mismatch(Aspect.NUMBER, phrase.text, other.text, opposed=bool(counted) and words.isdisjoint(_RANKED))


def _narrowed_apart(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Whether a claim leaves out what narrows the kind that a word picks from: *the only native species* is not *the
    only species*, *the first Danish bishop* not *the first bishop*."""
    ranging = _ranging_words(line, other)
    if not ranging or ranging.isdisjoint(_ranging_words(said, phrase)):
        return False
    words = said.words(phrase.start, phrase.end)
    inside = line.sentence.tokens[other.first : other.head]
    return any(
        token.tag.startswith(_NARROWING_TAGS) and words.isdisjoint(_own_forms(token))
        for token in inside
        if token.text.casefold() not in ranging and line.words(token.start, token.end)
    )


def _dropped_from_kind(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Whether a claim is about more of a kind than its line: *sales of diesel cars* are not *sales of cars*.

    Of some of a kind each is one of it: *two bottles of red wine*, *a group of Danish sailors*.
    """
    inner, tokens = other.inner, line.sentence.tokens
    if inner is None or phrase.inner is None or inner.kind == "name" or tokens[other.first].tag in _SOME:
        return False
    if tokens[other.first].text.casefold() in {"a", "an"}:
        return False
    words, first = said.words(phrase.start, phrase.end), tokens[inner.first]
    inside = tokens[inner.first : inner.head]
    return first.tag.startswith(_NARROWING_TAGS) and any(words.isdisjoint(_own_forms(token)) for token in inside)


_SOME = frozenset({"CRD", "DT0"})


def _ranging_words(line: ReadLine, phrase: NounPhrase) -> frozenset[str]:
    """Return the words before a phrase's noun that range over a kind, or pick one out of it: *only* may be outside."""
    tokens = line.sentence.tokens[max(0, phrase.first - 1) : phrase.head]
    words = (token.text.casefold() for token in tokens if token.tag in {"AJS", "ORD"} or token.lemma in _RANGING)
    return frozenset(words)


_RANGING = word_set("claims/ranging")
_NARROWING_TAGS = ("AJ0", "NN", "NP", "VVN", "VVG")


def _is_compared_apart(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Whether a line measures by a phrase how two things differ, and the claim has the measure alone: *will be 700
    pounds less than he had feared* does not say that it will be 700 pounds."""
    if not _count_values(line, other):
        return False
    compared, there = ([*each.folded_words[one.last : one.last + 1]] for each, one in ((said, phrase), (line, other)))
    behind = line.sentence.tokens[other.last : other.last + 2]
    follows = bool(behind) and (behind[0].tag == "AJC" or there[0] in _COMPARING or behind[-1].text == "than")
    return follows and compared != there


_COMPARING = frozenset({"more", "less", "fewer"})
_WIDENING = (_narrowed_apart, _dropped_from_kind, _is_compared_apart)


def _determiners(line: ReadLine, phrase: NounPhrase) -> set[str]:
    return {token.text.casefold() for token in line.sentence.tokens[phrase.first : phrase.first + 1]}


def _is_number(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Whether both phrases are a bare number: *in 1912*, *at nine*."""
    heads = said.sentence.tokens[phrase.head], line.sentence.tokens[other.head]
    return all(number_values(head.text) for head in heads)


def names_same(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Return whether a phrase of a claim names what a phrase of a line names."""
    return phrase_difference(said, phrase, line, other) is None


def _is_turned(said: ReadLine, phrase: NounPhrase, word: str, line: ReadLine, other: NounPhrase) -> bool:
    """Whether a word only shows another form of the same phrase: *the son of the king*, *a six-hour debate*."""
    if word == "of":
        return other.possessor is not None
    if phrase.possessor is not None and word in said.words(*phrase.possessor):  # *the defence's application*
        return bool(
            re.match(
                rf" (?:by|from) (?:the |an? |[A-Z][\w.]* )?{re.escape(word)}\b", line.sentence.text[other.end :], re.I
            )
        )
    count, _, unit = word.partition("-")
    held = line.words(other.start, other.end)
    return bool(unit) and number_values(count) <= _count_values(line, other) != frozenset() and unit in held


def _head(line: ReadLine, phrase: NounPhrase) -> frozenset[str]:
    """Return the forms of a phrase's noun; of *three of the twelve climbers* those of *climbers*, too."""
    return frozenset(form for token in _heads(line, phrase) for form in _own_forms(token))


def _claimed_head(said: ReadLine, phrase: NounPhrase) -> frozenset[str]:
    """Return the forms in which a line may have the noun of a claim's phrase."""
    return frozenset(form for token in _heads(said, phrase) for form in _forms_of(said, token))


def _heads(line: ReadLine, phrase: NounPhrase) -> list[Token]:
    tokens = line.sentence.tokens
    places = [phrase.head, _whole_of(line, phrase), _measured_place(line, phrase)]
    if phrase.head > phrase.first and bare_form(tokens[phrase.head].text) in _LEGAL_FORMS:
        places.append(phrase.head - 1)  # *Fabrikam Inc.* is Fabrikam
    return [tokens[place] for place in places if place is not None]


def _measured_place(line: ReadLine, phrase: NounPhrase) -> int | None:
    """Return the place of what a phrase measures: *antibiotics* of *a course of antibiotics*; of *no*, *every* None."""
    tokens = line.sentence.tokens
    counted = tokens[phrase.first].text.casefold() in _COUNTING_OUT
    if phrase.inner is None or counted or tokens[phrase.head].lemma.casefold() not in _MEASURES:
        return None
    return phrase.inner.head


def _whole_of(line: ReadLine, phrase: NounPhrase) -> int | None:
    """Return the place of the noun behind a number with *of*, None where a phrase counts no part."""
    tokens = line.sentence.tokens
    behind = phrase.head + 1
    if tokens[phrase.head].tag != "CRD" or behind >= phrase.last or tokens[behind].text.casefold() != "of":
        return None
    nouns = [place for place in range(behind, phrase.last) if tokens[place].tag.startswith("N")]
    return nouns[0] if len(nouns) == 1 else None


def _count_values(line: ReadLine, phrase: NounPhrase) -> frozenset[str]:
    """Return the numbers that count what a phrase names: of *three of the twelve climbers* the first."""
    end = phrase.end if _whole_of(line, phrase) is None else line.sentence.tokens[phrase.head].end
    return number_values(line.sentence.text[phrase.start : end])


def _own_forms(token: Token) -> frozenset[str]:
    return frozenset({bare_form(token.text), token.lemma.casefold()})


def _forms_of(said: ReadLine, token: Token) -> frozenset[str]:
    """Return the forms in which a line may have a word of a claim: as written, its lemma, and words that say it."""
    return _own_forms(token) | restating_words(said, token.lemma.casefold())


def restating_words(said: ReadLine, lemma: str) -> frozenset[str]:
    """Return the lemmas by which a line may say a word of a claim, without itself.

    A kind says its genus only where nothing is denied, counted out or compared: *no boy came* is not *no child came*.
    """
    narrower = narrower_words(lemma)
    return equal_words(lemma) | (narrower if narrower and _may_widen(said.sentence.text) else frozenset())


@lru_cache(maxsize=4096)
def _may_widen(claim: str) -> bool:
    compared = any(token.tag in {"AJC", "AJS", "ORD"} for token in analyse_cached(claim).tokens)
    return not compared and _NARROWING.isdisjoint(operator_words(claim))


_NARROWING = (
    NEGATIONS | DENYING_VERBS | word_set("claims/ranging") | word_set("claims/all") | frozenset({"if", "unless"})
)


def _strange_words(said: ReadLine, phrase: NounPhrase, held: frozenset[str]) -> Iterator[str]:
    """Yield the words of a phrase that are not among those that are held."""
    titles = [each for clause in said.sentence.clauses if clause.kind is ClauseKind.TITLE for each in clause.objects]
    for token in said.sentence.tokens[phrase.first : phrase.last]:
        if any(each.start <= token.start and token.end <= each.end < phrase.end for each in titles):
            continue  # *the painter Bo Ek*: a clause of its own
        if is_word(token) and said.words(token.start, token.end) and held.isdisjoint(_forms_of(said, token)):
            yield token.lemma.casefold()


def _strange_owners(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> Iterator[str]:
    """Yield words of the owner of what a claim names that the line has of another: *Leah's daughter* is not *Drew's
    daughter*, whoever she is."""
    if phrase.possessor is None or other.possessor is None:
        return
    start, end = other.possessor
    names = (words_of(each.means) for each in line.meanings(start, end) if each.end <= end)
    held = line.words(start, end).union(*names)
    yield from (word for word in said.words(*phrase.possessor) if word not in held and word not in _ENDINGS)


_ENDINGS = frozenset({"'s", "’s", "'", "’", "s"})


def _means(reference: LinkedExpression, spot: Token, said: ReadLine, phrase: NounPhrase) -> bool:
    """Whether an expression that covers the head of a line's phrase means what a claim's phrase names."""
    if not (reference.start <= spot.start and spot.end <= reference.end):
        return False
    counted = number_values(said.sentence.text[phrase.start : phrase.end]) <= number_values(reference.means)
    head = not _claimed_head(said, phrase).isdisjoint(_head_of(reference.means))
    return head and counted and not any(_strange_words(said, phrase, words_of(reference.means)))


def _head_of(name: str) -> frozenset[str]:
    """Return the head of a name in its forms: the last word before *of* or another preposition."""
    tokens = [token for token in tag_tokens(name) if is_word(token)]
    before = list(takewhile(lambda token: token.tag not in {"PRF", "PRP"}, tokens))
    return frozenset(form for token in before[-1:] for form in (bare_form(token.text), token.lemma.casefold()))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a name as lemmas and as written, case-folded, without articles."""
    return frozenset(
        word for token in tag_tokens(text) if is_word(token) for word in {bare_form(token.text), token.lemma.casefold()}
    )


def _titles_in(line: ReadLine, phrase: NounPhrase) -> Iterator[NounPhrase]:
    """Yield what a phrase calls the one that it names: *Ivan's brother* of *Ivan's brother Jon*."""
    for clause in line.sentence.clauses:
        inside = all(phrase.start <= each.start and each.end <= phrase.end for each in clause.subjects)
        if clause.kind is ClauseKind.TITLE and clause.subjects and inside and not clause.negated:
            yield from (each for each in clause.objects if _OWNED.search(each.text))


_OWNED = re.compile(r"\w['’]s? \w")


def differences_among(
    said: ReadLine, phrases: Sequence[NounPhrase], line: ReadLine, others: Sequence[NounPhrase]
) -> Iterator[Mismatch]:
    """Yield for each phrase of a claim that names none of the line's how it differs from the nearest."""
    others = [each for each in others if _names_one(line, each)]
    others = [*others, *(each for other in others for each in _titles_in(line, other))]
    for phrase in phrases:
        found = [phrase_difference(said, phrase, line, other) for other in others]
        if None not in found:
            least = [each for each in found if each is not None]
            least.sort(key=lambda each: not each.opposed)
            yield least[0] if least else Mismatch(Aspect.ROLES, phrase.text)


def _names_one(line: ReadLine, phrase: NounPhrase) -> bool:
    """Whether a phrase of a line is read well enough to name somebody: not *Ann's* of *Ann's and Bo's brothers*, and
    none with a finite verb in it."""
    tags = [token.tag for token in line.sentence.tokens[phrase.first : phrase.last]]
    return tags[-1:] != ["POS"] and not phrase.text.endswith(("'s", "’s")) and _PAST_TAGS.isdisjoint(tags)


_PAST_TAGS = frozenset({"VVD", "VBD", "VHD", "VDD"})


def same_among(said: ReadLine, phrases: Sequence[NounPhrase], line: ReadLine, others: Sequence[NounPhrase]) -> bool:
    """Return whether each phrase of a claim names one of the line's."""
    return not any(differences_among(said, phrases, line, others))
