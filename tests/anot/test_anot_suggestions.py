"""What `anot check` suggests: followed, it makes no circle and no new error, and the finding is gone."""

from __future__ import annotations

import pytest
from anot_seeds import seed_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot import FormulaSeed, Severity, check_seed, template

G1A = template("g1a")
NAMES = [step.name for step in G1A.compute_dag]


def found_at(seed: FormulaSeed, place: str) -> list[str]:
    return [f"{each.problem} ({each.mend})" for each in check_seed(seed) if each.place == place]


@pytest.mark.parametrize(
    ("steps", "mend"),
    [
        ({"total": "totl + 1"}, "name a step that does not rest on 'total'"),
        ({"first": "secnd + 1", "second": "first * 2"}, "name a step that does not rest on 'first'"),
        ({"score_a": "1", "score_c": "score_b + 1", "score_d": "score_c"}, "write instead: score_a"),
        ({"n": "n + 1"}, "a step cannot read itself: rewrite the formula of 'n'"),
        ({"a": "b", "b": "a"}, "rewrite one of these formulas so that it does not read the next step"),
    ],
)
def test_no_suggestion_leads_into_a_circle(steps: dict[str, str], mend: str) -> None:
    """A misspelled name is never taken for the step itself, or for one that rests on it."""
    found = check_seed(seed_of(steps))
    assert mend in [each.mend for each in found if each.severity is Severity.ERROR]


@settings(max_examples=60)
@given(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 30), st.sampled_from("xyz_"))
def test_a_misspelled_step_of_the_template_is_corrected_without_a_circle(
    changed: str, read: str, at: int, letter: str
) -> None:
    """Whatever step reads a misspelled one: what is suggested can be written, and the seed has no circle then."""
    wrong = read[: at % len(read)] + letter + read[at % len(read) :]
    if wrong in NAMES:
        return
    steps = {step.name: step.formula for step in G1A.compute_dag} | {changed: f"[{wrong}]"}
    dag = [{"name": name, "formula": formula} for name, formula in steps.items()]
    findings = found_at(G1A.with_values(compute_dag=dag), f"compute_dag.{NAMES.index(changed)}.formula")
    (unknown,) = (each for each in findings if "unknown name" in each)
    instead = unknown.partition("write instead: ")[2].removesuffix(")")
    if not instead:
        return
    dag[NAMES.index(changed)]["formula"] = f"[{instead}]"
    after = check_seed(G1A.with_values(compute_dag=dag))
    assert not any("wait for each other" in each.problem or "unknown name" in each.problem for each in after)


def test_a_step_that_others_read_is_not_to_be_deleted_alone() -> None:
    """What nobody reads can go; what is read goes with those that read it."""
    seed = seed_of({"u": "1", "v": "u + 1", "w": "2"}, output_fields=["w"])
    assert found_at(seed, "compute_dag.0") == [
        "no output rests on 'u' (put it out, or delete it together with 'v', which read it)"
    ]
    assert found_at(seed, "compute_dag.1") == ["no output rests on 'v' (put it out, or delete it)"]


@pytest.mark.parametrize(
    ("steps", "fixed", "never"),
    [
        ({"n": "len(extractions)", "x": "6 / n"}, "6 / max(1, n)", ""),
        ({"n": "len(extractions) - 1", "x": "6 / n"}, "6 / n if n != 0 else 0", "max(1"),
        ({"n": "len(extractions) - 1", "x": "log(n)"}, "log(n) if n > 0 else 0", "max(1"),
    ],
)
def test_a_suggested_guard_changes_no_value_that_there_is(steps: dict[str, str], fixed: str, never: str) -> None:
    """A divisor that can be below 1 is not to be raised to 1; what is suggested leaves nothing to find."""
    (found,) = found_at(seed_of(steps), "compute_dag.1.formula")
    assert not never or never not in found
    assert found_at(seed_of({**steps, "x": fixed}), "compute_dag.1.formula") == []


def test_a_divisor_without_a_name_is_to_be_made_a_step() -> None:
    """A test of a part of a formula is not followed, so it is not suggested; one of a step is."""
    steps = {"n": "len(extractions)", "x": "6 / (n - 0.5)"}
    assert found_at(seed_of(steps), "compute_dag.1.formula") == [
        "the divisor n - 0.5 can be 0 (make a step of n - 0.5, then ask: … if that_step != 0 else 0)"
    ]
    fixed = {"n": "len(extractions)", "d": "n - 0.5", "x": "6 / d if d != 0 else 0"}
    assert not [each for each in check_seed(seed_of(fixed)) if each.severity is Severity.WARNING]
