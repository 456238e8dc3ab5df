"""Whatever a client sends: the server connects to nothing that it names, and reads and writes no file that it names."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from served import FINAL, Served, ended_job, make_workspace, need_extras

SECRET = "the-secret-of-a-file-beside-the-workspace"


class Listener:
    """A port of this machine that counts who connects to it."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.heard: list[bytes] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._socket.accept()
                line.settimeout(1.0)
                with line, suppress(OSError):
                    self.heard.append(line.recv(200))

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    need_extras()
    home = tmp_path_factory.mktemp("addresses")
    (home / "secret.txt").write_text(SECRET)
    with Served(make_workspace(home / "ws"), options=("--allow-writes",), log=home / "log") as server:
        server.home = home  # type: ignore[attr-defined]
        yield server


def addresses(served: Served, port: int) -> list[str]:
    """Return addresses of the listener in all forms that something may take, and places of a file."""
    secret = served.home / "secret.txt"  # type: ignore[attr-defined]
    hosts = [f"{kind}://127.0.0.1:{port}" for kind in ("http", "neo4j", "gremlin")]
    return [*hosts, f"//127.0.0.1:{port}/x.txt", str(secret), f"file://{secret}", f"../../../../../../../..{secret}"]


def replaced(value: Any, text: str) -> Iterator[Any]:
    """Yield a JSON value in which one text after the other is another one."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from ([*value[:at], new, *value[at + 1 :]] for new in replaced(each, text))
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from ({**value, name: new} for new in replaced(each, text))


def bodies(described: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each operation that takes JSON, with an example of it in which nothing that may be given is left out."""
    for path, methods in described["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        if path.startswith("/api/") and "application/json" in content:
            name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
            yield path, described["components"]["schemas"][name]["examples"][0]


PAYLOAD: dict[str, Any] = {
    "session_id": "s",
    "goal_prompt": "g",
    "context_data": "Ann slept.",
    "config": {"schema": {"node_types": ["P"], "edge_types": ["K"]}},
}
PLACES = (
    ("config", "backend"),
    ("config", "export"),
    ("config", "export", "path"),
    ("config", "log"),
    ("context_data", "files"),
    ("context_data", "folders"),
    ("context_data", "url"),
    ("seed_graph",),
    ("initial_graph",),
)
"""Where a payload might name something outside it; one at a time, as what is wrong elsewhere hides it."""


def payloads(text: str) -> Iterator[Any]:
    """Yield payloads with a text in each place that might be read as the name of something."""
    yield from replaced(PAYLOAD, text)
    for *outer, last in PLACES:
        made = json.loads(json.dumps(PAYLOAD))
        holder = made
        for name in outer:
            holder[name] = holder[name] if isinstance(holder.get(name), dict) else {}
            holder = holder[name]
        for value in (text, [text]):
            holder[last] = value
            yield json.loads(json.dumps(made))


@pytest.mark.slow
def test_nothing_is_connected_to_and_no_file_is_read(served: Served, listener: Listener) -> None:
    """Each text of each example of the OpenAPI description in turn, each text of a payload, and each parameter."""
    described = served.get("/openapi.json").json()
    texts = addresses(served, listener.port)
    sent: list[tuple[str, Any]] = []
    for path, example in bodies(described):
        sent += [(path, body) for text in texts for body in replaced(example, text)]
    sessions = count()
    growths = [f"/api/v1/workspaces/{{name}}/{kind}" for kind in ("igg", "growths")]
    sent += [
        (path, {"payload": {**each, "session_id": f"s{next(sessions)}"}})
        for path in growths
        for text in texts
        for each in payloads(text)
    ]
    assert len(sent) > 300
    for where, body in sent:
        path = re.sub(
            r"\{(\w+)\}", lambda found: {"name": "ws", "run": "1", "chat": "0" * 16}.get(found[1], "s"), where
        )
        answer = served.post(f"{served.url}{path}", json=body)
        assert answer.status_code < 500 and SECRET not in answer.text, (path, body, answer.text)
        if answer.status_code == 202:
            job = answer.json()["id"]
            served.post(f"/workspaces/ws/jobs/{job}/cancel")  # what it does with an address is tested below
    for path, methods in described["paths"].items():
        names = [each["name"] for each in methods.get("get", {}).get("parameters", ()) if each["in"] == "query"]
        address = served.url + path.replace("{name}", "ws").replace("{run}", "1").replace("{session}", "s")
        for text in texts if "{" not in address and "/jobs" not in address else ():
            answer = served.get(address, params=dict.fromkeys(names, text))
            assert answer.status_code < 500 and SECRET not in answer.text, (path, text, answer.text)
    assert listener.heard == []


def test_what_a_job_is_given_leads_nowhere(served: Served, listener: Listener) -> None:
    """Texts with addresses in all ways in which formats name other files, and seeds and graphs that are addresses."""
    there = f"http://127.0.0.1:{listener.port}"
    secret = f"file://{served.home}/secret.txt"  # type: ignore[attr-defined]
    entity = '<?xml version="1.0"?><!DOCTYPE x SYSTEM "{0}/x.dtd" [<!ENTITY % p SYSTEM "{0}/p"> %p; <!ENTITY e SYSTEM "{0}/e">]>'
    markup = '<link rel=stylesheet href="{0}/s.css"><img src="{0}/i"><iframe src="{0}/f"></iframe><base href="{0}">'
    forms = {
        "page.html": f"<html><head>{markup}<meta http-equiv=refresh content='0; url={{0}}'></head><p>Rama slept.</p></html>",
        "notes.md": "![picture]({0}/i.png) [include]({0}/a.md)\n\nRama slept.",
        "notes.rst": ".. include:: {0}\n\n.. raw:: html\n   :url: {0}\n\n.. csv-table::\n   :file: {0}\n\nRama slept.",
        "letter.eml": "From: a@b.c\nSubject: x\nContent-Type: message/external-body; access-type=URL; URL={0}\n\nRama slept.",
        "rows.jsonl": json.dumps({"text": "Rama slept.", "$ref": "{0}", "url": "{0}"}),
        "list.csv": 'name,at\nRama,=WEBSERVICE("{0}")\n',
    }
    files = [
        ("files", (f"{at}-{name}", text.replace("{0}", to)))
        for name, text in forms.items()
        for at, to in enumerate((there, secret))
    ]
    begun = [served.post("/workspaces/ws/jobs", files=files)]
    for at, to in enumerate((there, secret)):
        graphml = entity.replace("{0}", to) + "<graphml><graph><node id='&e;'/></graph></graphml>"
        texts = ("texts", ("a.txt", "Rama slept."))
        begun.append(served.post("/workspaces/ws/audits", files=[("graph", ("g.graphml", graphml)), texts]))
        graph = json.dumps({"nodes": [{"id": "a", "uri": to}], "edges": [], "directed": True, "graph": {"url": to}})
        begun.append(served.post("/workspaces/ws/audits", files=[("graph", (f"g{at}.json", graph)), texts]))
        begun.append(served.post("/workspaces/ws/anot", json={"seed": to, "entities": [{"id": "r", "items": []}]}))
    for answer in begun:
        assert answer.status_code == 202, answer.text
        job = ended_job(served, answer.json()["id"], *FINAL)
        assert SECRET not in json.dumps(job)
        for name in job["outputs"]:
            assert SECRET not in served.get(f"/workspaces/ws/jobs/{job['id']}/outputs/{name}").text
    lines = "".join(
        served.get("/workspaces/ws/lines", params={"document": each["doc_id"]}).text
        for each in served.get("/workspaces/ws/documents").json()["items"]
    )
    assert SECRET not in lines and "Rama slept." in lines
    assert listener.heard == []
