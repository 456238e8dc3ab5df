"""The server for tests, as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

SCRIPT = """
from pramana.testing.model_server import failure_reply


def answer(request, number):
    if request["model"] == "none":
        return failure_reply(503)
    return {"number": number, "said": request["messages"][-1]["content"]}
"""


def post(url, body):
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=5) as response:
        return json.loads(response.read())


def test_as_a_process_it_prints_its_url_and_logs_every_request(tmp_path):
    """Each request is a line of the log before it is answered; the models are listed; other paths are not there; a reply
    of a script is what the server sends."""
    (tmp_path / "replies.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "replies:answer", "--log", "log.jsonl"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        bodies = [{"model": "m", "messages": [{"role": "user", "content": text}]} for text in ("a", "ब")]
        replies = [post(url, body) for body in bodies]
        with urllib.request.urlopen(f"{url}/models", timeout=5) as response:
            models = json.loads(response.read())
        try:
            urllib.request.urlopen(f"{url}/nothing", timeout=5)
        except urllib.error.HTTPError as error:
            status = error.code
            error.close()
        with pytest.raises(urllib.error.HTTPError, match="503") as refused:
            post(url, {"model": "none", "messages": []})
        refused.value.close()
    finally:
        process.kill()
        process.communicate()
    contents = [json.loads(reply["choices"][0]["message"]["content"]) for reply in replies]
    assert contents == [{"number": 1, "said": "a"}, {"number": 2, "said": "ब"}]
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert lines == [
        {"number": number, "request": body}
        for number, body in enumerate([*bodies, {"model": "none", "messages": []}], 1)
    ]
    assert models["data"][0]["object"] == "model"
    assert status == 404
