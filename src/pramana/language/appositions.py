"""Appositions: *Keller, the mayor of Fairview, …*, *the mayor, Anna Keller, …*, *Danish linguist Otto Jespersen*.

What is fenced by commas beside the phrase that it describes takes no part in the clause around it. It is set aside
before clauses are built, so that it is neither subject nor object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.language import lexicon as lex
from pramana.language.agreement import FEMALE, FEMALE_NAMES, MALE, MALE_NAMES, PERSON, of_noun
from pramana.language.chunks import Chunk
from pramana.language.drafts import is_time
from pramana.language.lookahead import Lookahead
from pramana.language.model import ClauseKind, NounPhrase, Prepositional, Token, VerbForm
from pramana.language.negation import is_negative
from pramana.language.nominals import Nominal, part_of_phrase
from pramana.language.word_lists import word_list, word_set

_PERSON_NOUNS = word_set("apposition/person_nouns") | word_set("people/people") | word_set("names/offices")
_PERSON_NOUNS |= word_set("reference/kin") | word_set("people/men") | word_set("people/women")
_PERSON_ENDINGS = tuple(word_list("apposition/person_endings"))
_THING_NOUNS = word_set("apposition/thing_nouns")
_NAMED_NOUNS = word_set("apposition/named_nouns")
_ORGANIZATIONS = word_set("types/organizations")
_PLACE_NOUNS = _NAMED_NOUNS | _THING_NOUNS | word_set("types/places") | _ORGANIZATIONS
_DOUBTED = word_set("apposition/doubted")
_TITLES = word_set("names/offices") | word_set("people/male_titles") | word_set("people/female_titles")
_TITLES |= word_set("people/neutral_titles")
_NAME_TAGS = frozenset({"NP", "NN", "AJ"})
_DEGREES = word_set("apposition/degrees")
_ENDS = frozenset({"BREAK", "", "CLOSE"})
_ALIAS = frozenset("known called nicknamed named dubbed".split())
_CALLED = frozenset("named called nicknamed".split())
_ALIAS_ADVERBS = word_set("apposition/alias_adverbs")
_SHORT_ALIAS = frozenset("alias aka a.k.a. né née".split())
_RELATIVE_REACH = 12
"""Chunks of a relative clause within an apposition, at most: *Keller, a doctor who lives in Rome, …*."""


@dataclass(frozen=True, slots=True)
class _SetAside:
    """An apposition: the chunks from `first` to `last` (exclusive) are its own."""

    nominal: Nominal
    first: int
    last: int
    holds_clause: bool = True
    """Whether its verb says something by itself: *a doctor who lives in Rome*, not *born Kerry Saxby*."""


def set_appositions_aside(
    tokens: Sequence[Token], chunks: Sequence[Chunk]
) -> tuple[list[Chunk], list[Nominal], list[list[Chunk]]]:
    """Return the chunks without appositions, the appositions, and those chunks of them that hold a clause."""
    seeker = _AppositionSeeker(tokens, chunks)
    if not any(chunk.verb is not None and chunk.verb.form is VerbForm.FINITE for chunk in chunks):
        return list(chunks), [], []
    outside: list[Chunk] = []
    nominals: list[Nominal] = []
    inside: list[list[Chunk]] = []
    place = 0
    while place < len(chunks):
        outside.append(chunks[place])
        found = seeker.find(place)
        place += 1
        if found is None:
            continue
        nominals.append(found.nominal)
        named = seeker.find_naming(found.first)  # *A third, a man called Gorman, …*
        nominals += [named.nominal] if named is not None else []
        held = list(chunks[found.first if named is None else named.last : found.last])
        if found.holds_clause and any(chunk.verb is not None for chunk in held):
            inside.append(held)
        place = seeker.resume(found.last)
    return outside, nominals, inside


class _AppositionSeeker:
    """Bounded questions about one stretch of chunks."""

    def __init__(self, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> None:
        self._tokens = tokens
        self._chunks = chunks
        self._ahead = Lookahead(tokens, chunks)

    def find(self, place: int) -> _SetAside | None:
        """The apposition to the phrase at chunk `place`, None for none."""
        one = self._ahead.phrase(place)
        called = self.find_naming(place)
        if called is not None:
            return called
        if one is None or self._ahead.kind(place + 1) != "COMMA" or one.kind in {"pronoun", "number"}:
            return None
        start = self._past_degree(place + 2)
        alias = self._alias(one, place, start)
        if alias is not None:
            return alias
        other = self._ahead.phrase(start)
        described = None if other is None else self._placed_person(place, other) or self._described_by(one, other)
        if other is None or described is None:
            return None
        one, last = described, self._fence(start)
        if last < 0 or self._is_list(place, last) or not self._identifies(place, one, other, last):
            return None
        return _SetAside(self._nominal(one, other, place, start, last), start, last)

    def find_naming(self, place: int) -> _SetAside | None:
        """*a technician named Owen Pask*: the noun at chunk `place`, what it is called, and nothing between."""
        one = self._ahead.phrase(place)
        verb = self._chunks[place + 1].verb if place + 1 < len(self._chunks) else None
        other = self._ahead.phrase(place + 2)
        if verb is None or other is None or one is None or one.kind != "noun" or other.kind != "name":
            return None
        if verb.form is not VerbForm.PARTICIPLE or verb.text.lower() not in _CALLED:
            return None
        nominal = Nominal(ClauseKind.APPOSITION, one, other, verb.first, verb.last)
        return _SetAside(nominal, place + 1, place + 3, holds_clause=False)

    def resume(self, last: int) -> int:
        """Where the clause goes on behind an apposition; the comma that ends it joins nothing."""
        if self._ahead.kind(last) != "COMMA":
            return last
        joins = self._ahead.is_finite(last + 1) or self._ahead.kind(last + 1) in {"ADV", "CONJ"}
        return last + 1 if joins and self._ahead.kind(last + 1) != "CONJ" else last

    def _past_degree(self, start: int) -> int:
        """*Harry Preuss, MD, a professor*; *John Smith, 42, a teacher*."""
        phrase = self._ahead.phrase(start)
        if phrase is None or self._ahead.kind(start + 1) != "COMMA":
            return start
        degree = phrase.text.lower() in _DEGREES or (phrase.kind == "number" and phrase.last - phrase.first == 1)
        return start + 2 if degree else start

    def _alias(self, one: NounPhrase, place: int, start: int) -> _SetAside | None:
        """*Eric Blair, also known as George Orwell, …*, *Blair, alias Orwell, …*."""
        at, chunk = start, self._chunks[start] if start < len(self._chunks) else None
        if chunk is None:
            return None
        first_word = self._tokens[chunk.first].text.lower()
        if first_word in _ALIAS_ADVERBS and chunk.verb is None:
            at += 1
        verb = self._chunks[at].verb if at < len(self._chunks) else None
        word = self._tokens[verb.head].text.lower() if verb is not None else ""
        if verb is not None and verb.form is VerbForm.PARTICIPLE and (word in _ALIAS or self._is_birth_name(at, word)):
            at += 1
            at += self._ahead.kind(at) == "PREP" and self._chunks[at].word == "as"
        elif first_word in _SHORT_ALIAS and chunk.phrase is None:
            at = start + 1
        else:
            return None
        other = self._ahead.phrase(at)
        if other is None or other.kind in {"pronoun", "number"}:
            return None
        if self._ahead.kind(at + 1) not in _ENDS | {"COMMA"} and not self._ahead.is_finite(at + 1):
            return None
        if other.text.count('"') % 2 or self._is_list(place, at + 1):
            return None
        nominal = Nominal(ClauseKind.APPOSITION, one, other, chunk.first - 1, other.head + 1)
        return _SetAside(nominal, start, at + 1, holds_clause=word != "born")

    def _is_birth_name(self, at: int, word: str) -> bool:
        """*Kerry Junna, born Kerry Saxby, is …*; but *born 2 June 1961*, *born May 1st*."""
        other = self._ahead.phrase(at + 1)
        if word != "born" or other is None or other.kind != "name":
            return False
        return not any(token.tag == "CRD" for token in self._tokens[other.first : other.last])

    def _described_by(self, one: NounPhrase, other: NounPhrase) -> NounPhrase | None:
        """The part of `one` that `other` may describe: the last that ends there; None for none."""
        if other.kind in {"pronoun", "number"} or self._has_time(one) or self._has_time(other):
            return None
        if is_doubted(self._tokens, one) or is_doubted(self._tokens, other) or other.text.count('"') % 2:
            return None
        if one.text.lower() in _DEGREES:
            return None
        if one.kind == "noun" and other.kind == "name":
            return self._named_by(one, other)
        last = next(ending_phrases(one))
        if last.kind == "name" and last is not one and other.kind == "noun" and self._is_determined(other):
            # *the murder of Ahmed Yassin, a leader of Hamas*; but *the son of Ahmed Yassin, a clerk* is either
            people = [is_person_phrase(self._tokens, phrase) for phrase in (one, other)]
            return last if people == [False, True] else None
        if one.kind == "name":
            if self._is_apart(one, other):
                return None
            own = self._is_determined(other) or is_office(self._tokens, other)
            titled = is_person_noun(self._tokens[other.head].text.lower()) and other.inner is not None
            return one if (own if other.kind == "noun" else titled) else None
        return one if one.inner is None and self._is_determined(one) and self._is_determined(other) else None

    def _placed_person(self, place: int, other: NounPhrase) -> NounPhrase | None:
        """*a collector* in *a collector from Bath, Mr Denis Ormerod*: whom the place between does not describe."""
        one, near = self._ahead.phrase(place - 2), self._ahead.phrase(place)
        if one is None or near is None or self._ahead.kind(place - 1) != "PREP" or one.kind != "noun":
            return None
        apart = other.kind == "name" and is_person_phrase(self._tokens, other) and self._has_title(other)
        single = self._tokens[one.head].tag == "NN1" and is_person_noun(self._noun(one)) and self._is_determined(one)
        return one if apart and single and not is_person_phrase(self._tokens, near) else None

    def _has_title(self, phrase: NounPhrase) -> bool:
        return self._tokens[phrase.first].text.lower().rstrip(".") in _TITLES

    def _is_apart(self, one: NounPhrase, other: NounPhrase) -> bool:
        """*Money Mark, the tribute band Hand of Doom*; *Leslie's, Harper's Weekly*; *Michael Brandon, a new play*."""
        if name_start(self._tokens, other) is not None or self._tokens[one.last - 1].tag == "POS":
            return True
        if not self._tokens[other.head].tag.startswith("N"):  # *the main | accused*
            return True
        return self._noun(other) in _PLACE_NOUNS - _PERSON_NOUNS and is_person_phrase(self._tokens, one)

    def _named_by(self, one: NounPhrase, name: NounPhrase) -> NounPhrase | None:
        """*her youngest son* in *the death of her youngest son, Boris*; of two that may have the name, neither."""
        nested = list(ending_phrases(one))
        people = [phrase for phrase in nested if is_person_noun(self._noun(phrase))]
        own = nested[0] if not people else people[0]
        if len(people) > 1 or own.kind != "noun" or not self._is_determined(own):
            return None
        if self._tokens[own.head].tag != "NN1":
            return None
        if people:
            return own if own is nested[0] or is_person_phrase(self._tokens, name) else None
        named = self._noun(own) in _THING_NOUNS | _NAMED_NOUNS | _ORGANIZATIONS
        if self._noun(own) in _ORGANIZATIONS and name.text.lower() in MALE_NAMES | FEMALE_NAMES:
            return None  # *The board, Margaret, has resigned* is addressed to her
        return own if named and own.inner is None and not is_person_phrase(self._tokens, name) else None

    def _noun(self, phrase: NounPhrase) -> str:
        return self._tokens[phrase.head].lemma.lower()

    def _has_time(self, phrase: NounPhrase) -> bool:
        own = self._tokens[phrase.first : phrase.head + 1]
        return is_time(self._tokens, phrase) or any(token.lemma.lower() in lex.TIME_NOUNS for token in own)

    def _is_determined(self, phrase: NounPhrase) -> bool:
        return self._tokens[phrase.first].tag in {"AT0", "DPS"} or phrase.possessor is not None

    def _fence(self, start: int) -> int:
        """The chunk that ends the phrase at `start`: a comma, a mark or the end; -1 for none."""
        after = self._ahead.past_prepositions(start + 1)
        if self._ahead.kind(after) in _ENDS | {"COMMA"}:
            return after
        verb = self._chunks[after].verb if after < len(self._chunks) else None
        reduced = verb is not None and verb.form is not VerbForm.FINITE
        if self._ahead.kind(after) != "REL" and not reduced:
            return -1
        for place in range(after + 1, min(after + _RELATIVE_REACH, len(self._chunks))):
            if self._ahead.kind(place) == "COMMA":
                return place if self._ahead.is_finite(place + 1) else -1
            if self._ahead.kind(place) == "BREAK":
                return -1
        return -1

    def _is_list(self, place: int, last: int) -> bool:
        """*Ann, the mayor, and Bob*; *the king, the queen, the knave*."""
        if self._ahead.kind(place - 1) == "CONJ" and self._ahead.phrase(place - 2) is not None:
            return True
        before = self._ahead.kind(place - 1) == "COMMA" and self._ahead.phrase(place - 2) is not None
        if before and self._ahead.kind(place - 3) != "PREP":
            return True
        if self._ahead.kind(last) != "COMMA":
            return False
        following = last + 1
        if self._ahead.kind(following) == "CONJ":
            if self._ahead.kind(following + 1) == "PREP":
                return True
            following_phrase = self._ahead.phrase(following + 1)
            named = self._ahead.phrase(place), self._ahead.phrase(last - 1)
            if [each.kind for each in (*named, following_phrase) if each is not None] == ["noun", "name", "noun"]:
                return False  # *their son, Peter, and Keller's daughter*
            begins = self._is_object(place) and self._ahead.verb_after(following + 2)
            return following_phrase is not None and not begins
        return self._ahead.phrase(following) is not None and self._ahead.kind(following + 1) in {"COMMA", "CONJ"}

    def _is_object(self, place: int) -> bool:
        return any(chunk.verb is not None and chunk.verb.form is VerbForm.FINITE for chunk in self._chunks[:place])

    def _identifies(self, place: int, one: NounPhrase, other: NounPhrase, last: int) -> bool:
        if self._is_fronted(place) and not is_person_phrase(self._tokens, one):
            return False
        if one.kind == "name" and self._is_setting(place) and self._noun(other) not in _PLACE_NOUNS:
            return is_person_phrase(self._tokens, one) and is_person_phrase(self._tokens, other)
        closed = self._ahead.kind(last) == "COMMA"
        if one.kind == other.kind == "noun":
            subject = closed and self._ahead.is_finite(last + 1) and place == 0
            indefinite = self._tokens[other.first].text.lower() in {"a", "an"}
            return subject or (
                indefinite and is_person_phrase(self._tokens, one) == is_person_phrase(self._tokens, other)
            )
        return True

    def _is_setting(self, place: int) -> bool:
        """*in Nashville, Tennessee, the son of a judge*: a place of the clause is seldom described."""
        if self._ahead.kind(place - 1) == "COMMA" and self._ahead.phrase(place - 2) is not None:
            return self._is_setting(place - 2)
        return self._ahead.kind(place - 1) == "PREP" and self._chunks[place - 1].word in lex.LOCATING

    def _is_fronted(self, place: int) -> bool:
        """*In Paris, the mayor, Keller, …*: a phrase in front of the clause is described by nothing after it."""
        if self._ahead.kind(place - 1) != "PREP" or self._chunks[place - 1].word == "according to":
            return False
        return not any(chunk.verb is not None for chunk in self._chunks[:place])

    def _nominal(self, one: NounPhrase, other: NounPhrase, place: int, start: int, last: int) -> Nominal:
        behind = tuple(
            Prepositional(chunk.word, phrase, self._tokens[chunk.first].start, phrase.end)
            for at in range(start + 1, last - 1)
            if (chunk := self._chunks[at]).kind == "PREP" and (phrase := self._ahead.phrase(at + 1)) is not None
        )
        plain = all(chunk.verb is None for chunk in self._chunks[start:last])
        first = self._chunks[start].first - 1
        return Nominal(ClauseKind.APPOSITION, one, other, first, other.head + 1, behind if plain else ())


def ending_phrases(phrase: NounPhrase) -> Iterator[NounPhrase]:
    """The phrases that end where `phrase` does, the shortest first: *the game of the National Football League*."""
    if phrase.inner is not None and phrase.inner.end == phrase.end:
        yield from ending_phrases(phrase.inner)
    yield phrase


def nested_phrases(phrase: NounPhrase) -> Iterator[NounPhrase]:
    """A phrase, the one that its *of* governs, and so on."""
    level: NounPhrase | None = phrase
    while level is not None:
        yield level
        level = level.inner


def is_person_noun(lemma: str) -> bool:
    """Return whether a noun names people by what they are or do.

    >>> is_person_noun("mayor"), is_person_noun("shipowner"), is_person_noun("ship")
    (True, True, False)
    """
    return lemma in _PERSON_NOUNS or lemma.endswith(_PERSON_ENDINGS)


def is_person_phrase(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase surely names a person, by its noun or by a given name in it."""
    head = tokens[phrase.head]
    if is_person_noun(head.lemma.lower()):
        return True
    if phrase.kind == "name":
        own = [token.text.lower() for token in tokens[phrase.first : phrase.head + 1]]
        return any(word in MALE_NAMES or word in FEMALE_NAMES for word in own[:-1]) or own[0].rstrip(".") in _TITLES
    return of_noun(tokens[phrase.first : phrase.head + 1], head).sort in {MALE, FEMALE, PERSON}


def is_office(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a person's office, which needs no article: *president of the company*."""
    head = tokens[phrase.head]
    return head.tag == "NN1" and head.text.islower() and is_person_noun(head.lemma.lower())


def is_doubted(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase takes back what its noun says (*the alleged killer*), or denies it."""
    own = (token.text.lower() for token in tokens[phrase.first : phrase.head])
    return not _DOUBTED.isdisjoint(own) or is_negative(tokens, phrase)


def name_start(tokens: Sequence[Token], phrase: NounPhrase) -> int | None:
    """Return the token where the name of *Danish linguist Otto Jespersen* begins; None without such a description."""
    place = phrase.head + 1
    while place > phrase.first and not tokens[place - 1].text.islower() and tokens[place - 1].tag[:2] in _NAME_TAGS:
        place -= 1
    before = tokens[place - 1] if phrase.first < place <= phrase.head else None
    if tokens[phrase.first].tag == "DT0":  # *In this movie Google …* is a setting and a subject
        return None
    if before is None or before.tag != "NN1" or tokens[phrase.head].lemma.lower() in lex.TIME_NOUNS:
        return None
    noun = before.lemma.lower()
    return place if noun in _THING_NOUNS or is_person_noun(noun) else None


def title_relations(text: str, tokens: Sequence[Token], phrases: Sequence[NounPhrase]) -> list[Nominal]:
    """The descriptions right before names; each says that the name's bearer is what it describes."""
    found = []
    for phrase in (level for outer in phrases for level in _with_owners(text, tokens, outer)):
        place = name_start(tokens, phrase)
        if place is not None:
            one = part_of_phrase(text, tokens, place, phrase.last, phrase.head)
            other = part_of_phrase(text, tokens, phrase.first, place)
            owns = place < phrase.last and tokens[phrase.last - 1].tag == "POS"
            if not owns and not is_doubted(tokens, other):
                found.append(Nominal(ClauseKind.TITLE, one, other, place - 1, place))
    return found


def _with_owners(text: str, tokens: Sequence[Token], outer: NounPhrase) -> Iterator[NounPhrase]:
    """A phrase, those within it, and who owns what they name: *shipowner Lars Holm's widow*."""
    for phrase in nested_phrases(outer):
        mark = next((place for place in range(phrase.first, phrase.head) if tokens[place].tag == "POS"), -1)
        if mark > phrase.first:
            yield part_of_phrase(text, tokens, phrase.first, mark)
        yield phrase
