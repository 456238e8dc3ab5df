"""Prepositions that change what a participant says, and the participants of a reading that they govern.

*Lives outside Paris* does not say *lives in Paris*, and an edge of the graph cannot hold *outside* yet: such a
participant is left out, with the reason. Prepositions that name a landmark (*behind, beside, under,
above, towards*) are kept: the event is where the landmark is, and an answer quotes the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.events.model import Kriya, Polarity, Role
from pramana.evidence import Span, align
from pramana.language import NounPhrase, Sentence, Token, analyse_cached, word_set


@dataclass(frozen=True, slots=True)
class Marker:
    """Prepositions of one meaning.

    `reason` says how the event (*it*) lies to the participant (*that*). `roles`: where that matters, None for
    all. `joins` says that the words also join clauses: *before Marsh fled* governs nobody.
    """

    name: str
    words: tuple[str, ...]
    reason: str
    roles: frozenset[Role] | None = None
    joins: bool = False


_WHEN = frozenset({Role.ADHIKARANA_TEMPORAL})
_WHERE = frozenset({Role.ADHIKARANA_SPATIAL})
_SETTING = _WHEN | _WHERE
"""With other roles the verb decides what these words say: *came out of the house* names the source rightly."""


def _marker(name: str, words: str, reason: str, roles: frozenset[Role] | None = None, *, joins: bool = False) -> Marker:
    return Marker(name, tuple(words.split("|")), reason, roles, joins)


MARKERS = (
    _marker("before", "before|prior to|ahead of|preceding", "it is earlier, or in front", _SETTING, joins=True),
    _marker("until", "until|till|up until|up to", "it ends there", _SETTING, joins=True),
    _marker("by", "by", "it is then or earlier", _WHEN),
    _marker("after", "after|following|subsequent to", "it is later than that, or behind", _SETTING, joins=True),
    _marker("since", "since|ever since", "it only begins then", _WHEN, joins=True),
    _marker("between", "between|in between", "it is at neither of the two", _SETTING),
    _marker("outside", "outside|outside of|out of|off|off of", "it is not there", _SETTING),
    _marker("beyond", "beyond|past", "it is farther on", _WHERE),
    _marker("near", "near|close to|near to|nearby", "it is close by, not there", _WHERE),
    _marker("far", "away from", "it is elsewhere", _SETTING),
    _marker(
        "far",
        "far from|mile from|miles from|km from|kilometre from|kilometres from|kilometer from|kilometers from"
        "|metres from|meters from|yards from|feet from",
        "it is elsewhere",
    ),
    _marker("short of", "short of", "that is not reached"),
    _marker("against", "against|in opposition to|versus|vs.|vs", "it opposes that"),
    _marker("without", "without|sans|minus|lacking|in the absence of", "that takes no part"),
    _marker(
        "except",
        "except|except for|excepting|excluding|other than|apart from|aside from|barring|besides|but for|save for|save"
        "|all but|everyone but|everybody but|everything but|nobody but|no one but|none but|nothing but|anyone but"
        "|anybody but|anything but",
        "that is an exception, or one more",
    ),
    _marker("instead", "instead of|rather than|in place of|in lieu of", "something else takes that part"),
    _marker("despite", "despite|in spite of|notwithstanding|regardless of|irrespective of", "that has no effect"),
    _marker("unlike", "unlike|contrary to|as opposed to|in contrast to|in contrast with", "that is the opposite"),
)
"""First the surest: of equal words the first entry whose roles fit counts. Not in it: *during, throughout, within, as
of* (the time itself), *about, around* (nearly the time itself), *in, on, at, inside* (the place itself)."""
_LONGEST = max(len(words.split()) for marker in MARKERS for words in marker.words)
_WORDS = "|".join(sorted(re.escape(words) for marker in MARKERS for words in marker.words))
_ANY = re.compile(rf"\b(?:{_WORDS})(?!\w)", re.IGNORECASE)
_DAYLIGHT = frozenset("day night daylight moonlight".split())
"""*Travelled by night* is at night."""
_MEASURES = word_set("markers/measures")
_BEFORE_NOUNS = ("AT0", "DPS", "DT0", "AJ", "CRD", "ORD", "AV0", "POS", "NN", "NP0", "UNC")
"""Tags of the words between a preposition and the end of its noun phrase (C5)."""
_ROLE_WORDS = {
    Role.KARTA: "agent",
    Role.KARMA: "object",
    Role.KARANA: "instrument",
    Role.SAMPRADANA: "recipient",
    Role.APADANA: "source",
    Role.ADHIKARANA_SPATIAL: "place",
    Role.ADHIKARANA_TEMPORAL: "time",
    Role.SAMBANDHA: "related",
}
_LINKING = frozenset({"be", "have", "become", "seem"})
"""Verbs that say nothing of one participant alone."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A participant that is not stored, and why. `words` is the preposition, as the line has it."""

    role: Role
    mention: str
    words: str
    reason: str

    def __str__(self) -> str:
        """Return it as text: `“the accident” as time, for “after”: it is later than that, or behind`."""
        return f"“{self.mention}” as {_ROLE_WORDS[self.role]}, for “{self.words}”: {self.reason}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of a Kriyā, None where nothing is, and a sentence for each participant that is left out."""

    kriya: Kriya | None
    left_out: tuple[str, ...] = ()


def leave_out_marked(line: str, kriya: Kriya, near: int | None = None) -> Kept:
    """Return a Kriyā without the participants whose preposition changes what they say. `near` is where its verb is.

    A Kriyā that denies is left out with them: *did not resign before May* does not say *did not resign*. So is one that
    has nobody left to speak of.
    """
    left = tuple(marked_participants(line, kriya, near))
    if not left:
        return Kept(kriya)
    told = tuple(map(str, left))
    gone = {(each.role, each.mention) for each in left}
    karakas = {
        role: rest
        for role, mentions in kriya.karakas.items()
        if (rest := [mention for mention in mentions if (role, mention) not in gone])
    }
    fewest = 2 if kriya.verb in _LINKING else 1
    if sum(map(len, karakas.values())) < fewest:
        return Kept(None, (*told, f"the event “{kriya.verb_quote}”: it says nothing without them"))
    if kriya.polarity is Polarity.NEGATIVE:
        return Kept(None, (*told, f"the event “{kriya.verb_quote}”: what the line denies, it denies of these alone"))
    return Kept(kriya.model_copy(update={"karakas": karakas}), told)


def marked_participants(line: str, kriya: Kriya, near: int | None = None) -> Iterator[LeftOut]:
    """Yield the participants of a Kriyā that a preposition of MARKERS governs in its line."""
    if not _ANY.search(line):
        return
    for role, mentions in kriya.karakas.items():
        for mention in mentions:
            span = align(mention, line, near=near)
            found = _governing(analyse_cached(line), span, role) if span is not None else None
            if found is not None:
                yield LeftOut(role, mention, found[0], found[1].reason)


def _governing(sentence: Sentence, span: Span, role: Role) -> tuple[str, Marker] | None:
    """Return the preposition that governs the words at `span`, and its marker; None where none of MARKERS does."""
    tokens = sentence.tokens
    first = next((index for index, token in enumerate(tokens) if token.end > span.start), len(tokens))
    last = next((index for index, token in enumerate(tokens) if token.start >= span.end), len(tokens))
    own = _starting_at(tokens, first, role)
    if own is not None and first + len(own[0].split()) < last:
        return own
    measured = _marker_after_measure(tokens, first, last, role)
    if measured is not None:
        return measured
    subject = any(_meet(phrase, span) for clause in sentence.clauses for phrase in clause.subjects)
    for place in _heads(sentence, span, first):
        found = _ending_at(tokens, place, role)
        if found is not None and not (found[1].joins and subject):
            by_night = found[1].name == "by" and tokens[max(first, last - 1)].lemma.lower() in _DAYLIGHT
            return None if by_night else found
    return None


def _heads(sentence: Sentence, span: Span, first: int) -> Iterator[int]:
    """Yield where a preposition that governs the mention could end: before its noun phrase, and before those that
    *and* or a common preposition joins it to."""
    yield from (
        phrase.first
        for clause in sentence.clauses
        for part in clause.prepositions
        if _meet(part.phrase, span)
        for phrase in _first_phrase_after(sentence, part.start)
    )
    phrases = {phrase.last: phrase for phrase in sentence.noun_phrases}
    place = next((phrase.first for phrase in sentence.noun_phrases if phrase.first <= first < phrase.last), first)
    yield place
    while place > 1 and sentence.tokens[place - 1].text.lower() in {"and", "or", "nor"} and place - 1 in phrases:
        place = phrases[place - 1].first
        yield place


def _first_phrase_after(sentence: Sentence, start: int) -> Iterator[NounPhrase]:
    """Yield the first noun phrase behind the preposition that begins at `start`."""
    behind = [phrase for phrase in sentence.noun_phrases if phrase.start > start]
    if behind:
        yield min(behind, key=lambda phrase: phrase.start)


def _meet(phrase: NounPhrase, span: Span) -> bool:
    return phrase.start < span.end and span.start < phrase.end


def _marker_after_measure(tokens: Sequence[Token], first: int, last: int, role: Role) -> tuple[str, Marker] | None:
    """Return the marker behind a bare measure: *two days after the accident*, *the day before the trial*."""
    if last == first or tokens[last - 1].lemma.lower() not in _MEASURES:
        return None
    bare = first == 0 or not tokens[first - 1].tag.startswith("PR")
    found = _starting_at(tokens, last, Role.ADHIKARANA_TEMPORAL) if bare else None
    return found if found is not None and found[1].name in {"before", "after"} else None


def _starting_at(tokens: Sequence[Token], place: int, role: Role) -> tuple[str, Marker] | None:
    for length in range(min(_LONGEST, len(tokens) - place), 0, -1):
        found = _marker_of(tokens[place : place + length], role)
        if found is not None:
            return found
    return None


def _ending_at(tokens: Sequence[Token], place: int, role: Role) -> tuple[str, Marker] | None:
    """Return the longest marker that ends right before a token, over determiners and adjectives before it."""
    while place > 0 and tokens[place - 1].tag.startswith(("AT0", "DPS", "DT0", "AJ", "CRD", "ORD")):
        if _marker_of(tokens[place - 1 : place], role) is not None:
            break
        place -= 1
    for length in range(min(_LONGEST, place), 0, -1):
        found = _marker_of(tokens[place - length : place], role)
        if found is not None:
            return found
    return None


def _marker_of(tokens: Sequence[Token], role: Role) -> tuple[str, Marker] | None:
    words = " ".join(token.text for token in tokens)
    for marker in MARKERS:
        if words.lower() in marker.words and (marker.roles is None or role in marker.roles):
            return words, marker
    return None
