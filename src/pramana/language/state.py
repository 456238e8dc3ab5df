"""What the pass over a line has seen and still waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.language import lexicon as lex
from pramana.language.chunks import Chunk
from pramana.language.drafts import ClauseDraft, Excluded
from pramana.language.lookahead import Lookahead
from pramana.language.model import Adverbial, ClauseKind, NounPhrase, Prepositional, Token, VerbForm
from pramana.language.nominals import Nominal

SURE, LIKELY, PROBABLE, COMMAND, DOUBTFUL = 1.0, 0.8, 0.75, 0.7, 0.5


@dataclass(frozen=True, slots=True)
class Waiting:
    """A subject whose verb has not come, and what its clause is to be."""

    subjects: list[NounPhrase]
    marker: str | None
    content_of: ClauseDraft | None
    parent: ClauseDraft | None
    subject_from: str = "stated"
    early: tuple[Prepositional, ...] = ()
    adverbials: tuple[Adverbial, ...] = ()


class ClauseState:
    """The clauses of one stretch of chunks (a line, a quotation, a parenthesis) while they grow."""

    def __init__(self, text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> None:
        self.text = text
        self.tokens = tokens
        self.chunks = chunks
        self.ahead = Lookahead(tokens, chunks)
        self.drafts: list[ClauseDraft] = []
        self.nominals: list[Nominal] = []
        self.current: ClauseDraft | None = None
        self.waiting: list[Waiting] = []
        self.unowned: list[ClauseDraft] = []
        self.source: NounPhrase | None = None
        self.label: NounPhrase | None = None
        self.segment = 0
        self.reported: ClauseDraft | None = None
        self.reset()

    def reset(self) -> None:
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
        self.excluding = False
        self.excluded_at = -1
        self.excluded: list[NounPhrase] = []
        self.about_clause = False
        self.again: ClauseDraft | None = None
        self.gapped = ""

    def suspend(self) -> None:
        """A subject without a verb yet waits while another clause comes in between."""
        if self.pending:
            content_of = self.current if self.content else None
            early, adverbials = tuple(self.early), tuple(self.early_adverbials)
            waiting = Waiting(self.pending, self.marker, content_of, self.current, "stated", early, adverbials)
            self.waiting.append(waiting)
            self.pending, self.marker, self.content = [], None, False
            self.early, self.early_adverbials = [], []
        elif self.relative and self.joint in {"REL", "COMMA"} and not self.relative_preposition:
            self.waiting.append(Waiting(self.relative, None, None, self.current, "relative"))
            self.relative = []

    def takes_content(self) -> bool:
        return self.current is not None and self.current.base in lex.COMPLEMENT_TAKERS

    def add(self, draft: ClauseDraft) -> None:
        """Make `draft` the clause that later words belong to."""
        draft.prepositions += [] if self._early_for_main(draft) else self.early
        draft.adverbials += self.early_adverbials
        main = draft.group.form is VerbForm.FINITE and draft.kind is ClauseKind.MAIN
        if main and draft.subjects and draft.content_of not in self.unowned:
            self._adopt(draft)
        elif main and self.inverted:  # *Through it, looking out on the yard, came a flood of light*
            self.unowned = []
        inverted, there, excluded, early = self.inverted, self.there, self.excluded, self._early_for_main(draft)
        self.reset()
        self.inverted, self.early = inverted, early
        self.drafts.append(draft)
        if excluded:
            draft.excluded = Excluded(subjects=excluded)
        self.current = draft
        if there:
            draft.confidence = min(draft.confidence, LIKELY)

    def _early_for_main(self, draft: ClauseDraft) -> list[Prepositional]:
        """*In a statement read to the court Tull said …*: phrases in front that a reduced relative leaves alone."""
        reduced = draft.kind is ClauseKind.RELATIVE and draft.group.form is not VerbForm.FINITE
        held = any(part.phrase is phrase for part in self.early for phrase in draft.subjects)
        return self.early if reduced and held else []

    def _adopt(self, draft: ClauseDraft) -> None:
        """Clauses that stood before their subject (*To kill Ravana, Rama …*) get it now."""
        for early in self.unowned:
            early.subjects, early.subject_from, early.parent = list(draft.subjects), "shared", draft
        self.unowned = []
