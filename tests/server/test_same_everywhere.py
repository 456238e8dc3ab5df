"""Each thing that can be done is there as a route, in Python and as a command, and all three answer alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer.main
from served import TALE, Served

import pramana
from pramana import app
from pramana.app import AsyncWorkspace
from pramana.cli import main
from pramana.cli.program import app as program

SERVED = ""
"""What only a server needs: its jobs, its conversations over many requests, its pages."""
FACES: dict[str, tuple[str, str]] = {
    "post /ask": ("ask", "ask"),
    "post /ask/stream": ("ask", "ask"),
    "post /chats": ("chat", "ask"),
    "get /chats/{chat}": (SERVED, SERVED),
    "delete /chats/{chat}": (SERVED, SERVED),
    "post /chats/{chat}/ask": ("chat", "ask"),
    "post /chats/{chat}/ask/stream": ("chat", "ask"),
    "get /search": ("search", "search"),
    "post /check": ("check", "check"),
    "post /gasl": ("gasl", "gasl run"),
    "post /gasl/explain": ("gasl", "gasl explain"),
    "post /gasl/evidence": ("gasl", "gasl evidence"),
    "get /documents": ("status", "status"),
    "get /lines": ("line", "show line"),
    "get /facts": ("facts", "show fact"),
    "get /entities": ("catalogue", "show entity"),
    "get /events": ("catalogue", "show kriya"),
    "get /line": ("line", "show line"),
    "get /fact": ("facts", "show fact"),
    "get /event": ("inspector", "show kriya"),
    "get /entity": ("entity", "entity show"),
    "get /names": ("catalogue", "show entity"),
    "get /neighbours": ("catalogue", "view"),
    "get /paths": ("catalogue", "view"),
    "get /graph": ("view", "view"),
    "get /timeline": ("view", "view"),
    "get ": ("status", "status"),
    "get /ledger": ("refusals", "ledger"),
    "get /report": ("report", "report"),
    "get /passes": ("passes", "passes list"),
    "get /decisions": ("decisions", "entity decisions"),
    "post /decisions": ("merge", "entity merge"),
    "get /review": ("review_items", "review"),
    "get /runs": ("runs", "runs"),
    "get /runs/{run}": ("runs", "runs"),
    "get /runs/{run}/steps": ("runs", "ledger"),
    "get /runs/{run}/growth": ("growing", "igg view"),
    "get /runs/{run}/results": ("app.results_of", "anot run"),
    "get /runs/{run}/explain": ("app.explain_result", "anot explain"),
    "post /runs/{run}/resume": ("app.resume_stategraph", "stategraph resume"),
    "post /runs/{run}/replay": ("replay", "replay"),
    "post /remove": ("remove", "remove"),
    "post /jobs": ("ingest", "ingest"),
    "get /jobs": (SERVED, SERVED),
    "get /jobs/{job}": (SERVED, SERVED),
    "delete /jobs/{job}": (SERVED, SERVED),
    "post /jobs/{job}/cancel": (SERVED, SERVED),
    "post /jobs/{job}/resume": (SERVED, SERVED),
    "get /jobs/{job}/events": (SERVED, SERVED),
    "get /jobs/{job}/outputs/{output}": (SERVED, SERVED),
    "post /estimates": ("estimate", "estimate"),
    "post /estimates/investigation": ("estimate_investigation", "investigate"),
    "post /estimates/check": ("estimate_check", "check"),
    "post /estimates/anot": ("app.estimate_seed", "anot run"),
    "post /audits": ("app.audit_files", "audit"),
    "post /exports": ("export", "export"),
    "post /investigations": ("investigate", "investigate"),
    "post /anot": ("anot", "anot run"),
    "post /anot/files": ("anot", "anot run"),
    "get /templates": ("app.seed_templates", "anot new"),
    "post /stategraphs": ("app.begin_stategraph", "stategraph run"),
    "post /growths": ("igg", "igg run"),
    "post /igg": ("growing", "igg begin"),
    "get /igg": ("growing", "igg sessions"),
    "get /igg/{session}/graph": ("growing", "igg show"),
    "get /igg/{session}/observation": ("growing", "igg observe"),
    "post /igg/{session}/actions": ("growing", "igg act"),
    "post /igg/{session}/finish": ("growing", "igg finish"),
}
"""Route below a workspace: its method in Python (`app.`: a function beside workspaces), and its command."""
ROOT = "/api/v1/workspaces/{name}"
LINE = "tale.txt:1"


def commands(group: Any, before: str = "") -> set[str]:
    """Return the names of all commands below a group."""
    found = set()
    for name, each in group.commands.items():
        found |= commands(each, f"{before}{name} ") if hasattr(each, "commands") else {before + name}
    return found


def test_every_route_is_there_in_python_and_as_a_command(served: Served) -> None:
    described = served.get("/openapi.json").json()["paths"]
    routes = {
        f"{method} {path.removeprefix(ROOT)}"
        for path, methods in described.items()
        for method in methods
        if path.startswith(ROOT)
    }
    assert routes == set(FACES)
    known = commands(typer.main.get_command(program))
    for route, (python, command) in FACES.items():
        owner = app if python.startswith("app.") else AsyncWorkspace
        assert python == SERVED or hasattr(owner, python.removeprefix("app.")), (route, python)
        assert command == SERVED or command in known, (route, command)


def command_json(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> Any:
    """Return what a command prints with `--json`."""
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main([*words, "-w", str(folder), "--json"])
    return json.loads(capsys.readouterr().out)


def shared(found: Any, other: Any) -> Any:
    """Return what of `found` has a counterpart in `other`: a route adds fields (texts, reasons, a run), and takes none
    away."""
    if isinstance(found, dict) and isinstance(other, dict):
        return {name: shared(value, other[name]) for name, value in found.items() if name in other}
    if isinstance(found, list) and isinstance(other, list) and len(found) == len(other):
        return [shared(*each) for each in zip(found, other, strict=True)]
    return found


def test_all_three_answer_alike(served: Served, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question, claim = "Who gave the bow to Sita?", "Ravana married Sita."
    at = "/workspaces/ws"
    routes = {
        "ask": served.post(f"{at}/ask", json={"question": question}).json(),
        "check": served.post(f"{at}/check", json={"claims": [claim]}).json(),
        "search": served.get(f"{at}/search", params={"q": "bow Sita"}).json(),
        "line": served.get(f"{at}/line", params={"place": LINE}).json(),
        "entity": served.get(f"{at}/entity", params={"entity": "Rama"}).json(),
    }
    with pramana.open(folder) as ws:
        python = {
            "ask": ws.ask(question).model_dump(mode="json"),
            "check": ws.check(claim).as_json(),
            "search": [each.as_json() for each in ws.search("bow Sita", limit=10)],
            "line": ws.line(LINE).as_json(),
            "entity": [each.as_json() for each in ws.entity("Rama")],
        }
    assert TALE.startswith(python["line"]["text"])
    words = {
        "ask": ["ask", question],
        "check": ["check", claim],
        "search": ["search", "bow Sita"],
        "line": ["show", "line", LINE],
        "entity": ["entity", "show", "Rama"],
    }
    for name, found in routes.items():
        printed = command_json(capsys, folder, *words[name])
        for other in (json.loads(json.dumps(python[name])), printed):
            seen = shared(found, other)
            for varies in ("run", "reading_run"):
                if isinstance(seen, dict):
                    seen.pop(varies, None)
                    other.pop(varies, None)
            assert seen == other, name


def test_what_the_records_say_is_alike(served: Served, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Facts, events, proposals, passes and decisions: routes give what commands print, in the same words."""
    at, fact, event = "/workspaces/ws", "tale.txt_L1_K1 -HAS_KARTA-> Rama", "tale.txt_L1_K1"
    routes = {
        "fact": served.get(f"{at}/fact", params={"fact": fact}).json(),
        "event": served.get(f"{at}/event", params={"event": event}).json(),
        "ledger": served.get(f"{at}/ledger", params={"limit": 200}).json()["items"],
        "passes": served.get(f"{at}/passes").json(),
        "decisions": served.get(f"{at}/decisions").json(),
        "runs": served.get(f"{at}/runs", params={"limit": 200}).json()["items"],
    }
    words = {
        "fact": ["show", "fact", fact],
        "event": ["show", "kriya", event],
        "ledger": ["ledger"],
        "passes": ["passes", "list"],
        "decisions": ["entity", "decisions"],
        "runs": ["runs"],
    }
    for name, found in routes.items():
        printed = command_json(capsys, folder, *words[name])
        assert shared(found, printed) == printed, name


def told(served: Served, tool: str, **arguments: Any) -> Any:
    """Return what a tool for agents answers."""
    call = {"name": tool, "arguments": arguments}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    accept = {"Accept": "application/json, text/event-stream"}
    return served.post("/../../mcp", json=asked, headers=accept).json()["result"]["structuredContent"]


def places(lines: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return lines as a place and a text, whatever their fields are called: agents cite, programs compute."""
    return [
        (f"{each.get('document', each.get('doc_id'))}:{number_of(each)}", each.get("text", each.get("quote")))
        for each in lines
    ]


def number_of(line: dict[str, Any]) -> int:
    """Return a line's number: `line` for agents, `line_number` for programs, `number` of what a search found."""
    return next(line[name] for name in ("line", "line_number", "number") if name in line)


def test_tools_for_agents_say_what_routes_say(served: Served) -> None:
    """The same lines, quotes, grades, verdicts and statuses, under the names that the table of tools has."""
    at, question, claim = "/workspaces/ws", "Who gave the bow to Sita?", "Ravana married Sita."
    fact = "tale.txt_L1_K1 -HAS_KARTA-> Rama"
    answer, asked = served.post(f"{at}/ask", json={"question": question}).json(), told(served, "ask", question=question)
    assert (asked["status"], asked["answer"]) == (answer["status"], answer["answer"])
    assert places(asked["citations"]) == places(answer["citations"])
    assert [each["fact"] for each in asked["facts"]] == [each["id"] for each in answer["facts"]]
    found = served.get(f"{at}/search", params={"q": "bow Sita"}).json()
    lines = told(served, "search", query="bow Sita")["lines"]
    assert places(lines) == places(found)
    assert [each["score"] for each in lines] == [each["score"] for each in found]
    (checked,) = served.post(f"{at}/check", json={"claims": [claim]}).json()["claims"]
    (verdict,) = told(served, "check_claim", claim=claim)["claims"]
    assert (verdict["verdict"], verdict["reasons"]) == (checked["verdict"], checked["reasons"])
    assert places(verdict["lines"]) == places(checked["lines"])
    one, shown = served.get(f"{at}/fact", params={"fact": fact}).json(), told(served, "get_fact", fact=fact)
    assert places(shown["evidence"]) == places(one["evidence"]) and shown["why"] == one["why"]
    assert [each["grade"] for each in shown["evidence"]] == [each["grade"] for each in one["evidence"]]
    entity = served.get(f"{at}/entity", params={"entity": "Rama"}).json()
    assert told(served, "get_entity", name="Rama")["rows"] == entity
    ledger = served.get(f"{at}/ledger", params={"limit": 50}).json()["items"]
    assert told(served, "ledger", refused=False, limit=50)["rows"] == ledger
