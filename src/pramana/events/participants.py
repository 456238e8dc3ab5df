"""The participants of a Kriyā as its line connects them: role, place, marker; and those that are no participants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pramana.events.compatibility import marker_name, stored_role
from pramana.events.markers import COORDINATORS, marker_at, own_marker
from pramana.events.model import Kriya, Polarity, Role
from pramana.evidence import Span
from pramana.language import Sentence, Token, analyse_cached, word_set, word_table

_MEASURES = word_set("markers/measures")
_MADE = word_table("markers/made")
_EXCLUDING = ("not", "never", "n't", "n’t")
ROLE_WORDS = {
    Role.KARTA: "agent",
    Role.KARMA: "object",
    Role.KARANA: "instrument",
    Role.SAMPRADANA: "recipient",
    Role.APADANA: "source",
    Role.ADHIKARANA_SPATIAL: "place",
    Role.ADHIKARANA_TEMPORAL: "time",
    Role.SAMBANDHA: "related",
}
"""The English names of the roles, for people."""
_FROM_HERE = frozenset(("before", "after"))
"""Markers that a measure may precede: *two days after the accident*."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant: its role as it is stored, its place in the line, and its marker, "" and None for a bare one."""

    role: Role
    mention: str
    span: Span
    marker: str = ""
    marker_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Participants:
    """The participants of a Kriyā, the measures found among them, and a sentence for each that is left out."""

    stored: tuple[Participant, ...]
    measures: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def participants_of(
    line: str, kriya: Kriya, verb: Span, places: Iterable[tuple[Role, str, Span]], *, related: bool = True
) -> Participants:
    """Return how a line connects the participants of a Kriyā. `places` has each mention with its span.

    A role that cannot have the marker becomes *related*. Left out are what the line excludes (*but not to them*), what
    is related without a marker, and all that is related where `related` is false.
    """
    sentence = analyse_cached(line)
    stored: list[Participant] = []
    measures: list[str] = []
    left_out: list[str] = []
    for role, mention, span in places:
        one = _participant(sentence, kriya, role, mention, span, verb)
        reason = _reason_to_leave_out(sentence, kriya, one, related)
        if _is_measure(sentence, one):
            measures.append(mention)
        elif reason:
            left_out.append(f"“{mention}” as {ROLE_WORDS[one.role]}{_in_quotes(one.marker)}: {reason}")
        else:
            stored.append(one)
    return Participants(tuple(stored), tuple(measures), tuple(left_out))


def _participant(sentence: Sentence, kriya: Kriya, role: Role, mention: str, span: Span, verb: Span) -> Participant:
    own = own_marker(sentence, span)
    bare = own is None and _is_beside_verb(sentence, kriya, role, span, verb)
    marker_span = own or (None if bare else marker_at(sentence.text, kriya, role, span, verb))
    if own is not None:
        start = own.end + len(sentence.text[own.end : span.end]) - len(sentence.text[own.end : span.end].lstrip())
        span = replace(span, start=start)
    marker = marker_name(sentence.text[marker_span.start : marker_span.end]) if marker_span is not None else ""
    return Participant(stored_role(role, marker), mention, span, marker, marker_span)


def _is_beside_verb(sentence: Sentence, kriya: Kriya, role: Role, span: Span, verb: Span) -> bool:
    """Return whether an agent is right before its verb, or an object right behind it: then no preposition governs it.

    *With this Mrs. Rachel stepped out*, *at first the board were unwilling*. Between an agent and its verb there may be
    auxiliaries, adverbs, and the agents that are joined with it (*with Julie, Jessica and Andrea coming*).
    """
    if role is Role.KARMA:
        return span.start >= verb.end and not _words_between(sentence, verb.end, span.start)
    if role is not Role.KARTA or _is_of_noun(sentence, span):
        return False
    between = _words_between(sentence, span.end, verb.start)
    agents = {word for mention in kriya.karakas.get(role, ()) for word in mention.casefold().split()}
    rest = [token for token in between if token.text.casefold() not in agents and not token.tag.startswith(_LEADING)]
    joined = {token.text.casefold() for token in rest}
    return span.end <= verb.start and (not joined or (joined <= _LISTING and not joined.isdisjoint(COORDINATORS)))


def _is_of_noun(sentence: Sentence, span: Span) -> bool:
    """Return whether a preposition between a noun and the mention connects these two: *a man from Leeds died*."""
    before = [token.tag for token in sentence.tokens if token.end <= span.start][-2:]
    return len(before) == 2 and before[0].startswith("N") and before[1].startswith("PR")


_LEADING = ("VB", "VD", "VH", "VM", "AV0", "XX0")
"""Tags of auxiliaries, adverbs and *not* (C5)."""
_LISTING = COORDINATORS | {","}


def _words_between(sentence: Sentence, start: int, end: int) -> list[Token]:
    return [token for token in sentence.tokens if start <= token.start < end]


def _in_quotes(marker: str) -> str:
    return f", for “{marker}”" if marker else ""


def _reason_to_leave_out(sentence: Sentence, kriya: Kriya, one: Participant, related: bool) -> str:
    if kriya.polarity is Polarity.AFFIRMATIVE and _is_excluded(sentence, one):
        return "the line excludes it"
    if one.role is not Role.SAMBANDHA:
        return ""
    if not one.marker:
        return "no word of the line connects it with the event"
    return "" if related else "related participants are not stored (karaka.related)"


def _is_excluded(sentence: Sentence, one: Participant) -> bool:
    """Return whether *not* is right before a participant: *to the owners, but not to the tenants*."""
    start = one.marker_span.start if one.marker_span is not None else one.span.start
    before = [token.text.lower() for token in sentence.tokens if token.end <= start]
    return bool(before) and before[-1] in _EXCLUDING


def _is_measure(sentence: Sentence, one: Participant) -> bool:
    """Return whether a time only measures how far the event is from the next: *two days after the accident*."""
    if one.role is not Role.ADHIKARANA_TEMPORAL or one.marker:
        return False
    inside = [token for token in sentence.tokens if one.span.start <= token.start < one.span.end]
    after = next((token for token in sentence.tokens if token.start >= one.span.end), None)
    measures = bool(inside) and inside[-1].lemma.lower() in _MEASURES
    return measures and after is not None and after.text.lower() in _FROM_HERE


def implied_kriyas(kriya: Kriya, participants: Participants) -> Iterator[tuple[Kriya, Participant, Participant]]:
    """Yield what *as* says of somebody: *served as rector* says that she was the rector.

    Each comes with who it is, and what: `be`, whose verb is the word *as*.
    """
    who = _MADE.get(kriya.verb.lower().split(" ")[0])
    holders = [one for one in participants.stored if one.role is (Role.KARTA if who == "subject" else Role.KARMA)]
    offices = [one for one in participants.stored if one.role is Role.SAMBANDHA and one.marker == "as"]
    for holder in holders if who else ():
        for office in offices:
            yield kriya.model_copy(update={"verb": "be", "verb_quote": office.marker}), holder, office
