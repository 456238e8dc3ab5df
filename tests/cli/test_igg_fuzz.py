"""`pramana igg act` takes whatever it is given, from a file and from its input."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from igg_plans import PAYLOAD, add

VALUES: list[Any] = [
    *(None, True, 0, -1, 1.5, 1e308, 10**40, "", "A", "\u202e", "\ud800", "x" * 5_000, [], {}, {"a": {"b": 1}}),
    *([[[[[[[[[[1]]]]]]]]]], "\x00", "'; DROP TABLE", "${x}", "../../etc/passwd"),
]
FIELDS = [
    *("label", "properties", "from", "to", "node", "edge", "evidence", "why", "id", "query", "where", "document"),
    *("first", "last", "text", "limit", "hops", "pattern", "source"),
]
KINDS = ["ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "DROP", "add-node", "", None, 7]
WORDS = ["Person", "R", "nodes", "lines", "search", "paths", "files"]
ODD = [
    *(b"", b"\x00", b"null", b"{}", b"\xff\xfe\x00", b"[" * 100_000, b'{"a":' * 5_000, b'"' + b"x" * 200_000 + b'"'),
    *(b"NaN", b"1e999", b'{"actions": NaN}', b'{"type":"FINISH","reason":5}', b'{"reasoning":"\\ud800","actions":[7]}'),
    json.dumps({"actions": [{"type": "QUERY", "query": "search", "text": "one"}] * 500 + [3]}).encode(),
]


def hostile(count: int) -> list[Any]:
    """Return so many actions of no sense, always the same."""
    pick = random.Random(8)

    def value() -> Any:
        named = {pick.choice(["name", "id", "x", ""]): pick.choice(VALUES)}
        return pick.choice([pick.choice(VALUES), named, pick.choice(WORDS)])

    def action() -> Any:
        fields = pick.sample(FIELDS, pick.randint(0, 6))
        given = {"type": pick.choice(KINDS), **{name: value() for name in fields}}
        return given if pick.random() < 0.9 else value()

    return [action() for _ in range(count)]


def given_input(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body), "utf-8"))


@pytest.fixture
def session(run: Any, tmp_path: Path) -> str:
    config = {**PAYLOAD["config"], "max_iterations": 1_000, "no_progress": None}
    (tmp_path / "plan.json").write_text(json.dumps({**PAYLOAD, "config": config}), "utf-8")
    run("init")
    assert run("igg", "begin", "plan.json").code == 0
    return "plan"


@pytest.mark.slow
def test_ten_thousand_hostile_actions_are_taken_from_a_file_and_from_the_input(
    run: Any, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is applied or refused by itself, or all are; then the session goes on, and its log is replayed."""
    actions = hostile(10_000)
    (tmp_path / "answer.json").write_text(json.dumps({"reasoning": "x", "actions": actions}), "utf-8")
    done = run("igg", "act", session, "answer.json", "--json")
    assert done.code == 3
    assert len(done.json["Actions Taken"]) + len(done.json["Refusals"]) == 10_000
    assert run("igg", "observe", session).code == 0
    given_input(monkeypatch, json.dumps({"actions": actions, "atomic": True}).encode())
    whole = run("igg", "act", session, "-", "--json")
    assert (whole.code, whole.json["Actions Taken"], len(whole.json["Refusals"])) == (1, [], 10_000)
    assert whole.json["Hash After"] == done.json["Hash After"]
    assert run("igg", "act", session, "answer.json").code == 3
    assert run("igg", "replay", session).code == 0


@pytest.mark.slow
def test_what_is_no_answer_is_refused_from_any_input(
    run: Any, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes that are no text, JSON that never ends, numbers that are none: exit code 1 (3 where a part was applied), and the session goes on."""
    for body in ODD:
        given_input(monkeypatch, body)
        by_input = run("igg", "act", session, "-", "--json")
        (tmp_path / "answer.json").write_bytes(body)
        by_file = run("igg", "act", session, "answer.json", "--json")
        code = 3 if by_input.json["Actions Taken"] else 1
        assert (by_input.code, by_file.code) == (code, code), body[:40]
        assert by_input.json["Refusals"] == by_file.json["Refusals"]
    (tmp_path / "answer.json").write_bytes(b"\xef\xbb\xbf" + json.dumps([add("Anna")]).encode())
    assert "+ ADD_NODE Person:Anna" in run("igg", "act", session, "answer.json").out
    assert run("igg", "replay", session).code == 0
