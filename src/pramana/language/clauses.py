"""From chunks to clauses: one pass, left to right, with a stack of subjects that wait for their verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.language import lexicon as lex
from pramana.language.chunks import Chunk
from pramana.language.control import join_infinitive, join_participle
from pramana.language.drafts import Draft, is_time
from pramana.language.lookahead import Lookahead
from pramana.language.model import Adverbial, ClauseKind, Form, Modal, NounPhrase, Prepositional, Token
from pramana.language.nominals import Nominal, apposition

SURE, LIKELY, PROBABLE, DOUBTFUL = 1.0, 0.8, 0.75, 0.5


_FENCES = frozenset({"COMMA", "BREAK", "CLOSE", "REL", "SPEECH", ""})


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A subject whose verb has not come, and what its clause is to be."""

    subjects: list[NounPhrase]
    marker: str | None
    content_of: Draft | None
    parent: Draft | None
    subject_from: str = "stated"


class Builder:
    """Builds the clauses of one stretch of chunks (a line, a quotation, a parenthesis)."""

    def __init__(self, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> None:
        self.tokens = tokens
        self.chunks = chunks
        self.ahead = Lookahead(tokens, chunks)
        self.drafts: list[Draft] = []
        self.nominals: list[Nominal] = []
        self.current: Draft | None = None
        self.waiting: list[_Waiting] = []
        self.unowned: list[Draft] = []
        self._reset()

    def _reset(self) -> None:
        """Forget what was pending before a clause."""
        self.pending: list[NounPhrase] = []
        self.early: list[Prepositional] = []
        self.early_adverbials: list[Adverbial] = []
        self.marker: str | None = None
        self.content = False
        self.relative: list[NounPhrase] = []
        self.relative_word = ""
        self.relative_preposition = ""
        self.preposition: Chunk | None = None
        self.joint = ""
        self.there = False
        self.inverted = False

    def build(self) -> list[Draft]:
        index = 0
        while index < len(self.chunks):
            index = max(self._step(index), index + 1)
        for draft in self.drafts:
            draft.fill_gap()
        return self.drafts

    def _step(self, index: int) -> int:
        chunk = self.chunks[index]
        if chunk.kind == "NP":
            return self._noun(index)
        if chunk.kind == "VG":
            self._verb(index)
        else:
            handler = getattr(self, f"_on_{chunk.kind.lower()}", None)
            if handler is not None:
                handler(index)
        return index + 1

    # Joints ----------------------------------------------------------------

    def _on_comma(self, index: int) -> None:
        self.joint = "COMMA"
        self.preposition = None

    def _on_conj(self, index: int) -> None:
        self.joint = "CONJ"
        self.preposition = None

    def _on_break(self, index: int) -> None:
        self.current, self.waiting = None, []
        self._reset()
        self.joint = "BREAK"

    def _on_speech(self, index: int) -> None:
        self.joint = self.joint or "COMMA"

    def _on_there(self, index: int) -> None:
        self.there = True

    def _on_prep(self, index: int) -> None:
        if self.chunks[index].word in lex.SUBORDINATORS and self.ahead.subject_after(index + 1):
            self._subordinate(index)
        else:
            self.preposition = self.chunks[index]

    def _on_adj(self, index: int) -> None:
        current, chunk = self.current, self.chunks[index]
        free = current is not None and not self.joint and not self.pending
        if free and current is not None and not current.objects and current.complement is None:
            current.complement = (chunk.first, chunk.last)
            current.reach(chunk.last)

    def _on_adv(self, index: int) -> None:
        chunk = self.chunks[index]
        kind = "" if self.preposition is not None else _adverbial_kind(chunk.word)
        if kind:
            self._adverbial(self._adverb(kind, chunk.first, chunk.last), chunk.last)
        elif self.current is not None and not self.joint and not self.pending:
            self.current.reach(chunk.last)
        if chunk.word in lex.HEDGES and self.current is None:
            self.marker = self.marker or chunk.word

    def _on_sub(self, index: int) -> None:
        governs = self.ahead.phrase(index + 1) is not None and not self.ahead.subject_after(index + 1)
        if self.chunks[index].word in lex.PREPOSITIONS and governs:
            self.preposition = self.chunks[index]
        else:
            self._subordinate(index)

    def _subordinate(self, index: int) -> None:
        self._suspend()
        word, before = self.chunks[index].word, self.chunks[index - 1].word if index else ""
        self.marker = f"{before} if" if word == "if" and before in {"as", "even", "only"} else word
        self.joint = "SUB"
        self.preposition = None
        self.content = bool(self.current and self._takes_content() and self.marker in {"if", "whether"})

    def _on_wh(self, index: int) -> None:
        self._suspend()
        self.marker = self.chunks[index].word
        self.joint = "SUB"
        self.content = bool(self.current and self._takes_content())

    def _on_that(self, index: int) -> None:
        before = self.chunks[index - 1] if index else None
        head = before.phrase if before is not None else None
        if head is not None and not self._has_content(head):
            self._on_rel(index)
            return
        self._suspend()
        self.content = bool(self.current and self._takes_content())
        self.marker = "that"
        self.joint = "SUB"

    def _has_content(self, head: NounPhrase) -> bool:
        if self.tokens[head.head].lemma in lex.CONTENT_NOUNS:
            return True
        return self.current is not None and not self.pending and self.current.base in lex.COMPLEMENT_TAKERS

    def _on_rel(self, index: int) -> None:
        head = self._relative_head(index)
        if not head:
            self._on_wh(index)
            return
        preposition = self.preposition.word if self.preposition else ""
        self._suspend()
        self.relative, self.relative_word = head, self.chunks[index].word
        self.relative_preposition = preposition
        self.preposition = None
        self.joint = "REL"

    def _relative_head(self, index: int) -> list[NounPhrase]:
        back = index - 1
        while back >= 0 and self.chunks[back].kind in {"COMMA", "PREP"} and back > index - 4:
            back -= 1
        if back < 0 or self.chunks[back].phrase is None:
            return []
        group = self.ahead.group_ending(back)
        return group if self.pending else group[-1:]

    def _suspend(self) -> None:
        """A subject without a verb yet waits while another clause comes in between."""
        if self.pending:
            content_of = self.current if self.content else None
            self.waiting.append(_Waiting(self.pending, self.marker, content_of, self.current))
            self.pending, self.marker, self.content = [], None, False
        elif self.relative and self.joint in {"REL", "COMMA"} and not self.relative_preposition:
            self.waiting.append(_Waiting(self.relative, None, None, self.current, "relative"))
            self.relative = []

    def _takes_content(self) -> bool:
        return self.current is not None and self.current.base in lex.COMPLEMENT_TAKERS

    # Noun phrases ----------------------------------------------------------

    def _noun(self, index: int) -> int:
        phrase = self.chunks[index].phrase
        assert phrase is not None
        group, after = self.ahead.group(index, as_subject=self._may_be_subject())
        if self.preposition is not None:
            self._prepositional(group, index)
        elif self.inverted and self.current is not None:
            self.current.subjects, self.inverted = group, False
            self.current.reach(group[-1].last)
        elif len(group) == 1 and is_time(self.tokens, phrase) and not self.ahead.verb_after(after):
            self._adverbial(self._adverb("time", phrase.first, phrase.last), phrase.last)
        elif phrase.kind == "number" and self.joint == "COMMA" and self.pending:
            pass
        elif self._apposes(index, group, after):
            self.nominals += [apposition(self._last_phrase(index), described) for described in group]
        elif self._starts_clause(index, after):
            self._start(index, group)
        elif self.current is not None and not self.joint:
            self._object(index, group)
        elif self.current is None or self.joint in {"REL", "SUB"}:
            self._start(index, group)
        return after

    def _may_be_subject(self) -> bool:
        return self.current is None or bool(self.joint) or bool(self.pending)

    def _starts_clause(self, index: int, after: int) -> bool:
        if not self.ahead.verb_after(after):
            return False
        if self.current is None or self.joint:
            return True
        if self._takes_content() and not self.current.objects:
            return True
        previous = self.chunks[index - 1]
        return not self.waiting and previous.phrase is not None and not self.current.passive_or_be

    def _start(self, index: int, group: list[NounPhrase]) -> None:
        previous = self.chunks[index - 1] if index else None
        if previous is not None and previous.phrase is not None and not self.joint and not self.relative:
            self._suspend()
            self.relative, self.relative_word = [previous.phrase], "zero"
        elif self.current is not None and not self.joint and self._takes_content():
            self.content = True
        if self.pending and self.joint == "COMMA":
            if self.ahead.speaks(index + 1):
                self._suspend()
            elif self._describes(self.pending[-1], group[0]):
                self.nominals.append(apposition(self.pending[-1], group[0]))
                group = self.pending
            self.pending = []
        self.pending = group
        self.joint = ""

    def _object(self, index: int, group: list[NounPhrase]) -> None:
        current = self.current
        assert current is not None
        current.reach(group[-1].last)
        adjacent = self.chunks[index - 1].phrase is not None
        if not current.objects:
            current.objects = group
        elif adjacent and not current.indirect and current.base in lex.DITRANSITIVE:
            current.indirect, current.objects = current.objects, group
        elif adjacent and current.base in lex.NAMING:
            current.complement = (group[0].first, group[-1].last)

    def _prepositional(self, group: list[NounPhrase], index: int) -> None:
        preposition = self.preposition
        assert preposition is not None
        self.preposition = None
        if preposition.word in lex.EXAMPLES and self._example(preposition, group, index):
            return
        start = self.tokens[preposition.first].start
        self._within(preposition, group, index)
        made = [Prepositional(preposition.word, phrase, start, phrase.end) for phrase in group]
        if self.current is None or self.pending or (self.joint and self.ahead.subject_after(index + 1)):
            self.early += made
        else:
            self.current.prepositions += made
            self.current.reach(group[-1].last)

    def _example(self, preposition: Chunk, group: list[NounPhrase], index: int) -> bool:
        """*countries(,) such as India and China*."""
        place = index - 3 if self.ahead.kind(index - 2) == "COMMA" else index - 2
        whole = self.ahead.phrase(place)
        if whole is None:
            return False
        first, last = preposition.first, preposition.last
        self.nominals += [Nominal(ClauseKind.EXAMPLE, whole, phrase, first, last) for phrase in group]
        return True

    def _locate(self, draft: Draft) -> None:
        """A place between a subject and its verb belongs to the subject: *the house on the hill fell*."""
        if len(self.early) != 1 or len(self.pending) != 1 or self.early[0].preposition not in lex.LOCATING:
            return
        one, place = self.pending[0], self.early[0]
        adjacent = self.tokens[one.last].start == place.start and one.kind != "pronoun"
        if adjacent and not is_time(self.tokens, place.phrase) and place.phrase.kind != "number":
            self.nominals.append(Nominal(ClauseKind.LOCATION, one, place.phrase, one.last, place.phrase.first))

    def _within(self, preposition: Chunk, group: list[NounPhrase], index: int) -> None:
        """*in Reading, Pennsylvania*."""
        after = self.ahead.phrase(index + 2)
        if self.ahead.kind(index + 1) != "COMMA" or after is None or len(group) != 1:
            return
        named = group[0].kind == after.kind == "name" and group[0].last - group[0].first < 4
        fenced = self.ahead.kind(index + 3) in {"COMMA", "BREAK", ""}
        if named and fenced and preposition.word in {"in", "at", "near", "from", "of"}:
            self.nominals.append(Nominal(ClauseKind.LOCATION, group[0], after, group[0].last, group[0].last + 1))

    def _adverb(self, kind: str, first: int, last: int) -> Adverbial:
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        return Adverbial(kind, start, end, " ".join(token.text for token in self.tokens[first:last]))

    def _adverbial(self, adverbial: Adverbial, last: int) -> None:
        if self.current is None or self.joint in {"SUB", "CONJ"} or self.pending:
            self.early_adverbials.append(adverbial)
        else:
            self.current.adverbials.append(adverbial)
            self.current.reach(last)

    def _last_phrase(self, index: int) -> NounPhrase:
        phrase = self.chunks[index - 2].phrase
        assert phrase is not None
        return phrase

    def _apposes(self, index: int, group: list[NounPhrase], after: int) -> bool:
        """*X, the capital of Y,*: a determined phrase, fenced by commas, beside a name (or a name beside a noun)."""
        if index < 2 or self.chunks[index - 1].kind != "COMMA":
            return False
        first, second = self.chunks[index - 2].phrase, group[0]
        if first is None or "pronoun" in {first.kind, second.kind} or "number" in {first.kind, second.kind}:
            return False
        fenced = self.ahead.kind(self.ahead.past_prepositions(after)) in _FENCES
        if not fenced or self.ahead.in_list(index, after):
            return False
        return self._describes(first, second) or (second.kind == "name" and self._determined(first))

    def _describes(self, first: NounPhrase, second: NounPhrase) -> bool:
        return first.kind == "name" and second.kind == "noun" and self._determined(second)

    def _determined(self, phrase: NounPhrase) -> bool:
        tag = self.tokens[phrase.first].tag
        of = phrase.last > phrase.head + 1
        return tag in {"AT0", "DPS"} or phrase.possessor is not None or of or self.tokens[phrase.head].tag == "NN1"

    # Verbs -----------------------------------------------------------------

    def _verb(self, index: int) -> None:
        group = self.chunks[index].verb
        assert group is not None
        if group.form is Form.INFINITIVE:
            join_infinitive(self, index)
        elif group.form is Form.FINITE:
            self._finite(index)
        else:
            join_participle(self, index)

    def _finite(self, index: int) -> None:
        group = self.chunks[index].verb
        assert group is not None
        draft = Draft(ClauseKind.MAIN, group, marker=self.marker)
        self._kind(draft)
        self._subject(draft, index)
        self.add(draft)

    def _kind(self, draft: Draft) -> None:
        draft.parent = self.current
        if self.relative:
            draft.kind = ClauseKind.RELATIVE
        elif self.content:
            draft.kind, draft.content_of = ClauseKind.CONTENT, self.current
        elif self.joint == "SUB" or self.marker in lex.SUBORDINATORS:
            draft.kind = ClauseKind.SUBORDINATE
        elif self.current is not None and self.joint == "CONJ":
            draft.content_of = self.current.content_of

    def _subject(self, draft: Draft, index: int) -> None:
        if self.pending:
            self._locate(draft)
            draft.subjects = self.pending
            self._fill_gap(draft)
        elif self.relative:
            draft.subjects, draft.subject_from = self.relative, "relative"
            draft.confidence = LIKELY if self.relative_preposition else SURE
        elif self._speaks(draft, index):
            self.inverted = True
        elif self.there:
            draft.subject_from = "none"
        elif self.waiting and self.joint != "CONJ":
            self._resume(draft)
        else:
            self._share(draft)

    def _resume(self, draft: Draft) -> None:
        waited = self.waiting.pop()
        draft.subjects, draft.marker = waited.subjects, waited.marker
        draft.parent, draft.content_of, draft.subject_from = waited.parent, waited.content_of, waited.subject_from
        if waited.subject_from == "relative":
            draft.kind = ClauseKind.RELATIVE
            return
        if waited.content_of is not None:
            draft.kind = ClauseKind.CONTENT
        else:
            draft.kind = ClauseKind.SUBORDINATE if waited.marker in lex.SUBORDINATORS else ClauseKind.MAIN

    def _fill_gap(self, draft: Draft) -> None:
        """In *the bow (that) Rama gave*, *the house where he lived* the head has a place in the relative clause."""
        if not self.relative:
            return
        word, preposition = self.relative_word, self.relative_preposition
        if preposition or word in {"where", "when"}:
            draft.prepositions += [
                Prepositional(preposition or word, phrase, phrase.start, phrase.end) for phrase in self.relative
            ]
        elif word != "whose":
            draft.gap = self.relative
        draft.confidence = LIKELY

    def _speaks(self, draft: Draft, index: int) -> bool:
        """*… , said Scrooge*: the subject follows."""
        tag = self.tokens[draft.group.head].tag
        if (
            tag not in {"VVD", "VVZ"}
            or draft.base not in lex.DIRECT_SPEECH
            or not self.joint
            or self.joint in {"CONJ", "SUB"}
        ):
            return False
        following = self.chunks[index + 1] if index + 1 < len(self.chunks) else None
        return following is not None and following.phrase is not None and not self.ahead.verb_after(index + 2)

    def _share(self, draft: Draft) -> None:
        source = self._source()
        if source is None or not source.subjects:
            draft.subject_from = "none"
            draft.confidence = DOUBTFUL
            return
        draft.subjects, draft.subject_from = list(source.subjects), "shared"
        draft.confidence = {"CONJ": LIKELY, "COMMA": PROBABLE}.get(self.joint, DOUBTFUL)
        draft.kind = source.kind if source.kind is not ClauseKind.INFINITIVE else ClauseKind.MAIN
        draft.content_of, draft.marker = source.content_of, draft.marker or source.marker

    def _source(self) -> Draft | None:
        """The clause whose subject a verb without one shares; past an object relative, what that hangs on."""
        source = self.current or (self.drafts[-1] if self.drafts and self.joint == "CONJ" else None)
        if source is not None and self._parenthetical(source):
            source = source.parent
        for _ in range(3):
            if source is None or source.kind is not ClauseKind.RELATIVE or source.subject_from != "stated":
                break
            source = source.parent or source
        return source

    def _parenthetical(self, draft: Draft) -> bool:
        """*…, he thought, and …*"""
        first = draft.subjects[0].first if draft.subjects else 0
        fenced = first > 0 and self.tokens[first - 1].text == ","
        return fenced and draft.bare and draft.base in lex.COMPLEMENT_TAKERS and draft.parent is not None

    def add(self, draft: Draft) -> None:
        """Make `draft` the clause that later words belong to."""
        draft.prepositions += self.early
        draft.adverbials += self.early_adverbials
        if draft.group.form is Form.FINITE and draft.subjects:
            self._adopt(draft)
        inverted, there = self.inverted, self.there
        self._reset()
        self.inverted = inverted
        self.drafts.append(draft)
        self.current = draft
        if there:
            draft.confidence = min(draft.confidence, LIKELY)

    def _adopt(self, draft: Draft) -> None:
        """Clauses that stood before their subject (*To kill Ravana, Rama …*) get it now."""
        for early in self.unowned:
            early.subjects, early.subject_from, early.parent = list(draft.subjects), "shared", draft
        self.unowned = []


def _adverbial_kind(word: str) -> str:
    if word in lex.TIME_ADVERBS:
        return "time"
    return "place" if word in lex.PLACE_ADVERBS else ""


__all__ = ["DOUBTFUL", "LIKELY", "SURE", "Builder", "Modal"]
