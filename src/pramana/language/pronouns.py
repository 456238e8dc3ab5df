"""Resolve a pronoun by rules: agreement, binding, then the signs that favour one candidate over another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log

from pramana.language import agreement
from pramana.language import lexicon as lex
from pramana.language.agreement import FEMALE, MALE, PERSON, THING, UNKNOWN, Traits, agrees, asked_by
from pramana.language.binding import forbidden
from pramana.language.expletives import is_expletive
from pramana.language.mentions import FREE, INDIRECT, OBJECT, OBLIQUE, POSSESSOR, SUBJECT, Mention
from pramana.language.model import ClauseKind
from pramana.language.preferences import Surroundings, kind_of_pronoun, nobody, reason, score
from pramana.language.preferences import signs as signs_of
from pramana.language.pronoun_places import MentionPlace, PronounResolution, heading_words
from pramana.language.reading import DocumentReading
from pramana.language.speech_turns import SpeechTurn, Turns, says
from pramana.language.tagging import is_english_word
from pramana.language.word_lists import word_set

LINES = 3
"""Lines before the pronoun's that are looked at."""
MOST = 40
"""Candidates before the pronoun that are weighed, the nearest ones."""
FLOOR = 45
"""Decisions less sure than this are not made."""
MOST_AFTER = 8
"""Candidates behind the pronoun."""
LOWEST = -120
"""Of given candidates, one that scores less is not meant."""
CHAINED = 0.05
"""A reading less likely than this is not carried on to the next pronoun."""
UNNAMED = "?"
"""The key of somebody whom the text does not name near: *she* gave Millie a dish, and *she* goes on without a name."""
KEPT = 3
"""Readings of a pronoun that are carried on."""
DISJOINT = 400
"""What speaks against somebody beside whom an unnamed agent acts: *she gave Millie a dish. … She left.*"""
FURTHEST = 40
"""Lines further up in which the person of the heading is looked for."""


_TO = frozenset({"to", "at", "by", "from", "against", "for"})
"""Behind these a pronoun is not the subject of its clause; behind others (*she took it with her*) it may be."""
_NOBODY = word_set("reference/nobody")
_CALLING_BEFORE, _CALLING_AFTER = frozenset(",\"“‘'«—-"), frozenset(',.!?:;"”’»—-')
"""A name between two of these in speech calls its bearer, unless a verb governs it."""


def resolve(
    lines: Sequence[str], pronoun: MentionPlace, candidates: Sequence[MentionPlace] | None = None, floor: int = FLOOR
) -> PronounResolution | None:
    """Resolve the pronoun at `pronoun`; None where it is not a pronoun, nothing agrees, or nothing is sure enough.

    With `candidates`, the antecedent is one of them. Without, it is any name or noun phrase of the line and the lines
    before it.

    >>> lines = ["Rama gave the bow to Lakshmana.", "He used it to kill Ravana."]
    >>> resolve(lines, MentionPlace(1, 0, 2)).antecedent
    MentionPlace(line=0, start=0, end=4)

    Raises IndexError for a line that is not there.
    """
    return ReadPassage(lines).resolve(pronoun, candidates, floor)


@dataclass(frozen=True, slots=True)
class Option:
    """A mention that may be the antecedent, and the name or noun that it refers to: itself, unless it is a pronoun.

    `chance` is how likely the mention refers to that, above 0, at most 1; `key` is the bearer's.
    """

    mention: Mention
    target: Mention
    chance: float
    key: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One of the entities that a pronoun may mean: its weightiest option, how likely it is, and the signs for it."""

    option: Option
    chance: float
    weight: int
    signs: tuple[str, ...]


class ReadPassage:
    """Lines of one text, read once, in which many pronouns are resolved."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.heading = heading_words(lines[0]) if lines else frozenset()
        self.reading = DocumentReading(lines, self.heading)
        self._known: dict[tuple[int, int, int], PronounResolution | None] = {}
        self._readings: dict[tuple[int, int, int], list[Reading]] = {}
        """The likeliest readings of pronouns: a later pronoun that continues one may mean each of them."""
        self._beside: dict[Traits, frozenset[str]] = {}
        """By what pronouns ask for: the bearers beside whom the last agent, not named, acts."""
        self._turns: dict[int, list[SpeechTurn]] = {}
        self._speech = Turns()
        self._read = 0

    def resolve(
        self, pronoun: MentionPlace, candidates: Sequence[MentionPlace] | None = None, floor: int = FLOOR
    ) -> PronounResolution | None:
        """See `resolve` of the module. Pronouns before this one are resolved first, each once."""
        mention = self.reading.line(pronoun.line).mention(pronoun.start, pronoun.end)
        word = mention.text.lower()
        if word not in agreement.RESOLVABLE:
            return None
        self._advance(mention.line)
        if candidates is not None:
            return _best(self._rank(self._options_of(candidates), mention, bare=True), max(floor, 1), LOWEST)
        key = (mention.line, mention.start, mention.end)
        if key not in self._known:  # no phrase to the reader of the line: where tags are wrong, or none is asked for
            self._known[key] = self._decide(mention)
        found = self._known[key]
        return found if found is not None and found.confidence >= floor else None

    def candidate_signs(self, pronoun: MentionPlace, candidates: Sequence[MentionPlace]) -> list[tuple[str, ...]]:
        """Return the signs for and against each of given candidates; () where syntax, number or gender exclude it."""
        mention = self.reading.line(pronoun.line).mention(pronoun.start, pronoun.end)
        self._advance(mention.line)
        options = self._options_of(candidates)
        allowed = [option for option in options if self.allows(mention, option)]
        allowed = allowed or [option for option in options if not self._apart(mention, option.mention)]
        found = dict(zip(map(id, allowed), self.weigh(mention, allowed, bare=True), strict=True))
        return [tuple(found.get(id(option), ())) for option in options]

    def speaks_of_another(self, pronoun: MentionPlace) -> bool:
        """Whether a pronoun of the third person is within direct speech. Its line has been resolved before."""
        mention = self.reading.line(pronoun.line).mention(pronoun.start, pronoun.end)
        return mention.text.lower() in agreement.THIRD and self._turn(mention) is not None

    def _options_of(self, candidates: Sequence[MentionPlace]) -> list[Option]:
        found = [self.reading.line(place.line).mention(place.start, place.end) for place in candidates]
        return [Option(mention, mention, 1, self.reading.key(mention)) for mention in found]

    def _advance(self, line: int) -> None:
        """Resolve every pronoun up to `line`, in order: what is known never depends on what was asked first.

        In a line, what is said waits for who says it.
        """
        while self._read <= line:
            number = self._read
            spans = self._speech.spans(self.reading.texts[number])
            self._turns[number] = [SpeechTurn(start, end) for start, end in spans]
            waiting = [m for m in self.reading.mentions(number) if m.pronoun and m.text.lower() in agreement.RESOLVABLE]
            for mention in waiting:
                if self._turn(mention) is None:
                    self._known[number, mention.start, mention.end] = self._decide(mention)
            self._turns[number] = self._speech.turns(self.reading.line(number), spans, self._stands_for)
            for mention in waiting:
                if self._turn(mention) is not None:
                    self._known[number, mention.start, mention.end] = self._decide(mention)
            self._read += 1

    def _turn(self, mention: Mention) -> SpeechTurn | None:
        """The speech around a mention, None outside of speech."""
        return next((t for t in self._turns.get(mention.line, ()) if t.start <= mention.start < t.end), None)

    def _stands_for(self, mention: Mention) -> Mention | None:
        return next((option.target for option in self._options_at(mention) if option.key != UNNAMED), None)

    def _decide(self, pronoun: Mention) -> PronounResolution | None:
        word = pronoun.text.lower()
        if word in agreement.FIRST_PERSON or word in agreement.SECOND_PERSON:
            return self._spoken(pronoun, word in agreement.FIRST_PERSON)
        if word in agreement.RELATIVE:
            return self._relative(pronoun)
        if word not in agreement.THIRD or is_expletive(self.reading.line(pronoun.line), pronoun):
            return None
        ranked = self._rank(self._options(pronoun), pronoun)
        self._readings[pronoun.line, pronoun.start, pronoun.end] = ranked[: KEPT + 1]
        if pronoun.role == SUBJECT:
            self._note_beside(pronoun, ranked)
        return _best(ranked, 1)

    def _note_beside(self, pronoun: Mention, ranked: Sequence[Reading]) -> None:
        """Note whom an agent that nobody near can be acts on, until an agent is somebody that is named."""
        asked = asked_by(pronoun.text)
        if asked is None or asked.sort not in {MALE, FEMALE}:
            return
        best = max(ranked, key=lambda each: each.chance, default=None)
        if best is not None and best.option.key != UNNAMED:
            self._beside.pop(asked, None)
            return
        here = [mention for mention in self.reading.mentions(pronoun.line) if mention.clause == pronoun.clause]
        others = {self.reading.key(mention) for mention in here if mention.name and mention.role in {OBJECT, INDIRECT}}
        self._beside[asked] = self._beside.get(asked, frozenset()) | others

    def _spoken(self, pronoun: Mention, first: bool) -> PronounResolution | None:
        """*I* refers to the speaker, *you* to the addressee."""
        turn = self._turn(pronoun)
        who = None if turn is None else turn.speaker if first else turn.addressee
        if turn is None or who is None:
            return None
        what = "who speaks" if first else "who is spoken to"
        return PronounResolution(
            MentionPlace(who.line, who.start, who.end), turn.sure if first else turn.to_sure, f"it is {what}"
        )

    def _relative(self, pronoun: Mention) -> PronounResolution | None:
        """Who, which, that: the phrase right before."""
        asked = asked_by(pronoun.text)
        near, _ = self.reading.near(pronoun, pronoun.line, pronoun.line)
        before = [mention for mention in near if mention.phrase[1] <= pronoun.start and mention.role != POSSESSOR]
        head = max(before, key=lambda mention: (mention.phrase[1], mention.start), default=None)
        if head is None or asked is None or head.pronoun or not agrees(asked, self.reading.traits(head)):
            return None
        if head.text.split(" ")[0].lower() in _NOBODY:
            return None
        clause = self.reading.line(pronoun.line).sentence.clauses[pronoun.clause] if pronoun.clause >= 0 else None
        if pronoun.text.lower() == "that" and (clause is None or clause.kind is not ClauseKind.RELATIVE):
            return None
        if self.reading.line(pronoun.line).words(head.phrase[1], pronoun.start) > 1:
            return None
        return PronounResolution(MentionPlace(head.line, head.start, head.end), 80, "it is the phrase right before")

    def _options(self, pronoun: Mention) -> list[Option]:
        """The options near before the pronoun, and after it in its line; the nearest last."""
        before, after = self.reading.near(pronoun, pronoun.line - LINES, pronoun.line)
        nearest = [option for mention in before for option in self._options_at(mention)]
        following = [option for mention in after for option in self._options_at(mention)]
        return [*self._heading_options(pronoun), *nearest[-MOST:], *following[:MOST_AFTER]]

    def _heading_options(self, pronoun: Mention) -> list[Option]:
        """Whom the heading names is meant from afar, too: the last mention further up."""
        if not self.heading:
            return []
        for number in range(pronoun.line - LINES - 1, max(-1, pronoun.line - LINES - FURTHEST), -1):
            for mention in reversed(self.reading.mentions(number)):
                if mention.name and self.heading.issuperset(mention.text.casefold().split()):
                    return self._options_at(mention)
        return []

    def _options_at(self, mention: Mention) -> list[Option]:
        """What a mention may mean, the likeliest first: a name for itself, a pronoun for each of its readings."""
        if mention.text.split(" ")[0].lower() in _NOBODY or self._is_time_or_number(mention):
            return []
        if not mention.pronoun:
            return [Option(mention, mention, 1, self.reading.key(mention))]
        place = (mention.line, mention.start, mention.end)
        if place in self._readings:
            return [
                Option(mention, each.option.target, each.chance, each.option.key)
                for each in self._readings[place]
                if each.chance >= CHAINED
            ]
        known = self._known.get(place)
        if known is None:
            return []
        target = self.reading.line(known.antecedent.line).mention(*known.antecedent[1:])
        return [Option(mention, target, known.confidence / 100, self.reading.key(target))]

    def _is_time_or_number(self, mention: Mention) -> bool:
        """Whether a mention is a time or a bare number: *on Saturday … it*, *at 03.55*. *April* may be a woman."""
        word = mention.text.split(" ")[-1].lower()
        time = word in lex.TIME_NOUNS or word.removesuffix("s") in lex.TIME_UNITS or word[:1].isdigit()
        return time and self.reading.traits(mention).sort in {THING, UNKNOWN}

    def _rank(self, options: Sequence[Option], pronoun: Mention, bare: bool = False) -> list[Reading]:
        """What a pronoun may mean, the likeliest first; `bare`: one of the options is known to be meant."""
        allowed = [option for option in options if self.allows(pronoun, option)]
        if bare:  # one of them is meant, whatever the text seems to tell of its gender
            allowed = allowed or [option for option in options if not self._apart(pronoun, option.mention)]
        else:
            allowed = [option for option in allowed if not self._is_word(pronoun, option.target)]
        if pronoun.text.lower() in agreement.REFLEXIVE:
            allowed = self._local(pronoun, allowed)
        asked = asked_by(pronoun.text)
        beside = frozenset[str]() if bare or asked is None else self._beside.get(asked, frozenset())
        best: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        for index, (option, signs) in enumerate(zip(allowed, self.weigh(pronoun, allowed, bare), strict=True)):
            weight = score(signs) + round(100 * log(option.chance)) - (DISJOINT if option.key in beside else 0)
            best[option.key] = max(best.get(option.key, (-10_000, 0, ())), (weight, index, tuple(signs)))
        unnamed = max(best.pop(UNNAMED, (-10_000,))[0], -10_000 if bare else nobody(pronoun))
        ranked = sorted(best.values(), reverse=True)
        rivals = [weight for weight, *_ in ranked] + ([] if bare else [unnamed])
        if not rivals:
            return []
        whole = sum(exp((weight - rivals[0]) / 100) for weight in rivals)
        chances = [exp((weight - rivals[0]) / 100) / whole for weight in rivals]
        found = [
            Reading(allowed[index], chance, weight, signs)
            for (weight, index, signs), chance in zip(ranked, chances, strict=False)
        ]
        if bare or kind_of_pronoun(pronoun) != "he":
            return found
        somebody = Option(pronoun, pronoun, chances[-1], UNNAMED)
        return [*found[:KEPT], Reading(somebody, chances[-1], unnamed, ())]

    def allows(self, pronoun: Mention, option: Option) -> bool:
        """Whether number, gender and syntax allow it."""
        asked, told = asked_by(pronoun.text), self.reading.traits(option.target)
        if asked is None or not agrees(asked, told) or self._talks(pronoun, option) or self._acts(pronoun, option):
            return False
        if self._is_owned(pronoun, option.mention) or self._is_called(pronoun, option.mention):
            return False
        return not any(self._apart(pronoun, mention) for mention in (option.mention, option.target))

    def _is_word(self, pronoun: Mention, mention: Mention) -> bool:
        """Whether *he* or *she* would be a word that its place alone capitalises: *Education is all very fine*."""
        asked = asked_by(pronoun.text)
        if asked is None or asked.sort not in {MALE, FEMALE} or self.reading.traits(mention).sort != UNKNOWN:
            return False
        opens = not self.reading.texts[mention.line][: mention.start].strip("\"'“‘«([ ")
        known = all(map(is_english_word, mention.text.lower().split("-")))
        return opens and known and not self.reading.is_name(mention)

    def _is_owned(self, pronoun: Mention, mention: Mention) -> bool:
        """Whether a mention names what the pronoun possesses: *her father, Josef Keller*, not *in her book, Smith*."""
        behind = pronoun.role == POSSESSOR and mention.line == pronoun.line and mention.phrase[0] > pronoun.phrase[1]
        whole = self.reading.line(pronoun.line).mention(*pronoun.phrase)
        if not behind or pronoun.outer == OBLIQUE or whole.traits.sort not in {MALE, FEMALE, PERSON}:
            return False
        return self.reading.texts[pronoun.line][pronoun.phrase[1] : mention.phrase[0]].strip() == ","

    def _is_called(self, pronoun: Mention, mention: Mention) -> bool:
        """Whether a name addresses somebody in the speech of a pronoun: *“You know him, Basil.”*"""
        turn = self._turn(mention) if mention.name and mention.role == FREE else None
        if turn is None or self._turn(pronoun) is None:
            return False
        text = self.reading.texts[mention.line]
        before, after = text[turn.start : mention.start].rstrip(), text[mention.end : turn.end].lstrip()
        return before[-1:] in _CALLING_BEFORE and after[:1] in _CALLING_AFTER

    def _talks(self, pronoun: Mention, option: Option) -> bool:
        """Whether the option speaks or is spoken to where the pronoun is said, or is named by who says it."""
        here, there = self._turn(pronoun), self._turn(option.mention)
        if here is None:
            told = there is not None and option.mention.line == pronoun.line
            return told and says(self.reading.line(pronoun.line), pronoun)
        talking = (*here.perhaps, *(who for who in (here.speaker, here.addressee) if who is not None))
        return any(self.reading.key(who) == option.key for who in talking)

    def _acts(self, pronoun: Mention, option: Option) -> bool:
        """Whether the pronoun is acted on by the option, in one clause, and does not say *himself*."""
        acted_on = pronoun.role in {OBJECT, INDIRECT, OBLIQUE} and pronoun.clause >= 0
        if not acted_on or pronoun.text.lower() in agreement.REFLEXIVE:
            return False
        line = self.reading.line(pronoun.line)
        subjects = [line.mention(phrase.start, phrase.end) for phrase in line.sentence.clauses[pronoun.clause].subjects]
        if pronoun.role == OBLIQUE and not line.governed_by(pronoun, _TO):
            return False
        actors = [who for who in map(self._antecedent_of, subjects) if who is not None]
        return any(self.reading.key(who) == option.key for who in actors)

    def _antecedent_of(self, mention: Mention) -> Mention | None:
        """The antecedent of a mention, however unsure: enough to distinguish two mentions of one clause."""
        if not mention.pronoun:
            return mention
        known = self._known.get((mention.line, mention.start, mention.end))
        return None if known is None else self.reading.line(known.antecedent.line).mention(*known.antecedent[1:])

    def _apart(self, pronoun: Mention, mention: Mention) -> bool:
        return mention.line == pronoun.line and bool(forbidden(self.reading.line(pronoun.line), pronoun, mention))

    def _local(self, pronoun: Mention, options: Sequence[Option]) -> list[Option]:
        """For a reflexive: the subjects of the same clause, else the options before it in its line."""
        before = [o for o in options if o.mention.line == pronoun.line and o.mention.start < pronoun.start]
        clauses = self.reading.line(pronoun.line).sentence.clauses
        subjects = {phrase.start for phrase in clauses[pronoun.clause].subjects} if pronoun.clause >= 0 else set()
        return [option for option in before if option.mention.start in subjects] or before

    def weigh(self, pronoun: Mention, options: Sequence[Option], bare: bool = False) -> list[list[str]]:
        """The signs for and against each option."""
        asked = asked_by(pronoun.text)
        if not options or asked is None:
            return []
        first = min(pronoun.line - LINES, min(option.mention.line for option in options))
        last = max(pronoun.line, max(option.mention.line for option in options))
        before, after = self.reading.near(pronoun, first, last)
        named = [
            (mention.line, mention.start, self.reading.key(mention))
            for mention in (*before, *after)
            if mention.name and agrees(asked, self.reading.traits(mention))
        ]
        lines = {number: self.reading.line(number) for number in {pronoun.line} | {o.mention.line for o in options}}
        chain = self._chain(pronoun, asked)
        lone = ["only_one"] if not bare and len({option.key for option in options}) == 1 else []
        found = []
        for option in options:
            around = self._around(pronoun, option, named, chain)
            told = [*signs_of(lines, pronoun, option.mention, around)]
            if self.reading.is_most_named(option.key):
                told.append("most_named")
            own = [] if bare else [*self._doubts(pronoun, option), *lone, *self._standing(pronoun, option, options)]
            found.append(told + own)
        return found

    def _standing(self, pronoun: Mention, option: Option, options: Sequence[Option]) -> Iterator[str]:
        """What the lines before say of the entity itself: how often it is mentioned, in which part, by what words."""
        before = [each for each in options if each.key == option.key and each.mention.line >= pronoun.line - 1]
        yield f"mentions:{min(4, len(before))}"
        yield _form_sign(option.mention)
        yield f"target:{'name' if option.target.name else 'noun'}/{kind_of_pronoun(pronoun)}"
        if any(each.mention.role == SUBJECT and each.mention.line == pronoun.line - 1 for each in before):
            yield "subject_before"
        if option.mention.line <= pronoun.line - 2:
            yield f"lines:{min(3, pronoun.line - option.mention.line)}"

    def _chain(self, pronoun: Mention, asked: Traits) -> str:
        """The key of what the last pronoun of the kind stood for, "" for none near."""
        before, _ = self.reading.near(pronoun, pronoun.line - 1, pronoun.line)
        alike = (mention for mention in reversed(before) if mention.pronoun and asked_by(mention.text) == asked)
        last = next(alike, None)
        return "" if last is None else next((option.key for option in self._options_at(last)), "")

    def _doubts(self, pronoun: Mention, option: Option) -> list[str]:
        """What speaks against an option that nobody vouched for."""
        asked, told = asked_by(pronoun.text), self.reading.traits(option.target)
        found = ["sort_unknown"] if asked is not None and asked.sort != told.sort == UNKNOWN else []
        if asked is not None and asked.sort == told.sort != UNKNOWN and asked.sort != THING:
            found.append("sort_known")
        there, here = self._turn(option.mention), self._turn(pronoun)
        if there is not None and here is None:
            found.append("in_speech")
        elif here is not None and there is None:
            found.append("out_of_speech")
        if self.heading and self.heading.issuperset(option.target.text.casefold().split()):
            found.append("heading")
        if here is None and self._speaks_before(pronoun, option.mention):
            found.append("speaks_before")
        return found

    def _speaks_before(self, pronoun: Mention, mention: Mention) -> bool:
        """Whether a mention is who speaks in the pronoun's line: *“…,” said her husband as he prepared to leave*."""
        turns = self._turns.get(pronoun.line, ()) if mention.line == pronoun.line else ()
        return mention.start < pronoun.start and any(turn.speaker == mention for turn in turns)

    def _around(
        self, pronoun: Mention, option: Option, named: Sequence[tuple[int, int, str]], chain: str
    ) -> Surroundings:
        mention = option.mention
        ends = sorted([(mention.line, mention.start, ""), (pronoun.line, pronoun.start, "")])
        between = named[bisect_right(named, (*ends[0][:2], "\U0010ffff")) : bisect_left(named, ends[1])]
        rivals = {key for *_, key in between if key != option.key}
        count = sum(key == option.key for *_, key in named)
        repeated = any(key == option.key for *_, key in between)
        first = bool(named) and named[0][2] == option.key
        commas = self.reading.commas(mention, pronoun)
        words = self.reading.words(mention, pronoun)
        return Surroundings(len(rivals), count, words, repeated, first, commas, chain == option.key)


def _best(ranked: Sequence[Reading], floor: int, lowest: int = -10_000) -> PronounResolution | None:
    """The likeliest reading, if it is sure enough and weighs enough."""
    if not ranked or ranked[0].option.key == UNNAMED or ranked[0].weight < lowest:
        return None
    confidence, target = min(99, round(100 * ranked[0].chance)), ranked[0].option.target
    if confidence < floor:
        return None
    place = MentionPlace(target.line, target.start, target.end)
    return PronounResolution(place, confidence, reason(ranked[0].signs), "only_one" in ranked[0].signs)


def _form_sign(mention: Mention) -> str:
    """A pronoun, a name, or whose or which: *his wife*, *the captain*, *a man*, *people*."""
    if mention.pronoun or mention.name:
        return "by:pronoun" if mention.pronoun else "by:name"
    first = mention.text.split(" ")[0].lower()
    if first in agreement.POSSESSIVE:
        return "by:owned"
    return {"the": "by:the", "a": "by:a", "an": "by:a"}.get(first, "by:noun")
