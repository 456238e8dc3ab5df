"""The benchmarks of reading: what they count, on trees and tuples made for this, and the scripts as they are called."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pramana.events import Extraction, Kriya, Role

ROOT = Path(__file__).parents[2]
TREES = Path(__file__).parent / "data" / "trees.conllu"
TUPLES = """\
Rama gave the bow to Lakshmana .\tgave\tRama\tthe bow\tto Lakshmana
Marsh was arrested by the police in 1999 .\twas arrested by\tMarsh\tthe police\tin 1999
"""


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import modules of `bench/`."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module


def words(sentence: Any, pairs: frozenset[tuple[int, int]]) -> set[tuple[str, str]]:
    return {(sentence.words[verb].form, sentence.words[noun].form) for verb, noun in pairs}


def test_places_of_words_are_those_of_the_text(bench: Any) -> None:
    """Every word is where its form is in the sentence; those of *don't* and *gonna* divide it."""
    for sentence in bench("reading.treebank").read_treebank(TREES):
        assert [sentence.text[word.start : word.end] for word in sentence.words] == [w.form for w in sentence.words]


@pytest.mark.parametrize(
    ("place", "subject", "object_", "neutral"),
    [
        (0, {("arrested", "police")}, {("arrested", "Marsh")}, set()),
        (1, {("want", "They"), ("sell", "brothers")}, {("sell", "boats"), ("sell", "nets")}, {("leave", "They")}),
        (2, set(), {("given", "medal")}, {("given", "Adeyemi")}),
    ],
)
def test_pairs_of_a_tree(bench: Any, place: int, subject: Any, object_: Any, neutral: Any) -> None:
    """Agents are subjects, subjects of passives objects; shared subjects and recipients as subjects are neutral."""
    treebank = bench("reading.treebank")
    sentence = list(treebank.read_treebank(TREES))[place]
    gold = treebank.gold_pairs(sentence)
    assert words(sentence, gold.subject) == subject
    assert words(sentence, gold.object) == object_
    assert words(sentence, gold.neutral) == neutral


READ = [
    ("arrest", "arrested", {Role.KARTA: ["the police"], Role.KARMA: ["Marsh"]}, (1, 1, 1), (1, 1, 1)),
    ("arrest", "arrested", {Role.KARTA: ["Marsh"], Role.KARMA: ["the police"]}, (1, 1, 0), (1, 0, 0)),
    ("arrest", "was arrested", {Role.KARMA: ["Marsh"], Role.KARTA: ["1999"]}, (1, 0, 0), (1, 1, 1)),
    ("be", "was", {Role.KARTA: ["Marsh"], Role.KARMA: ["1999"]}, (1, 0, 0), (1, 0, 0)),
]


@pytest.mark.parametrize(("verb", "quote", "roles", "subject", "object_"), READ)
def test_counts_of_a_reading(bench: Any, verb: str, quote: str, roles: Any, subject: Any, object_: Any) -> None:
    """Wanted, found and right pairs; what has a preposition in the tree is no found object, and a copula no verb."""
    sentence = next(bench("reading.treebank").read_treebank(TREES))
    reading = Extraction(kriyas=[Kriya(verb=verb, verb_quote=quote, karakas=roles)])
    scores, _ = bench("reading.pairs").compare(sentence, reading)
    assert (scores["subject"].gold, scores["subject"].found, scores["subject"].right) == subject
    assert (scores["object"].gold, scores["object"].found, scores["object"].right) == object_


def test_a_perfect_reading_of_a_tree_scores_one(bench: Any) -> None:
    """What the tree says, given as Kriyās, is all right: joined words in one mention count one by one."""
    treebank, pairs = bench("reading.treebank"), bench("reading.pairs")
    sentence = list(treebank.read_treebank(TREES))[1]
    kriyas = [
        Kriya(verb="want", verb_quote="want", karakas={Role.KARTA: ["They"]}),
        Kriya(verb="leave", verb_quote="leave", karakas={Role.KARTA: ["They"]}),
        Kriya(verb="sell", verb_quote="sell", karakas={Role.KARTA: ["whose brothers"], Role.KARMA: ["boats and nets"]}),
    ]
    scores, mistakes = pairs.compare(sentence, Extraction(kriyas=kriyas))
    assert [score.f1 for score in scores.values()] == [1.0, 1.0]
    assert mistakes == []


def test_tuples_of_stored_edges(bench: Any) -> None:
    """A marker goes in front of its mention; the object before the verb of a passive comes first."""
    stored = bench("reading.stored")
    parts = [
        stored.StoredParticipant("HAS_KARMA", "", "Marsh", 0),
        stored.StoredParticipant("HAS_KARTĀ", "by", "the police", 22),
        stored.StoredParticipant("OCCURS_AT", "in", "1999", 36),
    ]
    event = stored.StoredEvent("K1", "L1", {"verb": "arrest", "verb_quote": "was arrested"}, 6, tuple(parts))
    (found,) = bench("reading.stored_triples").triples_of(event)
    assert (found.relation, found.subject, found.rest) == ("was arrested", "Marsh", "by the police in 1999")


def call(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_syntax_prints_both_halves_and_the_whole(tmp_path: Path) -> None:
    """The figures of the whole are the sums of the halves; kinds of errors have examples."""
    done = call("syntax.py", TREES.parent, "--gold", TREES.name, "--errors", "3", "--json", tmp_path / "found.json")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "found.json").read_text("utf-8"))["rows"]
    gold = {(row["half"], row["pairs"]): row["gold"] for row in rows}
    assert gold["whole", "both"] == gold["first", "both"] + gold["second", "both"] == 7
    assert "F1" in done.stdout


@pytest.mark.slow
def test_openie_prints_clauses_beside_what_is_stored(tmp_path: Path) -> None:
    """Both ways are measured on the same sentences."""
    (tmp_path / "carb_dev.tsv").write_text(TUPLES, "utf-8")
    done = call("openie.py", tmp_path, "--json", tmp_path / "found.json", "--errors", "2")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "found.json").read_text("utf-8"))["rows"]
    whole = {row["way"]: row for row in rows if row["half"] == "whole"}
    assert whole.keys() == {"clauses", "stored"}
    assert all(row["gold"] == 2 and 0.5 < row["f1"] <= 1 for row in whole.values())


@pytest.mark.parametrize("script", ["syntax.py", "openie.py"])
def test_absent_data_is_named(script: str, tmp_path: Path) -> None:
    """Nothing to measure: exit code 2, and the file that is missing."""
    done = call(script, tmp_path)
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr


def test_markers_are_measured_against_trees(bench: Any) -> None:
    """An agent behind *by* and a time behind *in* are marked, a subject is bare; all of them are found."""
    markers = bench("markers")
    sentence = next(bench("reading.treebank").read_treebank(TREES))
    told = {
        (case.text[case.mention.start : case.mention.end], case.expected) for case in markers.Tree(sentence).cases()
    }
    assert told == {("Marsh", ""), ("the police", "by"), ("1999", "in")}
    assert markers.measure(iter([sentence])) == {("chosen on", "marked", True): 2, ("chosen on", "bare", True): 1}
