"""Runs of seeds: kept, killed and gone on with, streamed in bounded memory, written in every format."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pyarrow.parquet
import pytest

from pramana.anot import FormulaSeed, save_seed, template
from pramana.app.anot_runs import AnotReport, AnotSession
from pramana.testing.model_server import ModelServer

G1A = template("g1a")
WORK = """
import sys, anyio, json, resource
from pathlib import Path
from pramana.anot import load_seed
from pramana.app.anot_runs import AnotSession
async def main(folder, flags):
    async with AnotSession(None, folder / "run.db", flags=flags) as session:
        report = await session.runs.run(load_seed(folder / "seed.json"), folder / "data.jsonl", folder / "out.jsonl")
    print(json.dumps({**report.as_json(), "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
anyio.run(main, Path(sys.argv[1]), json.loads(sys.argv[2]))
"""


def answer(request: dict[str, Any], number: int) -> dict[str, Any]:
    """Read every review as a firsthand account of hives."""
    return {
        "incident_severity": "mild",
        "account_type": "firsthand",
        "safety_interaction": "none",
        "review_validity": "valid",
        "quotes": {"incident_severity": "hives", "account_type": "hives"},
    }


def prepared(folder: Path, entities: int, items: int = 2, seed: FormulaSeed = G1A) -> list[str]:
    save_seed(seed, folder / "seed.json")
    with (folder / "data.jsonl").open("w") as file:
        for number in range(entities):
            reviews = [
                {"text": f"{number}/{each}: hives after the nuts.", "date": "2024-01-01"} for each in range(items)
            ]
            file.write(json.dumps({"id": f"e{number}", "reviews": reviews}) + "\n")
    return [sys.executable, "-c", WORK, str(folder)]


def run(folder: Path, name: str = "out.jsonl", seed: FormulaSeed = G1A) -> AnotReport:
    async def whole() -> AnotReport:
        async with AnotSession(None, folder / "run.db") as session:
            return await session.runs.run(seed, folder / "data.jsonl", folder / name)

    return anyio.run(whole)


def bodies(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_format_holds_the_same_values(tmp_path: Path) -> None:
    """JSON lines, CSV and Parquet, each with its seed beside it."""
    prepared(tmp_path, 3)
    report = run(tmp_path)
    assert (report.status, report.summary.statuses, report.summary.items["read"]) == ("done", {"done": 3}, 6)
    made = bodies(tmp_path / "out.jsonl")
    assert [each["entity"] for each in made] == ["e0", "e1", "e2"]
    run(tmp_path, "out.csv")
    with (tmp_path / "out.csv").open() as file:
        rows = list(csv.DictReader(file))
    run(tmp_path, "out.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
    for each, row, record in zip(made, rows, table, strict=True):
        assert {name: record[name] for name in G1A.output_fields} == each["values"]
        assert {name: row[name] for name in G1A.output_fields} == {k: str(v) for k, v in each["values"].items()}
    assert FormulaSeed.from_dict(json.loads((tmp_path / "out.seed.json").read_text())).hash == G1A.hash


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    """Everything was read; the outputs are the same to the byte."""
    prepared(tmp_path, 3)
    run(tmp_path)
    first = (tmp_path / "out.jsonl").read_bytes()
    assert run(tmp_path).calls == 0
    assert (tmp_path / "out.jsonl").read_bytes() == first


@pytest.mark.slow
def test_a_killed_run_is_gone_on_with_and_nothing_is_doubled(tmp_path: Path) -> None:
    """SIGKILL in the middle, the same command again: every entity once, no answered question asked again."""
    command = prepared(tmp_path, 600, 1)
    with ModelServer(answer, delay_s=0.002) as server:
        flags = json.dumps({"model": "test", "base_url": server.url, "concurrency": 8})
        process = subprocess.Popen([*command, flags])
        while len(server.requests) < 400 and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert process.returncode == -signal.SIGKILL
        assert not (tmp_path / "out.jsonl").exists()
        time.sleep(0.1)
        before = len(server.requests)
        done = subprocess.run([*command, flags], capture_output=True, text=True, check=True)
        after = len(server.requests)
    report = json.loads(done.stdout)
    assert (report["run"], report["status"], report["entities"]) == (1, "done", {"done": 600})
    assert before + (600 - before) <= after <= 600 + 8  # only calls that were in flight are paid again
    made = bodies(tmp_path / "out.jsonl")
    assert [each["entity"] for each in made] == [f"e{number}" for number in range(600)]
    assert all(each["values"]["n_total_incidents"] == 1 for each in made)


def test_a_budget_stops_a_run_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    """No output is written before every entity has a result."""
    prepared(tmp_path, 20, 1)
    with ModelServer(answer) as server:

        def limited(calls: int) -> AnotReport:
            async def whole() -> AnotReport:
                flags = {"model": "test", "base_url": server.url, "budget": {"calls": calls}}
                async with AnotSession(None, tmp_path / "run.db", flags=flags) as session:
                    return await session.runs.run(G1A, tmp_path / "data.jsonl", tmp_path / "out.jsonl")

            return anyio.run(whole)

        first = limited(5)
        assert (first.status, first.calls, first.output) == ("stopped", 5, None)
        second = limited(100)
        assert (second.run, second.status, second.calls) == (first.run, "done", 15)
        assert len(server.requests) == 20


@pytest.mark.slow
def test_a_hundred_thousand_entities_are_streamed_in_bounded_memory(tmp_path: Path) -> None:
    """100,000 entities take hardly more memory than 2,000."""
    seed = G1A.with_values(filter_keywords=["epipen"])
    peaks = []
    for count in (2_000, 100_000):
        folder = tmp_path / str(count)
        folder.mkdir()
        command = prepared(folder, count, 2, seed)
        done = subprocess.run([*command, "{}"], capture_output=True, text=True, check=True)
        report = json.loads(done.stdout)
        assert report["entities"] == {"done": count}
        peaks.append(report["rss"])
    assert peaks[1] < peaks[0] + 60_000  # KiB
