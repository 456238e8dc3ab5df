"""GASL: every name, signature and example of the specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from specified import Named, check, named, shown, table

from pramana.errors import AdapterError, GraphError
from pramana.gasl import (
    ArgoBridgeLLMClient,
    ContextStore,
    DeclareSpec,
    ExecutionResult,
    FindSpec,
    GASLExecutor,
    GASLParser,
    JSONFileStateBackend,
    LLMClient,
    NetworkXAdapter,
    StateStore,
    UpdateSpec,
    build_analyze_prompt,
    build_process_prompt,
    evaluate,
    parse_conditions,
    run_analyze,
    run_branch,
    run_declare,
    run_find,
    run_process,
    run_update,
)
from pramana.gasl.types import Status

GASL = "pramana.gasl"
NAMES = [
    *named("TargetKind UpdateMode ExecutionResult ExecutionRecord", GASL),
    *named(
        "FindSpec ProcessSpec UpdateSpec AnalyzeSpec BranchSpec DeclareSpec",
        GASL,
        "the command's syntax tree, e.g. `FindNode`, under a second name",
    ),
    *named("ParseError ConditionError ExecutionError AdapterError", GASL),
    *named("GASLNode FindNode ProcessNode UpdateNode AnalyzeNode BranchNode", GASL),
    Named("GASLParser.parse", f"{GASL}:GASLParser.parse", ("command",)),
    Named("parse_conditions", f"{GASL}:parse_conditions", ("expr",)),
    Named("evaluate", f"{GASL}:evaluate", ("attrs", "predicate"), "unknown counts as false"),
    Named("Predicate", f"{GASL}:Predicate"),
    Named("ContextStore.set", f"{GASL}:ContextStore.set", ("var", "value")),
    Named("ContextStore.get", f"{GASL}:ContextStore.get", ("var",)),
    Named("ContextStore.exists", f"{GASL}:ContextStore.exists", ("var",)),
    Named("ContextStore.summary", f"{GASL}:ContextStore.summary", ("max_items",)),
    Named("StateStore.get", f"{GASL}:StateStore.get", ("key",)),
    Named("StateStore.merge", f"{GASL}:StateStore.merge", ("key", "value")),
    Named("StateStore.replace", f"{GASL}:StateStore.replace", ("key", "value")),
    Named("StateStore.summary", f"{GASL}:StateStore.summary", ("keys",)),
    Named("StateStore.persist", f"{GASL}:StateStore.persist", ()),
    Named("StateStore.load", f"{GASL}:StateStore.load", ()),
    Named("StateStore.append_history", f"{GASL}:StateStore.append_history", ("record",)),
    Named(
        "StateStore.attach_provenance",
        f"{GASL}:StateStore.attach_provenance",
        ("key", "indices", "items"),
        "the third parameter is called `items`",
    ),
    Named("StateStore.replay_info", f"{GASL}:StateStore.replay_info", ()),
    Named("JSONFileStateBackend", f"{GASL}:JSONFileStateBackend"),
    Named(
        "GraphAdapter.find_nodes",
        f"{GASL}:GraphAdapter.find_nodes",
        ("where", "limit"),
        "the condition is called `where`; a lazy sequence of dicts",
    ),
    Named(
        "GraphAdapter.find_edges",
        f"{GASL}:GraphAdapter.find_edges",
        ("where", "limit"),
        "the condition is called `where`; a lazy sequence of dicts",
    ),
    Named(
        "GraphAdapter.find_paths",
        f"{GASL}:GraphAdapter.find_paths",
        ("starts", "ends", "max_length"),
        "a sequence of dicts; `.ids` is the list of lists of ids",
    ),
    Named(
        "GraphAdapter.get_node",
        f"{GASL}:GraphAdapter.get_node",
        ("name_or_id",),
        "a `Node` with `id`, `type` and `properties`",
    ),
    Named("NetworkXAdapter", f"{GASL}:NetworkXAdapter", ("graph",)),
    Named("LLMClient.generate", f"{GASL}:LLMClient.generate", ("prompt", "system"), "the answer is JSON inside"),
    Named("LLMClient.structured", f"{GASL}:LLMClient.structured", ("prompt", "schema")),
    Named(
        "ArgoBridgeLLMClient",
        f"{GASL}:ArgoBridgeLLMClient",
        ("argo_bridge_llm",),
        "Pramana ships no Argo bridge: give it your function",
    ),
    Named("build_process_prompt", f"{GASL}:build_process_prompt", ("data_excerpt", "instruction")),
    Named("build_analyze_prompt", f"{GASL}:build_analyze_prompt", ("state_excerpt", "instruction")),
    Named("commands.find.run", f"{GASL}:run_find", ("adapter", "spec", "ctx")),
    Named("commands.process.run", f"{GASL}:run_process", ("llm", "spec", "ctx")),
    Named("commands.update.run", f"{GASL}:run_update", ("state", "spec", "ctx")),
    Named("commands.declare.run", f"{GASL}:run_declare", ("state", "spec")),
    Named("commands.analyze.run", f"{GASL}:run_analyze", ("llm", "state", "spec", "ctx")),
    Named("commands.branch.run", f"{GASL}:run_branch", ("executor", "spec")),
    Named(
        "CommandDispatcher.dispatch",
        f"{GASL}:CommandDispatcher.dispatch",
        ("node",),
        "a coroutine over what the command works on",
    ),
    Named("GASLExecutor", f"{GASL}:GASLExecutor", ("adapter", "llm", "state", "context")),
    Named("GASLExecutor.execute_one", f"{GASL}:GASLExecutor.execute_one", ("command",)),
    Named("GASLExecutor.run_until_complete", f"{GASL}:GASLExecutor.run_until_complete", ("step_fn",)),
]
"""All that the specification of GASL names."""

DECLARES = [
    "DECLARE co_authorship_analysis AS DICT",
    "DECLARE co_authorship_analysis.authors AS LIST WITH_DESCRIPTION 'List of all unique authors found.'",
    "DECLARE co_authorship_analysis.institutions AS DICT WITH_DESCRIPTION 'Institutions and their associated authors.'",
    "DECLARE co_authorship_analysis.collaboration_graph AS LIST"
    " WITH_DESCRIPTION 'Edge list of (author1, author2, shared_entity).'",
    "DECLARE co_authorship_analysis.summary AS DICT",
]
PLAN: dict[str, Any] = {
    "plan_id": "plan-init-state-001",
    "why": "Initialize the state structure for co-authorship analysis.",
    "commands": DECLARES,
    "config": {"stop_on_error": True, "continue_on_empty": False},
}
FORMS = [
    "DECLARE found AS COUNTER",
    'FIND nodes WHERE entity_type = "PERSON" AS authors',
    'FIND edges WHERE weight >= 2 AND (relation IN ("WROTE", "EDITED") OR note CONTAINS "book") LIMIT 5 AS links',
    'FIND paths WHERE start.entity_type = "PERSON" AND end.entity_type = "EVENT" AND length <= 2 AS ways',
    'FIND nodes WHERE id STARTS_WITH "A" AND id NOT IN ("B") AND NOT id ENDS_WITH "z" AS some',
    'PROCESS authors USING "who wrote with whom" AS coauthor_triplets',
    "UPDATE coauthorship_network WITH coauthor_triplets MERGE",
    "UPDATE coauthorship_network WITH coauthor_triplets REPLACE",
    'ANALYZE coauthorship_network USING "who is central" AS central',
    "REQUIRE EXISTS authors",
    "ASSERT LEN ${authors} > 0",
    "ON EMPTY authors THEN FIND nodes AS authors",
    "ON SCHEMA_MISMATCH authors THEN FIND nodes AS authors",
    "TRY\nFIND nodes AS authors\nCATCH ANY\nDECLARE lost AS LIST\nFINALLY\nDECLARE done AS LIST\nEND",
    "SET adapter.caps.max_path_length=2",
    'CANCEL PLAN "plan-init-state-001"',
    "SELECT authors FIELDS id, entity_type AS names",
    "SELECT authors WHERE id != 'A' AS others",
]
"""One command for each form of the grammar."""


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: entry.name)
def test_name_is_there(entry: Named) -> None:
    """Every name is public, and takes what the specification gives it."""
    check(entry)


def test_the_page_lists_every_name() -> None:
    """The table in docs/specifications.md is the one that is checked here."""
    assert shown("000") == table(NAMES)


@pytest.mark.parametrize("command", FORMS)
def test_form_of_the_grammar_is_read(command: str) -> None:
    """Every form of the grammar is a command."""
    assert GASLParser().parse(command)


@pytest.fixture
def adapter() -> NetworkXAdapter:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_node("A", entity_type='"PERSON"', source_id="chunk-1")
    graph.add_node("B", entity_type='"PERSON"', source_id="chunk-2")
    graph.add_node("paper", entity_type='"EVENT"')
    graph.add_edges_from([("A", "paper"), ("B", "paper")])
    return NetworkXAdapter(graph)


def model(prompt: str, system_prompt: str = "") -> str:
    """An `argo_bridge_llm`: it answers the three kinds of question that GASL asks, and any other with a text."""
    if '"evidence"' in system_prompt:
        return '{"answer": "A", "rationale": "A is in it.", "evidence": []}'
    if '"items"' in system_prompt:
        return '{"items": [{"of": [1], "data": {"pair": "A, B"}, "quote": ""}]}'
    return '{"text": "an answer", "n": 3}' if '"n"' in system_prompt else '{"text": "an answer"}'


def test_the_first_plan_makes_the_state_of_the_example(adapter: NetworkXAdapter, tmp_path: Path) -> None:
    """The five DECLAREs give the nested structure, with `_meta` and `items`, in the file and in the order of steps."""
    file = tmp_path / "state.json"
    with GASLExecutor(adapter, None, StateStore(JSONFileStateBackend(file), query="who wrote with whom")) as executor:
        executor.run_plan(json.dumps(PLAN))
    document = json.loads(file.read_text("utf-8"))
    assert {*document} >= {"version", "created_at", "updated_at", "query", "config", "variables", "history", "replay"}
    inner = document["variables"]["co_authorship_analysis"]
    assert inner["_meta"] == {"type": "DICT", "description": None}
    assert inner["authors"] == {
        "_meta": {"type": "LIST", "description": "List of all unique authors found."},
        "items": [],
    }
    assert (document["replay"]["seed"], document["replay"]["commands"]) == (0, DECLARES)
    step = document["history"][0]
    assert (step["step"], step["command"], step["why"]) == (1, DECLARES[0], PLAN["why"])
    assert {"started_at", "finished_at", "status"} <= {*step}


def test_the_store_takes_keys_as_text() -> None:
    """Every method of StateStore that takes a key takes it with dots, as the specification writes it."""
    state = StateStore()
    state.merge("study.authors", [{"id": "A"}])
    state.replace("study.count", 2)
    state.attach_provenance("study.authors", [0], [{"source": "doc"}])
    assert (state.get("study.authors"), state.get("study.count")) == ([{"id": "A"}], 2)
    assert state.summary(["study.authors"])["study.authors"]["count"] == 1
    state.append_history({"command": "FIND nodes AS all", "why": "to see"})
    assert state.replay_info() == {"seed": 0, "commands": ["FIND nodes AS all"], "config": {}}
    state.persist()
    state.merge("study.authors", [{"id": "B"}])
    state.load()
    assert state.get("study.authors") == [{"id": "A"}]


def test_the_context_holds_variables() -> None:
    """`set`, `get`, `exists` and a bounded `summary`."""
    context = ContextStore()
    context.set("authors", ["A", "B", "C"])
    assert (context.get("authors"), context.exists("authors"), context.exists("x")) == (["A", "B", "C"], True, False)
    assert context.summary(max_items=1)["authors"] == {"kind": "list", "count": 3, "first": ["A"]}


def test_the_adapter_finds_nodes_edges_and_paths(adapter: NetworkXAdapter) -> None:
    """Quotes around an entity type are stripped; paths come as lists of ids; a node is found by its name."""
    people = adapter.find_nodes(parse_conditions('entity_type = "PERSON"'), limit=None)
    assert [record["id"] for record in people] == ["A", "B"]
    assert len(adapter.find_edges(None, limit=1)) == 1
    assert adapter.find_paths(["A"], ["B"], max_length=2).ids == [["A", "paper", "B"]]
    assert (adapter.get_node("paper") is not None, adapter.get_node("nobody")) == (True, None)


def test_conditions_are_read_and_evaluated() -> None:
    """A predicate is a tree; what it does not know is not true."""
    predicate = parse_conditions('age > 3 AND name CONTAINS "m"')
    assert evaluate({"age": 4, "name": "Rama"}, predicate)
    assert not evaluate({"name": "Rama"}, predicate)


def test_a_client_generates_text_and_structured_answers() -> None:
    """`generate` gives text, `structured` an object that fits the schema; a function of two prompts is enough."""
    with ArgoBridgeLLMClient(model) as client:
        assert isinstance(client, LLMClient)
        assert client.generate("Who?", system="Be brief.") == "an answer"
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
        assert client.structured("How many?", schema)["n"] == 3


def test_each_command_runs_by_itself(adapter: NetworkXAdapter) -> None:
    """The six `run` functions: a specification in, an ExecutionResult out, through the context and the state."""
    context, state = ContextStore(), StateStore()
    parse = GASLParser().parse

    def of(command: str, kind: type[Any]) -> Any:
        node = parse(command)
        assert isinstance(node, kind)
        return node

    with LLMClient(model) as client:
        results = [
            run_find(adapter, of(FORMS[1], FindSpec), context),
            run_declare(state, of("DECLARE network AS LIST", DeclareSpec)),
            run_process(client, parse(FORMS[5]), context),  # type: ignore[arg-type]
            run_update(state, of("UPDATE network WITH coauthor_triplets MERGE", UpdateSpec), context),
            run_analyze(client, state, parse('ANALYZE network USING "who is central" AS central'), context),  # type: ignore[arg-type]
        ]
    with GASLExecutor(adapter, None, state, context) as executor:
        branch = parse("IF LEN ${authors} > 1 THEN COUNT authors AS n")
        results.append(run_branch(executor, branch))  # type: ignore[arg-type]
    assert all(isinstance(result, ExecutionResult) for result in results)
    assert [result.error for result in results] == [None] * 6
    assert [result.status for result in results] == [Status.SUCCESS] * 6
    assert context.get("n") == 2
    assert [item["pair"] for item in state.get("network")] == ["A, B"]


def test_an_executor_runs_until_complete(adapter: NetworkXAdapter) -> None:
    """A step function says commands until it says `COMPLETE: …`; every step needs and records a one-line why."""
    said = iter([FORMS[1], "COMPLETE: two authors"])
    with LLMClient(model) as client, GASLExecutor(adapter, client, StateStore(), ContextStore()) as executor:
        completed = executor.run_until_complete(lambda last: next(said))
    assert completed.answer == "two authors"
    assert [record.command for record in executor.command_history] == [FORMS[1]]


def test_prompts_are_built_with_data_fenced_and_provenance_asked_for() -> None:
    """Both builders hold the instruction, the excerpt as data, and the demand for JSON with references."""
    process, analyze = build_process_prompt("the data", "the task"), build_analyze_prompt("the state", "the question")
    for prompt, parts in ((process, ("the task", "the data")), (analyze, ("the question", "the state"))):
        assert all(part in prompt for part in (*parts, "<<<data", "JSON object"))
    assert "quote" in process and "evidence" in analyze


def test_errors_of_adapters_are_in_the_tree() -> None:
    """What an adapter cannot do is an AdapterError; one for an unknown node names the nearest."""
    assert issubclass(AdapterError, GraphError)
    graph: nx.Graph[str] = nx.Graph([("Ann", "paper")])
    with pytest.raises(AdapterError) as caught:
        NetworkXAdapter(graph).find_paths(["Anne"], ["paper"], max_length=2)
    assert caught.value.nearest == ("Ann",)  # type: ignore[attr-defined]
