"""Who speaks where: the stretches of direct speech of a text, across its lines, with speaker and addressee."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pramana.language import lexicon as lex
from pramana.language.agreement import THING, UNKNOWN
from pramana.language.mentions import SUBJECT, AnalysedLine, Mention
from pramana.language.model import NOMINAL, Clause, NounPhrase
from pramana.language.word_lists import word_set

LONGEST_SPEECH = 12
"""Lines that one speech may run on without a closing mark; then it is taken for closed."""
REMEMBERED = 4
"""Lines after which the last speaker no longer counts as the addressee."""

_OPENING = re.compile(
    r"""(?:^|(?<=[\s(\[—–-]))(?:["“«]|['‘](?!(?:em|tis|twas|til|cause|change)\b))(?=\S)""", re.IGNORECASE
)
_SPOKEN = lex.SPEECH | word_set("reference/spoken")


@dataclass(frozen=True, slots=True)
class SpeechTurn:
    """Speech from `start` to `end` of a line, marks included.

    `speaker` and `addressee` are names or noun phrases from the text before or beside the speech; `sure` and `to_sure`
    are the confidence in them, 1 to 100, 0 where they are unknown. `perhaps`: the last two speakers, where the speaker
    is not named.
    """

    start: int
    end: int
    speaker: Mention | None = None
    addressee: Mention | None = None
    sure: int = 0
    to_sure: int = 0
    perhaps: tuple[Mention, ...] = ()


class Turns:
    """Follows the speech of a text, line by line, from the first on."""

    def __init__(self) -> None:
        self._open = ""
        self._lines_open = 0
        self._last: SpeechTurn | None = None
        self._last_line = -99
        self._running = SpeechTurn(0, 0)
        self._carried = False
        self._before: Mention | None = None
        """The speaker before the last one, if another."""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The stretches of speech of the next line, speakers not looked for. Call once for each line, in order."""
        found, place = [], 0
        self._carried = self._continues(text)
        if self._carried:
            place = _closing(text, 0, self._open)
            found.append((0, place))
        while place < len(text) and (opening := _OPENING.search(text, place)) is not None:
            self._open = text[opening.start()]
            place = _closing(text, opening.end(), self._open)
            found.append((opening.start(), place))
        closed = not found or found[-1][1] < len(text) or _ends(text, len(text) - 1, self._open)
        self._lines_open = 0 if closed else self._lines_open + 1
        self._open = "" if closed or self._lines_open > LONGEST_SPEECH else self._open
        return [span for span in found if _is_speech(text, span)]

    def _continues(self, text: str) -> bool:
        opening = _OPENING.match(text)
        return bool(self._open) and (opening is None or text[opening.start()] != self._open)

    def turns(
        self, line: AnalysedLine, spans: list[tuple[int, int]], stands_for: Callable[[Mention], Mention | None]
    ) -> list[SpeechTurn]:
        """The line's speech with its speakers. `stands_for` resolves a pronoun outside of speech."""
        if not spans:
            return []
        said = next(_saying(line, spans), None)
        turn = self._by_verb(line, said, stands_for) if said is not None else self._without_verb(line)
        turn = turn if self._carried and said is None else self._with_addressee(line.number, turn)
        self._running = turn
        self._remember(line.number, turn)
        return [replace(turn, start=start, end=end) for start, end in spans]

    def _by_verb(self, line: AnalysedLine, said: Clause, stands_for: Callable[[Mention], Mention | None]) -> SpeechTurn:
        speaker = _entity(line, said.subjects[0], stands_for)
        to = next((part.phrase for part in said.prepositions if part.preposition == "to"), None)
        spoken_to = _entity(line, to, stands_for) if to is not None else None
        return SpeechTurn(0, 0, speaker, spoken_to, 90 if speaker else 0, 85 if spoken_to else 0)

    def _without_verb(self, line: AnalysedLine) -> SpeechTurn:
        """Speech that runs on is its speaker's; speech that answers may be the one's before."""
        if self._carried:
            return replace(
                self._running, sure=max(0, self._running.sure - 5), to_sure=max(0, self._running.to_sure - 5)
            )
        last = self._last
        if last is None or line.number - self._last_line > REMEMBERED:
            return SpeechTurn(0, 0)
        return SpeechTurn(0, 0, perhaps=tuple(who for who in (last.speaker, self._before) if who is not None))

    def _with_addressee(self, number: int, turn: SpeechTurn) -> SpeechTurn:
        other = self._last.speaker if self._last is not None and number - self._last_line <= REMEMBERED else None
        if turn.addressee is not None or turn.speaker is None:
            return turn
        if other is not None and other.text != turn.speaker.text:
            return replace(turn, addressee=other, to_sure=60)
        if (
            self._before is not None
            and self._before.text != turn.speaker.text
            and number - self._last_line <= REMEMBERED
        ):
            return replace(turn, addressee=self._before, to_sure=58)
        return turn

    def _remember(self, number: int, turn: SpeechTurn) -> None:
        if turn.speaker is not None:
            if (
                self._last is not None
                and self._last.speaker is not None
                and self._last.speaker.text != turn.speaker.text
            ):
                self._before = self._last.speaker if number - self._last_line <= REMEMBERED else None
            self._last, self._last_line = turn, number
        elif number - self._last_line > REMEMBERED:
            self._last, self._before = None, None


def says(line: AnalysedLine, mention: Mention) -> bool:
    """Whether the mention is the subject of a verb of saying."""
    clauses = line.sentence.clauses
    return mention.role == SUBJECT and clauses[mention.clause].verb.split(" ")[0] in _SPOKEN


def _closing(text: str, start: int, mark: str) -> int:
    """Where the speech that `mark` opened ends: behind its closing mark, else at the end of the line."""
    for place in range(start, len(text)):
        if _ends(text, place, mark):
            return place + 1
    return len(text)


def _ends(text: str, place: int, mark: str) -> bool:
    single = mark in {"'", "‘"}
    if place < 0 or text[place] not in ({"'", "’"} if single else {'"', "”", "»"}):
        return False
    after, before = text[place + 1 : place + 2], text[place - 1 : place]
    return not after.isalnum() and (not single or before in set(".,!?;:-—…\"”'_)") or not after)


def _is_speech(text: str, span: tuple[int, int]) -> bool:
    """Speech holds more than a word, or ends like a sentence or a clause; *'Change* and *'nuts'* do not."""
    inside = text[span[0] : span[1]].strip("\"'“”‘’«» ")
    return inside[-1:] in {".", ",", "!", "?", ";", "-", "—", "…"} or inside.count(" ") > 3


def _saying(line: AnalysedLine, spans: list[tuple[int, int]]) -> Iterator[Clause]:
    for clause in line.sentence.clauses:
        if clause.kind in NOMINAL or not clause.subjects or clause.verb.split(" ")[0] not in _SPOKEN:
            continue
        inside = any(start <= clause.verb_start < end for start, end in spans)
        subject = clause.subjects[0].start
        if not inside and not any(start <= subject < end for start, end in spans):
            yield clause


def _entity(line: AnalysedLine, phrase: NounPhrase, stands_for: Callable[[Mention], Mention | None]) -> Mention | None:
    mention = line.mention(phrase.start, phrase.end)
    who = stands_for(mention) if mention.pronoun else mention
    thing = who is not None and (who.traits.sort == THING or (who.traits.plural and who.traits.sort == UNKNOWN))
    return None if thing else who
