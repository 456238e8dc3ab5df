"""The MCP inspector, a client by the makers of the protocol, uses the tools over both transports.

`npm install @modelcontextprotocol/inspector` in a folder, and MCP_INSPECTOR=FOLDER/node_modules/.bin/mcp-inspector.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from served import Served

Inspect = Callable[..., Any]


@pytest.fixture(params=["stdio", "http"])
def inspect(request: pytest.FixtureRequest, folder: Path, served: Served) -> Inspect:
    """What runs one command of the inspector against a server, and returns what it prints as JSON."""
    program = os.environ.get("MCP_INSPECTOR") or shutil.which("mcp-inspector")
    if not program:
        pytest.skip("MCP_INSPECTOR names no MCP inspector: it is installed by npm, which needs Node")
    stdio = [sys.executable, "-m", "pramana", "mcp", "-w", str(folder), "--allow-writes"]
    target = stdio if request.param == "stdio" else [f"{served.url}/mcp"]

    def run(method: str, *more: str) -> Any:
        words = [program, "--cli", *target, "--method", method, *more]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.mark.slow
def test_the_inspector_accepts_tools_prompts_and_resources(inspect: Inspect) -> None:
    """Every tool says what it does, what each argument is, what it returns, and whether it writes."""
    tools = inspect("tools/list")["tools"]
    assert len(tools) == 20
    for tool in tools:
        assert tool["description"] and tool["outputSchema"]["type"] == "object", tool["name"]
        assert {"readOnlyHint", "destructiveHint", "idempotentHint"} <= set(tool["annotations"]), tool["name"]
        bare = [name for name, each in tool["inputSchema"]["properties"].items() if not each.get("description")]
        assert bare == [], tool["name"]
    assert {each["name"] for each in inspect("prompts/list")["prompts"]} == {"gasl", "grow_graph"}
    assert {each["name"] for each in inspect("resources/templates/list")["resourceTemplates"]} == {
        *("documents", "document", "schema"),
    }
    assert inspect("resources/list")["resources"][0]["uri"] == "pramana://ws/documents"


@pytest.mark.slow
def test_the_inspector_calls_tools(inspect: Inspect) -> None:
    """Results are structured as their schema says; a call that cannot succeed is an error that says what would."""
    found = inspect("tools/call", "--tool-name", "ask", "--tool-arg", "question=Who gave the bow to Sita?")
    assert (found["isError"], found["structuredContent"]["status"]) == (False, "GROUNDED")
    wrong = inspect("tools/call", "--tool-name", "get_entity", "--tool-arg", "name=Ramma")
    assert wrong["isError"] and "Did you mean rama" in wrong["content"][0]["text"]
    prompt = inspect("prompts/get", "--prompt-name", "gasl", "--prompt-args", "question=Who?")
    assert "Question: Who?" in prompt["messages"][0]["content"]["text"]
    schema = inspect("resources/read", "--uri", "pramana://ws/schema")
    assert json.loads(schema["contents"][0]["text"])["Kriya"] == 4
