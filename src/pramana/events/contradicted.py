"""Contradictions between a Kriyā and its line: reversed roles, other verbs' participants, another speaker or mood.

Rules read the line. What they cannot read never counts as a contradiction. Negation is checked in `polarity`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.events.model import Kriya, Modality, Role
from pramana.events.strangers import stranger_problems
from pramana.evidence import Grade, Span, align
from pramana.language import (
    NOMINAL,
    REPORTING,
    Clause,
    EvidenceLine,
    Key,
    Modal,
    NounPhrase,
    Predication,
    ReadLine,
    RoleAgreement,
    Sentence,
    Token,
    analyse_cached,
    compare_roles,
    is_turned,
    key_of,
    unfactual_mood,
    word_set,
)

_MOODS = word_set("claims/moods")
_MOOD_TAGS = ("VM0", "TO0", "VVI", "VBI", "VDI", "VHI")
"""Modal verbs, *to* and infinitives (C5)."""
_COMMAND_TAGS = ("VBB", "VDB")
"""Base forms of the verb itself: *be still*, *do it*, which may command."""
_READ = 0.8
"""The least confidence of a clause whose words alone are looked at; else the whole line's are."""
_MOOD_VERBS = word_set("claims/mood_verbs")
_AIMING = frozenset("want hope intend plan try attempt seek aim wish propose agree decide".split())
"""Verbs whose *to* names an aim, which may never have been reached."""
_WISHES = frozenset({Modality.ASKED, Modality.INTENDED, Modality.POSSIBLE})
_LINKING = frozenset({"be"})
"""*Marsh was the clerk* and *The clerk was Marsh* say the same."""


def contradictions(line: str, kriya: Kriya, verb: Span) -> Iterator[str]:
    """Yield each contradiction between a Kriyā and its line, as a message for a model. `verb` is its verb's place."""
    sentence = analyse_cached(line)
    yield from _role_problems(sentence, kriya)
    yield from _speaker_problems(sentence, kriya, verb)
    yield from stranger_problems(sentence, kriya, verb)
    if kriya.modality is not Modality.ACTUAL and not _has_mood(sentence, verb, kriya.modality):
        yield f"the modality is {kriya.modality}, but the line states it as a fact; make it actual."
    if kriya.modality is Modality.ACTUAL and (mood := _sure_mood(sentence, verb)):
        yield f"the modality is actual, but the line does not state it as a fact; make it {mood}."


def _role_problems(sentence: Sentence, kriya: Kriya) -> Iterator[str]:
    agents, patients = kriya.karakas.get(Role.KARTA, []), kriya.karakas.get(Role.KARMA, [])
    rest = [mention for role, each in kriya.karakas.items() if role not in (Role.KARTA, Role.KARMA) for mention in each]
    verb = kriya.verb.casefold().partition(" ")[0]
    if not agents or verb in _LINKING or _is_named_by(sentence.text, kriya.verb_quote, agents):
        return
    own = Predication(verb, _keys(sentence, agents), _keys(sentence, patients), _keys(sentence, rest))
    found, _ = compare_roles([own], [sentence])
    turned = len(agents) == len(patients) == 1 and is_turned(sentence, verb, agents[0], patients[0])
    if found is RoleAgreement.REVERSED or turned or _swaps_recipient(sentence, kriya):
        yield "the line has its participants in each other's roles; look who does it, and to whom."


def _swaps_recipient(sentence: Sentence, kriya: Kriya) -> bool:
    """Return whether what is given and who gets it are in each other's roles: *gave the map to Bo*."""
    objects, receivers = (_keys(sentence, kriya.karakas.get(role, [])) for role in (Role.KARMA, Role.SAMPRADANA))
    for clause in sentence.clauses if objects and receivers else ():
        led = [part.phrase for part in clause.prepositions if part.preposition == "to"]
        given, getting = (
            [key_of(sentence, each) for each in held] for held in (clause.objects, [*clause.indirect, *led])
        )
        pairs = ((objects, getting), (receivers, given))
        if clause.verb == kriya.verb and all(set(own) & set(there) for own, there in pairs):
            return not any(set(own) & set(there) for own, there in ((objects, given), (receivers, getting)))
    return False


def _is_named_by(line: str, quote: str, agents: Sequence[str]) -> bool:
    """Return whether *by* right behind the verb names an agent: *a firm founded by Berman*, however it is read."""
    found = (align(f"{quote} by {agent}", line) for agent in agents)
    return any(span is not None and span.grade is not Grade.PARTIAL for span in found)


def _keys(sentence: Sentence, mentions: Sequence[str]) -> tuple[Key, ...]:
    return tuple(key for mention in mentions if (key := _key(sentence, mention)))


def _key(sentence: Sentence, mention: str) -> Key:
    """Return what recognises a mention: the key of the noun phrase of the line that it has the head of."""
    span = align(mention, sentence.text)
    for phrase in sentence.noun_phrases if span is not None else ():
        head = sentence.tokens[phrase.head]
        if span is not None and span.start <= head.start and head.end <= span.end:
            return key_of(sentence, phrase)
    return frozenset()


def _speaker_problems(sentence: Sentence, kriya: Kriya, verb: Span) -> Iterator[str]:
    """Yield that somebody else speaks: the agent of a verb of speech, or the one to whom a statement is attributed."""
    clause = _clause_at(sentence, verb)
    if clause is None or any(token.tag == "VVG" and token.lemma in REPORTING for token in sentence.tokens):
        return  # who speaks is a guess: in "Clark explained his decision saying …" it is not the noun before
    speaker = [] if kriya.attributed_to is None else [kriya.attributed_to]
    said = list(_sources(sentence, clause))
    pairs = [("said_by", speaker, said)]
    stated = clause.subject_from == "stated" and not clause.passive  # a shared subject is a guess
    if clause.verb in REPORTING and clause.verb == kriya.verb and stated:
        pairs.append(("subject", kriya.karakas.get(Role.KARTA, []), list(clause.subjects)))
    for field, mentions, phrases in pairs:
        own, there = [_key(sentence, each) for each in mentions], [key_of(sentence, each) for each in phrases]
        if own and there and all(own) and all(there) and all(one.isdisjoint(two) for one in own for two in there):
            yield f"the {field} is {phrases[0].text!r} in the line, not {mentions[0]!r}."


def _sources(sentence: Sentence, clause: Clause) -> Iterator[NounPhrase]:
    """Yield who says it, and who says that they say so: *Hansen said that Weiss claimed that the ship sank*."""
    seen: set[int] = set()
    own = clause.attributed_to
    while own is not None:
        yield own
        place = clause.parent
        if place is None or place in seen:
            return
        seen.add(place)
        clause = sentence.clauses[place]
        own = clause.attributed_to


def _clause_at(sentence: Sentence, verb: Span) -> Clause | None:
    found = (each for each in sentence.clauses if each.verb_start < verb.end and verb.start < each.verb_end)
    return next((each for each in found if each.kind not in NOMINAL), None)


def _has_mood(sentence: Sentence, verb: Span, modality: Modality) -> bool:
    """Return whether anything in the clause of a verb, or in those above it, may put it as less than a fact.

    What is called out may be a wish or a command: *God save you!*, *Mind!*
    """
    clause = _clause_at(sentence, verb)
    if modality in _WISHES and "!" in sentence.text[verb.end :]:
        return True
    if "?" in sentence.text or (clause is not None and clause.modal is not Modal.ACTUAL):
        return True
    return any(_is_mood(token, verb) for token in _governing_tokens(sentence, clause))


def _sure_mood(sentence: Sentence, verb: Span) -> str:
    """Return the mood of a clause that surely states no fact, "" for any other."""
    clause = _clause_at(sentence, verb)
    if clause is None or clause.confidence < _READ:
        return ""
    mood = unfactual_mood(sentence, clause)
    if mood is Modal.INTENDED:  # *helped to carry* and *laughed to see* tell of what was done
        above = None if clause.parent is None else sentence.clauses[clause.parent]
        mood = mood if above is not None and above.verb in _AIMING else None
    return str(mood or "")


def _is_mood(token: Token, verb: Span) -> bool:
    own = verb.start <= token.start < verb.end
    tags, lemma = (*_MOOD_TAGS, *(_COMMAND_TAGS if own else ())), token.lemma.casefold()
    return token.tag in tags or token.text.casefold() in _MOODS or (lemma in _MOOD_VERBS and not own)


def _governing_tokens(sentence: Sentence, clause: Clause | None) -> Iterator[Token]:
    """Yield the words of a verb's clause, of what joins it, and of those above it; all where it was not read surely."""
    if clause is None or clause.confidence < _READ:
        yield from sentence.tokens
        return
    line, own = ReadLine(EvidenceLine(sentence.text)), set[int]()
    while clause is not None:
        own.add(sentence.clauses.index(clause))
        clause = None if clause.parent is None or clause.parent in own else sentence.clauses[clause.parent]
    nominal = {place for place, each in enumerate(sentence.clauses) if each.kind in NOMINAL}
    yield from (token for token in sentence.tokens if line.owner(token) in own | nominal)
