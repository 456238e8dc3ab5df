"""Events that nouns name, with their participants: *the sale of the mill to Boris in May*, *her resignation*.

A noun's verb and frame come from a list. The event is read as a fact only where its clause is one, in the past, and
does not put it off: *demanded her resignation* says nothing of a resignation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pramana.language import lexicon as lex
from pramana.language.appositions import nested_phrases
from pramana.language.drafts import is_time
from pramana.language.model import (
    NOMINAL,
    Adverbial,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    Sentence,
    Token,
)
from pramana.language.nominals import part_of_phrase
from pramana.language.word_lists import word_set, word_table

_UNSETTLED = word_set("nominalizations/unsettled")
_OPAQUE = word_set("nominalizations/opaque")
_SETTINGS = word_set("nominalizations/settings")
_FRAMES = word_set("nominalizations/frames")
_PAST = frozenset({"VVD", "VBD", "VHD", "VDD"})
_PERFECT = frozenset({"VHZ", "VHB"})
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
"""Four digits before a noun that are a year: *the 1903 death of her son*."""
_WHEN = frozenset({"after", "before", "by", "during", "following", "from", "on", "since", "until", "upon"})
"""*after her resignation in May*: where the event is a time itself, the next time is the event's."""
_HAPPENING = frozenset("complete begin start continue happen occur proceed finish commence conclude end".split())
"""*The sale of the mill to Boris will be completed in May*: verbs that say of an event that it takes place."""
_JOINING = frozenset({"-", "–", "—", "/", "&"})
"""Marks at which a name is cut: *the passage of the Glass–Steagall Act*."""
_CONTINUING = frozenset({"NN", "NP", "AJ", "CR"})
"""Tags of words right behind a phrase that show that it was cut: *the use of a Siemens | radial engine*."""
_REDUCED = frozenset({ClauseKind.PARTICIPIAL, ClauseKind.RELATIVE, ClauseKind.INFINITIVE})
_AT = frozenset({"in", "on", "at"})
_SURE = 0.75


@dataclass(frozen=True, slots=True)
class _NounFrame:
    """How a noun's participants relate to its verb: `o` object, `s` subject, `-` nothing is read."""

    verb: str
    of: str
    alone: str
    prepositions: frozenset[str]
    """Those that govern the object: *attack on*."""
    others: frozenset[str]
    """Those that belong to the noun and govern another participant: *resignation from*."""


@dataclass(frozen=True, slots=True)
class NounEvent:
    """An event named by a noun, as a clause of kind EVENT.

    `used` are the places in the line of the prepositions and possessive marks that connect its participants: they
    connect nothing else.
    """

    clause: Clause
    used: frozenset[int]


@dataclass(frozen=True, slots=True)
class _EventParts:
    """What is known of an event while its participants are gathered."""

    sentence: Sentence
    governor: Clause
    phrase: NounPhrase
    frame: _NounFrame
    place: str
    """`subject` before the verb, `object`, or the preposition that governs the phrase"""


@cache
def _frames() -> dict[str, _NounFrame]:
    found = {}
    for noun, entry in word_table("nominalizations/events").items():
        verb, of, alone, *prepositions = entry.split()
        listed = [each for joined in prepositions for each in joined.split("/")]
        objects = frozenset(each for each in listed if not each.startswith("+"))
        others = frozenset(each[1:] for each in listed if each.startswith("+"))
        found[noun] = _NounFrame(verb.replace("_", " "), of, alone, objects, others)
    return found


def event_verb(noun: str) -> str:
    """Return the verb that tells what a noun names, "" for a noun that names no event.

    >>> event_verb("sale"), event_verb("table")
    ('sell', '')
    """
    return event_of_noun(noun)[0]


def event_of_noun(noun: str) -> tuple[str, str, str]:
    """Return the verb that tells what a noun names, what *of* behind the noun governs, and what its possessor is: `o`
    the object, `s` the subject, `-` neither for sure; "" and `-` for a noun that names no event.

    >>> event_of_noun("inspection"), event_of_noun("arrival")
    (('inspect', 'o', '-'), ('arrive', 's', 's'))
    """
    frame = _frames().get(noun.lower())
    return ("", "-", "-") if frame is None else (frame.verb, frame.of, frame.alone)


def noun_events(sentence: Sentence) -> list[NounEvent]:
    """The events that nouns of a sentence name, each with a subject or an object at least.

    >>> from pramana.language.analysis import analyse
    >>> [event.clause.verb for event in noun_events(analyse("An investigation by the council failed."))]
    ['investigate']
    """
    found: list[NounEvent] = []
    for governor in sentence.clauses:
        modal = _modal_of_nouns(sentence, governor)
        if modal is None:
            continue
        for phrase, place in _places(governor):
            if modal is Modal.ACTUAL or place in {"subject", "object"}:
                events = _of_phrase(sentence, governor, phrase, place)
                found += [replace(event, clause=replace(event.clause, modal=modal)) for event in events]
    return list({event.clause.verb_start: event for event in reversed(found)}.values())[::-1]


@cache
def _complements() -> dict[str, frozenset[str]]:
    listed = {noun: frozenset(entry.split()) for noun, entry in word_table("attachment/nouns").items()}
    for noun, frame in _frames().items():
        listed[noun] = listed.get(noun, frozenset()) | frame.prepositions | frame.others
    return listed


def takes_preposition(noun: str, preposition: str) -> bool:
    """Return whether what a preposition governs belongs to the noun before it.

    >>> [takes_preposition("request", "for"), takes_preposition("school", "in")]
    [True, False]
    """
    return preposition in _complements().get(noun, frozenset())


def names_event(sentence: Sentence, possession: Clause) -> bool:
    """Return whether what is had is an event or its undergoing: *her resignation*, whoever asks for it."""
    frame = _frames().get(sentence.tokens[possession.objects[0].head].lemma.lower())
    return frame is not None and possession.verb_quote != "of"


def _modal_of_nouns(sentence: Sentence, clause: Clause) -> Modal | None:
    """What a clause claims for the events that its nouns name: facts if it is past, else only what it says takes place.

    None for nothing: *The sale needs approval*, *The council will discuss the sale*.
    """
    if clause.kind in NOMINAL or clause.unasserted or clause.modal not in {Modal.ACTUAL, Modal.FUTURE}:
        return None
    group = next((each for each in sentence.verb_groups if each.start >= clause.verb_start), None)
    if group is None or group.end > clause.verb_end or group.negated:  # *An investigation by X found no fraud*
        return None
    tags = [sentence.tokens[place].tag for place in range(group.first, group.last)]
    if clause.modal is Modal.ACTUAL and (tags[0] in _PAST or tags[0] in _PERFECT):
        return Modal.ACTUAL
    held = clause.verb in _HAPPENING or (clause.verb == "take" and [each.text for each in clause.objects] == ["place"])
    progressive = (tags[0] == "VBZ" and "VVG" in tags) or "VBG" in tags
    return clause.modal if held and (clause.modal is Modal.FUTURE or progressive) else None


def _places(clause: Clause) -> Iterator[tuple[NounPhrase, str]]:
    """The phrases of a clause whose events are facts if it is, and the place of each in it (`_EventParts.place`)."""
    opaque = clause.verb.partition(" ")[0] in _OPAQUE
    before = [phrase for phrase in clause.subjects if phrase.end <= clause.verb_start]
    stated = clause.subject_from == "stated" and clause.kind not in _REDUCED
    yield from ((phrase, "subject") for phrase in before if stated and not (opaque and clause.passive))
    if not opaque and not clause.negated:
        yield from ((phrase, "object") for phrase in clause.objects)
    for part in clause.prepositions:
        if part.preposition in _SETTINGS and not (opaque and part.preposition not in _WHEN - {"from", "on", "by"}):
            yield part.phrase, part.preposition


def _of_phrase(sentence: Sentence, governor: Clause, outer: NounPhrase, place: str) -> Iterator[NounEvent]:
    for phrase in nested_phrases(outer):
        noun = sentence.tokens[phrase.head]
        frame = _frames().get(noun.lemma.lower())
        joined = place not in {"subject", "object"} and _is_joined(sentence, phrase)
        if frame is not None and not joined and _is_event_noun(sentence, phrase):
            event = _event(_EventParts(sentence, governor, phrase, frame, place))
            if event is not None:
                yield event
        if frame is None and noun.text.lower() not in _FRAMES:
            return


def _is_joined(sentence: Sentence, phrase: NounPhrase) -> bool:
    """*a rise in fees and the sale of the mill*: which preposition governs a joined phrase is a guess."""
    before = sentence.tokens[phrase.first - 1] if phrase.first else None
    return before is not None and (before.tag == "CJC" or before.text == ",")


def _is_event_noun(sentence: Sentence, phrase: NounPhrase) -> bool:
    """Neither part of a name or compound (*debut album*), nor of an event that is put off (*planned sale*)."""
    tokens, noun = sentence.tokens, sentence.tokens[phrase.head]
    if noun.tag not in {"NN1", "NN2"} or (phrase.head > 0 and not noun.text.islower()):
        return False
    after = [tokens[place].tag for place in (phrase.head + 1, phrase.last) if place < len(tokens)]
    if any(tag[:2] in _CONTINUING for tag in after) or sentence.text[phrase.end : phrase.end + 1] in _JOINING:
        return False
    return _UNSETTLED.isdisjoint(token.text.lower() for token in tokens[phrase.first : phrase.head])


def _event(found: _EventParts) -> NounEvent | None:
    sentence, phrase, frame = found.sentence, found.phrase, found.frame
    subjects: list[NounPhrase] = []
    objects: list[NounPhrase] = []
    behind = list(_behind(found))
    by = next((part for part in behind if part.preposition == "by"), None)
    governed = next((part for part in behind if part.preposition in frame.prepositions), None)
    if by is not None:
        subjects.append(by.phrase)
    plural = sentence.tokens[phrase.head].tag == "NN2"  # *her advances*
    if governed is not None:
        objects.append(governed.phrase)
    inner_time = phrase.inner is not None and is_time_phrase(sentence.tokens, phrase.inner)
    if inner_time or (phrase.inner is not None and phrase.inner.kind == "number"):
        return None  # *the election of 1964*, *sales of $ 27 million*
    if phrase.inner is not None and frame.of == "o":
        objects.append(phrase.inner)
    elif phrase.inner is not None and frame.of == "s" and by is None:
        subjects.append(phrase.inner)
    elif phrase.inner is not None:
        return None
    owner, times = _owner(sentence, phrase)
    if owner is not None and not (plural and not subjects and not objects):
        _place_owner(found, owner, subjects, objects)
    if len(subjects) > 1 or len(objects) > 1 or not (subjects or objects):
        return None
    others = tuple(part for part in behind if part is not by and part is not governed)
    used = frozenset(part.start for part in behind)
    return NounEvent(_clause(found, subjects, objects, others, [*times, *_year(sentence, phrase)]), used)


def _place_owner(found: _EventParts, owner: NounPhrase, subjects: list[NounPhrase], objects: list[NounPhrase]) -> None:
    """*Fabrikam's acquisition of Contoso*, *his arrest by the police*, *her resignation*."""
    if objects and not subjects:
        subjects.append(owner)
    elif subjects and not objects:
        objects.append(owner)
    elif not subjects and found.frame.alone == "s":
        subjects.append(owner)
    elif not objects and found.frame.alone == "o":
        objects.append(owner)


def _owner(sentence: Sentence, phrase: NounPhrase) -> tuple[NounPhrase | None, list[Adverbial]]:
    """The possessor; a time is one of the event: *last year's sale of the mill*."""
    tokens, text = sentence.tokens, sentence.text
    if tokens[phrase.first].tag == "DPS" and phrase.possessor is None:
        pronoun = part_of_phrase(text, tokens, phrase.first, phrase.first + 1)
        return pronoun, []
    if phrase.possessor is None:
        return None, []
    mark = next((place for place in range(phrase.head, phrase.first, -1) if tokens[place].tag == "POS"), -1)
    if mark < 0:
        return None, []
    owner = part_of_phrase(text, tokens, phrase.first, mark)
    if is_time(tokens, owner):
        return None, [Adverbial("time", owner.start, owner.end, owner.text)]
    return owner, []


def _year(sentence: Sentence, phrase: NounPhrase) -> Iterator[Adverbial]:
    for token in sentence.tokens[phrase.first : phrase.head]:
        if token.text.isdecimal() and len(token.text) == 4 and _FIRST_YEAR <= int(token.text) <= _LAST_YEAR:
            yield Adverbial("time", token.start, token.end, token.text)


def _behind(found: _EventParts) -> Iterator[Prepositional]:
    """The prepositional phrases right behind the noun that belong to it.

    Before the verb all do. Behind it those with *by* and the noun's own prepositions do, as others may be the verb's:
    *announced the sale of the mill in May*.
    """
    end = found.phrase.end
    own = found.frame.prepositions | found.frame.others
    for part in sorted(found.governor.prepositions, key=lambda part: part.start):
        if part.start < end:
            continue
        if found.sentence.text[end : part.start].strip():
            return
        if part.preposition == "by":
            belongs = _is_agent(found, part)
        else:
            dated = is_time_phrase(found.sentence.tokens, part.phrase)
            timed = dated and found.place in _WHEN and part.preposition in _AT
            fronted = part.end <= found.governor.verb_start  # *After the arrest of two men in Leeds, …*
            belongs = fronted or part.preposition in own or timed
        if not belongs:
            return
        end = part.end
        yield part


def _is_agent(found: _EventParts, part: Prepositional) -> bool:
    """Not *by 12 %*, *by May*, *by boat*; after a passive verb its own agent: *was sold after the death by Boris*."""
    tokens, phrase = found.sentence.tokens, part.phrase
    if is_time_phrase(tokens, phrase) or phrase.kind == "number" or tokens[phrase.first].tag == "CRD":
        return False
    passive = found.governor.passive and found.place != "subject"
    bare = phrase.kind == "noun" and phrase.last - phrase.first == 1 and tokens[phrase.head].tag == "NN1"
    return not passive and not bare


def is_time_phrase(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a phrase is a time behind a preposition: a year, a date, a day, a season."""
    head = tokens[phrase.head]
    if is_time(tokens, phrase) or head.lemma.lower() in lex.TIME_NOUNS:
        return True
    return head.tag == "CRD" and head.text.isdecimal() and _FIRST_YEAR <= int(head.text) <= _LAST_YEAR


def _clause(
    found: _EventParts,
    subjects: Sequence[NounPhrase],
    objects: Sequence[NounPhrase],
    others: tuple[Prepositional, ...],
    times: Sequence[Adverbial],
) -> Clause:
    noun = found.sentence.tokens[found.phrase.head]
    return Clause(
        kind=ClauseKind.EVENT,
        verb=found.frame.verb,
        verb_quote=noun.text,
        verb_start=noun.start,
        verb_end=noun.end,
        predicate=found.frame.verb,
        end=found.phrase.end,
        subjects=tuple(subjects),
        objects=tuple(objects),
        prepositions=others,
        adverbials=tuple(times),
        attributed_to=found.governor.attributed_to,
        confidence=_SURE,
    )
