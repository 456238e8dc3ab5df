"""What the gateway costs: per call over OpenAI's bare SDK, and the share of the ideal with 64 calls in flight.

Run: `python bench/gateway.py`. The server is another process. Each figure is printed beside that of the SDK, which
Pramana does not use, measured in the same run, the two taking turns.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import anyio
from openai import AsyncOpenAI
from pydantic import BaseModel

from pramana.llm import RESPONSE_SCHEMA, Gateway, LlmSettings, ModelSettings, PromptBook, Ptool, RuleBook
from pramana.llm.prepared import as_fields
from pramana.store import Database
from pramana.trace import Trail

IN_FLIGHT = 64
DELAY_S = 0.2
LINE = "Rama gave the bow to Lakshmana in the forest, and Lakshmana took it with both hands. "


class Line(BaseModel):
    text: str


class Events(BaseModel):
    verbs: list[str]
    agents: list[str]


PTOOL = Ptool("bench.events", "events", Line, Events, ("text",))
PROMPTS = PromptBook({"events": "List the verbs of the line and who does what they say, in its own words. " * 5})


def answer(request: dict[str, object], number: int) -> str:
    """Answer as the server does. Named on the server's command line."""
    return json.dumps({"verbs": ["give", "take"], "agents": ["Rama", "Lakshmana"]})


@contextmanager
def served(delay_s: float) -> Iterator[str]:
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "gateway:answer"]
    process = subprocess.Popen(
        [*command, "--delay", str(delay_s)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


Asking = Callable[[int], Awaitable[object]]


def bare(url: str) -> tuple[AsyncOpenAI, Asking]:
    """Return a client of the SDK alone, and a call of it with the very messages that the gateway sends."""
    client = AsyncOpenAI(api_key="none", base_url=url, max_retries=0)
    gateway = Gateway(Database(None, [RESPONSE_SCHEMA]), PROMPTS, _settings(url))
    prepared = gateway._prepare(PTOOL)
    form = {"type": "json_schema", "json_schema": {"name": "events", "schema": prepared.schema, "strict": False}}

    async def ask(number: int) -> object:
        messages = prepared.messages(as_fields(_line(number)))
        reply = await client.chat.completions.create(
            model="test", messages=messages, temperature=0.0, max_tokens=1024, response_format=form
        )
        return Events.model_validate_json(reply.choices[0].message.content)

    return client, ask


def ours(url: str, folder: str) -> tuple[Gateway, Asking]:
    """Return a gateway on a database on disk, and a call through it that records its step."""
    database = Database(Path(folder) / "workspace.db", [RESPONSE_SCHEMA])
    gateway = Gateway(database, PROMPTS, _settings(url))

    async def ask(number: int) -> object:
        return await gateway.call(PTOOL, _line(number), trail=Trail(f"line/{number}"))

    return gateway, ask


def _settings(url: str) -> LlmSettings:
    model = ModelSettings(model="test", base_url=url, concurrency=IN_FLIGHT)
    return LlmSettings(default="server", models={"server": model})


def _line(number: int) -> Line:
    return Line(text=f"{number}. {LINE}")


async def one_by_one(ask: Asking, first: int, count: int) -> float:
    """Return the median seconds of a call when each waits for the one before it."""
    times = []
    for number in range(first, first + count):
        began = perf_counter()
        await ask(number)
        times.append(perf_counter() - began)
    return median(times)


async def together(ask: Asking, first: int, count: int) -> tuple[float, float]:
    """Return the share of the ideal that 64 workers reach, and this process's CPU seconds per call."""
    pending = iter(range(first, first + count))

    async def work() -> None:
        for number in pending:
            await ask(number)

    began, cpu = perf_counter(), process_time()
    async with anyio.create_task_group() as group:
        for _ in range(IN_FLIGHT):
            group.start_soon(work)
    return count / IN_FLIGHT * DELAY_S / (perf_counter() - began), (process_time() - cpu) / count


async def overhead(rounds: int, calls: int) -> None:
    with served(0.0) as url, tempfile.TemporaryDirectory() as folder:
        client, sdk = bare(url)
        gateway, through = ours(url, folder)
        await one_by_one(sdk, 0, 20), await one_by_one(through, -20, 20)
        peer, own = [], []
        for turn in range(rounds):
            peer.append(await one_by_one(sdk, turn * calls, calls))
            own.append(await one_by_one(through, turn * calls, calls))
        stored = await one_by_one(through, 0, calls)
        await client.close(), await gateway.aclose()
    print(f"one call, server answers at once: SDK {median(peer) * 1e3:.2f} ms, gateway {median(own) * 1e3:.2f} ms")
    print(f"  our overhead per call: {(median(own) - median(peer)) * 1e3:+.2f} ms (aim <= 1 ms)")
    print(f"  a call answered from the store: {stored * 1e3:.2f} ms")


async def ideal(rounds: int, calls: int) -> None:
    with served(DELAY_S) as url, tempfile.TemporaryDirectory() as folder:
        client, sdk = bare(url)
        gateway, through = ours(url, folder)
        await together(sdk, 0, IN_FLIGHT), await together(through, -IN_FLIGHT, IN_FLIGHT)
        peer, own = [], []
        for turn in range(rounds):
            peer.append(await together(sdk, turn * calls, calls))
            own.append(await together(through, turn * calls, calls))
        await client.close(), await gateway.aclose()
    print(f"{IN_FLIGHT} in flight, server takes {DELAY_S * 1e3:.0f} ms, {calls} calls:")
    for name, measured in (("SDK", peer), ("gateway", own)):
        share, cpu = (median(values) for values in zip(*measured, strict=True))
        print(f"  {name:8}{share:6.1%} of the ideal, {cpu * 1e3:.2f} ms of CPU per call")
    print("  (aim: gateway >= 95 %)")


async def embedded(calls: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "workspace.db", [RESPONSE_SCHEMA])
        rules = RuleBook("1", {PTOOL.name: lambda line: Events(verbs=["give"], agents=["Rama"])})
        gateway = Gateway(database, PROMPTS, rules=rules)
        began = perf_counter()
        await gateway.map(PTOOL, [_line(number) for number in range(calls)], trail=Trail("line"))
        print(f"the embedded model: {(perf_counter() - began) / calls * 1e3:.3f} ms a call, stored (aim <= 0.3 ms)")


async def main(rounds: int, calls: int) -> None:
    await overhead(rounds, calls)
    await ideal(max(1, rounds // 2), calls * 8)
    await embedded(calls * 4)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--calls", type=int, default=320)
    chosen = parser.parse_args()
    anyio.run(main, chosen.rounds, chosen.calls)
