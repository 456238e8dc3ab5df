"""Whether a passage contradicts what an edge says: other roles, a negation, another number, a marker, a name.

Words that occur near each other support an edge (`edges.py`); here the passage is read for its meaning. An
objection weakens a verdict; one that rules are certain of (`pramana.claims`) makes it `contradicted`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pramana.audit import lexicon as lex
from pramana.audit.mentions import LocatedNode
from pramana.audit.model import shorten_name
from pramana.audit.text import DocumentText
from pramana.claims import (
    RESTATED,
    ClaimVerdict,
    RelationReading,
    check,
    has_word,
    names_of,
    read_relation,
    share_in,
)
from pramana.evidence import words
from pramana.language import (
    SOURCE,
    TARGET,
    Key,
    NounPhrase,
    Predication,
    RoleAgreement,
    Sentence,
    Stated,
    analyse_cached,
    compare_roles,
    key_of,
    negations,
    number_values,
    relation_predication,
    stated_relation,
    stem,
    turned_verb,
)

MOST_CHARS = 2_000
"""Longer descriptions and lines are not read: no sentence is so long, and reading is the slowest part of an audit."""
_UNSAID = {
    RelationReading.REVERSED: "the text has it the other way round",
    RelationReading.UNCERTAIN: "the text has it as possible, asked, conditional or in somebody's words, not as a fact",
    RelationReading.OTHER: "the text says it of somebody or something else",
}
_REVERSED = "the text has the ends in reversed roles"


class RolesRead(Enum):
    """Whether the roles of an edge's ends were read in the passage."""

    SAME = "same"
    UNREAD = "unread"
    SILENT = "silent"
    """What is said of the ends puts them in no roles."""


@dataclass(frozen=True, slots=True)
class JudgedPassage:
    """The result of reading a passage: the objection in one phrase, "" for none, and how the roles agree.

    `is_opposed`: the text says the opposite, and nothing else differs. `is_stated`: every word of it is accounted for.
    """

    objection: str
    reading: RolesRead
    is_opposed: bool = False
    is_stated: bool = False


class PassageReader:
    """Reads passages for one edge: its ends are recognised in the text by their places, in descriptions by name."""

    def __init__(self, text: DocumentText, source: LocatedNode, target: LocatedNode) -> None:
        self._text = text
        self._ends = ((SOURCE, source), (TARGET, target))
        self._own = frozenset(form for _, known in self._ends for form in words(known.node.name).forms)

    def judge(self, said: str, lines: Sequence[int], *, is_relation: bool) -> JudgedPassage:
        """Return how lines of the text contradict a description, or a relation from source to target."""
        texts = [self._text.lines[line] for line in lines]
        if len(said) > MOST_CHARS or sum(map(len, texts)) > 2 * MOST_CHARS:
            return JudgedPassage("", RolesRead.UNREAD)
        if is_relation:
            return self._judge_relation(said, lines)
        checked = check(said, texts)
        if checked.verdict is ClaimVerdict.SUPPORTED:
            return JudgedPassage("", RolesRead.SAME, is_stated=True)
        if checked.verdict is ClaimVerdict.CONTRADICTED:
            return JudgedPassage(f"the line says the opposite: {checked.reasons[0]}", RolesRead.UNREAD, True)
        nearest = max(lines, key=lambda line: share_in(said, [self._text.lines[line]]))
        restated = share_in(said, [self._text.lines[nearest]]) >= RESTATED
        lines, texts = ([nearest], [self._text.lines[nearest]]) if restated else (list(lines), texts)
        judged = self._roles(analyse_cached(said), lines)
        if judged.objection:
            return judged
        if verb := turned_verb(analyse_cached(said), list(map(analyse_cached, texts))):
            return JudgedPassage(f"the text names the participants of “{verb}” in the other order", RolesRead.UNREAD)
        objection = self._replacement_objection(said, lines, texts)
        if restated and not objection:
            objection = f"no line says it: {checked.reasons[0]}"
        return JudgedPassage(objection or _added_figures(said, texts), judged.reading)

    def _judge_relation(self, relation: str, lines: Sequence[int]) -> JudgedPassage:
        predication = relation_predication(relation)
        if denied := self._denying_line(relation, lines):
            return JudgedPassage(f"the text denies it: “{shorten_name(denied)}”", RolesRead.UNREAD, True)
        if predication is None:
            return JudgedPassage(self._relation_objection(relation, lines), RolesRead.SILENT)
        judged = self._roles([predication], lines)
        if judged.objection:
            return replace(judged, is_opposed=self._is_reversed([predication], lines))
        return replace(judged, objection=self._relation_objection(relation, lines))

    def _denying_line(self, relation: str, lines: Sequence[int]) -> str:
        """Return the line that denies a relation of the ends, "" where none does, or where another asserts it."""
        said = [(self._text.lines[line], self._names_at(line)) for line in lines]
        both = [(text, *names) for text, names in said if all(names)]
        found = [stated_relation(relation, text, *names) for text, *names in both]
        return both[0][0] if found and all(each is Stated.DENIED for each in found) else ""

    def _relation_objection(self, relation: str, lines: Sequence[int]) -> str:
        """Return why no line asserts a relation of the ends though it speaks of it; "" where one may."""
        found = [read_relation(relation, self._text.lines[line], *self._names_at(line)) for line in lines]
        if RelationReading.SAID in found:
            return ""
        return next((told for reading, told in _UNSAID.items() if reading in found), "")

    def _names_at(self, line: int) -> tuple[list[str], list[str]]:
        """Return the words by which a line names the source, and the target."""
        there, text = self._text.words[line], self._text.lines[line]
        source, target = (
            [text[there.starts[each.first] : there.ends[each.after - 1]] for each in known.places if each.line == line]
            for _, known in self._ends
        )
        return source, target

    def _is_reversed(self, said: Sequence[Predication], lines: Sequence[int]) -> bool:
        """Whether one line has both ends in each other's roles, so that nothing is joined from several lines."""
        return any(self._roles(said, [line]).objection.startswith(_REVERSED) for line in lines)

    def _replacement_objection(self, said: str, lines: Sequence[int], texts: Sequence[str]) -> str:
        """Return an objection if the restated line names somebody else in place of an end; "" if not."""
        if len(lines) != 1 or share_in(said, texts) < RESTATED:
            return ""
        absent = [known.node.name for _, known in self._ends if all(place.line != lines[0] for place in known.places)]
        others = [name for name in names_of(texts[0]) if not has_word(name, said)]
        return f"the line names “{others[0]}”, not “{shorten_name(absent[0])}”" if absent and others else ""

    def _line_key(self, line: int, sentence: Sentence, phrase: NounPhrase) -> Key:
        return key_of(sentence, phrase) | self._marks(line, sentence, phrase)

    def _roles(self, said: Sentence | Sequence[Predication], lines: Sequence[int]) -> JudgedPassage:
        at = {id(analyse_cached(self._text.lines[line])): line for line in lines}
        there = [analyse_cached(self._text.lines[line]) for line in lines]

        def line_key(sentence: Sentence, phrase: NounPhrase) -> Key:
            return self._line_key(at[id(sentence)], sentence, phrase)

        found, verb = compare_roles(said, there, self._key, line_key)
        if found is RoleAgreement.REVERSED:
            return JudgedPassage(f"{_REVERSED}: see “{verb}”", RolesRead.UNREAD)
        if found is RoleAgreement.OTHER:
            return JudgedPassage(f"the text has another participant: see “{verb}”", RolesRead.UNREAD)
        return JudgedPassage("", RolesRead.SAME if found is RoleAgreement.SAME else RolesRead.UNREAD)

    def _key(self, sentence: Sentence, phrase: NounPhrase) -> Key:
        """Return the key of a phrase of a description, with the end that it names."""
        own = [token.text for token in sentence.tokens[phrase.first : phrase.head + 1]]
        stems = {stem(form) for form in words(" ".join(own)).forms if form not in lex.STOP_WORDS}
        head = {stem(form) for form in words(sentence.tokens[phrase.head].text).forms}
        one, other = (known.stems for _, known in self._ends)
        marks = {
            mark
            for (mark, known), rest in zip(self._ends, (other, one), strict=True)
            if stems == known.stems or (head & known.stems and (stems & known.stems) - rest)
        }
        return key_of(sentence, phrase) | frozenset(marks)

    def _marks(self, line: int, sentence: Sentence, phrase: NounPhrase) -> Key:
        """Return the ends that the head of a phrase of the text names."""
        head = sentence.tokens[phrase.head]
        there = self._text.words[line]
        return frozenset(
            mark
            for mark, known in self._ends
            for place in known.places
            if place.line == line and there.starts[place.first] < head.end and head.start < there.ends[place.after - 1]
        )


def _added_figures(said: str, texts: Sequence[str]) -> str:
    """Return the numbers and the denial of a description in other words that its lines have not, "" for none."""
    numbers = number_values(said) - frozenset().union(*map(number_values, texts))
    if numbers:
        return f"the description has the number {min(numbers)}, which the text does not have there"
    denied = negations(said) and not any(map(negations, texts))
    return "the description denies something, and the text denies nothing there" if denied else ""
