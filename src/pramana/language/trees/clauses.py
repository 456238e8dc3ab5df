"""From the verbs of a tree to clauses: which kind, whose subject, whose words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pramana.language import lexicon as lex
from pramana.language.control import controller, intend, merge, merges
from pramana.language.drafts import ClauseDraft, is_time
from pramana.language.model import ClauseKind, Modal, NounPhrase, Prepositional, VerbForm
from pramana.language.state import COMMAND, DOUBTFUL, LIKELY, PROBABLE
from pramana.language.trees.groups import Verb
from pramana.language.trees.participants import SUBJECTS, TreeLine, add_participants, subjects_of
from pramana.language.word_lists import word_set

OMITTED = 0.62
"""The confidence of a clause whose subject the line leaves out; readers leave out what is below 0.6."""
_HARD = word_set("trees/hard")
"""*hard to tell*: the subject of *be* is the object of the infinitive."""
_THINGS = frozenset("all what it this that everything".split())
"""*All he wants is to leave*: pronouns that are nobody."""
_CAUSING = frozenset("make let help have get".split())
"""*made him leave*: he left."""
_INTENDING = frozenset("for of from against about".split())
"""Prepositions before an *-ing* that does not say whether it happened: *kept him from leaving*."""
_HOLDING = word_set("trees/holding")
"""Words before a participle whose action the line states: *after leaving the house*."""


class Clauses:
    """The clauses of one tree, built from the outer ones to the inner ones."""

    def __init__(self, line: TreeLine, verbs: Mapping[int, Verb]) -> None:
        self._line = line
        self._tree = line.tree
        self._verbs = verbs
        self._absorbed = {verb.absorbed: place for place, verb in verbs.items() if verb.absorbed is not None}
        self._drafts: dict[int, ClauseDraft] = {}
        self._gaps: dict[int, NounPhrase] = {}
        """Nouns of relative clauses, by the verb below that lacks an object: *see* of *the man he wanted to see*."""

    def build(self) -> list[ClauseDraft]:
        """Return the drafts of all clauses in the order of their verbs."""
        depth = {place: sum(1 for _ in self._tree.above(place)) for place in self._verbs}
        for place in sorted(self._verbs, key=lambda each: (depth[each], each)):
            draft = ClauseDraft(ClauseKind.MAIN, self._verbs[place].group)
            self._drafts[place] = draft
            self._fill(draft, self._verbs[place])
        for draft in self._drafts.values():
            draft.fill_gap()
        return [self._drafts[place] for place in sorted(self._drafts)]

    def _fill(self, draft: ClauseDraft, verb: Verb) -> None:
        places = [verb.place] if verb.absorbed is None else [verb.absorbed, verb.place]
        top = places[0]
        draft.marker = self._marker(top)
        draft.subjects = [phrase for place in places for phrase in subjects_of(self._line, place)]
        add_participants(self._line, draft, places)
        self._expose(draft, places)
        matrix = self._matrix(top)
        if matrix is not None:
            draft.parent, draft.content_of = matrix, matrix.content_of
        relation = self._tree.relation(top)
        handler = self._handlers().get(relation, self._root)
        handler(draft, top, matrix)
        if verb.place in self._gaps:
            draft.gap = [self._gaps[verb.place]]
        draft.dropped = draft.dropped or self._is_comment(draft, top)

    def _handlers(self) -> Mapping[str, Callable[[ClauseDraft, int, ClauseDraft | None], None]]:
        return {
            "relcl": self._relative,
            "acl": self._adnominal,
            "conj": self._join,
            "ccomp": self._content,
            "xcomp": self._open,
            "advcl": self._adverbial,
            "pcomp": self._adverbial,
            "csubj": self._subject_clause,
            "csubjpass": self._subject_clause,
            "parataxis": self._parataxis,
        }

    def _is_comment(self, draft: ClauseDraft, top: int) -> bool:
        """Return whether a clause is a set phrase without a subject, such as the verb of *thank you*."""
        return not draft.subjects and self._tree.relation(top) in {"discourse", "intj", "meta"}

    def _matrix(self, place: int) -> ClauseDraft | None:
        """Return the clause that a verb hangs on, through nouns and prepositions."""
        for each in self._tree.above(place):
            each = self._absorbed.get(each, each)
            if each in self._drafts and each != place:
                return self._drafts[each]
        return None

    def _marker(self, place: int) -> str | None:
        """Return the word that opens a clause: *because*, *if*, *when*; the preposition before an *-ing*."""
        tree = self._tree
        if tree.relation(place) == "pcomp":
            return tree.lower(tree.words[place].head)
        for child in tree.children(place, "mark", "advmod"):
            marks = tree.relation(child) == "mark" and self._line.tokens[child].tag != "TO0"
            if child < place and (marks or self._line.tokens[child].tag == "AVQ"):
                before = tree.lower(child - 1) if child else ""
                fixed = tree.lower(child) == "if" and before in {"as", "even", "only"}
                return f"{before} if" if fixed else tree.lower(child)
        return None

    def _expose(self, draft: ClauseDraft, places: Sequence[int]) -> None:
        """*There is a map*, *there came a man*: what follows is what there is."""
        there = [each for place in places for each in self._tree.children(place, "expl", "advmod")]
        if not any(self._line.tokens[each].tag == "EX0" for each in there):
            return
        if draft.base == "be":
            draft.objects, draft.subjects = [*draft.subjects, *draft.objects], []
            draft.subject_from, draft.confidence = "none", LIKELY

    # Kinds of clauses --------------------------------------------------------

    def _root(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """A main clause; a command, where it has no subject and a bare verb."""
        if draft.subjects or draft.subject_from == "none":
            return
        draft.subject_from = "none"
        tag = self._line.tokens[self._verbs[place].group.first if place in self._verbs else place].tag
        commands = tag in {"VVB", "VVI", "VBB", "VDB", "VHB"} and draft.group.form is not VerbForm.INFINITIVE
        draft.confidence = COMMAND if commands else OMITTED if tag in {"VVD", "VVZ", "VBD", "VHD", "VHZ"} else DOUBTFUL
        if draft.group.passive and not self._tree.children(place, "auxpass"):
            draft.confidence = DOUBTFUL

    def _relative(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*the man who left*, *the bow Rama gave*, *the house he lived in*."""
        draft.kind = ClauseKind.RELATIVE
        tree, head = self._tree, self._tree.words[place].head
        if not self._line.phrases.is_nominal(head):
            draft.confidence = DOUBTFUL if not draft.subjects else LIKELY
            return
        one = self._line.phrases.at(head)
        if any(self._line.antecedent(each) == head for each in tree.children(place, *SUBJECTS)):
            draft.subjects = self._line.phrases.joined_phrases(head) if self._is_plural(place) else [one]
            draft.subject_from = "relative"
            return
        if not draft.subjects:
            draft.subjects, draft.subject_from, draft.confidence = [one], "relative", PROBABLE
            return
        draft.confidence = LIKELY
        if draft.marker in {"where", "when"}:
            draft.prepositions.append(Prepositional(draft.marker, one, one.start, one.end))
        elif not any(self._line.antecedent(each) is not None for each in tree.under(place, "relcl")):
            self._strand(draft, place, one)

    def _strand(self, draft: ClauseDraft, place: int, one: NounPhrase) -> None:
        """Give the noun of a relative clause without a pronoun its place: by its last preposition, or as object."""
        bare = [each for each in self._tree.children(place, "prep") if not self._tree.children(each)]
        if bare:
            token = self._line.tokens[bare[0]]
            draft.prepositions.append(Prepositional(token.text.lower(), one, one.start, one.end))
            draft.reach(bare[0] + 1)
        elif not is_time(self._line.tokens, one):
            self._gaps[self._last_infinitive(place)] = one

    def _last_infinitive(self, place: int) -> int:
        """Return the verb that a missing object belongs to: *see* of *the man he wanted to see*."""
        while below := [each for each in self._tree.children(place, "xcomp", "ccomp") if each in self._verbs]:
            place = below[-1]
        return self._absorbed.get(place, place)

    def _is_plural(self, place: int) -> bool:
        """Return whether the verb of a relative clause is a plural one: *Marsh and Lily, who are clerks*."""
        first = self._line.tokens[self._verbs[self._absorbed.get(place, place)].group.first].text.lower()
        return first in {"are", "were", "have", "do"}

    def _adnominal(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*the man found in the house*, *the man leaving*, *the plan to leave*, *the claim that he left*."""
        head = self._tree.words[place].head
        if draft.subjects:
            draft.kind = ClauseKind.SUBORDINATE
            return
        if draft.group.form is VerbForm.INFINITIVE and matrix is not None and matrix.base == "be":
            self._imagine(draft)  # *This is a place to eat*
        elif draft.group.form is VerbForm.INFINITIVE:
            self._infinitive(draft, matrix, 0.72)
        elif self._line.phrases.is_nominal(head):
            draft.kind, draft.subject_from, draft.confidence = ClauseKind.RELATIVE, "relative", LIKELY
            if draft.marker is not None:  # *the idea of leaving*
                self._imagine(draft)
                return
            draft.subjects = [self._line.phrases.at(head)]
            if draft.group.form is VerbForm.PARTICIPLE:
                draft.group = replace(draft.group, passive=True)
        else:
            self._participle(draft, matrix)

    def _join(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*came and saw*, *was seen and heard*: the second verb shares the subject, and the auxiliaries it lacks."""
        head = self._tree.words[place].head
        one = self._drafts.get(self._absorbed.get(head, head))
        if one is None:
            self._root(draft, place, matrix)
            return
        draft.kind, draft.parent, draft.content_of = one.kind, one.parent, one.content_of
        draft.marker = draft.marker or one.marker
        if draft.subjects or draft.subject_from == "none":
            draft.kind = one.kind if one.kind is not ClauseKind.INFINITIVE else ClauseKind.MAIN
            return
        draft.subjects, draft.subject_from = list(one.subjects), "shared" if one.subjects else "none"
        if not (draft.objects or draft.group.passive or one.group.passive):  # *was seeking and building boats*
            draft.objects = [phrase for phrase in one.objects if phrase.first >= draft.group.last]
        draft.confidence = min(LIKELY, one.confidence)
        if draft.group.form is not VerbForm.FINITE and not self._tree.children(place, "aux", "auxpass"):
            draft.modal, draft.negated = one.modal, one.negated or draft.negated
            draft.group = replace(draft.group, passive=self._shares_voice(draft, one))
        if one.kind is ClauseKind.INFINITIVE and draft.modal is Modal.ACTUAL:
            draft.modal = one.modal

    def _shares_voice(self, draft: ClauseDraft, one: ClauseDraft) -> bool:
        """*was seen and heard* is passive twice; *had come and gone* not once."""
        return one.group.passive if draft.group.form is VerbForm.PARTICIPLE else draft.group.passive

    def _content(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*said that he left*, *wants him to leave*, *saw him leave*."""
        if matrix is None:
            self._root(draft, place, matrix)
        elif draft.group.form is VerbForm.FINITE:
            draft.kind = ClauseKind.CONTENT
            if matrix.base in lex.COMPLEMENT_TAKERS | {"tell"}:
                draft.content_of = matrix
            if not draft.subjects and draft.subject_from != "none":
                draft.subject_from, draft.confidence = "none", DOUBTFUL
        else:
            self._open(draft, place, matrix)

    def _open(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*wanted to leave*, *began to leave*, *kept leaving*, *made him leave*."""
        if matrix is None:
            self._root(draft, place, matrix)
        elif draft.group.form in {VerbForm.INFINITIVE, VerbForm.FINITE}:
            self._infinitive(draft, matrix, 0.9)
        elif (
            draft.group.form is VerbForm.ING and matrix.base in lex.ASPECT and not matrix.objects and not draft.subjects
        ):
            draft.subjects = list(matrix.subjects)
            merge(draft, matrix)
        else:
            self._participle(draft, matrix)

    def _infinitive(self, draft: ClauseDraft, matrix: ClauseDraft | None, confidence: float) -> None:
        own = bool(draft.subjects)
        draft.kind, draft.confidence = ClauseKind.INFINITIVE, confidence
        if matrix is None:
            draft.subject_from = "none" if not own else draft.subject_from
            intend(draft)
            return
        if not own:
            draft.subjects, draft.subject_from = controller(matrix), "shared"
        if not own and self._is_equated(matrix):
            self._imagine(draft)
            return
        if not own and self._directly(draft, matrix) and merges(draft, matrix):
            merge(draft, matrix)
        elif matrix.base in _CAUSING | lex.PERCEPTION and (own or matrix.objects):
            draft.modal = matrix.modal
            draft.subjects = draft.subjects if own else list(matrix.objects)
        else:
            intend(draft, matrix)
        self._turn_around(draft, matrix)
        if not draft.subjects:
            draft.confidence = OMITTED

    def _turn_around(self, draft: ClauseDraft, matrix: ClauseDraft) -> None:
        """*This is hard to tell*: the subject is what cannot be told, and nobody is named."""
        word = self._line.tokens[matrix.complement[1] - 1].text.lower() if matrix.complement else ""
        if matrix.base != "be" or word not in _HARD or matrix.objects or draft.group.passive:
            return
        stated = matrix.subjects if matrix.subjects and matrix.subjects[0].text.lower() != "it" else []
        draft.objects = draft.objects or list(stated)
        draft.subjects, draft.modal = [], Modal.POSSIBLE

    def _is_equated(self, matrix: ClauseDraft) -> bool:
        """Return whether *be* says what something is, not what somebody is to do: *the plan is to leave*."""
        if matrix.base != "be" or matrix.complement is not None or matrix.objects or not matrix.subjects:
            return False
        return matrix.subjects[0].kind == "noun" or matrix.subjects[0].text.lower() in _THINGS

    def _directly(self, draft: ClauseDraft, matrix: ClauseDraft) -> bool:
        """Return whether nothing but adverbs is between two verbs."""
        between = self._line.tokens[matrix.group.last : draft.group.first]
        return matrix.group.last <= draft.group.first and all(token.tag[:2] in {"AV", "XX"} for token in between)

    def _adverbial(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*because he left*, *leaving the house, he …*, *after leaving*, *to leave*."""
        if draft.subjects and draft.group.form in {VerbForm.FINITE, VerbForm.PARTICIPLE, VerbForm.ING}:
            draft.kind = ClauseKind.SUBORDINATE
        elif draft.group.form is VerbForm.INFINITIVE:
            self._infinitive(draft, matrix, 0.8)
        elif draft.group.form is VerbForm.FINITE:
            draft.kind, draft.confidence = ClauseKind.SUBORDINATE, DOUBTFUL
        else:
            self._participle(draft, matrix)

    def _participle(self, draft: ClauseDraft, matrix: ClauseDraft | None) -> None:
        """An action beside that of the clause above, with its subject."""
        draft.kind, draft.confidence = ClauseKind.PARTICIPIAL, LIKELY
        if matrix is None:
            draft.subject_from = draft.subject_from if draft.subjects else "none"
            return
        if matrix.modal in {Modal.CONDITIONAL, Modal.ASKED}:
            draft.modal = matrix.modal
        if self._is_in_phrase(draft):
            self._imagine(draft)
            return
        if not draft.subjects:
            held = draft.marker in _INTENDING and bool(matrix.objects)  # *accused him of leaving*
            seen = held or (matrix.base in lex.PERCEPTION | {"leave", "find", "catch", "keep"} and matrix.objects)
            draft.subjects = list(matrix.objects if seen and not matrix.group.passive else matrix.subjects)
            draft.subject_from = "shared"
        self._weigh(draft)

    def _is_in_phrase(self, draft: ClauseDraft) -> bool:
        """Return whether an *-ing* hangs on the preposition of a noun: *the idea of leaving*."""
        place = draft.group.head
        preposition = self._tree.words[place].head
        inside = self._tree.relation(place) == "pcomp" and self._tree.relation(preposition) == "prep"
        return inside and self._line.phrases.is_nominal(self._tree.words[preposition].head)

    def _imagine(self, draft: ClauseDraft) -> None:
        """*the idea of leaving*, *leaving is hard*: nobody is said to do it, nor that it is done."""
        draft.kind, draft.subject_from, draft.confidence = ClauseKind.PARTICIPIAL, "none", OMITTED
        draft.modal = Modal.INTENDED

    def _weigh(self, draft: ClauseDraft) -> None:
        """Set what the preposition before an *-ing* says of it: whether it happened."""
        if draft.marker in {"without", "instead"}:
            draft.negated = True
        elif draft.marker in _INTENDING:
            draft.modal, draft.confidence = Modal.INTENDED, OMITTED
        elif draft.marker in _HOLDING:
            draft.confidence = PROBABLE
        elif draft.marker is not None:
            draft.confidence = 0.6

    def _subject_clause(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*Leaving the house was hard*, *that he left is known*."""
        if draft.subjects:
            draft.kind = ClauseKind.SUBORDINATE
        else:
            self._imagine(draft)

    def _parataxis(self, draft: ClauseDraft, place: int, matrix: ClauseDraft | None) -> None:
        """*He left, the police said*: the words before are theirs; *he said: …*: those after are his."""
        if matrix is not None and draft.base in lex.SPEECH and draft.subjects and matrix.content_of is None:
            self._attribute(matrix, draft)
            draft.content_of, draft.parent = None, None
        elif matrix is not None and matrix.base in lex.DIRECT_SPEECH and matrix.subjects:
            draft.content_of = matrix
        elif not draft.subjects:
            self._root(draft, place, matrix)

    def _attribute(self, said: ClauseDraft, speech: ClauseDraft) -> None:
        """Make a clause, and those that were built under it, the content of a verb of speech."""
        for draft in self._drafts.values():
            above = draft
            for _ in range(len(self._drafts)):
                if above is said:
                    draft.content_of = draft.content_of or (speech if draft is not speech else None)
                    break
                if above.parent is None:
                    break
                above = above.parent
