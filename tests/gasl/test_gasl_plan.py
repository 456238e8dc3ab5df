"""Plans: what is one, and what is told of what is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan, PlanCommand, load_plan, parse_plan

SCHEMA = Path(__file__).parents[2] / "docs" / "gasl-plan.json"
GIVEN = {
    "plan_id": "plan-init-state-001",
    "why": "Initialize the state structure for co-authorship analysis.",
    "commands": ["DECLARE study AS DICT", {"command": "DECLARE study.authors AS LIST", "why": "Who there is."}],
    "config": {"stop_on_error": True, "continue_on_empty": False},
}


def test_plan_is_read_from_text_and_from_data() -> None:
    """A plan's JSON and its data make the same plan; a command without a rationale has the plan's."""
    plan = parse_plan(GIVEN)
    assert plan == parse_plan(json.dumps(GIVEN))
    assert [(each.command, each.why) for each in plan.entries()] == [
        ("DECLARE study AS DICT", GIVEN["why"]),
        ("DECLARE study.authors AS LIST", "Who there is."),
    ]
    assert parse_plan(plan.model_dump_json()) == plan
    assert (
        parse_plan({"plan_id": "p", "why": "To see.", "commands": ["COUNT a AS b"]}).config == parse_plan(GIVEN).config
    )


WRONG = [
    ({}, ["plan_id is missing", "why is missing", "commands is missing"]),
    ({"plan_id": "p", "why": " ", "commands": ["x"]}, ["why should say in one line why the plan is made"]),
    ({"plan_id": 3, "commands": []}, ["plan_id should be a text", "commands should hold a command or more"]),
    ({"plan_id": "p", "comands": ["x"]}, ["commands is missing", "comands is not a field of a plan (did you mean commands?)"]),
    ({"plan_id": "p", "commands": [3, {"comand": "x"}]}, ["commands.0 should be an object", "commands.1.command is missing"]),
    ({"plan_id": "p", "commands": "COUNT a AS b"}, ["commands should be a list"]),
    ({"plan_id": "p", "commands": ["x"], "config": {"stop_on_error": "yes"}}, ["config.stop_on_error should be true or false"]),
    ([], ["the plan should be an object"]),
]  # fmt: skip


@pytest.mark.parametrize(("document", "told"), WRONG)
def test_every_wrong_field_is_named(document: object, told: list[str]) -> None:
    """One error names each field that is wrong and what it should be, with the nearest name."""
    with pytest.raises(InputError) as caught:
        parse_plan(json.dumps(document))
    for problem in told:
        assert problem in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"plan_id": NaN}', "1" * 5_000])
def test_broken_json_is_bad_input(text: str) -> None:
    """What is no JSON, or too deep, is told as bad input."""
    with pytest.raises(InputError):
        parse_plan(text)


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
        lambda part: st.one_of(
            st.lists(part, max_size=3),
            st.dictionaries(st.sampled_from([*Plan.model_fields, "x", "command"]), part, max_size=4),
        ),
        max_leaves=8,
    )
)
@settings(max_examples=100)
def test_any_json_is_a_plan_or_bad_input(document: object) -> None:
    """No JSON value makes another error than InputError."""
    try:
        assert isinstance(parse_plan(json.dumps(document)), Plan)
    except InputError as error:
        assert str(error).startswith(("Not a plan.", "The plan is not JSON"))


def test_schema_is_published() -> None:
    """The JSON Schema in the documentation is the one that plans are checked by."""
    assert json.loads(SCHEMA.read_text("utf-8")) == Plan.json_schema()


def test_file_is_a_plan_in_json_or_one_command_a_line(tmp_path: Path) -> None:
    """A `.gasl` file is a plan named for itself; any other is JSON; what cannot be read is bad input."""
    script, plan = tmp_path / "study.gasl", tmp_path / "plan.json"
    script.write_text("# about\nTRY\r\n  COUNT a AS b\nEND\n", "utf-8")
    plan.write_text(json.dumps(GIVEN), "utf-8")
    assert load_plan(script).plan_id == "study"
    assert len(GASLParser().parse_script([entry.command for entry in load_plan(script).entries()])) == 1
    assert load_plan(plan) == parse_plan(GIVEN)
    (tmp_path / "bytes.json").write_bytes(b"\xff")
    for missing in ("none.gasl", "bytes.json"):
        with pytest.raises(InputError):
            load_plan(tmp_path / missing)


def test_plans_are_frozen() -> None:
    """A plan does not change once it has been checked."""
    with pytest.raises(ValueError, match="frozen"):
        PlanCommand(command="COUNT a AS b").command = "COUNT b AS c"  # type: ignore[misc]
