"""Judge an edge against the text: where its ends occur near each other, and whether its description occurs there."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import log

from pramana.audit.contradictions import JudgedPassage, PassageReader, RolesRead
from pramana.audit.mentions import LocatedNode, MentionFinder, NamePlace, best
from pramana.audit.model import AuditEdge, AuditVerdict, EdgeFinding, MatchRule, shorten_name
from pramana.audit.text import DocumentText, between
from pramana.audit.wording import BACKGROUND, FoundWords, Saying, sayings
from pramana.evidence import Evidence, Grade
from pramana.language import number_values, stem

PROVEN = 1.0
"""The log likelihood ratio, description against chance, that a passage must reach."""
ALONE = 1.0
"""What is added to that bar where only one word of several is found."""
SEARCHED = 0.7
"""The share of the logarithm of the places searched that is added to the bar: a long search finds more by chance."""
FAR = 0.3
"""What each line between the ends subtracts from the score."""
MOST_SURPRISE = 1.0
"""The most that is subtracted from the bar where two ends meet more often than by chance."""
NEIGHBOURS = 2
"""The number of places of the other end, before and after it, that each place of an end is paired with."""
MOST_WINDOWS = 8
"""About how many windows around two places are compared, where windows are wide."""
MOST_READ = 4
"""The most passages with the words that are read, the likeliest first, until one has no contradiction."""
MOST_LOOKED_AT = 32
"""From how many meetings those passages are chosen: a text that repeats itself has the likeliest passage many times."""
_IN_PART = frozenset((MatchRule.PART,))


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Two places near each other, in the lines `first` to `last` (inclusive), and the saying's stems in them."""

    source: NamePlace
    target: NamePlace
    first: int
    last: int
    there: frozenset[str] = frozenset()
    score: float = 0.0
    enough: bool = False
    saying: Saying | None = None

    @property
    def distance(self) -> int:
        return abs(self.source.line - self.target.line)

    @property
    def worth(self) -> float:
        """The score, less the costs of the distance of the ends and of finding only one word of several."""
        return self.score - FAR * self.distance - (0.0 if self.enough else ALONE)

    @property
    def rank(self) -> tuple[float, int, int, int, NamePlace, NamePlace]:
        """The best sorts first: by score, then by nearness, then by the order of the text."""
        return (
            -self.worth,
            self.distance,
            self.first,
            self.last,
            self.source,
            self.target,
        )


class EdgeJudge:
    """Judges the edges of one graph against one text."""

    def __init__(self, text: DocumentText, finder: MentionFinder, window: int, *, directed: bool = True) -> None:
        self._text, self._finder, self._window, self._directed = text, finder, window, directed

    def judge(self, edge: AuditEdge, source: LocatedNode, target: LocatedNode) -> EdgeFinding:
        """Say whether the text supports an edge between two nodes, and where."""
        missing = [known.node.name for known in dict.fromkeys((source, target)) if not known.places]
        if missing:
            names = " and ".join(f"“{shorten_name(name)}”" for name in missing)
            reason = f"{names} {'does' if len(missing) == 1 else 'do'} not occur in the text"
            return self._apart(edge, source, target, AuditVerdict.UNSUPPORTED, reason)
        pairs = list(self._pairs(source, target))
        if not pairs:
            reason = "both ends occur in the text, but never near each other"
            return self._apart(edge, source, target, AuditVerdict.WEAK, reason)
        if source.node.id != target.node.id and _same(source, target):
            reason = "both ends match the same words of the text"
            return self._apart(edge, source, target, AuditVerdict.WEAK, reason)
        said = sayings(edge.relation, edge.descriptions, source.stems | target.stems, self._text, self._window)
        meetings = sorted(self._meetings(pairs, said), key=lambda meeting: meeting.rank)
        bar = PROVEN + SEARCHED * log(len(pairs) * max(len(said), 1)) - self._surprise(source, target, pairs)
        meeting = meetings[0]
        verdict, reason = _verdict(said, meeting, bar, source.empty or target.empty)
        stated = False
        if verdict is AuditVerdict.SUPPORTED and said:
            likely = self._likely_meetings(meetings[:MOST_LOOKED_AT], pairs, bar)
            reader = PassageReader(self._text, source, target)
            meeting, judged = self._choose_meeting(edge, reader, likely)
            verdict, reason, stated = _judged_verdict(judged)
        found = self._meeting_finding(edge, verdict, reason, meeting, len(pairs))
        return replace(found, is_stated=stated)

    def _likely_meetings(
        self, meetings: Sequence[_Meeting], pairs: Sequence[tuple[NamePlace, NamePlace]], bar: float
    ) -> list[_Meeting]:
        """Return the meetings to read, the first one first, then those with the figures that are said.

        A meeting needs to reach the bar of its own document: what other documents say of the ends takes nothing from
        it. Copies of a passage add nothing.
        """
        documents = Counter(self._text.document_of(source.line)[0] for source, _ in pairs)
        allowed = {first: SEARCHED * log(len(pairs) / count) for first, count in documents.items()}
        found: dict[tuple[str, ...], _Meeting] = {}
        for meeting in meetings:
            if meeting.worth >= bar - allowed[self._text.document_of(meeting.source.line)[0]]:
                found.setdefault(tuple(self._text.lines[line] for line in self._lines_of(meeting)), meeting)
        first, *others = found.items()
        others.sort(key=lambda each: _missing_figures(each[1], each[0]))
        return [first[1], *(meeting for _, meeting in others)][:MOST_READ]

    def _lines_of(self, meeting: _Meeting) -> list[int]:
        """Return the lines of a meeting that are read: those of its ends and of the words that were found."""
        return sorted({meeting.source.line, meeting.target.line, *(line for line, _ in self._words(meeting))})

    def _choose_meeting(
        self, edge: AuditEdge, reader: PassageReader, likely: Sequence[_Meeting]
    ) -> tuple[_Meeting, JudgedPassage]:
        """Return the first meeting without a contradiction; else the first meeting."""
        read = [(meeting, self._judge_meeting(edge, reader, meeting)) for meeting in likely[:1]]
        if read[0][1].objection:
            read += [(meeting, self._judge_meeting(edge, reader, meeting)) for meeting in likely[1:]]
        return next((each for each in read if not each[1].objection), read[0])

    def _judge_meeting(self, edge: AuditEdge, reader: PassageReader, meeting: _Meeting) -> JudgedPassage:
        """Return whether a meeting's lines contradict its saying or the direction of the relation."""
        lines = self._lines_of(meeting)
        saying = meeting.saying
        judged = JudgedPassage("", RolesRead.SILENT)
        if saying is not None and not saying.is_relation:
            judged = reader.judge(saying.said, lines, is_relation=False)
        if judged.objection or judged.is_stated or not self._directed or not edge.relation:
            return judged
        related = reader.judge(edge.relation, lines, is_relation=True)
        return related if related.objection or saying is None or saying.is_relation else judged

    def _apart(
        self, edge: AuditEdge, source: LocatedNode, target: LocatedNode, verdict: AuditVerdict, reason: str
    ) -> EdgeFinding:
        ends = [self._finder.mention(best(known.places)) if known.places else None for known in (source, target)]
        return EdgeFinding(edge, verdict, reason, ends[0], ends[1])

    def _meeting_finding(
        self, edge: AuditEdge, verdict: AuditVerdict, reason: str, meeting: _Meeting, meetings: int
    ) -> EdgeFinding:
        found = list(self._words(meeting))
        lines = [meeting.source.line, meeting.target.line, *(line for line, _ in found)]
        passage = self._text.passage(min(lines), max(lines))
        source, target = self._finder.mention(meeting.source), self._finder.mention(meeting.target)
        words = tuple(evidence for _, evidence in found)
        return EdgeFinding(edge, verdict, reason, source, target, passage, words, meetings)

    def _pairs(self, source: LocatedNode, target: LocatedNode) -> Iterator[tuple[NamePlace, NamePlace]]:
        """Yield pairs of places near each other, the nearest of each line; for an edge to itself, each place once."""
        if source.node.id == target.node.id:
            yield from ((place, place) for place in source.places)
            return
        here, there = (
            {line: list(places) for line, places in groupby(known.places, _line)} for known in (source, target)
        )
        lines = sorted(there)
        for line, places in here.items():
            first, after = self._text.document_of(line)
            low, high = max(line - self._window + 1, first), min(line + self._window, after) - 1
            for near in _nearest(between(lines, low, high), line):
                pair = next(((a, b) for a in places for b in there[near] if _beside(a, b)), None)
                if pair is not None:
                    yield pair

    def _meetings(self, pairs: Sequence[tuple[NamePlace, NamePlace]], said: Sequence[Saying]) -> Iterator[_Meeting]:
        """Yield the windows of lines that contain a pair (the nearest one of several), with scores."""
        windows: dict[tuple[int, int], _Meeting] = {}
        for source, target in pairs:
            for first, last in self._windows(source.line, target.line):
                meeting = _Meeting(source, target, first, last)
                other = windows.get((first, last))
                if other is None or meeting.rank < other.rank:
                    windows[first, last] = meeting
        held = self._stems_by_line(said, windows)
        for meeting in windows.values():
            lines = range(meeting.first, meeting.last + 1)
            there = frozenset(key for line in lines for key in held.get(line, ()))
            near = {key for end in (meeting.source, meeting.target) for key in held.get(end.line, ())}
            found = FoundWords(near, there, 1 + (meeting.distance > 0))
            weighed = (
                replace(meeting, there=there, score=saying.score(found), enough=saying.enough(there), saying=saying)
                for saying in said
            )
            yield max(weighed, key=lambda each: each.worth, default=meeting)

    def _windows(self, one: int, other: int) -> Iterator[tuple[int, int]]:
        """Yield the windows that contain two lines, within their document."""
        low, high = min(one, other), max(one, other)
        floor, after = self._text.document_of(low)
        starts = range(max(high - self._window + 1, floor), low + 1)
        for first in starts[:: max(len(starts) // MOST_WINDOWS, 1)]:
            yield first, min(first + self._window, after) - 1

    def _stems_by_line(
        self, said: Sequence[Saying], windows: Sequence[tuple[int, int]] | dict[tuple[int, int], _Meeting]
    ) -> dict[int, list[str]]:
        """Return the stems of the sayings that each line of the windows contains, by line."""
        lines = {line for first, last in windows for line in range(first, last + 1)}
        low, high = min(lines), max(lines)
        held: dict[int, list[str]] = {}
        for key in sorted({key for saying in said for key in saying.stems()}):
            for line in between(self._text.lines_with(key), low, high):
                if line in lines:
                    held.setdefault(line, []).append(key)
        return held

    def _surprise(
        self, source: LocatedNode, target: LocatedNode, pairs: Sequence[tuple[NamePlace, NamePlace]]
    ) -> float:
        """Return how much more often the ends meet than by chance, as a logarithm, 0 to MOST_SURPRISE."""
        lines = [len({place.line for place in known.places}) for known in (source, target)]
        surprise = 0.0
        for reach in range(self._window):
            met = sum(1 for one, other in pairs if abs(one.line - other.line) <= reach)
            expected = lines[0] * lines[1] * (2 * reach + 1) / (len(self._text) + BACKGROUND)
            surprise = max(surprise, log(met / expected) if met else 0.0)
        return 0.0 if source is target else min(surprise, MOST_SURPRISE)

    def _words(self, meeting: _Meeting) -> Iterator[tuple[int, Evidence]]:
        """Yield the places of the found stems, outside the ends, with their lines."""
        ends = (meeting.source, meeting.target)
        for line in range(meeting.first, meeting.last + 1):
            for index, form in enumerate(self._text.words[line].forms):
                taken = any(end.line == line and end.first <= index < end.after for end in ends)
                if stem(form) in meeting.there and not taken:
                    yield line, self._text.evidence(line, index, index + 1, Grade.PARTIAL)


def _missing_figures(meeting: _Meeting, lines: Sequence[str]) -> int:
    said = number_values("" if meeting.saying is None else meeting.saying.said)
    return len(said.difference(*map(number_values, lines)))


def _verdict(said: Sequence[Saying], meeting: _Meeting, bar: float, empty: str | None) -> tuple[AuditVerdict, str]:
    if empty:
        return AuditVerdict.WEAK, f"an end names nothing: {empty}"
    if meeting.source.rule in _IN_PART or meeting.target.rule in _IN_PART:
        return AuditVerdict.WEAK, "an end occurs there only in part"
    if not said:
        return AuditVerdict.SUPPORTED, "the ends meet, and the graph says no more of them"
    if not any(saying.bets for saying in said):
        return AuditVerdict.WEAK, "the ends meet, but the description has no word to look for"
    if not meeting.there:
        return AuditVerdict.WEAK, "the ends meet, but no word of the description occurs near them"
    if meeting.worth < bar:
        return AuditVerdict.WEAK, "the ends meet, but too few words of the description occur near them"
    return AuditVerdict.SUPPORTED, _READ[RolesRead.UNREAD]


def _judged_verdict(judged: JudgedPassage) -> tuple[AuditVerdict, str, bool]:
    """Return the verdict that reading a passage gives, its reason, and whether a line states all of it."""
    if judged.objection:
        return AuditVerdict.CONTRADICTED if judged.is_opposed else AuditVerdict.WEAK, judged.objection, False
    reason = "a line says it, word by word accounted for" if judged.is_stated else _READ[judged.reading]
    return AuditVerdict.SUPPORTED, reason, judged.is_stated


_READ = {
    RolesRead.SAME: "the ends meet, and the text says it of them in the same roles",
    RolesRead.UNREAD: "the ends meet, and words of what is said occur there; who does what to whom was not read",
    RolesRead.SILENT: "the ends meet, and what is said of them occurs there",
}


def _same(source: LocatedNode, target: LocatedNode) -> bool:
    """Return whether most places of one end are places of the other: *Mr. Scrooge* and *Scrooge*."""
    one, other = ({(place.line, place.after) for place in known.places} for known in (source, target))
    return 2 * len(one & other) > min(len(one), len(other))


def _line(place: NamePlace) -> int:
    return place.line


def _nearest(lines: Sequence[int], line: int) -> Sequence[int]:
    """Return those of sorted `lines` that are nearest to `line`: a few on either side, and itself."""
    at = bisect_left(lines, line)
    return lines[max(at - NEIGHBOURS, 0) : at + NEIGHBOURS + 1]


def _beside(one: NamePlace, other: NamePlace) -> bool:
    return one.line != other.line or one.after <= other.first or other.after <= one.first
