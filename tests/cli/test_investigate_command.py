"""The command `investigate`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from investigator import answer
from planners import FIRM

from pramana.graph import Edge, Node
from pramana.graph.io import ListedGraph, write_graph
from pramana.testing.model_server import ModelServer

QUESTION = "Who works for Orbit?"


@pytest.fixture
def firm(tmp_path: Path) -> Path:
    (file,) = write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), tmp_path / "firm.json")
    return file


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with ModelServer(answer) as server:
        yield ["--model", "it", "--base-url", server.url]


def test_an_answer_with_its_claims_is_told(run: Any, firm: Path, model: list[str]) -> None:
    """The answer, what each claim rests on, the hypotheses; each turn as it ends, and the cost, on standard error."""
    done = run("investigate", QUESTION, "--graph", firm, *model)
    assert done.code == 0
    assert done.out.startswith("COMPLETE: 2 people work for Orbit.\n")
    assert "x.txt:2" in done.out and "supported  h1  Edges WORKS_FOR say who works for Orbit." in done.out
    assert "1. continue: The relation says it. (0 items gained, 1 error)" in done.err
    assert "sent back: It says Zoe, Lim, which 'staff[1]' does not hold." in done.err
    assert "2 plans; 5 model calls" in done.err


def test_reports_are_written(run: Any, firm: Path, model: list[str], tmp_path: Path) -> None:
    """One run gives JSON on standard output, a page, Markdown, and a trace that other commands read."""
    page, text, trace = (tmp_path / name for name in ("r.html", "r.md", "t.json"))
    files = ["--html", page, "--markdown", text, "--trace", trace]
    done = run("investigate", QUESTION, "--graph", firm, *model, *files, "--json")
    found = done.json
    assert (found["stop"], found["hypotheses"][0]["verdict"]) == ("answered", "supported")
    assert found["iterations"][0]["diagnoses"][0]["command"] == "SORT staff ORDER BY id AS sorted"
    for written in (page.read_text("utf-8"), text.read_text("utf-8")):
        for told in ("2 people work for Orbit.", "supported", "x.txt:2", "Refused claims", "Cost"):
            assert told in written
    assert "<script" not in page.read_text("utf-8")
    audits = tmp_path / "audits.json"
    audits.write_text(json.dumps([{"audit": "order", "before": "execute", "after": "answer"}]), "utf-8")
    assert run("audit-trace", trace, "--audits", audits).code == 0
    assert run("cluster", trace, trace, "--held-out", "0").code == 0


def test_a_budget_stops_it_and_the_same_command_goes_on(run: Any, firm: Path, model: list[str]) -> None:
    """Exit code 4 and a sentence; with a larger budget nothing is paid again."""
    stopped = run("investigate", QUESTION, "--graph", firm, *model, "--max-calls", 3)
    assert (stopped.code, "no answer (budget)" in stopped.out) == (4, True)
    assert "Run the same command with a larger bound to resume" in stopped.err
    done = run("investigate", QUESTION, "--graph", firm, *model, "--max-calls", 3)
    assert done.code == 0 and "2 model calls, 3 answers from the store" in done.err
    assert Path("pramana-investigations.db").is_file()


def test_without_a_model_the_rules_plan(run: Any, firm: Path) -> None:
    """The first command works with nothing configured, writes no file, and says what it cannot do with exit code 1."""
    done = run("investigate", QUESTION, "--graph", firm)
    assert done.code == 0 and done.out.startswith("COMPLETE: ")
    unread = run("investigate", "What is the meaning of all this?", "--graph", firm)
    assert (unread.code, unread.out.startswith("not planned: ")) == (1, True)
    assert not Path("pramana-investigations.db").exists()


def test_its_state_is_continued_and_replayed_by_gasl(run: Any, firm: Path, model: list[str], tmp_path: Path) -> None:
    """--state writes the run as one file: gasl goes on in it, and replays it without asking the model."""
    state, more = tmp_path / "found.json", tmp_path / "more.gasl"
    store = ["--store", tmp_path / "answers.db"]
    assert run("investigate", QUESTION, "-g", firm, "--state", state, *store, *model).code == 0
    document = json.loads(state.read_text("utf-8"))
    assert document["query"] == QUESTION
    assert document["config"]["responses"] == "answers.db" and len(document["replay"]["plans"]) >= 1
    assert run("gasl", "replay", "-s", state).out.startswith("identical")
    more.write_text("FIND nodes LIMIT 1 AS one\nUPDATE ones WITH one\n", "utf-8")
    assert run("gasl", "run", more, "-s", state).code == 0
    assert run("gasl", "replay", "-s", state).out.startswith("identical")
    assert run("investigate", QUESTION, "-g", firm, "--state", state).code == 2


def test_mistakes_are_told(run: Any, firm: Path, tmp_path: Path) -> None:
    """Bad input ends with exit code 2 and one sentence that says what would do."""
    cases = [
        ((QUESTION, "--graph", tmp_path / "none.json"), "none.json"),
        ((QUESTION, "--graph", firm, "--lightrag", tmp_path), "--graph and --lightrag both name a graph"),
        ((QUESTION, "--lightrag", tmp_path), "there is no graph_chunk_entity_relation.graphml"),
        ((QUESTION, "--graph", firm, "--search", "best"), "Did you mean best-first?"),
        ((QUESTION, "--graph", firm, "--max-money", "much"), "--max-money is an amount of US dollars"),
        (("", "--graph", firm), "The question is empty."),
        ((QUESTION,), "--graph FILE"),
    ]
    for arguments, told in cases:
        done = run("investigate", *arguments)
        assert done.code == 2 and told in done.err, (arguments, done.err)


def test_a_store_of_lightrag_is_investigated(run: Any, tmp_path: Path) -> None:
    """`--lightrag DIR` reads the store's graph; what is cited leads to the text of its chunks."""
    store = tmp_path / "rag"
    store.mkdir()
    (graph,) = write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), tmp_path / "firm.graphml")
    graph.rename(store / "graph_chunk_entity_relation.graphml")
    chunks = {"chunk-1": {"content": "Bob Orr joined Orbit."}, "chunk-2": {"content": "He stayed."}}
    (store / "kv_store_text_chunks.json").write_text(json.dumps(chunks), "utf-8")
    done = run("investigate", "How are Bob Orr and Cy Poe connected?", "--lightrag", store, "--json")
    places = [place for claim in done.json["claims"] for each in claim["citations"] for place in each["places"]]
    assert done.code == 0 and "Bob Orr joined Orbit." in [place.get("text") for place in places]


def test_what_is_cited_is_shown_with_its_line_of_the_text(run: Any, tmp_path: Path) -> None:
    """A graph that says nothing of its text is held against it: an edge that the text supports leads to its sentence."""
    nodes = [Node(name, "PERSON", {"description": f"{name} is a person."}) for name in ("RAMA", "LAKSHMANA")]
    edges = [Edge("RAMA", "RELATED_TO", "LAKSHMANA", {"description": "Rama gave the bow to Lakshmana."})]
    (graph,) = write_graph(ListedGraph(tuple(nodes), tuple(edges)), tmp_path / "g.json")
    text = tmp_path / "rama.txt"
    text.write_text("It was long ago. Rama gave the bow to Lakshmana.", "utf-8")
    done = run("investigate", "How are Rama and Lakshmana connected?", "--graph", graph, "--source", text)
    assert done.code == 0 and "rama.txt:2: Rama gave the bow to Lakshmana." in done.out
    assert "text       rama.txt:2: Rama gave the bow" in done.out and "do not show" not in done.out
    refused = run("investigate", QUESTION, "--graph", graph, "--source", tmp_path / "none.txt")
    assert refused.code == 2


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("Rama gave the bow to Lakshmana.", 0, "text       rama.txt:2: Rama gave the bow to Lakshmana."),
        ("Rama hid the bow from Lakshmana.", 0, "nearest    rama.txt:2: Rama gave the bow to Lakshmana."),
        ("Rama never gave the bow to Lakshmana.", 1, "The text contradicts it in rama.txt:2"),
    ],
)
def test_a_claim_is_held_to_the_text(run: Any, tmp_path: Path, said: str, code: int, told: str) -> None:
    """Each claim shows its own line, or the nearest, which does not show it; what the text contradicts is refused."""
    nodes = [Node(name, "PERSON", {}) for name in ("RAMA", "LAKSHMANA")]
    (graph,) = write_graph(
        ListedGraph(tuple(nodes), (Edge("RAMA", "RELATED_TO", "LAKSHMANA", {"description": said}),)),
        tmp_path / "g.json",
    )
    text = tmp_path / "rama.txt"
    text.write_text("It was long ago. Rama gave the bow to Lakshmana.", "utf-8")
    done = run("investigate", "How are Rama and Lakshmana connected?", "--graph", graph, "--source", text)
    assert (done.code, told in done.out) == (code, True), done.out
