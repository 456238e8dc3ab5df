"""Graphs and texts made to deceive an audit, or to break it."""

from __future__ import annotations

import json
import time

import pytest
from audited import STORY, audited, edge, node
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.audit import AuditEdge, AuditNode, AuditVerdict, as_html, audit_json
from pramana.canonical import canonical

EMPTY_NAMES = ["IT", "HE", "THE", "the", "I", "of the", "THIS", "who", "A", "x", "7", "_", "\u200b", "!?", "s"]


@pytest.mark.parametrize("name", EMPTY_NAMES)
def test_name_that_names_nothing_supports_nothing(name: str) -> None:
    """Pronouns, function words, single characters and signs are never supported, nor is an edge to them."""
    text = ["It was he who gave the x to A and I, s or 7, of the this."]
    assert node(name, text).verdict is not AuditVerdict.SUPPORTED
    assert edge(name, "gave", text=text).verdict is not AuditVerdict.SUPPORTED


@pytest.mark.parametrize("told", ["the of and it was", "...", "it's just what they have been", "—"])
def test_description_of_function_words_supports_nothing(told: str) -> None:
    """A description without a word of content is not supported by the ends' meeting."""
    found = edge("MRS. CRATCHIT", "TINY TIM", told)
    assert (found.verdict, found.reason) == (
        AuditVerdict.WEAK,
        "the ends meet, but the description has no word to look for",
    )


def test_description_of_one_common_word_supports_nothing() -> None:
    """A word that stands everywhere proves nothing of two ends that stand everywhere."""
    text = ["Rama said a thing to Sita."] * 40
    assert edge("Rama", "Sita", "said", text=text).verdict is AuditVerdict.WEAK


def test_description_that_repeats_the_ends_supports_nothing() -> None:
    """The ends' own names are no words of a description."""
    assert edge("MRS. CRATCHIT", "TINY TIM", "Mrs. Cratchit, Tiny Tim").verdict is AuditVerdict.WEAK


def test_long_description_does_not_win_by_chance() -> None:
    """Sixty words that the text does not have outweigh one that it has."""
    told = "heard " + " ".join(f"word{chr(97 + n % 26)}{n}" for n in range(60))
    assert edge("MRS. CRATCHIT", "TINY TIM", told).verdict is AuditVerdict.WEAK


@pytest.mark.parametrize("name", [".*", "(", "[a-z]+", "\\", "Scro.ge", "^Scrooge$|.*", "$(rm)"])
def test_patterns_are_taken_literally(name: str) -> None:
    """Signs of regular expressions match only themselves, that is nothing: a name is words."""
    finding = node(name)
    assert finding.verdict is not AuditVerdict.SUPPORTED or finding.mention is not None
    assert node("Scro.ge").verdict is AuditVerdict.UNSUPPORTED


@pytest.mark.parametrize("name", ["Scro\u200boge", "\u2066Scrooge\u2069", "\ufeffSCROOGE", "Scro\u00adoge"])
def test_unseen_characters_in_a_name_are_passed_over(name: str) -> None:
    """Zero-width and direction characters do not hide a name."""
    assert node(name).verdict is AuditVerdict.SUPPORTED


def test_combining_marks_make_another_name() -> None:
    """*Scrooǵe* is not Scrooge; composed and decomposed letters are the same."""
    text = ["Zoë sat with Zoe\u0308."]
    assert node("ZOE\u0308", text).mentions == 2
    assert node("Zoe", text).verdict is not AuditVerdict.SUPPORTED


def test_sizes_do_not_matter_much() -> None:
    """Names and descriptions of ten thousand characters, and a line of a million, take no more than moments."""
    names = ["a" * 10_000, "word " * 2_000, "Scrooge " * 1_250, "(" * 10_000, "\u0301" * 10_000, "é" * 10_000]
    nodes = [AuditNode(name, name, "PERSON") for name in names]
    edges = [AuditEdge(names[1], name, None, ("told " * 2_000,)) for name in names]
    start = time.thread_time()
    audit = audited(nodes, edges, ["word " * 200_000, "Scrooge " * 3])
    as_html(audit, "graph")
    assert time.thread_time() - start < 20
    assert audit.counts["edges"]["supported"] == 0


TEXTS = st.text(st.characters(codec=None), max_size=30) | st.sampled_from([*EMPTY_NAMES, "Scrooge", "<b>", "\ud800"])


@settings(max_examples=60)
@given(names=st.lists(TEXTS, min_size=1, max_size=4), told=TEXTS, line=TEXTS.filter(lambda t: t.isprintable()))
def test_any_text_is_audited(names: list[str], told: str, line: str) -> None:
    """Whatever stands in names, descriptions and lines, an audit ends, says the same twice, and can be written."""
    nodes = [AuditNode(name, name, told, (told,), (line,)) for name in names]
    edges = [AuditEdge(name, names[0], told, (told, line)) for name in names]
    first, second = (audited(nodes, edges, (*STORY, line)) for _ in range(2))
    assert first == second
    assert json.loads(canonical(audit_json(first)))["counts"] == first.counts
    as_html(first, told).encode("utf-8")
    for finding in first.edges:
        if finding.passage:
            assert finding.source is not None
            assert finding.passage.first <= finding.source.evidence.line_number <= finding.passage.last
