"""Answers as they come, and conversations."""

from __future__ import annotations

import json
from typing import Any

from served import Served

WS = "/workspaces/ws"


def events(served: Served, question: str, where: str = "") -> list[tuple[str, Any]]:
    with served.client.stream("POST", f"{WS}{where}/ask/stream", json={"question": question}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = list(stream.iter_lines())
    kinds = [line[7:] for line in lines if line.startswith("event: ")]
    values = [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
    return list(zip(kinds, values, strict=True))


def test_an_answer_comes_as_plan_lines_answer(served: Served) -> None:
    question = "Who gave the bow to Sita?"
    found = events(served, question)
    assert [kind for kind, _ in found] == ["plan", "lines", "answer"]
    assert found[0][1]["steps"][0]["verb"] == "give"
    assert found[1][1]["lines"] == [{"doc_id": "tale.txt", "line_number": 1, "text": "Rama gave the bow to Sita."}]
    plain = served.post(f"{WS}/ask", json={"question": question}).json()
    assert {**found[2][1], "run": 0} == {**plain, "run": 0} and found[2][1]["run"] > 0


def test_a_conversation_is_streamed(served: Served) -> None:
    """Each question goes on from the last one, and its answer comes as plan, lines, answer."""
    chat = served.post(f"{WS}/chats").json()["id"]
    events(served, "Who gave the bow to Sita?", f"/chats/{chat}")
    found = events(served, "Where did he live?", f"/chats/{chat}")
    assert [kind for kind, _ in found] == ["plan", "lines", "answer"]
    assert found[2][1]["question"] == "Where did Rama live?"
    assert served.post(f"{WS}/chats/{'0' * 16}/ask/stream", json={"question": "Who?"}).status_code == 404


def test_a_stream_that_cannot_begin_is_a_problem(served: Served) -> None:
    assert served.post("/workspaces/wss/ask/stream", json={"question": "Who?"}).status_code == 404
    assert served.post(f"{WS}/ask/stream", json={"question": " "}).status_code == 400


def test_a_conversation_goes_on_from_the_last_question(served: Served) -> None:
    chat = served.post(f"{WS}/chats").json()["id"]
    first = served.post(f"{WS}/chats/{chat}/ask", json={"question": "Who gave the bow to Sita?"}).json()
    assert first["status"] == "GROUNDED"
    second = served.post(f"{WS}/chats/{chat}/ask", json={"question": "Where did he live?"}).json()
    assert (second["question"], second["citations"][0]["line_number"]) == ("Where did Rama live?", 3)
    turns = served.get(f"{WS}/chats/{chat}").json()["turns"]
    assert [each["asked"] for each in turns] == ["Who gave the bow to Sita?", "Where did he live?"]
    assert [each["run"] for each in turns] == [first["run"], second["run"]]
    assert served.client.delete(f"{WS}/chats/{chat}").status_code == 204
    assert served.post(f"{WS}/chats/{chat}/ask", json={"question": "Who?"}).status_code == 404
