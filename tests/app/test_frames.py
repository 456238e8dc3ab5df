"""How many functions of Pramana a line passes from `ingest` to its model."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import anyio
import pytest
from oracle import answer

import pramana
from pramana.llm import Ask, RawResponse

SOURCE = str(Path(pramana.__file__).parent)
MOST = 18
"""At most so many, so that a reader can follow a line from `ingest` to the model: each is a place that decides."""
GATEWAY_CEILING = 6
"""From `Gateway.call` to the provider, both among them."""
MOST_OF_PASSES = 26
"""At most so many for what passes ask: rounds, documents and calls that are asked side by side have functions each."""


def stack(frame: FrameType | None) -> list[CodeType]:
    """Return what is on a stack, outermost first, up to the event loop that runs it."""
    found = []
    while frame is not None and frame.f_code.co_qualname != "Handle._run":
        found.append(frame.f_code)
        frame = frame.f_back
    return found[::-1]


def chain(coroutine: Any) -> list[CodeType]:
    """Return what a waiting task is in, outermost first."""
    found = []
    while coroutine is not None:
        code = getattr(coroutine, "cr_code", None) or getattr(coroutine, "ag_code", None)
        if code is not None:
            found.append(code)
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "ag_await", None)
    return found


def path_to_here() -> list[str]:
    """Return the names of Pramana's functions from the main thread's outermost one to the caller, which is not.

    A task was begun by another one, which waits for it, and the outermost one by the main thread, which waits too.
    """
    tasks = {task.id: task for task in anyio.get_running_tasks()}
    here = anyio.get_current_task()
    found = [stack(sys._getframe(2))]
    while (above := tasks.get(here.parent_id or 0)) is not None:
        here = above
        found.append(chain(here._task().get_coro()))
    main = threading.main_thread().ident
    assert main is not None
    if threading.get_ident() != main:
        found.append(stack(sys._current_frames()[main]))
    return [name(code) for part in reversed(found) for code in part if code.co_filename.startswith(SOURCE)]


def name(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


class Recording:
    """A provider that answers as the oracle does, and notes the way to itself."""

    reads_messages = True

    def __init__(self) -> None:
        self.paths: list[list[str]] = []

    async def complete(self, ask: Ask) -> RawResponse:
        self.paths.append([*path_to_here(), "provider.complete"])
        request = {"messages": list(ask.messages), "response_format": {"json_schema": {"schema": ask.schema}}}
        answered = answer(request, len(self.paths))
        return RawResponse(answered if isinstance(answered, str) else json.dumps(answered))

    async def aclose(self) -> None:
        pass


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Return the ways of all calls of an ingest, from `ingest` to the provider."""
    folder, provider = tmp_path_factory.mktemp("frames"), Recording()
    document = folder / "made.txt"
    document.write_text("Rama gave the bow to Lakshmana. Lakshmana took the bow in the forest.\n", "utf-8")
    settings = {"llm": {"default": "it", "models": {"it": {"provider": "scripted"}}}}
    with pramana.open(folder / "ws", create=True, providers={"it": provider}, **settings) as ws:
        ws.ingest(document)
    return [path[next(at for at, name in enumerate(path) if name.endswith("ingest")) :] for path in provider.paths]


def test_a_line_passes_few_functions_from_ingest_to_its_model(paths: list[list[str]]) -> None:
    longest = max((path for path in paths if "runner.PassRunner.run" not in path), key=len)
    assert len(longest) <= MOST, "\n".join(longest)


def test_a_link_passes_few_functions_from_ingest_to_its_model(paths: list[list[str]]) -> None:
    longest = max(paths, key=len)
    assert len(longest) <= MOST_OF_PASSES, "\n".join(longest)


def test_a_call_passes_few_functions_from_the_gateway_to_its_provider(paths: list[list[str]]) -> None:
    """Record, converse, share, retry, limit, answer: each function on the way decides something."""
    for path in paths:
        below = path[path.index("gateway.Gateway.call") :]
        assert len(below) <= GATEWAY_CEILING, "\n".join(below)
