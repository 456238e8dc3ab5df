"""What the analyser says about a line. Every span counts code points of the line as given; `end` is exclusive."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class VerbForm(StrEnum):
    """The shape of a verb group."""

    FINITE = "finite"
    INFINITIVE = "infinitive"
    ING = "ing"
    PARTICIPLE = "participle"


class ClauseKind(StrEnum):
    """The kind of a clause by its function in the sentence."""

    MAIN = "main"
    RELATIVE = "relative"
    """who, which, that; and relatives without a pronoun"""
    CONTENT = "content"
    """what is said, thought, seen: *said that …*"""
    SUBORDINATE = "subordinate"
    """when, because, although, if …"""
    INFINITIVE = "infinitive"
    PARTICIPIAL = "participial"
    APPOSITION = "apposition"
    """*X, the capital of Y*: a nominal relation, lemma *be*"""
    POSSESSIVE = "possessive"
    """*Y's X*: a nominal relation, lemma *have*"""
    BRACKET = "bracket"
    """*X (Y)*: a nominal relation, lemma *be*, or *bear* and *die* with their dates"""
    TITLE = "title"
    """*Danish linguist X*: a nominal relation, lemma *be*"""
    EVENT = "event"
    """*the sale of X by Y*: an event named by a noun, lemma of its verb"""
    EXAMPLE = "example"
    """*X such as Y*, *X, including Y*: a nominal relation, lemma *include*"""
    LOCATION = "location"
    """*the house on the hill fell*: a nominal relation, lemma *be*, with a preposition"""


class Modal(StrEnum):
    """What a clause claims for its action."""

    ACTUAL = "actual"
    POSSIBLE = "possible"
    NECESSARY = "necessary"
    FUTURE = "future"
    CONDITIONAL = "conditional"
    INTENDED = "intended"
    ALLEGED = "alleged"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark: `text` is line[start:end]; `tag` is of the C5 tagset, after repair."""

    start: int
    end: int
    text: str
    lemma: str
    tag: str


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase with its *of*-phrases. `first`, `last`, `head` index tokens, `last` exclusive.

    `possessor` is the span of *Y* in *Y's X*, None where there is none.
    """

    start: int
    end: int
    text: str
    first: int
    last: int
    head: int
    kind: str
    """`name`, `noun`, `pronoun` or `number`"""
    possessor: tuple[int, int] | None = None
    inner: NounPhrase | None = None
    """The phrase that *of* right behind the head governs: *two men* in *the arrest of two men*."""


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """Auxiliaries, verb and particle. `lemma` is the main verb's, with its particle (*give up*)."""

    start: int
    end: int
    text: str
    first: int
    last: int
    head: int
    lemma: str
    form: VerbForm
    passive: bool = False
    negated: bool = False
    modal: Modal = Modal.ACTUAL


@dataclass(frozen=True, slots=True)
class Prepositional:
    """A preposition (lower case, several words joined by one blank) and what it governs."""

    preposition: str
    phrase: NounPhrase
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Adverbial:
    """A time or place without a preposition: *yesterday*, *last night*, *there*. `kind` is `time` or `place`."""

    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One action or state with its participants, as the line puts it.

    `verb_quote` is line[verb_start:verb_end]. `predicate` is the verb with all its auxiliaries, as words.
    `start` and `end` bound the words from the verb to the last complement. `confidence` is above 0, at most 1.
    `parent` is the index in `Sentence.clauses` of the clause that this one depends on, None for none.
    """

    kind: ClauseKind
    verb: str
    verb_quote: str
    verb_start: int
    verb_end: int
    predicate: str
    end: int
    passive: bool = False
    subjects: tuple[NounPhrase, ...] = ()
    objects: tuple[NounPhrase, ...] = ()
    indirect: tuple[NounPhrase, ...] = ()
    prepositions: tuple[Prepositional, ...] = ()
    adverbials: tuple[Adverbial, ...] = ()
    complement: str | None = None
    negated: bool = False
    unasserted: bool = False
    """Another word takes the assertion away: *denied that …*, *failed to …*, *no evidence that …*."""
    modal: Modal = Modal.ACTUAL
    marker: str | None = None
    attributed_to: NounPhrase | None = None
    confidence: float = 1.0
    parent: int | None = None
    subject_from: str = "stated"
    """`stated`, `shared` (from another clause), `relative` (the pronoun's head), `empty` (*it seems that …*), `none`"""


NOMINAL = frozenset(
    {
        ClauseKind.APPOSITION,
        ClauseKind.POSSESSIVE,
        ClauseKind.BRACKET,
        ClauseKind.TITLE,
        ClauseKind.EVENT,
        ClauseKind.EXAMPLE,
        ClauseKind.LOCATION,
    }
)
"""The kinds of clauses without a verb."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The analysis of one line. Empty tuples where the line has nothing of the kind."""

    text: str
    tokens: tuple[Token, ...]
    noun_phrases: tuple[NounPhrase, ...]
    verb_groups: tuple[VerbGroup, ...]
    clauses: tuple[Clause, ...]
    attached: bool = False
    """The phrases hold the prepositional phrases that belong to them, as a parser's tree does."""
