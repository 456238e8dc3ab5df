"""Clauses from dependency trees: the same from the labels of spaCy's English pipelines and of Universal Dependencies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_trees import SAMPLES, UNIVERSAL, words_of

from pramana.language import TreeWord, analyse_tree
from pramana.language.model import Clause, ClauseKind


def shown(clause: Clause) -> str:
    """Write a clause in one line: verb, voice and flags, then its participants."""
    flags = [*(["passive"] if clause.passive else []), *(["not"] if clause.negated else [])]
    flags += [] if clause.modal.value == "actual" else [clause.modal.value]
    parts = [("S", clause.subjects), ("O", clause.objects), ("I", clause.indirect)]
    texts = [f"{name} {' + '.join(phrase.text for phrase in phrases)}" for name, phrases in parts if phrases]
    texts += [f"{part.preposition} {part.phrase.text}" for part in clause.prepositions]
    texts += [f"{each.kind} {each.text}" for each in clause.adverbials]
    texts += [f"C {clause.complement}"] if clause.complement else []
    texts += [f"said {clause.attributed_to.text}"] if clause.attributed_to else []
    return f"{' '.join([clause.verb, *flags])}: {'; '.join(texts)}"


def shown_clauses(text: str, tree: str) -> list[str]:
    """Write the clauses of a tree. Who has what is read from phrases, which other tests are about."""
    clauses = analyse_tree(text, words_of(text, tree)).clauses
    return [shown(clause) for clause in clauses if clause.kind is not ClauseKind.POSSESSIVE]


@pytest.mark.parametrize(("text", "tree", "expected"), SAMPLES)
def test_clauses_of_english_labels(text: str, tree: str, expected: list[str]) -> None:
    """Each verb is a clause with its participants, polarity, modality and speaker."""
    assert shown_clauses(text, tree) == expected


@pytest.mark.parametrize(("text", "tree", "expected"), UNIVERSAL)
def test_clauses_of_universal_labels(text: str, tree: str, expected: list[str]) -> None:
    """The labels of Universal Dependencies give the same clauses."""
    assert shown_clauses(text, tree) == expected


def test_every_span_is_of_the_line() -> None:
    """Verbs and phrases are the line's own words."""
    for text, tree, _ in [*SAMPLES, *UNIVERSAL]:
        sentence = analyse_tree(text, words_of(text, tree))
        for clause in sentence.clauses:
            assert text[clause.verb_start : clause.verb_end] == clause.verb_quote
        assert all(text[phrase.start : phrase.end] == phrase.text for phrase in sentence.noun_phrases)


RELATIONS = (
    "nsubj dobj prep pobj conj xcomp ccomp relcl acl advcl aux neg ROOT attr acomp appos poss cop case obl".split()
)
TAGS = "NN NNP VBD VB VBG VBN IN TO DT PRP WDT MD RB JJ POS , . CC".split()
WORDS = st.tuples(
    st.sampled_from(["map", "is", "that", "to", "of", "not", "who", "'s", ","]),
    st.sampled_from(TAGS),
    st.sampled_from(["NOUN", "VERB", "AUX", "ADP", ""]),
    st.integers(0, 9),
    st.sampled_from(RELATIONS),
)


@settings(max_examples=150)
@given(st.lists(WORDS, min_size=1, max_size=10))
def test_any_tree_is_read(drawn: list[tuple[str, str, str, int, str]]) -> None:
    """Whatever a parser gives, cycles included, nothing is raised, and all quotes are of the line."""
    text = " ".join(word for word, *_ in drawn)
    words, start = [], 0
    for word, tag, pos, head, relation in drawn:
        words.append(TreeWord(start, start + len(word), word, tag, pos, head % len(drawn), relation))
        start += len(word) + 1
    for clause in analyse_tree(text, words).clauses:
        assert text[clause.verb_start : clause.verb_end] == clause.verb_quote


def test_head_outside_of_the_line_is_refused() -> None:
    """A head that is not a word of the line is an error, named with its place."""
    with pytest.raises(ValueError, match="the head of word 0"):
        analyse_tree("Go", [TreeWord(0, 2, "Go", "VB", "VERB", 5, "ROOT")])
