"""From tags of the Penn Treebank to tags of C5, which the rules read."""

from __future__ import annotations

from pramana.language.model import Token
from pramana.language.tagging import lemma_of
from pramana.language.tokens import MAX_WORD, straighten
from pramana.language.trees.model import DependencyTree
from pramana.language.word_lists import word_set

_PLAIN = dict(
    pair.split("=")
    for pair in (
        "NN=NN1 NNS=NN2 NNP=NP0 NNPS=NP0 PRP=PNP EX=EX0 PDT=DT0 WDT=DTQ WP=PNQ WP$=DTQ WRB=AVQ PRP$=DPS JJ=AJ0 JJR=AJC"
        " JJS=AJS CD=CRD RB=AV0 RBR=AV0 RBS=AV0 RP=AVP CC=CJC POS=POS UH=ITJ FW=UNC SYM=UNC LS=CRD ADD=NP0 AFX=AJ0"
        ' NFP=PUN HYPH=PUN MD=VM0 XX=UNC $=CRD -LRB-=PUL -RRB-=PUR ``=PUQ "=PUQ'
    ).split()
) | {"''": "PUQ"}
_FORMS = {"VBD": "D", "VBZ": "Z", "VBG": "G", "VBN": "N", "VBP": "B"}
_BE = word_set("trees/be")
_HAVE = word_set("trees/have")
_DO = word_set("trees/do")
_ARTICLES = frozenset("a an the no every".split())
_INDEFINITE = frozenset(
    f"{first}{last}" for first in ("some", "any", "every", "no") for last in ("one", "body", "thing")
) | {"none"}
_ORDINALS = word_set("trees/ordinals")
_AMOUNTS = frozenset("many much more few several such".split())
"""*Many of them left*: a pronoun or determiner to C5, an adjective to the Penn Treebank."""


def tag_words(tree: DependencyTree) -> tuple[Token, ...]:
    """Return the words of a tree as tokens with tags of C5, and the lemmas that the rules give."""
    plain = straighten(tree.text)
    found = []
    for place, word in enumerate(tree.words):
        tag = _tag(tree, place)
        lemma = lemma_of(plain[word.start : word.end].strip()[:MAX_WORD] or word.text, tag)
        found.append(Token(word.start, word.end, word.text, lemma, tag))
    return tuple(found)


def _tag(tree: DependencyTree, place: int) -> str:
    word, lower = tree.words[place], tree.lower(place)
    if word.tag.startswith("VB"):
        return _verb_tag(tree, place)
    if lower in {"not", "n't", "n’t"}:
        return "XX0"
    if word.relation == "prt" and word.tag in {"RP", "IN", "RB"}:
        return "AVP"
    if word.tag in {"IN", "TO"}:
        return _particle_tag(tree, place)
    if word.tag == "DT":
        return "AT0" if lower in _ARTICLES else "PNI" if lower in _INDEFINITE else "DT0"
    if word.tag in {"NN", "PRP"} and lower in _INDEFINITE:
        return "PNI"
    if word.tag == "PRP" and lower.endswith(("self", "selves")):
        return "PNX"
    if word.tag == "JJ" and (lower in _ORDINALS or (lower[:1].isdigit() and lower[-2:] in {"st", "nd", "rd", "th"})):
        return "ORD"
    if word.tag in {"JJ", "JJR"} and lower in _AMOUNTS and word.relation != "acomp":
        return "DT0"
    return _PLAIN.get(word.tag) or ("PUN" if not any(map(str.isalnum, word.text)) else "UNC")


def _verb_tag(tree: DependencyTree, place: int) -> str:
    word, lower = tree.words[place], tree.lower(place)
    family = "B" if lower in _BE else "H" if lower in _HAVE else "D" if lower in _DO else "V"
    form = _FORMS.get(word.tag)
    if form is None:  # VB: an infinitive, or a command
        governed = tree.children(place, "aux", "mark") or word.relation in {"xcomp", "aux"}
        form = "I" if governed or word.relation in {"ccomp", "conj"} else "B"
    return f"V{family}{form}"


def _particle_tag(tree: DependencyTree, place: int) -> str:
    """Return the tag of a word that the Penn Treebank calls a preposition, or *to*."""
    word, lower = tree.words[place], tree.lower(place)
    verbal = tree.words[word.head].tag.startswith("VB")
    if lower == "to" and (word.relation in {"aux", "mark"} or (word.tag == "TO" and verbal and place < word.head)):
        return "TO0" if word.relation in {"aux", "mark"} else "PRP"
    if word.relation == "mark":
        return "CJT" if lower == "that" else "CJS"
    return "PRF" if lower == "of" else "PRP"
