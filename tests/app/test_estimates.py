"""What passes, links, investigations and seeds would take, said before and counted after by the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from investigator import answer as investigator
from investigator import searched
from oracle import asked_for, fields, obliging, offered, statements
from planners import FIRM

import pramana
from pramana.anot import template
from pramana.app.anot import compile_formula
from pramana.app.anot_runs import AnotSession
from pramana.app.estimating import estimate_compilation, estimate_investigation, estimate_seed
from pramana.app.investigate import InvestigationSession
from pramana.canonical import canonical
from pramana.graph.io import ListedGraph, write_graph
from pramana.llm import about_tokens
from pramana.testing.model_server import ModelServer
from pramana.views import WorkEstimate

PEOPLE = ("Anna Berg", "Ravi Kumar", "Mrs. Holt", "Professor Lind", "Tom Ashby", "Ida Voss", "Karl Brandt")
DEEDS = ("presented the budget", "repaired the bridge", "rented a hall", "sold three ships", "opened the archive")
REPORT = "\n\n".join(
    f"{PEOPLE[number % 7]} {DEEDS[number % 5]} in {1900 + number}. The town praised the old {number % 9}-storey hall. "
    f"They did it because {PEOPLE[(number + 3) % 7]} was ill."
    for number in range(40)
)


def assumed(text: str, share: int) -> bool:
    """Return whether a text is among so many of a hundred."""
    return sum(map(ord, text)) * 7919 % 100 < share


def model(request: dict[str, Any], number: int) -> Any:
    """Read by the rules; say that a third of expressions mean nobody, and doubt one statement in twenty."""
    name, given = request["response_format"]["json_schema"]["name"], fields(request)
    if name == "karaka_reference_batch":
        return {
            "references": [
                {"item": item, "means": None if assumed(str(item), 33) else names[item % len(names)]}
                for item, _, names in offered(given)
            ]
        }
    if name == "karaka_entry_batch":
        blocks = given["subjects"].split("\n- ")
        rows = [each.partition(".")[0] for each in given["subjects"].splitlines() if each[:1].isdigit()]
        first = [each.partition(":")[0] for each in blocks[1:]]
        return {"entries": [{"item": int(row), "entry": entry} for row, entry in zip(rows, first, strict=False)]}
    if "statements" in given:
        kind = asked_for(request)
        said = [(each["item"], not assumed(each["statement"], 5)) for each in statements(given)]
        if kind == "scores":
            return {kind: [{"item": item, "score": 96 if sure else 50, "reasoning": ""} for item, sure in said]}
        return {kind: [{"item": item, "valid": sure, "reasoning": ""} for item, sure in said]}
    return obliging(request, number)


def settings(server: ModelServer, **more: Any) -> dict[str, Any]:
    price = {"input": 0.15, "output": 0.60}
    llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url, "price": price}}}
    return {"llm": llm, **more}


def sent_tokens(requests: list[dict[str, Any]]) -> int:
    """Return about how many tokens requests are, their schemas included."""
    return sum(
        about_tokens(canonical(request["response_format"]["json_schema"]["schema"]))
        + sum(about_tokens(message["content"]) for message in request["messages"])
        for request in requests
    )


def assert_near(said: WorkEstimate, requests: list[dict[str, Any]]) -> None:
    """Assert that calls and input tokens were within 30 % of what was said, and that work was done at all."""
    assert requests
    assert 0.7 * len(requests) <= said.calls <= 1.3 * len(requests), (said.calls, len(requests))
    sent = sent_tokens(requests)
    assert 0.7 * sent <= said.prompt_tokens <= 1.3 * sent, (said.prompt_tokens, sent)


@pytest.mark.slow
@pytest.mark.parametrize("names", [["coreference"], ["causes"], ["coreference", "causes"], []])
def test_an_estimate_of_passes_is_near_what_happens(tmp_path: Path, names: list[str]) -> None:
    """Calls and tokens within 30 %; nothing is asked or written for it, and a second estimate finds nothing to do."""
    (tmp_path / "a.txt").write_text(REPORT, "utf-8")
    with ModelServer(model) as server:
        with pramana.open(tmp_path / "ws", create=True, **settings(server, karaka={"passes": []})) as ws:
            ws.ingest(tmp_path / "a.txt")
        with pramana.open(tmp_path / "ws", **settings(server)) as ws:
            before, graph = len(server.requests), ws.graph_hash()
            said = ws.estimate_passes(*names)
            assert (len(server.requests), ws.graph_hash(), len(ws.runs())) == (before, graph, 1)
            ws.run_passes(*names)
            assert_near(said, server.requests[before:])
            again = ws.estimate_passes(*names)
            assert (again.calls, again.prompt_tokens, again.money) == (0, 0, 0)


def test_an_estimate_of_links_is_near_what_happens(tmp_path: Path) -> None:
    """The knowledge base is looked up, and models are not asked."""
    rows = [{"id": f"p{n}", "label": each, "description": "of the town"} for n, each in enumerate(PEOPLE)]
    (tmp_path / "people.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (tmp_path / "a.txt").write_text(REPORT, "utf-8")
    with ModelServer(model) as server:
        with pramana.open(tmp_path / "ws", create=True, **settings(server, karaka={"passes": []})) as ws:
            ws.ingest(tmp_path / "a.txt")
        kb = {"kind": "gazetteer", "file": str(tmp_path / "people.jsonl")}
        with pramana.open(tmp_path / "ws", **settings(server, karaka={"passes": []}, kb=kb)) as ws:
            before = len(server.requests)
            said = ws.estimate_passes("links")
            assert len(server.requests) == before
            ws.run_passes("links")
            asked = server.requests[before:]
            assert_near(said, asked)
            assert len(asked) <= 3


@pytest.mark.slow
def test_an_estimate_of_a_seed_is_near_what_happens(tmp_path: Path) -> None:
    """A sample of the entities is rehearsed; those that were extracted before cost nothing."""
    seed, data = template("g1a"), tmp_path / "data.jsonl"
    with data.open("w") as file:
        for number in range(500):
            texts = [f"{number}: hives after the nuts, the waiter was kind.", f"{number}: nothing of note."]
            file.write(json.dumps({"id": f"e{number}", "reviews": [{"text": text} for text in texts]}) + "\n")

    def read(request: dict[str, Any], number: int) -> dict[str, Any]:
        told = {"incident_severity": "mild", "account_type": "firsthand", "safety_interaction": "none"}
        return {**told, "review_validity": "valid", "quotes": {"incident_severity": "hives", "account_type": "hives"}}

    async def work(server: ModelServer) -> None:
        async with AnotSession(None, tmp_path / "run.db", flags=settings(server)) as session:
            said = await estimate_seed(session, seed, data)
            assert server.requests == []
            await session.runs.run(seed, data, tmp_path / "out.jsonl")
            assert_near(said, server.requests)
            assert (await estimate_seed(session, seed, data)).calls == 0

    with ModelServer(read) as server:
        anyio.run(work, server)


QUESTION = "Who works for Orbit?"


@pytest.mark.parametrize(("search", "answers"), [("greedy", investigator), ("mcts", searched)])
def test_an_estimate_of_an_investigation_is_near_what_happens(
    tmp_path: Path, search: str, answers: Callable[[dict[str, Any], int], Any]
) -> None:
    """One plan and one claim are sent back, as most models need."""
    (graph,) = write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), tmp_path / "firm.json")

    async def work(server: ModelServer) -> None:
        session = InvestigationSession(graph, tmp_path / "store.db", flags=settings(server))
        async with session:
            said = await estimate_investigation(session.ground, None, QUESTION, search=search)
            assert server.requests == []
            await session.investigate(QUESTION, search=search)
            assert_near(said, server.requests)

    with ModelServer(answers) as server:
        anyio.run(work, server)


def test_an_estimate_of_a_compilation_is_near_what_happens(tmp_path: Path) -> None:
    """Three steps, and a seed that is sent back once."""
    seed = template("g1a")
    formula = seed.source_formula or ""

    def compiled(request: dict[str, Any], number: int) -> Any:
        name = request["response_format"]["json_schema"]["name"]
        kept = {"name", "type", "values", "description"}
        read = [field.model_dump(mode="json", include=kept) for field in seed.extraction_fields]
        steps = [step.model_dump(mode="json") for step in seed.compute_dag]
        if name == "anot_conditions":
            rules = [{"name": step["name"], "rule": "Count it.", "quote": ""} for step in steps]
            return {"task_name": "t", "keywords": ["nut", "allerg", "hives"], "fields": read, "rules": rules}
        if name == "anot_graph":
            return {"steps": steps, "outputs": list(seed.output_fields)}
        return {"review_validity": True, "extraction_prompt": "Read it." if number < 4 else seed.extraction_prompt}

    async def work(server: ModelServer) -> None:
        async with pramana.aopen(tmp_path / "ws", create=True, flags=settings(server)) as ws:
            said = await estimate_compilation(ws, formula, single_step=False)
            assert server.requests == []
            await compile_formula(ws, formula)
            assert_near(said, server.requests)

    with ModelServer(compiled) as server:
        anyio.run(work, server)
