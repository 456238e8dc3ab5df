"""The MedCalc example's graph: the seed's four nodes, a fifth for what goes wrong, and the ptools behind them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from medcalc import CALCULATORS, compute
from medcalc.graph import GRAPH, register, registry
from medcalc.ptools import PROMPTS, RULES, Note, Task, extract, identify
from medcalc.rows import read_rows, within

from pramana.errors import InputError
from pramana.llm import RESPONSE_SCHEMA, Abstention, Gateway, load_prompts
from pramana.llm.providers import Ask
from pramana.stategraph import Registry, StateGraph, StateGraphResult, arun_stategraph, run_stategraph, validate
from pramana.store import Database
from pramana.testing import Script, scripted_gateway

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "medcalc"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = Path(os.environ.get("PRAMANA_DATA", SHARED)) / "medcalc" / "one_shot_data.csv"
needs_data = pytest.mark.skipif(not DATA.exists(), reason=f"{DATA} is not there: no row of MedCalc-Bench was computed")

BMI = {"weight": [81, "kg"], "height": [180, "cm"]}
INPUTS = {"task_description": "What is the body mass index?", "note": BMI, "required_fields": ["weight", "height"]}


def by_rule(**changes: Any) -> StateGraphResult:
    """Run the graph with the embedded model."""

    async def main() -> StateGraphResult:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PROMPTS, rules=RULES)
            try:
                return await arun_stategraph(GRAPH, {**INPUTS, **changes}, registry=registry(gateway))
            finally:
                await gateway.aclose()

    return anyio.run(main)


def by_script(script: Script, **changes: Any) -> StateGraphResult:
    """Run the graph with a model that is a function."""

    async def main() -> StateGraphResult:
        gateway = scripted_gateway(script, load_prompts(EXAMPLE / "prompts.json"))
        try:
            return await arun_stategraph(GRAPH, {**INPUTS, **changes}, registry=registry(gateway))
        finally:
            await gateway.aclose()

    return anyio.run(main)


def path(result: StateGraphResult) -> list[str]:
    return [step.node for step in result.trace.steps]


def test_the_graph_is_the_seeds_and_survives_json() -> None:
    """Names, nodes, maps and guards are the seed's; to JSON and back it is equal."""
    assert GRAPH.name == "medcalc_l2"
    assert [node.callable_id for node in GRAPH.nodes.values()][:4] == [
        "identify_calculator",
        "extract_clinical_values",
        "compute_score",
        "identity",
    ]
    assert StateGraph.from_dict(GRAPH.to_dict()) == GRAPH


def test_the_graph_is_sound() -> None:
    """Nothing in it is unreachable, unread before it is written, or unregistered; notes are no faults."""
    found = validate(GRAPH, register(Registry()), list(INPUTS))
    assert [each for each in found if each.severity != "note"] == []


def test_a_run_goes_through_its_four_nodes_to_the_answer() -> None:
    """By rule: the question names the calculator, values are given, 81 kg at 180 cm are 25 kg/m²."""
    result = by_rule()
    assert path(result) == ["identify", "extract", "compute", "done"]
    assert result.state["calculator"] == "Body Mass Index (BMI)"
    assert [result.state[key] for key in ("answer", "unit", "assumed")] == [25.0, "kg/m²", []]


def test_a_model_reads_the_note() -> None:
    """A note in words goes to the model, fenced as data; its answer is computed on."""
    asked: list[Ask] = []

    def script(ask: Ask) -> Mapping[str, Any]:
        asked.append(ask)
        if ask.ptool.name == "identify_calculator":
            return {"calculator": "Body Mass Index (BMI)"}
        return {"values": BMI}

    result = by_script(script, note="Weighs 81 kg at 180 cm.")
    assert result.state["answer"] == 25.0
    assert [ask.ptool.name for ask in asked] == ["identify_calculator", "extract_clinical_values"]
    assert "<<<data" in asked[1].messages[-1]["content"]


SEED = """
from medcalc.graph import GRAPH as graph, register
from pramana.stategraph import default_registry, run_stategraph, validate

register(default_registry)
note_text = {"age": [77, "years"], "sex": "Female", "Stroke": True}
result = run_stategraph(graph, inputs={
    "task_description": "Compute CHA2DS2-VASc",
    "note": note_text,
    "required_fields": ["age", "sex", "history"],
})
print(result.state["answer"])
"""


def test_the_seeds_call_runs_as_written() -> None:
    """With the default registry, no gateway, no event loop: 77 years 2, a woman 1, a stroke 2: 5 points."""
    place = {**os.environ, "PYTHONPATH": str(EXAMPLE.parent)}
    done = subprocess.run([sys.executable, "-c", SEED], capture_output=True, text=True, env=place, check=False)
    assert (done.stdout, done.stderr) == ("5\n", "")


def test_without_a_model_the_rules_say_that_they_have_no_answer() -> None:
    """A note in words is no answer of the rules; the run ends at `refused`."""
    result = run_stategraph(GRAPH, {**INPUTS, "note": "81 kg"}, registry=register(Registry()))
    assert result.state["problem"]["type"] == "NoAnswer"


@pytest.mark.parametrize(
    ("changes", "nodes", "error"),
    [
        ({"task_description": "Sing me a song."}, ["identify", "refused"], "Abstained"),
        ({"note": "Weighs 81 kg at 180 cm."}, ["identify", "extract", "refused"], "Abstained"),
        ({"note": {"weight": [81, "kg"]}}, ["identify", "extract", "compute", "refused"], "MissingValue"),
        ({"note": {**BMI, "weight": [81, "cubits"]}}, ["identify", "extract", "compute", "refused"], "UnknownUnit"),
    ],
)
def test_what_is_missing_ends_at_refused_with_its_reason(changes: Any, nodes: list[str], error: str) -> None:
    """No answer is given; the state says at which node, by which error, and in words."""
    result = by_rule(**changes)
    assert path(result) == nodes
    assert "answer" not in result.state
    assert result.state["problem"]["type"] == error
    assert result.state["problem"]["node"] == nodes[-2]


@pytest.mark.parametrize(
    ("answers", "nodes"),
    [
        ({"identify_calculator": {"calculator": None}}, ["identify", "refused"]),
        ({"identify_calculator": {"calculator": "Phrenology"}}, ["identify", "extract", "compute", "refused"]),
        ({"extract_clinical_values": {"values": None}}, ["identify", "extract", "refused"]),
    ],
)
def test_a_model_that_finds_nothing_or_makes_a_name_up_is_refused(answers: dict[str, Any], nodes: list[str]) -> None:
    """Null takes no edge that leads on, and a calculator that is not there is not computed."""
    usual = {"identify_calculator": {"calculator": "Anion Gap"}, "extract_clinical_values": {"values": BMI}}
    assert path(by_script(lambda ask: {**usual, **answers}[ask.ptool.name])) == nodes


@pytest.mark.parametrize("name", sorted(CALCULATORS))
def test_each_calculator_is_identified_by_its_own_names(name: str) -> None:
    """A question that holds the name or an alias finds the calculator."""
    known = CALCULATORS[name]
    for title in (known.name, *known.aliases):
        found = identify(Task(task=f"Please give me the patient's {title} on admission."))
        assert not isinstance(found, Abstention), (title, found.reason)
        assert found.calculator == name


def test_identification_abstains_rather_than_guess() -> None:
    """No name, or two that fit alike, is no choice; extraction from words needs a model."""
    assert isinstance(identify(Task(task="")), Abstention)
    assert isinstance(identify(Task(task="the risk score for the patient")), Abstention)
    assert isinstance(identify(Task(task="Hodges Formula or Bazett Formula?")), Abstention)
    assert isinstance(extract(Note(note="BP 120/80")), Abstention)


def test_a_file_that_is_no_table_of_rows_is_refused(tmp_path: Path) -> None:
    """A missing column is named; entities that are no dictionary are None, and nothing in the file is run."""
    file = tmp_path / "rows.csv"
    file.write_text("Row Number,Question\n1,x\n", "utf-8")
    with pytest.raises(InputError, match="no column 'Calculator Name'"):
        list(read_rows(file))
    head = "Row Number,Calculator Name,Question,Relevant Entities,Lower Limit,Upper Limit\n"
    entries = ["__import__('os').getcwd()", "{1: 2}", "[]", '"{""Melena Present"": true}"']
    file.write_text(head + "".join(f"1,BMI,x,{entry},1,2\n" for entry in entries), "utf-8")
    assert [row.entities for row in read_rows(file)] == [None, None, None, {"Melena Present": True}]


@pytest.mark.parametrize(
    ("answer", "lower", "upper", "expected"),
    [
        (5, "5", "5", True),
        (4.9, "5.0", "6.0", False),
        (-2.1, "-2.0", "-2.2", True),
        ("12/02/2000", "12/2/2000", "12/2/2000", True),
        (("1 week", "2 days"), "('1 weeks', '2 days')", "", True),
        (("1 week", "3 days"), "('1 weeks', '2 days')", "", False),
    ],
)
def test_limits_are_inclusive_and_dates_exact(answer: Any, lower: str, upper: str, expected: bool) -> None:
    """Limits of negative answers may stand in either order."""
    assert within(answer, lower, upper) is expected


def test_the_runner_says_what_a_file_came_to(tmp_path: Path) -> None:
    """One row right, one outside its limits, one without a calculator or entities: exit code 3, with the reasons."""
    file = tmp_path / "rows.csv"
    rows = [
        "Row Number,Calculator Name,Question,Relevant Entities,Lower Limit,Upper Limit",
        "1,Body Mass Index (BMI),the BMI?,\"{'weight': [81, 'kg'], 'height': [180, 'cm']}\",24,26",
        "2,Anion Gap,the anion gap?,\"{'Sodium': [140, 'mEq/L'], 'Chloride': [104, 'mEq/L'], 'Bicarbonate': [24, 'mEq/L']}\",1,2",
        "3,Phrenology,the bumps?,{},1,2",
        "4,Anion Gap,the anion gap?,?,1,2",
    ]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    done = subprocess.run([sys.executable, EXAMPLE / "run.py", file], capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    assert "1 of 4 rows within their limits, 2 of 3 calculators." in done.stdout
    assert "Not implemented: Phrenology." in done.stdout
    assert "row 2: 12.0, expected 1 to 2" in done.stdout
    missing = subprocess.run([sys.executable, EXAMPLE / "run.py", tmp_path / "no"], capture_output=True, check=False)
    assert missing.returncode == 2


@needs_data
def test_every_row_of_the_file_is_identified_and_within_its_limits() -> None:
    """With a row's entities each calculator's answer lies within the row's limits, and its question finds it."""
    for row in read_rows(DATA):
        found = identify(Task(task=row.question))
        assert getattr(found, "calculator", None) == row.calculator, row.question
        assert row.entities is not None
        assert within(compute(row.calculator, row.entities).answer, row.lower, row.upper), row.number


def test_the_graph_in_the_file_is_the_graph_in_the_code() -> None:
    """`medcalc_l2.json`, for the command line, says what GRAPH says."""
    document = json.loads((EXAMPLE / "medcalc_l2.json").read_text("utf-8"))
    assert StateGraph.from_dict(document) == GRAPH


def test_the_command_line_runs_the_graph(tmp_path: Path) -> None:
    """`pramana stategraph run` carries the graph out with the example's handlers, no workspace and no model."""
    inputs = tmp_path / "inputs.json"
    inputs.write_text(json.dumps(INPUTS), "utf-8")
    graph, handlers = str(EXAMPLE / "medcalc_l2.json"), str(EXAMPLE / "handlers.py")
    command = [
        sys.executable,
        "-m",
        "pramana",
        "stategraph",
        "run",
        graph,
        "--handlers",
        handlers,
        "--inputs",
        str(inputs),
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split() == ["answer", "25.0"]
