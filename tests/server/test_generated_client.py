"""A Python client made from the OpenAPI description works, without a line by hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from served import Served

USE = """
import sys
from client import Client
from client.api.answers import {ask} as ask
from client.api.graph import {entities} as entities
from client.models import QuestionBody

client = Client(base_url=sys.argv[1], timeout=60)
answer = ask.sync("ws", client=client, body=QuestionBody(question="Who gave the bow to Sita?"))
print(answer.status, answer.citations[0].text, answer.facts[0].evidence[0].quote != "")
page = entities.sync("ws", client=client, limit=2)
print(len(page.items), page.next_ is not None, page.items[0].canonical_name)
"""


@pytest.mark.slow
def test_a_generated_client_asks_and_lists(served: Served, tmp_path: Path) -> None:
    python = os.environ.get("OPENAPI_CLIENT_PYTHON")
    if not python:
        pytest.skip("OPENAPI_CLIENT_PYTHON names no Python that has openapi-python-client: it needs another Typer")
    (tmp_path / "openapi.json").write_bytes(served.get("/openapi.json").content)
    make = ["-m", "openapi_python_client", "generate", "--path", "openapi.json", "--output-path", "client"]
    subprocess.run([python, *make, "--meta", "none"], cwd=tmp_path, check=True, capture_output=True)
    api = tmp_path / "client/api"
    (ask,) = (path.stem for path in (api / "answers").glob("ask_api_*_ask_post.py"))
    (entities,) = (path.stem for path in (api / "graph").glob("*_entities_get.py"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    words = [python, "-c", USE.format(ask=ask, entities=entities), served.url]
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["GROUNDED Rama gave the bow to Sita. True", "2 True bow"]
