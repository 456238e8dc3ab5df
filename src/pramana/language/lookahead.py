"""What follows: coordinated noun phrases, and whether a verb is coming."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.chunks import Chunk
from pramana.language.drafts import is_time
from pramana.language.model import NounPhrase, Token, VerbForm

REACH = 14
"""Chunks looked at, at most: keeps the pass linear."""
_OWNED = frozenset({"DPS"})
_PASSED = frozenset({"ADV", "OTHER"})
_STRESSING = frozenset("himself herself itself themselves".split())
"""Words between a subject and its verb: *as the catalogue itself occupies*."""


class Lookahead:
    """Bounded questions about the chunks from a place on."""

    def __init__(self, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> None:
        self._tokens = tokens
        self._chunks = chunks

    def kind(self, index: int) -> str:
        return self._chunks[index].kind if 0 <= index < len(self._chunks) else ""

    def phrase(self, index: int) -> NounPhrase | None:
        return self._chunks[index].phrase if 0 <= index < len(self._chunks) else None

    def is_finite(self, index: int) -> bool:
        group = self._chunks[index].verb if 0 <= index < len(self._chunks) else None
        return group is not None and group.form is VerbForm.FINITE

    def verb_after(self, index: int) -> bool:
        """Is a finite verb next, past adverbs, prepositional phrases and reduced relatives?"""
        position = index
        while position < min(index + REACH, len(self._chunks)):
            if self.is_finite(position):
                return True
            step = self._passable(position)
            if not step:
                return False
            position += step
        return False

    def _passable(self, position: int) -> int:
        kind = self.kind(position)
        if kind in _PASSED or (kind == "NP" and self._chunks[position].word in _STRESSING):
            return 1
        governs = kind == "PREP" or (kind == "SUB" and self.is_time(position + 1) and self.lends_verb(position))
        if governs and self.phrase(position + 1) is not None:
            joins = self._chunks[position].word in lex.SUBORDINATORS and self.is_finite(position + 2)
            joins = joins and not self.lends_verb(position)
            governed = self._chunks[position + 1].word in lex.OBJECTIVE | {"her"}  # *the cost for her was low*
            return 0 if joins and not governed else 2
        if kind == "COMMA" and self.kind(position + 1) in {"ADV", "OTHER"} and self.kind(position + 2) == "COMMA":
            return 3
        if kind == "COMMA" and (last := self._participle_end(position + 1) or self._relative_end(position + 1)):
            return last - position
        if kind == "COMMA" and self.kind(position + 1) == "PREP" and self.phrase(position + 2) is not None:
            return 4 if self.kind(position + 3) == "COMMA" else 0
        group = self._chunks[position].verb
        if group is not None and group.form in {VerbForm.PARTICIPLE, VerbForm.ING}:
            return 2 if self.phrase(position + 1) is not None else 1
        return 0

    def _participle_end(self, index: int) -> int:
        """The chunk behind a participle between commas: *Chand, prosecuting, | said*; 0 for none."""
        group = self._chunks[index].verb if 0 <= index < len(self._chunks) else None
        if group is None or group.form not in {VerbForm.PARTICIPLE, VerbForm.ING}:
            return 0
        last = index + 2 if self.phrase(index + 1) is not None else index + 1
        last = self.past_prepositions(last)
        return last + 1 if self.kind(last) == "COMMA" and self.is_finite(last + 1) else 0

    def _relative_end(self, index: int) -> int:
        """The chunk behind a relative clause between commas: *the bridge, which was old, | was safe*; 0 for none."""
        for place in range(index + 1, min(index + REACH, len(self._chunks)) if self.kind(index) == "REL" else 0):
            if self.kind(place) == "COMMA":
                return place + 1 if self.is_finite(place + 1) else 0
            if self.kind(place) not in {"NP", "VG", "PREP", "ADV", "ADJ"}:
                break
        return 0

    def is_time(self, index: int) -> bool:
        """Is chunk `index` a time: *since | Monday*?"""
        phrase = self.phrase(index)
        return phrase is not None and is_time(self._tokens, phrase)

    def lends_verb(self, index: int) -> bool:
        """*Dates | before the year 1000 were sorted*: the only verb there is belongs to the phrase in front."""
        owner = self.phrase(index - 1)
        joint = self.kind(index) == "SUB" and self.is_time(index + 1)
        if owner is None or owner.kind == "pronoun" or not (joint or self.kind(index) == "PREP"):
            return False
        if index > 1 and self.kind(index - 2) not in {"COMMA", "CONJ", "BREAK", "QUOTE", "SPEECH", "THAT"}:
            return False
        for place in range(index + 3, min(index + REACH, len(self._chunks))):
            if self.is_finite(place):
                return False
            if self.kind(place) not in {"NP", "PREP", "ADV", "ADJ", "VG"}:
                break
        return True

    def is_linking(self, index: int) -> bool:
        """Is chunk `index` a form of *be*, which has no object to be named before?"""
        group = self._chunks[index].verb if 0 <= index < len(self._chunks) else None
        return group is not None and group.lemma == "be"

    def is_last_verb(self, index: int) -> bool:
        """Does no finite verb follow the one at chunk `index` before the next mark, nor what may be one?"""
        for place in range(index + 1, min(index + REACH, len(self._chunks))):
            group = self._chunks[place].verb
            if group is not None and group.form in {VerbForm.FINITE, VerbForm.PARTICIPLE}:
                return False
            if self.kind(place) in {"COMMA", "BREAK", "CONJ", "SUB", "REL", "THAT", "WH"}:
                break
        return True

    def past_prepositions(self, index: int) -> int:
        """The chunk after up to three prepositional phrases."""
        for _ in range(3):
            if self.kind(index) != "PREP" or self.phrase(index + 1) is None:
                break
            index += 2
        return index

    def speaks(self, index: int) -> bool:
        """Is chunk `index` a verb of saying with a comma after it: *The buyers, he said, could …*?"""
        group = self._chunks[index].verb if 0 <= index < len(self._chunks) else None
        return group is not None and group.lemma in lex.COMPLEMENT_TAKERS and self.kind(index + 1) == "COMMA"

    def subject_after(self, index: int) -> bool:
        """Does a subject with its finite verb come next, a comma allowed before it?"""
        position = index + 1 if self.kind(index) == "COMMA" else index
        return self.phrase(position) is not None and self.verb_after(position + 1)

    def group(self, index: int, as_subject: bool) -> tuple[list[NounPhrase], int]:
        """The coordinated phrases that start at chunk `index`, and the chunk after them.

        As an object (`as_subject` false) the group ends before a last phrase that a finite verb follows.
        """
        phrase = self.phrase(index)
        assert phrase is not None
        group, position, before = [phrase], index + 1, index + 1
        while position < len(self._chunks) and len(group) < REACH:
            step = self._next_conjunct_end(position, len(group))
            if not step or (len(group) == 1 and self._fenced_description(index, position)):
                break
            joined = self.phrase(position + step - 1)
            assert joined is not None
            group.append(joined)
            before, position = position, position + step
        if not as_subject and len(group) > 1 and self.verb_after(position):
            return group[:-1], before
        return group, position

    def _fenced_description(self, index: int, position: int) -> bool:
        """*John, EG&G's chairman and chief executive, said*: a description between commas is not a list."""
        first, second = self.phrase(index), self.phrase(position + 1)
        if self.kind(position) != "COMMA" or first is None or second is None or first.kind != "name":
            return False
        described = second.kind == "noun" and (second.possessor is not None or self._tokens[second.first].tag in _OWNED)
        return described and self.kind(position + 2) == "CONJ" and self.kind(position + 4) == "COMMA"

    def _next_conjunct_end(self, position: int, size: int) -> int:
        """Chunks to the end of the next conjunct, 0 for none: *and B*, *, and B*, *, B* where *and C* follows."""
        if self.kind(position) == "CONJ" and self._chunks[position].word in {"and", "or", "nor", "&"}:
            return 2 if self.phrase(position + 1) is not None else 0
        if self.kind(position) != "COMMA":
            return 0
        if self.kind(position + 1) == "CONJ" and self.phrase(position + 2) is not None:
            return 3 if size > 1 and self._chunks[position + 1].word in {"and", "or"} else 0
        if size == 1 and self._is_description(position):
            return 0
        return 2 if self.phrase(position + 1) is not None and self._list_ends(position + 2, size) else 0

    def _is_description(self, position: int) -> bool:
        """*Mr. Fox, a clerk, …*: a common noun after a name tells who he is."""
        before, after = self.phrase(position - 1), self.phrase(position + 1)
        return before is not None and after is not None and (before.kind, after.kind) == ("name", "noun")

    def _list_ends(self, position: int, size: int = 1) -> bool:
        """Whether *A, B* continues as a list: *, C* then *and D*, a new verb, or the end. `size`: members before."""
        for start in range(position, min(position + REACH, len(self._chunks)), 2):
            long = start > position or size > 1
            if self.kind(start) == "CONJ":
                return self.phrase(start + 1) is not None and self._chunks[start].word in {"and", "or"}
            if self.kind(start) != "COMMA":
                return long and self.kind(start) in {"BREAK", ""}
            if self.kind(start + 1) == "CONJ":
                return self.phrase(start + 2) is not None or long
            if self.phrase(start + 1) is None:
                return start > position + 2  # *Urchin, Zipdash, Semantics, Picasa, so why …*
        return False

    def in_list(self, index: int, after: int) -> bool:
        """Is the phrase at `index` a member of *A, B and C* rather than an apposition?"""
        return self.kind(after) == "COMMA" and self._list_ends(after) and self.kind(index - 3) == "COMMA"

    def group_ending(self, index: int) -> list[NounPhrase]:
        """The coordinated phrases that end at chunk `index`."""
        phrase = self.phrase(index)
        assert phrase is not None
        group = [phrase]
        while self.kind(index - 1) == "CONJ" and self.phrase(index - 2) is not None and len(group) < REACH:
            index -= 2
            found = self.phrase(index)
            assert found is not None
            group.insert(0, found)
        return group
