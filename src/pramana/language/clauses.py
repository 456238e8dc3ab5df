"""From chunks to clauses: one pass, left to right, with a stack of subjects that wait for their verb."""

from __future__ import annotations

from pramana.language import lexicon as lex
from pramana.language.appositions import is_person_noun
from pramana.language.clefts import resolve_clefts
from pramana.language.drafts import ClauseDraft, is_time, share_objects
from pramana.language.model import ClauseKind, NounPhrase, Prepositional
from pramana.language.negation import denied_before, is_negative
from pramana.language.participants import adverb, adverbial, take_phrase
from pramana.language.predicates import take_verb
from pramana.language.state import ClauseState
from pramana.language.tagging import is_english_word
from pramana.language.word_lists import word_set

_TELLING = frozenset("tell inform assure notify remind warn promise show answer ask".split())
"""Verbs with a person as object before *that*: *told the men that …*, but *found the school that he founded*."""
_REPORTING_WITH_THAT = frozenset({"point out", "accept", "spell out"})
_THINGS = word_set("types/places") | word_set("types/objects") | word_set("types/events")
"""Nouns that *who* does not refer to."""


class Builder(ClauseState):
    """One pass, left to right. Nouns and verbs have modules of their own; joints are handled here."""

    def build(self) -> list[ClauseDraft]:
        index = 0
        while index < len(self.chunks):
            index = max(self._step(index), index + 1)
        self.close_segment()
        resolve_clefts(self.tokens, self.drafts)
        told = {id(draft.content_of) for draft in self.drafts}
        for draft in self.drafts:
            if id(draft) in told and draft.base in lex.COMPLEMENT_TAKERS:
                draft.gap = []  # *her uncle everybody said she loved*: what is said is the clause
            draft.fill_gap()
        share_objects(self.tokens, self.drafts)
        return self.drafts

    def _step(self, index: int) -> int:
        chunk = self.chunks[index]
        if chunk.kind == "NP":
            return take_phrase(self, index)
        if chunk.kind == "VG":
            if self.ahead.is_finite(index):
                self._strand()
            take_verb(self, index)
        else:
            handler = getattr(self, f"_on_{chunk.kind.lower()}", None)
            if handler is not None:
                handler(index)
        return index + 1

    # Joints ----------------------------------------------------------------

    def _strand(self) -> None:
        """*the man she worked with*: a preposition without a phrase governs the head of its relative clause."""
        current, preposition = self.current, self.preposition
        if preposition is None or current is None or not current.gap or self.pending:
            return
        head = current.gap[0]
        current.prepositions.append(Prepositional(preposition.word, head, head.start, head.end))
        current.gap, self.preposition = [], None

    def _on_comma(self, index: int) -> None:
        self._strand()
        self.joint = "COMMA"
        self.preposition = None
        self.excluding = False

    def _on_conj(self, index: int) -> None:
        self._strand()
        self.joint = "CONJ"
        self.preposition = None
        if self.chunks[index].word != "but" or self.current is None:
            return
        self._leave_relative()
        rather = self.ahead.kind(index + 1) == "ADV" and self.chunks[index + 1].word == "rather"
        first = index + 2 if rather else index + 1
        after = self._past_aside(first)
        if self._is_denied(self.current) or self._denies_next(index, after):
            excludes = self._excludes(after)  # *did not speak to the owners but to the tenants*
            self.excluding, self.excluded_at = excludes and after == first, after if excludes else -1

    def _is_denied(self, draft: ClauseDraft) -> bool:
        """*did not work in Hull but in Bergen*, *never worked in Hull, but in Bergen*."""
        return draft.group.negated or denied_before(self.tokens, draft.group.first)

    def _leave_relative(self) -> None:
        """*is not the gulls that eat them but a plan*: *but* belongs to what is denied, not to the relative clause."""
        current = self.current
        if current is None or current.kind is not ClauseKind.RELATIVE or current.group.negated:
            return
        if current.parent is not None and current.parent.group.negated and current.parent.base == "be":
            self.current = current.parent

    def _denies_next(self, index: int, after: int) -> bool:
        """*carried off two bridges but no people*: behind an object, another that the verb does not reach."""
        phrase, objects = self.ahead.phrase(after), self.current.objects if self.current is not None else []
        follows = bool(objects) and self.chunks[index - 1].phrase is objects[-1]
        return follows and phrase is not None and is_negative(self.tokens, phrase)

    def _past_aside(self, index: int) -> int:
        """The chunk behind a remark between commas: *but, to everyone's relief, no people*."""
        if self.ahead.kind(index) != "COMMA":
            return index
        last = self.ahead.past_prepositions(index + 1)
        last = last + 1 if self.ahead.kind(last) in {"ADV", "ADJ"} else last
        return last + 1 if last > index + 1 and self.ahead.kind(last) == "COMMA" else index

    def _on_break(self, index: int) -> None:
        self._strand()
        if self.chunks[index].word == ":" and self.takes_content() and self.current and self.current.bare:
            self.reset()
            self.content, self.joint = True, "SUB"
            return
        if self.chunks[index].word == ":" and index == 1 and self._labels(index):
            self.label = self.pending[-1]
        if self.chunks[index].word == ";" and self._goes_on(index):
            self.joint = "CONJ"  # *said that the shop was empty; that the door was open*
            return
        self.close_segment()
        self.current, self.waiting, self.reported = None, [], None
        self.reset()
        self.joint = "BREAK"

    def _labels(self, index: int) -> bool:
        """*Richman: Any action costs money*: a name before a colon at the start of a line says what follows."""
        if len(self.pending) != 1 or index + 2 >= len(self.chunks):
            return False
        one = self.pending[0]
        strange = one.text[:1].isupper() and " " not in one.text and not is_english_word(one.text.lower())
        return one.kind == "name" or strange

    def _goes_on(self, index: int) -> bool:
        after = index + 2 if self.ahead.kind(index + 1) == "CONJ" else index + 1
        return self.ahead.kind(after) == "THAT" and self.current is not None and self.current.content_of is not None

    def close_segment(self) -> None:
        """Attribute the clauses since the last mark to whom *according to* names."""
        speaker = self.source or self.label
        for draft in self.drafts[self.segment :] if speaker is not None else ():
            if draft.content_of is None and draft.speaker is None:
                draft.speaker = speaker
        self.source, self.segment = None, len(self.drafts)

    def _on_speech(self, index: int) -> None:
        self.joint = self.joint or "COMMA"

    def _on_there(self, index: int) -> None:
        self.there = True

    def _on_prep(self, index: int) -> None:
        joins = self.chunks[index].word in lex.SUBORDINATORS and not (self.pending and self.ahead.lends_verb(index))
        joins = joins or self._gives_reason(index)
        if joins and not self._names_office(index) and self.ahead.subject_after(index + 1):
            self._subordinate(index)
        else:
            self.preposition = self.chunks[index]

    def _names_office(self, index: int) -> bool:
        """*The election of Keller as mayor was contested*: a bare noun behind *as*, and a subject without its verb."""
        phrase = self.ahead.phrase(index + 1)
        if self.chunks[index].word != "as" or phrase is None or not self.pending:
            return False
        return phrase.kind == "noun" and self.tokens[phrase.first].tag == "NN1" and phrase.head == phrase.first

    def _gives_reason(self, index: int) -> bool:
        """*…, for Mrs. Rachel would have seen it*: behind a mark *for* joins a clause to the one before."""
        phrase = self.ahead.phrase(index + 1)
        fenced = self.chunks[index].word == "for" and self.joint in {"COMMA", "BREAK"} and bool(self.drafts)
        if not fenced or phrase is None or is_time(self.tokens, phrase) or not self.ahead.is_finite(index + 2):
            return False
        return phrase.text.lower() not in lex.OBJECTIVE | {"example", "instance"}

    def _on_adj(self, index: int) -> None:
        current, chunk = self.current, self.chunks[index]
        free = current is not None and not self.joint and not self.pending
        if free and current is not None and not current.objects and current.complement is None:
            current.complement = (chunk.first, chunk.last)
            current.reach(chunk.last)

    def _on_adv(self, index: int) -> None:
        chunk = self.chunks[index]
        if chunk.word == "not" and self._excludes(index + 1):
            self.excluding = True
            return
        if chunk.word == "here" and self._presents(index):  # *…, so here is the story*
            self.current, self.joint = None, "BREAK"
        kind = "" if self.preposition is not None else _adverbial_kind(chunk.word)
        if kind:
            adverbial(self, adverb(self, kind, chunk.first, chunk.last), chunk.last)
        elif self.current is not None and not self.joint and not self.pending:
            self.current.reach(chunk.last)
        if chunk.word in lex.HEDGES and self.current is None:
            self.marker = self.marker or chunk.word

    def _presents(self, index: int) -> bool:
        group = self.chunks[index + 1].verb if self.ahead.is_finite(index + 1) else None
        presented = self.ahead.phrase(index + 2) is not None and not self.ahead.verb_after(index + 3)
        return group is not None and group.lemma == "be" and presented and not self.pending

    def _excludes(self, index: int) -> bool:
        """*to the owners, but not to the tenants*, *a map, not a ring*."""
        if self.current is None or self.pending or self.joint not in {"COMMA", "CONJ"}:
            return False
        place = index + 1 if self.ahead.kind(index) == "PREP" else index
        phrase = self.ahead.phrase(place)
        if phrase is None or self.ahead.verb_after(place + 1):
            return False
        return not (is_time(self.tokens, phrase) and self.ahead.subject_after(place + 1))  # *…, but in June Ann sang*

    def _on_sub(self, index: int) -> None:
        governs = self.ahead.phrase(index + 1) is not None and not self.ahead.subject_after(index + 1)
        governs = governs or self.ahead.is_finite(index + 1)
        governs = governs or (bool(self.pending) and self.ahead.lends_verb(index))
        if self.chunks[index].word in lex.PREPOSITIONS and governs:
            self.preposition = self.chunks[index]
        else:
            self._subordinate(index)

    def _subordinate(self, index: int) -> None:
        self._report(index)
        self.suspend()
        word, before = self.chunks[index].word, self.chunks[index - 1].word if index else ""
        self.marker = f"{before} if" if word == "if" and before in {"as", "even", "only"} else word
        self.joint = "SUB"
        self.preposition = None
        self.content = bool(self.current and self.takes_content() and self.marker in {"if", "whether"})

    def _report(self, index: int) -> None:
        """*said that although it rained, he came*: both clauses behind *that* are reported."""
        opens = self.content and self.marker == "that" and not self.pending and self.chunks[index - 1].kind == "THAT"
        said = self.current if opens and self.chunks[index].word not in lex.CONDITIONAL else None
        if said is not None and said.base in lex.SPEECH - lex.DENIALS and not said.group.negated:
            self.reported = said

    def _on_wh(self, index: int) -> None:
        self.suspend()
        self.marker = self.chunks[index].word
        self.joint = "SUB"
        self.content = bool(self.current and self.takes_content())

    def _on_that(self, index: int) -> None:
        before = self.chunks[index - 1] if index else None
        head = before.phrase if before is not None else None
        about_head = head is not None and not self._has_content(head) and not self._is_person_told(head)
        if about_head and not self._results(index):
            self._on_rel(index)
            return
        self.suspend()
        self.again = self._repeats(index)
        so = before is not None and before.word == "so"
        self.content = bool(self.current and (self.takes_content() or self._puts())) and not so
        self.marker = "so that" if so else "that"
        self.joint = "SUB"

    def _puts(self) -> bool:
        """*points out that …*, *accepted that …*, *put it to him that …*: verbs that report with *that* alone."""
        current = self.current
        if current is None or current.verb in _REPORTING_WITH_THAT:
            return current is not None
        it = [phrase.text.lower() for phrase in current.objects] == ["it"]
        return current.base == "put" and it and any(part.preposition == "to" for part in current.prepositions)

    def _repeats(self, index: int) -> ClauseDraft | None:
        """*said that the man was arrested and that he confessed*: the clause that both belong to."""
        joined = index > 0 and self.chunks[index - 1].kind in {"CONJ", "BREAK"}
        return self.current.content_of if joined and self.current is not None else None

    def _results(self, index: int) -> bool:
        """*such a dig that he staggered*, *so cold that …*: a result, no relative."""
        first = self.chunks[index].first
        return any(token.text.lower() in {"such", "so"} for token in self.tokens[max(0, first - 8) : first])

    def _is_person_told(self, head: NounPhrase) -> bool:
        """*convinced her that …*, *put it to him that …*: *her* has no relative clause, but in *it was her that …*."""
        if self.current is None or self.pending:
            return False
        held = any(head is each for each in self.current.objects)
        if held and self.current.base in lex.PERSUADING:
            return True
        return head.text.lower() in lex.OBJECTIVE | {"her"} and self.current.base != "be"

    def _has_content(self, head: NounPhrase) -> bool:
        if head.text.lower() in lex.OBJECTIVE | {"her"} and self._puts():  # *put it to him that he lied*
            return True
        if self.tokens[head.head].lemma in lex.CONTENT_NOUNS:
            return True
        current = self.current
        if current is None or self.pending or current.base not in lex.COMPLEMENT_TAKERS:
            return False
        thing = current.objects[-1:] == [head] and head.kind == "noun" and not is_time(self.tokens, head)
        return not thing or current.base in _TELLING

    def _on_rel(self, index: int) -> None:
        if self._is_about_clause(index):
            self.suspend()
            self.about_clause, self.joint, self.preposition = True, "REL", None
            return
        head = self._relative_head(index)
        if not head:
            if self.ahead.subject_after(index + 1):
                self.preposition = None  # that of *along which* governs no subject
            self._on_wh(index)
            return
        preposition = self.preposition.word if self.preposition else ""
        if preposition and self._has_rival_heads(index):
            self.preposition = None
            self._on_wh(index)
            return
        self.suspend()
        self.relative, self.relative_word = head, self.chunks[index].word
        self.relative_preposition = preposition
        self.preposition = None
        self.joint = "REL"

    def _has_rival_heads(self, index: int) -> bool:
        """*a new road from the bypass, for which it is paying*: behind a comma either noun may be meant."""
        if self.ahead.kind(index - 2) != "COMMA":
            return False
        chained = self.ahead.kind(index - 4) == "PREP" and self.ahead.phrase(index - 5) is not None
        return chained and self.chunks[index].word != "whose"

    def _is_about_clause(self, index: int) -> bool:
        """*hit a rock, which delayed the rescue*: what delayed it may be all that the clause says."""
        fenced = self.chunks[index].word == "which" and self.ahead.kind(index - 1) == "COMMA"
        if not fenced or self.current is None or self.pending or not self.ahead.is_finite(index + 1):
            return False
        group = self.chunks[index + 1].verb
        return group is not None and not group.passive and group.lemma.split(" ")[0] in lex.CLAUSAL_SUBJECTS

    def _relative_head(self, index: int) -> list[NounPhrase]:
        back = index - 1
        while back >= 0 and self.chunks[back].kind in {"COMMA", "PREP", "OPEN"} and back > index - 4:
            back -= 1
        back = self._past_measure(back)
        if back < 0 or self.chunks[back].phrase is None:
            return []
        back = self._agreeing(back, index)
        group = self.ahead.group_ending(back)
        return group if self.pending else group[-1:]

    def _agreeing(self, back: int, index: int) -> int:
        """*wraps for my car that look …*, *the man in the house who …*: with what the verb, or *who*, agrees."""
        place = back
        for _ in range(3):
            if self._agrees(place, index):
                return place
            phrase = self.ahead.phrase(place)
            if phrase is not None and is_time(self.tokens, phrase) and self.ahead.phrase(place - 1) is not None:
                place -= 1
                continue
            if self.ahead.kind(place - 1) != "PREP" or self.ahead.phrase(place - 2) is None:
                break
            place -= 2
        return back

    def _agrees(self, place: int, index: int) -> bool:
        phrase = self.chunks[place].phrase
        assert phrase is not None
        head = self.tokens[phrase.head]
        if is_time(self.tokens, phrase):
            return False
        if self.chunks[index].word == "who" and phrase.kind == "noun" and head.lemma.lower() in _THINGS:
            return False
        if self.chunks[index].word == "who" and self._is_of_person(place):
            return False
        group = self.chunks[index + 1].verb if self.ahead.is_finite(index + 1) else None
        tag = self.tokens[group.first].tag if group is not None else ""
        plural = head.tag == "NN2" or self.ahead.kind(place - 1) == "CONJ"
        if tag in {"VVZ", "VBZ", "VHZ", "VDZ"}:
            return not plural
        return tag not in {"VVB", "VBB", "VHB", "VDB"} or plural or head.tag not in {"NN1", "NP0"}

    def _is_of_person(self, place: int) -> bool:
        """*someone in college who …*: a noun that is nobody, behind a preposition and a person."""
        phrase, other = self.chunks[place].phrase, self.ahead.phrase(place - 2)
        if phrase is None or other is None or self.ahead.kind(place - 1) != "PREP" or phrase.kind != "noun":
            return False
        person = self.tokens[other.head].tag == "PNI" or is_person_noun(self.tokens[other.head].lemma.lower())
        return person and not is_person_noun(self.tokens[phrase.head].lemma.lower())

    def _past_measure(self, back: int) -> int:
        """*a rascal, seventy years of age, who …*: the measure between commas is not the head."""
        phrase = self.ahead.phrase(back)
        fenced = phrase is not None and self.ahead.kind(back - 1) == "COMMA" and self.ahead.phrase(back - 2) is not None
        if phrase is None or not fenced:
            return back
        counted = any(self.tokens[place].tag == "CRD" for place in range(phrase.first, phrase.head))
        return back - 2 if counted and self.tokens[phrase.head].lemma in lex.TIME_UNITS else back


def _adverbial_kind(word: str) -> str:
    if word in lex.TIME_ADVERBS:
        return "time"
    return "place" if word in lex.PLACE_ADVERBS else ""
