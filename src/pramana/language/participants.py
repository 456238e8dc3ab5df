"""Noun phrases find their clause: subject, object, complement of a preposition, apposition."""

from __future__ import annotations

from pramana.language import lexicon as lex
from pramana.language.chunks import Chunk
from pramana.language.drafts import ClauseDraft, Excluded, is_time
from pramana.language.elision import cut_before_pair, note_pair, split_second_subject
from pramana.language.model import Adverbial, ClauseKind, NounPhrase, Prepositional, VerbForm
from pramana.language.nominals import Nominal
from pramana.language.objects import split_object
from pramana.language.state import ClauseState
from pramana.language.tag_sets import may_be

_OBJECTLESS = frozenset("wait lie sit stand sleep go come arrive stay laugh smile die".split())
"""Verbs behind which a phrase with a verb of its own opens a clause, though no mark does."""
_CLAUSE_ONLY = frozenset("say think believe hope claim suppose argue insist suspect guess".split())
"""Verbs with a clause behind them rather than an object: *The man who said the bridge was old left*."""
_TOLD = frozenset("tell inform assure notify remind warn".split())
_REFLEXIVE = frozenset("himself herself itself themselves yourself".split())
_FLOATING = _REFLEXIVE | {"all", "both", "each"}
"""Words beside a participant that only stress it: *from Anna herself*, *they all left*."""
_COMPARED = 7
"""Tokens from *than* to the last phrase of a comparison, at most: *than at the same point | last year*."""
_FENCES = frozenset({"COMMA", "BREAK", "CLOSE", "REL", "SPEECH", ""})


def take_phrase(state: ClauseState, index: int) -> int:
    """Give the noun phrase at chunk `index`, and those coordinated with it, a place. Returns the chunk after them."""
    phrase = state.chunks[index].phrase
    assert phrase is not None
    if _is_fronted_object(state, index):
        return index + 1
    group, after = state.ahead.group(index, as_subject=_may_be_subject(state))
    group, after = cut_before_pair(state, group, after)
    if state.preposition is not None:
        _prepositional(state, group, index)
    elif state.inverted and state.current is not None:
        state.current.subjects, state.inverted = group, False
        state.current.reach(group[-1].last)
    elif len(group) == 1 and _is_distance(state, index, phrase):
        adverbial(state, adverb(state, "time", phrase.first, state.chunks[after].last), state.chunks[after].last)
        return after + 1
    elif len(group) == 1 and is_time(state.tokens, phrase) and _is_adverbial(state, phrase, after):
        adverbial(state, adverb(state, "time", phrase.first, phrase.last), phrase.last)
    elif _floats(state, index, phrase) or _is_excluded(state, index, group) or _apposes(state, index, group, after):
        pass
    elif _starts_clause(state, index, after):
        _start(state, index, group)
    elif state.current is not None and not state.joint:
        _object(state, index, split_second_subject(state, group, after))
    elif state.current is None or state.joint in {"REL", "SUB"}:
        _start(state, index, group)
    return after


def _is_adverbial(state: ClauseState, phrase: NounPhrase, after: int) -> bool:
    """A time that is not a subject; with a verb behind it, *last spring* and the like right behind another subject."""
    if not state.ahead.verb_after(after):
        return True
    opens = state.tokens[phrase.first].text.lower() in {"last", "next", "this", "that"}
    return opens and not state.joint and bool(state.pending) and state.pending[-1].last == phrase.first


def _is_fronted_object(state: ClauseState, index: int) -> bool:
    """*what other parties the council would join*: a phrase that a question word opens, before the subject."""
    asked = index > 0 and state.chunks[index - 1].word in {"what", "which", "whose"}
    first, second = state.ahead.phrase(index), state.ahead.phrase(index + 1)
    adjacent = asked and first is not None and second is not None and first.last == second.first
    return adjacent and state.ahead.verb_after(index + 2)


def _is_distance(state: ClauseState, index: int, phrase: NounPhrase) -> bool:
    """*two years ago*, *three days later*: a stretch of time with the adverb that says from where."""
    following = state.chunks[index + 1].word if index + 1 < len(state.chunks) else ""
    return following in lex.DISTANCES and state.tokens[phrase.head].lemma.lower() in lex.TIME_UNITS


def _floats(state: ClauseState, index: int, phrase: NounPhrase) -> bool:
    """*They all joined in*, *his partner, 66, would retire*: words beside a subject that are none."""
    before = state.ahead.phrase(index - 1)
    if phrase.text.lower() in _FLOATING:
        alone = before is not None and before.last == phrase.first and state.ahead.phrase(index + 1) is None
        return before is not None and (alone or phrase.text.lower() not in _REFLEXIVE)
    if before is not None and _is_rate(state, before, phrase):
        return True
    return phrase.kind == "number" and state.joint == "COMMA" and bool(state.pending)


def _is_rate(state: ClauseState, amount: NounPhrase, phrase: NounPhrase) -> bool:
    """*£9 a session*, *$4 each ticket*: what an amount of money is for is not a participant."""
    counted = amount.last == phrase.first and state.tokens[phrase.first].text.lower() in {"a", "an", "each", "per"}
    return counted and amount.text[:1] in lex.CURRENCY_SIGNS


def _is_excluded(state: ClauseState, index: int, group: list[NounPhrase]) -> bool:
    """*Marsh, not Lily, stole the map*; *bought bread, not wine*: who takes no part. Notes them."""
    if _contrasts(state, index):
        state.excluded += group
        return True
    current, excluding = state.current, state.excluding or state.excluded_at == index
    state.excluding = False
    if not excluding or current is None:
        return False
    if current.objects:
        current.excluded = current.excluded or Excluded()
        current.excluded.objects += group
    return True


def _contrasts(state: ClauseState, index: int) -> bool:
    """*Marsh, not Lily, stole the map*, *the king, but not the queen, left*: the second takes no part."""
    back = index - 1
    if not state.pending or back < 1 or state.chunks[back].word != "not":
        return False
    return state.chunks[back - 1].kind in {"COMMA", "CONJ"}


def _may_be_subject(state: ClauseState) -> bool:
    if state.current is None or state.joint or state.pending:
        return True
    return state.takes_content() and not state.current.objects


def _starts_clause(state: ClauseState, index: int, after: int) -> bool:
    if not state.ahead.verb_after(after):
        return False
    if state.current is None or state.joint:
        return True
    if _leaves_verb(state, index, after):
        return False
    if state.takes_content() and not state.current.objects:
        return True
    if _is_nominative_behind_verb(state, index) or _opens_main(state, index):
        return True
    if _takes_nothing_more(state, index) or _describes_complement(state, index, after):
        return True
    behind = state.chunks[index - 1].phrase
    return not state.waiting and behind is not None and not state.current.passive_or_be


def _takes_nothing_more(state: ClauseState, index: int) -> bool:
    """Whether the clause before a phrase has no place for it: *as she lay waiting | the house seemed empty*."""
    current, previous = state.current, state.chunks[index - 1]
    assert current is not None
    if current.base == "do" and previous.word == "so":  # *As he leant to do so the fire caught it*
        return True
    if current.base in _OBJECTLESS and previous.verb is current.group:
        return True
    if current.group.passive and current.base not in lex.DITRANSITIVE | lex.NAMING - {"make"}:
        return True
    # *In a statement read to the court Tull said …*
    return current.group.passive and any(part.phrase is previous.phrase for part in current.prepositions)


def _describes_complement(state: ClauseState, index: int, after: int) -> bool:
    """*was the best man | I have met*: a relative clause without its pronoun behind what somebody is."""
    current, previous = state.current, state.chunks[index - 1].phrase
    if current is None or current.base != "be" or previous is None or state.waiting:
        return False
    fronted = current.kind is ClauseKind.SUBORDINATE and current.parent is None
    held = any(previous is each for each in current.objects) and previous.kind == "noun"
    return held and not fronted and state.ahead.is_finite(after) and not state.ahead.is_linking(after)


def _opens_main(state: ClauseState, index: int) -> bool:
    """*When she was a kitten | she looked small*: behind a clause in front, a pronoun with the last verb."""
    current, phrase = state.current, state.ahead.phrase(index)
    fronted = current is not None and current.kind is ClauseKind.SUBORDINATE and current.parent is None
    if not fronted or phrase is None or phrase.text.lower() not in lex.NOMINATIVE or not state.ahead.phrase(index - 1):
        return False
    return state.ahead.is_finite(index + 1) and state.ahead.is_last_verb(index + 1)


def _leaves_verb(state: ClauseState, index: int, after: int) -> bool:
    """*The boy who answered | the phone left*: the only verb that follows is that of the subject that waits."""
    current = state.current
    assert current is not None
    waits = state.waiting and current.kind is ClauseKind.RELATIVE and current.subject_from == "relative"
    direct = state.chunks[index - 1].verb is current.group and current.bare and not current.group.passive
    phrase = state.ahead.phrase(index)
    direct = direct and current.base not in _CLAUSE_ONLY
    if not waits or not direct or phrase is None or phrase.text.lower() in lex.NOMINATIVE:
        return False
    return state.ahead.is_finite(after) and state.ahead.is_last_verb(after)


def _is_nominative_behind_verb(state: ClauseState, index: int) -> bool:
    """*conjectured he must have left*: behind a verb *he* is not an object, but opens the clause of what is said."""
    current, phrase = state.current, state.ahead.phrase(index)
    if current is None or phrase is None or index == 0 or state.chunks[index - 1].verb is not current.group:
        return False
    return phrase.kind == "pronoun" and phrase.text.lower() in lex.NOMINATIVE


def _start(state: ClauseState, index: int, group: list[NounPhrase]) -> None:
    head = None if _opens_main(state, index) else _zero_relative(state, index)
    opened_by = state.current is not None and any(part.phrase in state.current.subjects for part in state.early)
    if opened_by:  # *In a letter sent to the council | the owner denied it*
        state.current = None
    elif head is not None:
        state.suspend()
        state.relative, state.relative_word = [head], "zero"
    elif state.current is not None and not state.joint:
        opened = state.current.kind is ClauseKind.SUBORDINATE and state.current.parent is None
        told = state.current.group.form is VerbForm.FINITE and not opened
        state.content = state.takes_content() or (_is_nominative_behind_verb(state, index) and told)
    group = _rejoin(state, index, group)
    if state.pending and state.joint == "COMMA":
        if state.ahead.speaks(index + 1):
            state.suspend()
        elif describes(state, state.pending[-1], group[0]) or _fenced_in(state, index, state.pending[-1], group[0]):
            group = state.pending
    elif state.pending and state.joint == "CONJ" and not _lost_verb(state, state.pending[-1].last, group[0].first):
        group = [*state.pending, *group]
    if state.current is not None and len(group) > 1 and group[-1].text.lower() in {"it", "he", "she", "they", "we"}:
        group = group[-1:]  # *written by the producer, Tina Fey and it was filmed there*
    state.pending = group
    state.joint = ""


def _rejoin(state: ClauseState, index: int, group: list[NounPhrase]) -> list[NounPhrase]:
    """Return the subjects with those that wait for the same verb."""
    if not _rejoins(state, index):
        return group
    waited = state.waiting.pop()
    state.marker, state.early = waited.marker, [*waited.early, *state.early]
    return [*waited.subjects, *group]


def _lost_verb(state: ClauseState, first: int, last: int) -> bool:
    """Whether a word between two subjects may be the verb of the first: *Ann Roe, a nurse, left, and the dog ran*."""
    inside = (token for token in state.tokens[first:last] if token.tag in {"AV0", "AJ0"})
    return any(may_be(token.text.lower(), "VVD") for token in inside)


def _rejoins(state: ClauseState, index: int) -> bool:
    """*The driver, who had drunk, and his passenger were hurt*: a second subject behind the first one's clause."""
    current, waiting = state.current, state.waiting
    closed = state.joint == "CONJ" and state.ahead.kind(index - 2) == "COMMA" and not state.pending
    if not closed or not waiting or current is None or current.kind is not ClauseKind.RELATIVE:
        return False
    if state.chunks[index - 2].first > current.last + 1:
        return False  # *Zed, who ate, left, and Ann wept*: words between them were read as nobody's
    return waiting[-1].subject_from == "stated" and waiting[-1].subjects[-1:] == current.subjects[-1:]


def _fenced_in(state: ClauseState, index: int, one: NounPhrase, other: NounPhrase) -> bool:
    """*The city, the old capital, fell*: a second determined phrase between commas, then the verb."""
    nouns = _is_determined(state, one) and _is_determined(state, other) and (one.kind, other.kind) == ("noun", "noun")
    if not nouns and (one.kind, other.kind) != ("name", "name"):  # *Gil Hinojosa, Party Chairman, said*
        return False
    after = state.ahead.past_prepositions(index + 1)
    return state.ahead.kind(after) == "COMMA" and state.ahead.is_finite(after + 1)


def _zero_relative(state: ClauseState, index: int) -> NounPhrase | None:
    """The head in *the bow | Rama gave …*; none where a preposition before the first subject governs it."""
    head = state.ahead.phrase(index - 1)
    if head is None or state.joint or state.relative or is_time(state.tokens, head):
        return None
    told = state.current is not None and state.current.base in _TOLD and head in state.current.objects
    if told:  # *told reporters | the bridge, which was old, was safe*
        return None
    governed = any(part.phrase is head for part in state.early)
    return None if governed and state.current is None else head


def _object(state: ClauseState, index: int, group: list[NounPhrase]) -> None:
    current = state.current
    assert current is not None
    current.reach(group[-1].last)
    before = state.chunks[index - 1]
    behind = current.objects[-1].last if current.objects else -1
    adjacent = before.phrase is not None and before.last == state.chunks[index].first == behind
    if not current.objects:
        current.objects = group
        if len(group) == 1:
            current.objects, more = _split(state, current, group[0])
            if isinstance(more, Prepositional):
                current.prepositions.append(more)
            elif more is not None:
                current.complement = (more.first, more.last)
    elif adjacent and not current.indirect and _gives(state, current):
        current.indirect, current.objects = current.objects, group
    elif adjacent and current.base in lex.NAMING:
        current.complement = (group[0].first, group[-1].last)


def _split(
    state: ClauseState, current: ClauseDraft, phrase: NounPhrase
) -> tuple[list[NounPhrase], NounPhrase | Prepositional | None]:
    first, more = split_object(state.text, state.tokens, current, phrase)
    return [first], more


def _gives(state: ClauseState, current: ClauseDraft) -> bool:
    """*gave Rama a bow*; and, whatever the verb, *faxed him the letter*, *save yourself a trip*."""
    if current.base in lex.DITRANSITIVE:
        return True
    first = state.tokens[current.objects[0].head].text.lower()
    pronoun = len(current.objects) == 1 and first in lex.OBJECTIVE | {"you", "yourself", "yourselves"}
    return pronoun and current.base not in lex.NAMING


def _prepositional(state: ClauseState, group: list[NounPhrase], index: int) -> None:
    preposition = state.preposition
    assert preposition is not None
    state.preposition = None
    if _is_compared(state, preposition.first):
        return
    if preposition.word in lex.EXAMPLES and _example(state, preposition, group, index):
        return
    group = _own_group(state, preposition.word, group)
    if not group:
        return
    if preposition.word == "according to" and state.tokens[group[0].head].lemma.lower() not in lex.STANDARDS:
        state.source = group[0]
    start = state.tokens[preposition.first].start
    _within(state, preposition, group, index)
    made = [Prepositional(preposition.word, phrase, start, phrase.end) for phrase in group]
    if note_pair(state, preposition, made, index):
        return
    if state.excluding and state.current is not None:
        state.current.excluded = state.current.excluded or Excluded()
        state.current.excluded.prepositions += made
    elif state.current is None or state.pending or (state.joint and state.ahead.subject_after(index + 1)):
        state.early += made
    else:
        state.current.prepositions += made
        state.current.reach(group[-1].last)


def _is_compared(state: ClauseState, first: int) -> bool:
    """*fewer than in May*, *lower than at this point last year*: what is compared with takes no part in the clause.

    `first` is the place of the phrase, with its preposition; *than* is behind the last mark or verb.
    """
    for place in range(first - 1, max(first - _COMPARED, -1), -1):
        token = state.tokens[place]
        if token.text.lower() == "than":
            return state.tokens[place + 1].tag in {"PRP", "PRF"} or place + 1 == first
        if token.tag[:1] == "V" or token.tag in {"PUN", "PUQ", "CJC"}:
            return False
    return False


def _own_group(state: ClauseState, preposition: str, group: list[NounPhrase]) -> list[NounPhrase]:
    """The joined phrases behind a preposition that it governs; none behind the subject of a clause without its verb."""
    if state.gapped == preposition:
        return []
    for place, phrase in enumerate(group[1:], 1):
        again = any(token.text.lower() == preposition for token in state.tokens[phrase.last : phrase.last + 1])
        if again and group[0].kind == "number" != phrase.kind:
            state.gapped = preposition  # *stood at £3 and the other at £6*
            return group[:place]
        if _is_aside(state, group[0], phrase):
            return group[:place]
    return group


def _is_aside(state: ClauseState, first: NounPhrase, phrase: NounPhrase) -> bool:
    """*born in Whitehaven, the fourth of six children, …*: a description behind a comma is in no list with a name."""
    named = first.kind == "name" or state.tokens[first.head].text[:1].isupper()
    described = named and phrase.kind == "noun" and _is_determined(state, phrase)
    return described and state.tokens[phrase.first - 1].text == "," and state.tokens[phrase.first].tag in {"AT0", "DPS"}


def _example(state: ClauseState, preposition: Chunk, group: list[NounPhrase], index: int) -> bool:
    """*countries(,) such as India and China*."""
    place = index - 3 if state.ahead.kind(index - 2) == "COMMA" else index - 2
    whole = state.ahead.phrase(place)
    if whole is None or state.tokens[whole.head].tag not in {"NN2", "NN0"}:
        return False
    first, last = preposition.first, preposition.last
    state.nominals += [Nominal(ClauseKind.EXAMPLE, whole, phrase, first, last) for phrase in group]
    return True


def locate(state: ClauseState, draft: ClauseDraft) -> None:
    """A place between a subject and its verb belongs to the subject: *the house on the hill fell*."""
    if len(state.early) != 1 or len(state.pending) != 1 or state.early[0].preposition not in lex.LOCATING:
        return
    one, place = state.pending[0], state.early[0]
    adjacent = state.tokens[one.last].start == place.start and one.kind != "pronoun"
    if adjacent and not is_time(state.tokens, place.phrase) and place.phrase.kind != "number":
        state.nominals.append(Nominal(ClauseKind.LOCATION, one, place.phrase, one.last, place.phrase.first))


def _within(state: ClauseState, preposition: Chunk, group: list[NounPhrase], index: int) -> None:
    """*in Reading, Pennsylvania*."""
    after = state.ahead.phrase(index + 2)
    if state.ahead.kind(index + 1) != "COMMA" or after is None or len(group) != 1:
        return
    named = group[0].kind == after.kind == "name" and group[0].last - group[0].first < 4
    fenced = state.ahead.kind(index + 3) in {"COMMA", "BREAK", ""}
    if named and fenced and preposition.word in {"in", "at", "near", "from", "of"}:
        state.nominals.append(Nominal(ClauseKind.LOCATION, group[0], after, group[0].last, group[0].last + 1))


def adverb(state: ClauseState, kind: str, first: int, last: int) -> Adverbial:
    start, end = state.tokens[first].start, state.tokens[last - 1].end
    return Adverbial(kind, start, end, " ".join(token.text for token in state.tokens[first:last]))


def adverbial(state: ClauseState, adverbial: Adverbial, last: int) -> None:
    first = next(place for place in range(last - 1, -1, -1) if state.tokens[place].start <= adverbial.start)
    if _is_compared(state, first):
        return
    if state.excluding and state.current is not None and not state.pending:  # *not on Tuesday, but last winter*
        state.current.excluded = state.current.excluded or Excluded()
        state.current.excluded.adverbials.append(adverbial)
        state.excluding = False
    elif state.current is None or state.joint in {"SUB", "CONJ"} or state.pending:
        state.early_adverbials.append(adverbial)
    else:
        state.current.adverbials.append(adverbial)
        state.current.reach(last)


def _apposes(state: ClauseState, index: int, group: list[NounPhrase], after: int) -> bool:
    """*X, the capital of Y,*: a determined phrase, fenced by commas, beside a name (or a name beside a noun)."""
    if index < 2 or state.chunks[index - 1].kind != "COMMA":
        return False
    first, second = state.chunks[index - 2].phrase, group[0]
    if first is None or "pronoun" in {first.kind, second.kind} or "number" in {first.kind, second.kind}:
        return False
    fenced = state.ahead.kind(state.ahead.past_prepositions(after)) in _FENCES
    if not fenced or state.ahead.in_list(index, after):
        return False
    return describes(state, first, second) or (second.kind == "name" and _is_determined(state, first))


def describes(state: ClauseState, first: NounPhrase, second: NounPhrase) -> bool:
    return first.kind == "name" and second.kind == "noun" and _is_determined(state, second)


def _is_determined(state: ClauseState, phrase: NounPhrase) -> bool:
    tag = state.tokens[phrase.first].tag
    of = phrase.last > phrase.head + 1
    return tag in {"AT0", "DPS"} or phrase.possessor is not None or of or state.tokens[phrase.head].tag == "NN1"
