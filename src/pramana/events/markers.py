"""The words of a line that connect a participant with its event: its marker."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.events.model import Kriya, Role
from pramana.evidence import Grade, Span, align
from pramana.language import Clause, NounPhrase, Prepositional, Sentence, Token, analyse_cached, word_set

_SINGLE = word_set("markers/prepositions")
_COMPLEX = frozenset(tuple(words.split()) for words in word_set("markers/complex"))
_LONGEST = max(map(len, _COMPLEX))
_DAYS = frozenset("yesterday today tomorrow tonight afterwards later".split())
_DISTANCE = word_set("markers/units_of_distance")
_NEVER = word_set("markers/never")
_BEFORE_HEADS = ("AT0", "DPS", "DT0", "AJ", "CRD", "ORD", "AV0", "POS", "NN", "NP0", "UNC", "PUQ", "VVG", "VVN")
"""Tags of the words between a preposition and the head of its noun phrase (C5)."""
_JOINING = word_set("markers/joining")
_RARELY_JOINING = frozenset(("for", "like"))
"""Those of them that join clauses only where the tagger says so: *the cost for her was low*."""
COORDINATORS = frozenset(("and", "or", "nor", "&"))
_RELATIVE = frozenset(("which", "whom", "whose"))
_TO_RELATIVE = 8
"""Tokens from a phrase to the preposition of its relative clause, at most: *the road, long and dusty, along which*."""
_LONGEST_LIST = 12
"""Members of a list of noun phrases that share a preposition, at most."""


def marker_of(line: str, kriya: Kriya, role: Role, mention: str, near: int | None = None) -> Span | None:
    """Return where a line has the words that connect a participant with its event; None for a bare one.

    These are prepositions, of several words too (*because of*, *in front of*). Joined participants share one (*in
    Paris and Rome*). A particle belongs to its verb (*gave up the fight*), and a mention that is not in the line has
    none. `near` is the place of the verb.

    >>> line = "Marta and her brother lived in Paris and Rome."
    >>> kriya = Kriya(verb="live", verb_quote="lived", karakas={})
    >>> span = marker_of(line, kriya, Role.ADHIKARANA_SPATIAL, "Rome")
    >>> span and line[span.start : span.end]
    'in'
    """
    span = align(mention, line, near=near)
    return None if span is None else marker_at(line, kriya, role, span, align(kriya.verb_quote, line, near=near))


def marker_at(line: str, kriya: Kriya, role: Role, mention: Span, verb: Span | None) -> Span | None:
    """Return the same for a mention and a verb whose places are known."""
    return _Markers(analyse_cached(line), kriya, role, verb).before(mention)


def own_marker(sentence: Sentence, mention: Span) -> Span | None:
    """Return the marker that a mention itself begins with (*before the trial*), None where a noun would not be left."""
    tokens = [token for token in sentence.tokens if mention.start <= token.start < mention.end]
    words = tuple(token.text.lower() for token in tokens)
    lengths = [length for length in range(min(_LONGEST, len(words)), 1, -1) if words[:length] in _COMPLEX]
    if not lengths and words and words[0] in _SINGLE and _is_preposition(tokens[0]):
        lengths = [1]
    if not lengths or lengths[0] >= len(tokens) or _is_quantifier(sentence, tokens[0]):
        return None
    return Span(tokens[0].start, tokens[lengths[0] - 1].end, Grade.VERBATIM)


def _is_preposition(token: Token) -> bool:
    return token.tag.startswith(("PRP", "PRF", "CJS"))


def _is_quantifier(sentence: Sentence, token: Token) -> bool:
    """Return whether a word begins a noun phrase: *about* of *about fifty people*."""
    return any(phrase.start == token.start for phrase in sentence.noun_phrases)


class _Markers:
    """Markers of the participants of one Kriyā."""

    def __init__(self, sentence: Sentence, kriya: Kriya, role: Role, verb: Span | None) -> None:
        self._sentence = sentence
        self._tokens = sentence.tokens
        self._kriya = kriya
        self._role = role
        self._verb = verb

    def before(self, mention: Span) -> Span | None:
        """Return the marker of a mention: that which its clause gives it, else the words before it."""
        first = next((at for at, token in enumerate(self._tokens) if token.end > mention.start), len(self._tokens))
        last = next((at for at, token in enumerate(self._tokens) if token.start >= mention.end), len(self._tokens))
        clause = self._clause()
        if clause is not None:
            # A preposition inside the mention is the mention's own: *a record of songs by Bach*.
            parts = (each for each in clause.prepositions if each.start <= mention.start)
            part = next((each for each in parts if self._holds_head(each.phrase, first, last)), None)
            if part is not None:
                return self._of_part(part)
            bare = (*clause.subjects, *clause.objects, *clause.indirect)
            if any(self._holds_head(phrase, first, last) for phrase in bare):
                return self._excluding(first, last)
        return self._adjacent(first, last)

    def _excluding(self, first: int, last: int) -> Span | None:
        """Return the marker of what the analyser takes for a subject or an object: *everyone except Marsh left*."""
        place = self._start(first, last)
        found = self._ending_at(place)
        if found is None or self._joins(place - 1):
            return None
        return found if self._sentence.text[found.start : found.end].lower() in _NEVER else None

    def _clause(self) -> Clause | None:
        """Return the clause of the Kriyā's verb."""
        verb = self._verb
        if verb is None:
            return None
        found = [each for each in self._sentence.clauses if each.verb_start < verb.end and verb.start < each.verb_end]
        return max(found, key=lambda each: each.verb_end, default=None)

    @staticmethod
    def _holds_head(phrase: NounPhrase, first: int, last: int) -> bool:
        return first <= phrase.head < last

    def _of_part(self, part: Prepositional) -> Span | None:
        first = next((at for at, token in enumerate(self._tokens) if token.start >= part.start), len(self._tokens))
        last = first + len(part.preposition.split())
        if part.start == part.phrase.start:  # *the road along which he drove*: the preposition is behind the phrase
            return self._before_relative(part)
        if any(self._is_of_verb(token) for token in self._tokens[first:last]):
            return None
        longer = tuple(token.text.lower() for token in self._tokens[first : last + 1]) in _COMPLEX  # *from above*
        return self._span(first, last + 1) if longer else self._ending_at(last) or self._span(first, last)

    def _before_relative(self, part: Prepositional) -> Span | None:
        """Return the preposition before a relative pronoun; None for *where* and *when*, which have none."""
        words = part.preposition.split()
        for first in range(part.phrase.last, min(part.phrase.last + _TO_RELATIVE, len(self._tokens) - len(words))):
            last = first + len(words)
            said = [token.text.lower() for token in self._tokens[first:last]]
            if said == words and self._tokens[last].text.lower() in _RELATIVE:
                return self._span(first, last)
        return None if words[0] in {"where", "when"} else self._left_behind(words)

    def _left_behind(self, words: list[str]) -> Span | None:
        """Return the preposition that its relative clause leaves behind: *the man she worked | with*."""
        end = self._verb.end if self._verb is not None else len(self._sentence.text)
        after = next((at for at, token in enumerate(self._tokens) if token.start >= end), len(self._tokens))
        for first in range(after, min(after + _TO_RELATIVE, len(self._tokens) - len(words) + 1)):
            if [token.text.lower() for token in self._tokens[first : first + len(words)]] == words:
                return self._span(first, first + len(words))
        return None

    def _adjacent(self, first: int, last: int) -> Span | None:
        for place in self._starts(first, last):
            found = self._ending_at(place)
            if found is not None:
                return None if self._joins(place - 1) and self._is_subject(first, last) else found
        return None

    def _joins(self, place: int) -> bool:
        """Return whether the word at a place may join a clause."""
        token = self._tokens[place]
        return token.text.lower() in _JOINING and (token.tag == "CJS" or token.text.lower() not in _RARELY_JOINING)

    def _is_subject(self, first: int, last: int) -> bool:
        return any(
            self._holds_head(phrase, first, last) for clause in self._sentence.clauses for phrase in clause.subjects
        )

    def _starts(self, first: int, last: int) -> Iterator[int]:
        """Yield where a preposition of the mention could end: before its phrase, and before those joined to it."""
        place = self._start(first, last)
        yield place
        for _ in range(_LONGEST_LIST):
            joined = self._joined_before(place)
            if joined is None:
                return
            place = joined
            yield place

    def _start(self, first: int, last: int) -> int:
        """Return where the noun phrase begins whose head the mention has; else where its own words begin."""
        for phrase in self._sentence.noun_phrases:
            if phrase.first <= first < phrase.last:
                if self._holds_head(phrase, first, last):
                    return self._past_adverbs(phrase.first)
                break
        if self._tokens[first].text.lower() in _DAYS:  # *for three years | yesterday*
            return first
        while first > 0 and self._tokens[first - 1].tag.startswith(_BEFORE_HEADS) and not self._is_marker(first - 1):
            first -= 1
        return first

    def _past_adverbs(self, place: int) -> int:
        while place > 0 and self._tokens[place - 1].tag in ("AV0", "PUQ") and not self._is_marker(place - 1):
            place -= 1
        return place

    def _joined_before(self, place: int) -> int | None:
        """Return where the phrase begins that *and* joins to the one that begins at a place; None for none."""
        if place < 2 or not (self._tokens[place - 1].text.lower() in COORDINATORS or self._lists(place)):
            return None
        ends = {phrase.last: phrase for phrase in self._sentence.noun_phrases}
        end = place - 2 if self._tokens[place - 2].text == "," else place - 1
        return self._inner_start(ends[end]) if end in ends else None

    def _inner_start(self, phrase: NounPhrase) -> int:
        """Return where the last noun of a phrase begins: after *of* in *the king of France and Spain*."""
        inner = [at for at in range(phrase.first, phrase.last) if self._tokens[at].tag == "PRF"]
        return inner[-1] + 1 if inner else phrase.first

    def _lists(self, place: int) -> bool:
        """Return whether a comma before a phrase separates members of a list: *you, myself, and Larry*."""
        phrases = {phrase.first: phrase for phrase in self._sentence.noun_phrases}
        if self._tokens[place - 1].text != ",":
            return False
        joined = False
        for _ in range(_LONGEST_LIST):
            if place not in phrases:
                break
            end = phrases[place].last
            words = [token.text.lower() for token in self._tokens[end : end + 2]]
            if joined or not words:
                break
            comma = words[0] == ","
            joined = bool(COORDINATORS.intersection(words[:1] if not comma else words[1:]))
            place = end + comma + joined
            if not comma and not joined:
                return False
        return joined and not self._tokens[min(end, len(self._tokens) - 1)].tag.startswith("V")

    def _ending_at(self, place: int) -> Span | None:
        """Return the longest marker that ends right before a token."""
        for length in range(min(_LONGEST, place), 1, -1):
            if tuple(token.text.lower() for token in self._tokens[place - length : place]) in _COMPLEX:
                return self._span(place - length, place)
        if not place or not self._is_marker(place - 1):
            return None
        far = place > 1 and self._tokens[place - 1].text.lower() == "from" and self._is_distance(place - 2)
        return self._span(place - 2 if far else place - 1, place)

    def _is_distance(self, place: int) -> bool:
        return self._tokens[place].text.lower() in _DISTANCE

    def _is_marker(self, place: int) -> bool:
        token = self._tokens[place]
        if token.text.lower() not in _SINGLE or token.tag == "AVP":
            return False
        return not self._is_of_verb(token)

    def _is_of_verb(self, token: Token) -> bool:
        """Return whether a word belongs to the verb: *up* of *give up*."""
        verb = self._verb
        if verb is None or not (verb.start <= token.start < verb.end):
            return False
        return token.tag.startswith("V") or token.text.lower() in self._kriya.verb.lower().split()

    def _span(self, first: int, last: int) -> Span:
        return Span(self._tokens[first].start, self._tokens[last - 1].end, Grade.VERBATIM)
