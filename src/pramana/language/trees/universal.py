"""From Universal Dependencies to the labels of spaCy's English pipelines, in which verbs and prepositions are heads.

A copula becomes the head of what it links, a preposition the head of what it governs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pramana.language.trees.model import DependencyTree, TreeWord
from pramana.language.word_lists import word_set

_NAMES = {
    "nsubj:pass": "nsubjpass",
    "csubj:pass": "csubjpass",
    "aux:pass": "auxpass",
    "obj": "dobj",
    "iobj": "dative",
    "compound:prt": "prt",
    "acl:relcl": "relcl",
    "nmod:poss": "poss",
    "flat": "compound",
    "goeswith": "compound",
    "det:predet": "predet",
    "obl:unmarked": "npadvmod",
    "obl:npmod": "npadvmod",
    "obl:tmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "nmod:desc": "compound",
}
"""Of other relations with a subtype the first part counts."""
_ONLY_UNIVERSAL = word_set("trees/only_universal")
_OWN = word_set("trees/clausal")
"""Of the children of a predicate these belong to its copula."""


def is_universal(words: Sequence[TreeWord]) -> bool:
    """Return whether relations are those of Universal Dependencies."""
    return any(word.relation in _ONLY_UNIVERSAL for word in words)


def from_universal(tree: DependencyTree) -> DependencyTree:
    """Return a tree of Universal Dependencies in the labels of spaCy's English pipelines."""
    words = list(tree.words)
    for place, word in enumerate(tree.words):
        words[place] = replace(word, relation=_relation(tree, place))
    for place in range(len(words)):
        _govern(tree, words, place)
    for place in range(len(words)):
        _link(tree, words, place)
    return DependencyTree.of(tree.text, words)


def _relation(tree: DependencyTree, place: int) -> str:
    """Return the relation of a word under its other name, prepositions and copulas aside."""
    word = tree.words[place]
    relation = _NAMES.get(word.relation, word.relation.partition(":")[0])
    if relation == "advmod" and word.text.lower() in {"not", "n't", "n’t", "never"}:
        return "neg"
    if relation == "obl" and not tree.children(place, "case"):
        return "npadvmod"
    if relation == "xcomp" and word.pos not in {"VERB", "AUX"} and not tree.children(place, "cop", "aux", "mark"):
        objects = any(tree.children(word.head, "obj"))
        return "oprd" if objects else "acomp" if word.pos in {"ADJ", "ADV"} else "attr"
    return "ROOT" if relation == "root" or word.head == place else relation


def _govern(tree: DependencyTree, words: list[TreeWord], place: int) -> None:
    """Put the preposition of a noun between the noun and its head."""
    cases = [case for case in tree.children(place, "case") if tree.words[case].tag != "POS" and case < place]
    word = words[place]
    if not cases or word.relation == "poss":
        return
    first, agent = cases[0], tree.words[place].relation == "obl:agent"
    predicate = bool(tree.children(place, "cop"))
    own = word.relation not in {"obl", "nmod", "conj", "npadvmod", "dative"}
    kept = word.relation if own or word.relation == "conj" else "agent" if agent else "prep"
    head = first if word.head == place else word.head
    if word.relation == "conj":
        head, kept = _preposition_before(tree, words, place)
    words[first] = replace(words[first], head=place if predicate else head, relation="prep" if predicate else kept)
    if predicate:
        return  # *is in Paris*: the copula is made the head first
    words[place] = replace(word, head=first, relation="pobj")
    for case in cases[1:]:
        words[case] = replace(words[case], head=first, relation="fixed")


def _preposition_before(tree: DependencyTree, words: list[TreeWord], place: int) -> tuple[int, str]:
    """Return head and relation of the preposition of a joined noun: *in Paris and in London* are two phrases."""
    one = tree.words[place].head
    held = words[one]
    if held.relation == "pobj":
        return words[held.head].head, words[held.head].relation
    return one, "prep"


def _link(tree: DependencyTree, words: list[TreeWord], place: int) -> None:
    """Make a copula the head of its predicate, with the predicate's subject, auxiliaries and clauses."""
    copulas = tree.children(place, "cop")
    if not copulas:
        return
    copula, word = copulas[0], words[place]
    if word.pos == "VERB" and tree.children(place, "nsubj:outer"):  # *The trouble is that he left*
        _link_clause(tree, words, place, copula)
        return
    case = next((child for child in tree.children(place, "case") if words[child].relation == "prep"), None)
    root = word.relation == "ROOT"
    relation = "ccomp" if word.relation in {"pobj", "obl", "npadvmod"} else word.relation
    words[copula] = replace(words[copula], head=copula if root else word.head, relation=relation)
    for child, each in enumerate(words):
        if each.head == place and child not in {place, copula} and _is_clausal(tree, words, child, place, copula):
            words[child] = replace(each, head=copula)
    if case is not None:
        words[case] = replace(words[case], head=copula, relation="prep")
        words[place] = replace(word, head=case, relation="pobj")
        return
    nominal = word.pos in {"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM"} or word.relation == "nsubj"
    words[place] = replace(word, head=copula, relation="attr" if nominal else "acomp")


def _link_clause(tree: DependencyTree, words: list[TreeWord], place: int, copula: int) -> None:
    """Make a copula the head of a clause that it links to its subject."""
    word = words[place]
    head = copula if word.relation == "ROOT" else word.head
    words[copula] = replace(words[copula], head=head, relation=word.relation)
    words[place] = replace(word, head=copula, relation="ccomp")
    for child in tree.children(place, "nsubj:outer"):
        words[child] = replace(words[child], head=copula)


def _is_clausal(tree: DependencyTree, words: Sequence[TreeWord], child: int, place: int, copula: int) -> bool:
    """Return whether a child of a predicate belongs to the clause: its subject, *not*, what was an `obl`, a clause."""
    relation = words[child].relation
    if relation in {"prep", "agent"}:
        return any(
            words[noun].head == child and tree.relation(noun).startswith(("obl", "conj")) for noun in range(len(words))
        )
    if relation == "advmod":
        return child < copula or child > place
    if relation == "conj":
        return words[child].pos in {"AUX", "VERB"} or bool(tree.children(child, "nsubj", "nsubj:pass", "cop", "aux"))
    return relation in _OWN
