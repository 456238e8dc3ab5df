"""The code map: near the truth on installed packages, and the same whatever mistakes are made beside it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from codemap import payload_of, scores, truth_of, with_mistakes
from codemap.mistakes import Clumsy, mistakes, small_mistakes, small_run, staging
from codemap.run import WORKLOADS, main

import pramana.igg
from pramana.igg import (
    PROMPTS,
    REFUSAL_CODES,
    RULES,
    GenerationResult,
    GraphGenerationService,
    ModelAgent,
    ScriptedAgent,
    TurnResult,
    read_payload,
)
from pramana.llm import RESPONSE_SCHEMA, Gateway, PromptBook, RuleBook
from pramana.store import Database
from pramana.trace import Trail


def mapped(package: str, clumsy: set[str] | None = None, **config: Any) -> GenerationResult:
    """Return the map; where a set is given, that of an agent with mistakes, whose codes are put into it."""
    gateway = Gateway(Database(None, [RESPONSE_SCHEMA]), PromptBook(PROMPTS), rules=RuleBook("codemap", RULES))
    given = payload_of(package)
    payload = read_payload({**given, "config": {**given["config"], **config}})
    agent: Any = ModelAgent(gateway)
    if clumsy is None:
        return GraphGenerationService(payload, agent).execute_loop()

    def keep(turned: TurnResult, _: Trail) -> None:
        clumsy.update(refusal.code for refusal in turned.outcome.refused)

    return GraphGenerationService(payload, Clumsy(agent), keep=keep).execute_loop()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "least"),
    [
        ("json_repair", {"classes": (1.0, 1.0), "functions": (1.0, 1.0), "imports": (1.0, 1.0), "calls": (0.95, 0.8)}),
        ("markdown_it", {"classes": (1.0, 1.0), "functions": (1.0, 1.0), "imports": (1.0, 1.0), "calls": (0.95, 0.5)}),
    ],
)
def test_the_map_is_near_the_truth(package: str, least: dict[str, tuple[float, float]]) -> None:
    """Precision and recall against what the imported package, grimp and a trace of calls say, read in several parts."""
    result = mapped(package)
    assert result.stopped == "finished"
    assert result.iterations > 5
    found = scores(result.graph, truth_of(package, (WORKLOADS / f"{package}.txt").read_text("utf-8")))
    for score in found:
        precision, recall = least[score.what]
        assert score.true > 0
        assert score.precision >= precision, str(score)
        assert score.recall >= recall, str(score)


@pytest.mark.slow
def test_read_in_parts_or_at_once_the_map_is_the_same() -> None:
    """How much is shown at a time decides how long it takes, and not what comes out."""
    whole = mapped("json_repair", observe={"tokens": 100_000})
    assert whole.iterations == 1
    assert whole.hash == mapped("json_repair").hash


def test_a_schema_without_modules_is_served_in_parts_too() -> None:
    """As the seed's own: what calls what is found in a second reading, most of what is found at once."""
    schema = {
        "node_types": ["Class", "Method"],
        "edge_types": ["CALLS"],
        "required_attributes": {"Class": ["name"], "Method": ["name"]},
        "attribute_types": {kind: {"qualified_name": "text"} for kind in ("Class", "Method")},
        "unique_keys": {kind: ["qualified_name"] for kind in ("Class", "Method")},
    }
    parts = mapped("pluggy", schema=schema, observe={"tokens": 15_000})
    assert (parts.stopped, parts.iterations > 4) == ("finished", True)
    calls = {edge.id for edge in parts.graph.edges()}
    whole = {edge.id for edge in mapped("pluggy", schema=schema, observe={"tokens": 100_000}).graph.edges()}
    assert len(calls & whole) > 0.8 * len(whole) > 50


@pytest.mark.slow
def test_mistakes_of_every_kind_leave_no_trace() -> None:
    """Every refusal code, in every iteration, beside the right actions: the graph's hash is the same."""
    codes: set[str] = set()
    right, clumsy = mapped("json_repair"), mapped("json_repair", codes)
    assert clumsy.hash == right.hash
    assert clumsy.refused > right.refused + clumsy.iterations * len(mistakes())
    assert codes == {*mistakes(), "after_finish"}
    assert small_run(mistaken=True) == (
        small_run(mistaken=False)[0],
        small_codes := {*small_mistakes(), "unknown_reference"},
    )
    # Code holds no sentences, so nothing in it can be denied, or said another way; one agent changes it alone.
    assert codes | small_codes | {"schema", "denied", "reversed", "unstated", "changed"} == set(REFUSAL_CODES)


def test_every_code_of_a_refusal_is_one_of_those_that_are_named() -> None:
    """Each code of a refusal in the source is listed, and nothing else is."""
    found: set[str] = set()
    for file in sorted(Path(pramana.igg.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"ActionError": 0, "UnreadableAction": 0, "RefusedAction": 2}.get(node.func.id, 99)
                found |= {each.value for each in node.args[place : place + 1] if isinstance(each, ast.Constant)}
    checked = {"missing", "value", "choice", "endpoint", "loop", "type", "relation"}  # a schema's own violations
    assert found | checked == set(REFUSAL_CODES)


def test_each_mistake_is_refused_for_what_it_is() -> None:
    """The codes are those that the example names."""
    up, _ = staging()
    for code, actions in mistakes().items():
        for action in actions:
            codes: list[str] = []
            service = GraphGenerationService(
                read_payload(payload_of("pluggy")),
                ScriptedAgent([{"actions": up}, {"actions": [action]}]),
                keep=lambda turned, _, codes=codes: codes.extend(each["code"] for each in turned.record.refusals),
            )
            service.execute_loop()
            assert codes == [code], action


def test_the_program_prints_the_scores_and_writes_payloads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For any installed package; one that is not there is bad input."""
    monkeypatch.chdir(tmp_path)
    assert main(["pluggy"]) == 0
    assert "precision" in capsys.readouterr().out
    assert main(["pluggy", "--payload"]) == 0
    assert json.loads((tmp_path / "pluggy.json").read_text("utf-8"))["session_id"] == "codemap-pluggy"
    assert main(["no_such_package"]) == 2


def test_the_answer_itself_is_left_as_it_is() -> None:
    """Mistakes are put around an answer's actions; what it ends with stays its end."""
    answer = {"reasoning": "r", "actions": [{"type": "QUERY", "query": "files"}, {"type": "FINISH"}]}
    mixed = with_mistakes(answer)["actions"]
    assert [each for each in mixed if each in answer["actions"]] == answer["actions"]


def test_the_trace_names_what_was_called(tmp_path: Path) -> None:
    """Functions, methods and classes that were made; lambdas and functions inside functions are not named."""
    package = tmp_path / "tiny"
    package.mkdir()
    (package / "__init__.py").write_text(
        "class A:\n    def __init__(self): self.x = 1\n    def m(self): return inner()\n"
        "def inner():\n    def hidden(): return 1\n    return hidden() + (lambda: 2)()\n"
        "def outer():\n    return A().m() + sum(inner() for _ in range(2))\n",
        "utf-8",
    )
    tracer = Path(sys.modules["codemap"].__file__ or "").with_name("tracing.py")
    done = subprocess.run(
        [sys.executable, str(tracer), "tiny"],
        input="import tiny; tiny.outer()",
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert json.loads(done.stdout)["calls"] == [
        ["tiny.A.m", "tiny.inner"],
        ["tiny.outer", "tiny.A"],
        ["tiny.outer", "tiny.A.m"],
        ["tiny.outer", "tiny.inner"],
    ]
