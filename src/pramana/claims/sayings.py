"""Other ways to say a claim by fixed frames: *Ann chairs the club* and *Ann is the chair of the club*.

A frame whose words a claim does not fit is not used; each other way is compared with the lines like any claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pramana.language import NEGATIONS, operator_words, word_list, word_set, word_table

MOST_WAYS = 24
"""Other ways of a claim that are compared, each at the price of a claim."""
_SLOT = re.compile(r"\b(?:[NXYZ](?='s\b|\b)|BE\b)")
_WORDS = r"[^;:!?“”\"]{1,120}?"
_NAMED = (
    r"(?!(?:In|On|At|By|During|After|Before|Since|From|When|While|If|For|As|With|Without|Under|Although|Because)\b)"
    r"[^;:!?“”\"]{1,120}?"
)
"""What X matches: words without a time or a place in front of them, which would not belong to it."""
_NUMBERED = (
    r"[^;:!?“”\"]{0,40}?(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|hundred|dozen)\b)"
    r"[^;:!?“”\"]{0,60}?"
)
"""What N matches: words with a number."""
_SLOTS = {"BE": "is|was|are|were", "N": _NUMBERED, "X": _NAMED}
_OPERATORS = NEGATIONS | word_set("claims/ranging") | word_set("claims/all") | {"if", "unless", "few", "less", "fewer"}
_FRONTED = re.compile(
    r"(?P<when>(?:In|On|At|By|During|After|Before|Since|Until|From) [^,;:]{2,60}), (?P<rest>[^;:]+?)\.?", re.DOTALL
)
"""A time or place at the front of a claim: *In 1987, the yard was sold*."""


_CLEFT = re.compile(
    r"It (?:is|was) (?P<part>(?:in|on|at|by|from|to|with|during|because of|under|near|for|after|before) "
    r"[^;:]{2,80}?) that (?P<rest>[^;:]+?)\.?",
    re.IGNORECASE,
)
"""*It was in 1987 that the yard was sold.*"""


@dataclass(frozen=True, slots=True)
class SayingFrame:
    """A way to say something, and ways that say it or say more. `is_equal`: they say neither more nor less."""

    words: str
    word: str
    """A word that every claim of this frame has, in small letters."""
    ways: tuple[str, ...]
    is_equal: bool
    own_words: frozenset[str]
    """The words of the frame without those that its letters represent; each way has all of the latter."""
    pieces: tuple[str, ...]
    """What the frame has between its letters, in small letters: looked for before a pattern is compiled and tried."""

    @property
    def pattern_of_words(self) -> re.Pattern[str]:
        return _compile(self.words)


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """Return a frame compiled once a claim has its word: all of them take a second."""
    return re.compile(pattern, re.IGNORECASE)


def other_sayings(claim: str) -> list[str]:
    """Return other ways to say a claim, nearest first, at most `MOST_WAYS`.

    >>> other_sayings("Ben is younger than Anna.")
    ['Anna is older than Ben.']
    """
    found = {claim: None}
    pending = [claim]
    for _ in range(_DEPTH):
        pending = [way for each in pending for way in _ways_of(each) if way not in found]
        found.update(dict.fromkeys(pending))
    return list(found)[1 : MOST_WAYS + 1]


_DEPTH = 2
"""Frames that are used one after the other: *the chair of the club is Ann*, *Ann is the chair*, *Ann chairs*."""


def _ways_of(claim: str) -> Iterator[str]:
    if fronted := _FRONTED.fullmatch(claim):
        when = fronted["when"]
        yield f"{_capital(fronted['rest'])} {when[:1].lower()}{when[1:]}."
    if cleft := _CLEFT.fullmatch(claim.strip()):
        yield f"{_capital(cleft['rest'])} {cleft['part']}."
    text = claim.strip().rstrip(".")
    folded = text.casefold()
    words = frozenset(_LETTERS.findall(folded))
    for frame in _frames_of(words):
        if not frame.own_words <= words or not all(piece in folded for piece in frame.pieces):
            continue
        found = frame.pattern_of_words.fullmatch(text)
        if found is not None and (frame.is_equal or _is_plain(found)):
            yield from (_filled_way(way, found.groupdict()) for way in frame.ways)


def _is_plain(found: re.Match[str]) -> bool:
    """Whether the words of a claim within a frame deny, suppose and count out nothing."""
    return all(_OPERATORS.isdisjoint(operator_words(words)) for words in found.groups())


def _filled_way(way: str, slots: dict[str, str]) -> str:
    """Return a way with the words of a claim in the place of its letters; *someone* where the claim has none."""
    be = slots.get("BE", "was")
    text = _SLOT.sub(lambda found: be if found[0] == "BE" else _inner(slots.get(found[0], "someone")), way)
    return f"{_capital(text)}."


def _inner(text: str) -> str:
    """Return words as they are within a sentence."""
    first = text.partition(" ")[0]
    return f"{text[:1].lower()}{text[1:]}" if first in _DETERMINERS else text


_DETERMINERS = frozenset("The A An This That These Those His Her Its Their Our My".split())


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _frames_of(words: frozenset[str]) -> Iterator[SayingFrame]:
    """Yield the frames one of whose words a claim has, in their order."""
    places = sorted(place for word in words for place in _places().get(word, ()))
    yield from (_frames()[place] for place in places)


@cache
def _places() -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, frame in enumerate(_frames()):
        found.setdefault(frame.word, []).append(place)
    return found


_LETTERS = re.compile(r"[a-z]+")


@cache
def replaced_words() -> frozenset[str]:
    """Return the words that a frame has of its own, in small letters: another way to say a claim may lack these alone.

    >>> "younger" in replaced_words(), "map" in replaced_words()
    (True, False)
    """
    return _OF_CLEFTS.union(*(frame.own_words for frame in _frames()))


_OF_CLEFTS = frozenset({"it", "is", "was", "that"})


@cache
def _frames() -> Sequence[SayingFrame]:
    return [*(frame for entry in word_list("claims/sayings") for frame in _read_frames(entry)), *_agent_frames()]


def _read_frames(entry: str) -> Iterator[SayingFrame]:
    """Yield the frames of a row: of `A = B` one for each, of `A < B` one for A."""
    said, _, more = entry.partition(" < ")
    equal = said.split(" = ")
    for way in equal:
        others = tuple(each for each in equal if each != way)
        if others and _FIXED.search(_SLOT.sub(" ", way)):
            yield _frame(way, others, is_equal=True)
        if more:
            yield _frame(way, tuple(more.split(" | ")), is_equal=False)


_FIXED = re.compile(r"[a-z]{3}")
"""A frame without a word of its own would take any claim."""


def _frame(way: str, others: tuple[str, ...], *, is_equal: bool) -> SayingFrame:
    seen: set[str] = set()

    def slot(found: re.Match[str]) -> str:
        name = found[0]
        if name in seen:
            return rf"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>{_SLOTS.get(name, _WORDS)})"

    fixed = _SLOT.sub(" ", way)
    word = max(_LETTERS.findall(fixed), key=len)
    own = frozenset(_LETTERS.findall(fixed.casefold()))
    pieces = tuple(piece.casefold() for piece in _SLOT.split(way) if piece.strip())
    return SayingFrame(_SLOT.sub(slot, way), word, others, is_equal, own, pieces)


def _agent_frames() -> Iterator[SayingFrame]:
    """Yield the frames of nouns for who does something: *X is the founder of Y*, *X founded Y*.

    Who founded it is its founder ever after; who chaired it, was its chair.
    """
    for noun, verbs in word_table("claims/agent_nouns").items():
        verb, past, *once = (each.replace("_", " ") for each in verbs.split())
        first, *rest = verb.split(" ", 1)
        ending = "es" if first.endswith(("s", "sh", "ch")) else "s"
        present = " ".join(["is" if first == "be" else first + ending, *rest])
        held = (f"X {past} Y",) if once else (f"X {present} Y",)
        for article in ("the", "an" if noun[0] in "aeiou" else "a"):
            yield _frame(f"X is {article} {noun} of Y", held, is_equal=False)
            yield _frame(f"X was {article} {noun} of Y", (f"X {past} Y",), is_equal=False)
        yield _frame(f"Y is {past} by X", (f"X {present} Y", f"X is the {noun} of Y"), is_equal=False)
        yield _frame(f"Y was {past} by X", (f"X {past} Y", f"X was the {noun} of Y"), is_equal=False)
        yield _frame(f"the {noun} of Y BE X", (f"X BE the {noun} of Y",), is_equal=False)
        done = (f"X was the {noun} of Y", *((f"X is the {noun} of Y",) if once else ()))
        yield _frame(f"X {past} Y", done, is_equal=False)
        yield _frame(f"X {present} Y", (f"X is the {noun} of Y",), is_equal=False)
