"""What executing a seed costs beside the model: items a second from stored readings, and the share of the ideal.

Run: `python bench/anot_execute.py`. The first part is one core's work, from a file of entities to results in the
database, where every item was read before and a formula has changed since. The second asks a server in another process
that takes 200 ms, beside bare calls of the SDK in the same run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import anyio
from openai import AsyncOpenAI

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

from reviews.generate import write

from pramana.anot import FormulaSeed, template
from pramana.app.anot_runs import AnotReport, AnotSession

IN_FLIGHT = 64
DELAY_S = 0.2
G1A = template("g1a")


def answer(request: dict[str, object], number: int) -> str:
    """Answer as the server does. Named on the server's command line."""
    told = {"incident_severity": "mild", "account_type": "firsthand", "safety_interaction": "none"}
    return json.dumps({**told, "review_validity": "valid", "quotes": {}})


@contextmanager
def served() -> Iterator[str]:
    command = [sys.executable, "-m", "pramana.testing.model_server", "--script", "anot_execute:answer"]
    process = subprocess.Popen(
        [*command, "--delay", str(DELAY_S)], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


async def executed(folder: Path, seed: FormulaSeed, flags: Mapping[str, Any] | None = None) -> AnotReport:
    async with AnotSession(None, folder / "run.db", flags=flags) as session:
        return await session.runs.run(seed, folder / "data.jsonl")


async def stored(rounds: int, entities: int, reviews: int, every: bool) -> None:
    """Time runs of a changed formula over readings that are stored. `every`: all items are relevant."""
    keywords = ("",) if every else G1A.filter_keywords
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(entities, 1, reviews, folder / "data.jsonl", folder / "truth.jsonl")
        first = await executed(folder, G1A.with_values(filter_keywords=keywords))
        items, relevant = (first.summary.items[each] for each in ("all", "relevant"))
        times = []
        for turn in range(rounds):
            steps = [step.model_dump() for step in G1A.compute_dag]
            steps.append({"name": "turn", "formula": str(turn)})
            seed = G1A.with_values(compute_dag=steps, filter_keywords=keywords)
            began = process_time()
            report = await executed(folder, seed)
            times.append(process_time() - began)
            assert report.calls == 0
    rate = items / median(times)
    print(f"{items} items of {entities} entities, {relevant} relevant: {rate:,.0f} items/s of CPU (aim >= 5,000)")
    print(f"  {relevant / median(times):,.0f} relevant items/s")


async def ideal(calls: int, rounds: int) -> None:
    """Print the share of the ideal with 64 calls in flight, and that of the bare SDK, measured turn by turn."""
    best = calls / IN_FLIGHT * DELAY_S
    peers, ours, cpus = [], [], []
    with served() as url:
        for _ in range(rounds):
            peers.append(best / await bare(url, calls))
            took, cpu = await asked(url, calls)
            ours.append(best / took)
            cpus.append(cpu / calls * 1e3)
    print(
        f"{calls} calls of {DELAY_S * 1e3:.0f} ms, {IN_FLIGHT} in flight, the ideal is {best:.2f} s, {rounds} rounds:"
    )
    print(f"  bare SDK {median(peers):.1%}, executor {median(ours):.1%} of the ideal (aim >= 95 %)")
    print(f"  in each round, executor over SDK: {', '.join(f'{b / a:.3f}' for a, b in zip(peers, ours, strict=True))}")
    print(f"  {median(cpus):.2f} ms of CPU per item, from file to results")


async def asked(url: str, calls: int) -> tuple[float, float]:
    """Return the wall clock and the CPU time of a run in which every item is asked, connections open."""
    flags = {"model": "test", "base_url": url, "concurrency": IN_FLIGHT}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with AnotSession(None, folder / "run.db", flags=flags) as session:
            await session.runs.run(G1A, made(folder / "warm.jsonl", IN_FLIGHT, "warm"))
            data = made(folder / "data.jsonl", calls, "nut")
            began, cpu = perf_counter(), process_time()
            report = await session.runs.run(G1A, data)
            took, cpu = perf_counter() - began, process_time() - cpu
        assert report.calls == calls
    return took, cpu


def made(path: Path, items: int, word: str) -> Path:
    """Write entities of 16 relevant items each."""
    with path.open("w") as file:
        for entity in range(items // 16):
            texts = [f"{word} {entity}/{index}: hives after the satay. " * 4 for index in range(16)]
            file.write(json.dumps({"id": str(entity), "reviews": [{"text": text} for text in texts]}) + "\n")
    return path


async def bare(url: str, calls: int) -> float:
    client = AsyncOpenAI(api_key="none", base_url=url, max_retries=0)
    pending = iter(range(-IN_FLIGHT, 0))

    async def work() -> None:
        for number in pending:
            message = {"role": "user", "content": f"{number}: hives after the satay. " * 4}
            await client.chat.completions.create(model="test", messages=[message])

    for numbers in (range(-IN_FLIGHT, 0), range(calls)):  # the first opens the connections
        pending, began = iter(numbers), perf_counter()
        async with anyio.create_task_group() as group:
            for _ in range(IN_FLIGHT):
                group.start_soon(work)
        took = perf_counter() - began
    await client.close()
    return took


async def main(rounds: int, entities: int, calls: int) -> None:
    await stored(rounds, entities, 30, every=False)
    await stored(rounds, entities, 30, every=True)
    await ideal(calls, rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--entities", type=int, default=300)
    parser.add_argument("--calls", type=int, default=4096)
    chosen = parser.parse_args()
    anyio.run(main, chosen.rounds, chosen.entities, chosen.calls)
