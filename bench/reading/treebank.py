"""Sentences of a CoNLL-U file with their places in the text, and the pairs of verb and participant that they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from pramana.language import TreeWord

PASSIVE = "nsubj:pass"
SHARED = "nsubj:xsubj"
"""The relation of the enhanced graph from a controlled verb to its subject: *he* to *leave* of *he wanted to leave*."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a tree. `head` is the index of its head, -1 for the root; `deps` the arcs of the enhanced graph."""

    form: str
    lemma: str
    upos: str
    tag: str
    head: int
    relation: str
    deps: tuple[tuple[int, str], ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TreeSentence:
    """A sentence with its tree. `document` is the id that the file gives; `words` are in order."""

    text: str
    document: str
    words: tuple[Word, ...]

    def tree(self) -> list[TreeWord]:
        """Return the words of the tree as a parser would give them."""
        heads = [place if word.head < 0 else word.head for place, word in enumerate(self.words)]
        return [
            TreeWord(word.start, word.end, word.form, word.tag, word.upos, head, word.relation)
            for word, head in zip(self.words, heads, strict=True)
        ]

    @property
    def half(self) -> str:
        """Return `first` or `second`: a document is always in one half."""
        return ("first", "second")[blake2b(self.document.encode()).digest()[0] % 2]


@dataclass(slots=True)
class _Block:
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)


def read_treebank(path: Path) -> Iterator[TreeSentence]:
    """Yield the sentences of a CoNLL-U file that say their text."""
    document, block = "", _Block()
    for line in [*path.read_text("utf-8").split("\n"), ""]:
        if line.startswith("# newdoc id = "):
            document = line.removeprefix("# newdoc id = ")
        elif line.startswith("# text = "):
            block.text = line.removeprefix("# text = ")
        elif line and not line.startswith("#"):
            block.rows.append(line.split("\t"))
        elif not line and block.rows:
            yield TreeSentence(block.text, document, _words(block))
            block = _Block()


def _words(block: _Block) -> tuple[Word, ...]:
    """Return the words of a sentence. Those of one written word (*don't*) share it where they do not divide it."""
    found: list[Word] = []
    place, written, last = 0, (0, 0), 0
    for row in block.rows:
        number, _, end = row[0].partition("-")
        if end:
            start = max(block.text.find(row[1], place), place)
            written, last = (start, start + len(row[1])), int(end)
            place = start
            continue
        if "." in number:  # an empty node of the enhanced graph has no place in the text
            continue
        start = block.text.find(row[1], place)
        within = int(number) > last or (start >= 0 and start + len(row[1]) <= written[1])
        span = (start, start + len(row[1])) if start >= 0 and within else written
        place = span[1] if span != written else place
        if int(number) == last:
            place = written[1]
        found.append(_word(row, *span))
    return tuple(found)


def _word(row: list[str], start: int, end: int) -> Word:
    arcs = (arc.partition(":")[::2] for arc in row[8].split("|") if arc != "_")
    deps = tuple((int(head) - 1, relation) for head, relation in arcs if head.isdecimal())
    head = int(row[6]) - 1 if row[6].isdecimal() else -1
    return Word(row[1], row[2], row[3], row[4], head, row[7], deps, start, end)


Pair = tuple[int, int]
"""The place of a verb and of the head of its participant."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The pairs of a sentence: `subject` and `object` are wanted, `neutral` ones are neither right nor wrong."""

    subject: frozenset[Pair]
    object: frozenset[Pair]
    neutral: frozenset[Pair]


def gold_pairs(sentence: TreeSentence) -> Gold:
    """Return the pairs of verb and participant by the enhanced graph, which joins what *and* joins.

    A subject is an `nsubj`, or the agent of a passive (`obl:agent`); an object is an `obj`, or the subject of a passive
    (`nsubj:pass`). In a relative clause it is the noun, not the pronoun. Neutral: subjects that are shared with
    another clause, and the recipient as subject of a passive that also has an object (*he was given a book*).
    """
    words = sentence.words
    arcs = [(head, place, relation) for place, word in enumerate(words) for head, relation in word.deps if head >= 0]
    verbal = [arc for arc in arcs if words[arc[0]].upos == "VERB"]
    given = {head for head, _, relation in verbal if relation == "obj"}
    wanted: dict[str, set[Pair]] = {"subject": set(), "object": set(), "neutral": set()}
    for head, place, relation in verbal:
        if relation in {"nsubj", "obl:agent"}:
            wanted["subject"].add((head, place))
        elif relation == SHARED or (relation == PASSIVE and head in given):
            wanted["neutral"].add((head, place))
        elif relation in {"obj", PASSIVE}:
            wanted["object"].add((head, place))
    return Gold(*(frozenset(wanted[kind]) for kind in ("subject", "object", "neutral")))


def has_preposition(sentence: TreeSentence, noun: int) -> bool:
    """Return whether the tree gives a noun a preposition in front of it."""
    return any(
        word.head == noun and word.relation == "case" and place < noun and word.upos in {"ADP", "SCONJ", "ADJ", "VERB"}
        for place, word in enumerate(sentence.words)
    )
