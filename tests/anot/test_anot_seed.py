"""Formula Seeds as JSON: read, written, hashed, compared, kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from anot_seeds import dags, seed_of
from hypothesis import given, settings

from pramana.anot import (
    FormulaSeed,
    SeedShelf,
    available_templates,
    check_seed,
    diff_seeds,
    extracts_alike,
    load_seed,
    save_seed,
    template,
)
from pramana.anot.seed import formula_hash, seed_text
from pramana.errors import InputError


@settings(max_examples=50)
@given(dags())
def test_a_seed_is_the_same_after_a_round_trip(steps: list[tuple[str, str]]) -> None:
    """What is written is read again as an equal seed of the same hash, and written in the same text."""
    seed = seed_of(steps, review_validity=True, passes=2, source_formula="café")
    again = FormulaSeed.from_dict(json.loads(seed_text(seed)))
    assert (again, again.hash, seed_text(again)) == (seed, seed.hash, seed_text(seed))


def test_unknown_and_missing_keys_are_named_with_the_nearest() -> None:
    """The keys are the code's: another one is refused, and what it may have meant is told."""
    with pytest.raises(InputError) as caught:
        FormulaSeed.from_dict({**seed_of({"n": "1"}).to_dict(), "output_field": ["n"]})
    assert "output_field: no such key, did you mean 'output_fields'?" in str(caught.value)
    document = seed_of({"n": "1"}).to_dict()
    document["compute_dag"] = [{"name": "n", "formulas": "1"}]
    with pytest.raises(InputError) as caught:
        FormulaSeed.from_dict(document)
    assert "compute_dag.0.formulas: no such key, did you mean 'formula'?" in str(caught.value)
    with pytest.raises(InputError, match="Not a valid Formula Seed"):
        FormulaSeed.from_dict([])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": }', "line 1, column 7"),
        ('{"a": NaN}', "NaN is not JSON"),
        ("[" * 100_000, "nested"),
        ("[]", "valid Formula"),
    ],
)
def test_a_broken_file_is_named_with_the_place(tmp_path: Path, text: str, told: str) -> None:
    """What is no JSON, or no seed, is bad input that says where."""
    file = tmp_path / "s.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        load_seed(file)
    assert str(file) in str(caught.value)
    assert told in str(caught.value)


def test_the_shipped_example_is_complete() -> None:
    """G1a ships as a template without a finding, and its name is found in any case."""
    assert "g1a" in available_templates()
    for name in available_templates():
        assert check_seed(template(name)) == []
    assert template("G1A").task_name == "G1a"
    with pytest.raises(InputError, match=r"There is no template 'g1b'\. Did you mean g1a"):
        template("g1b")


def test_differences_are_told_by_name() -> None:
    """Keywords, steps and fields that came, went or changed are named; equal seeds have no difference."""
    old = seed_of({"n": "len(extractions)", "m": "n + 1"})
    assert diff_seeds(old, old) == []
    new = old.with_values(filter_keywords=("nut", "soy"), version=2, output_fields=("n",))
    new = new.with_values(compute_dag=seed_of({"n": "len(extractions) + 1", "k": "n"}).compute_dag)
    found = [(each.place, each.old, each.new) for each in diff_seeds(old, new)]
    assert found == [
        ("version", 1, 2),
        ("filter_keywords", None, "soy"),
        ("compute_dag.n", "len(extractions)", "len(extractions) + 1"),
        ("compute_dag.m", "n + 1", None),
        ("compute_dag.k", None, "n"),
        ("output_fields", ["n", "m"], ["n"]),
    ]
    turned = old.with_values(compute_dag=tuple(reversed(old.compute_dag)))
    assert [(each.place, each.new) for each in diff_seeds(old, turned)] == [("compute_dag", ["m", "n"])]


def test_extractions_stay_while_the_model_is_asked_the_same() -> None:
    """Another formula or keyword leaves what is extracted; another prompt, field or handling does not."""
    seed = seed_of({"n": "1"})
    assert extracts_alike(seed, seed_of({"n": "2"}, filter_keywords=["soy"]))
    assert not extracts_alike(seed, seed.with_values(extraction_prompt="Say: {review_text}"))
    assert not extracts_alike(seed, seed.with_values(review_validity=True))


def test_a_shelf_keeps_versions_by_the_formula(tmp_path: Path) -> None:
    """The newest version is in force, an edited file counts as it stands, and the same seed makes no new version."""
    shelf = SeedShelf(tmp_path)
    assert shelf.newest("count") is None
    path, seed = shelf.keep(seed_of({"n": "1"}), "count")
    assert (path, seed.version) == (tmp_path / formula_hash("count") / "v1.json", 1)
    assert shelf.keep(seed_of({"n": "1"}), "count  \n") == (path, seed)
    second, newer = shelf.keep(seed_of({"n": "2"}), "count")
    assert (second.name, newer.version) == ("v2.json", 2)
    save_seed(newer.with_values(task_name="mine"), second)
    kept = shelf.newest("count")
    assert kept is not None
    assert kept[1].task_name == "mine"
    for number in range(3, 12):
        shelf.keep(seed_of({"n": str(number)}), "count")
    assert [each.name for each in shelf.versions("count")][-2:] == ["v10.json", "v11.json"]
    assert shelf.newest("another") is None
