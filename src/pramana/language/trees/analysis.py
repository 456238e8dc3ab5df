"""A tree in, the analysis of its line out: the same words, phrases and clauses that the rules give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language.appositions import is_doubted
from pramana.language.assembly import assemble
from pramana.language.chunks import Chunker
from pramana.language.model import ClauseKind, NounPhrase, Sentence
from pramana.language.nominals import Nominal
from pramana.language.trees.clauses import Clauses
from pramana.language.trees.groups import verbs_of
from pramana.language.trees.model import DependencyTree, TreeWord
from pramana.language.trees.participants import TreeLine, examples_of
from pramana.language.trees.phrases import Phrases
from pramana.language.trees.tags import tag_words
from pramana.language.trees.universal import from_universal, is_universal


def analyse_tree(text: str, words: Sequence[TreeWord]) -> Sentence:
    """Return the words, phrases and clauses of one line of English, from its dependency tree.

    Relations are those of Universal Dependencies or of spaCy's English pipelines, tags those of the Penn Treebank.
    Raises ValueError where a head is not a word of the line.
    """
    tree = DependencyTree.of(text, words)
    tree = from_universal(tree) if is_universal(words) else tree
    tokens = tag_words(tree)
    phrases = Phrases(tree, tokens)
    line = TreeLine(tree, tokens, phrases)
    verbs = verbs_of(tree, tokens)
    drafts = Clauses(line, verbs).build()
    outermost = phrases.outermost_phrases()
    chunks = Chunker(text, tokens).chunks()  # what brackets say is read from chunks
    clauses = assemble(text, tokens, chunks, drafts, list(_nominals(line)), outermost)
    groups = tuple(verb.group for verb in verbs.values())
    return Sentence(text, tokens, outermost, groups, clauses, attached=True)


def _nominals(line: TreeLine) -> Iterator[Nominal]:
    """Yield appositions, examples, places of nouns, and what *whose* says."""
    for place in range(len(line.tokens)):
        if not line.phrases.is_nominal(place):
            continue
        one = line.phrases.at(place)
        for other in line.tree.children(place, "appos"):
            described = line.phrases.at(other)
            if line.phrases.is_nominal(other) and _describes(line, one, described):
                yield Nominal(ClauseKind.APPOSITION, one, described, described.first - 1, described.head + 1)
        yield from examples_of(line, place)
        owner = next((each for each in line.tree.children(place, "poss") if line.tree.lower(each) == "whose"), None)
        antecedent = line.antecedent(owner) if owner is not None else None
        if owner is not None and antecedent is not None:
            yield Nominal(ClauseKind.POSSESSIVE, line.phrases.at(antecedent), one, owner, owner + 1)


def _describes(line: TreeLine, one: NounPhrase, other: NounPhrase) -> bool:
    """Return whether a phrase between marks says what another is. What brackets hold is read with them."""
    named = {"pronoun", "number"}.isdisjoint({one.kind, other.kind}) and one.last < other.first
    mark = line.tokens[other.first - 1]
    return named and mark.tag == "PUN" and not is_doubted(line.tokens, other)
