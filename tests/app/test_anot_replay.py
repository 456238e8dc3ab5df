"""Runs of seeds from Python, and their replays: the same results and files to the byte, or where they part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.anot import template
from pramana.errors import InputError, UnknownName
from pramana.testing.model_server import ModelServer

G1A = template("g1a")
ENTITIES = [
    {
        "id": "satay-house",
        "reviews": [
            {"id": "r1", "text": "They assured us it was nut free. I had hives.", "date": "2024-01-01", "stars": 1},
            {"id": "r2", "text": "The soup was cold."},
        ],
    },
    {"id": "green-garden", "reviews": ["They asked about allergies and changed gloves."]},
]


def answer(request: dict[str, Any], number: int) -> dict[str, Any]:
    """Take whoever tells of hives for a mild case; the first answer to any item quotes what is not there."""
    text = str(request["messages"])
    told = "I had hives" in text
    quote = "hives" if told and "feedback" in text.split("review_text")[-1] else "blisters" if told else ""
    return {
        "incident_severity": "mild" if told else "none",
        "account_type": "firsthand" if told else "none",
        "safety_interaction": "none",
        "review_validity": "valid",
        "quotes": {"incident_severity": quote, "account_type": quote},
    }


def test_a_seed_is_executed_from_python(tmp_path: Path) -> None:
    """`ws.anot` takes a template and JSON objects, and gives a result an entity, with its derivation."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        rows = ws.anot("g1a", ENTITIES, output=tmp_path / "out.csv", report=tmp_path / "page.html")
        assert [row.entity for row in rows] == ["satay-house", "green-garden"]
        assert (len(rows), rows.report.status, rows[-1]["verdict"], rows["green-garden"].values["verdict"]) == (
            *(2, "done"),
            *("Low Risk", "Low Risk"),
        )
        derived = rows["satay-house"].explain("n_mild")
        assert [(item.item, item.evidence["incident_severity"]["quote"]) for item in derived.items] == [("r1", "hives")]
        assert str(derived).startswith("n_mild = 1\n  sum(1 for e in extractions")
        assert '\n        incident_severity: "hives" verbatim' in str(derived)
        with pytest.raises(UnknownName, match="satay-hous"):
            rows["satay-hous"]
        with pytest.raises(UnknownName, match="n_mild"):
            rows[0]["n_mld"]
        assert rows.to_polars()["final_risk_score"].to_list() == [row["final_risk_score"] for row in rows]
        again = ws.anot(G1A.to_dict(), ENTITIES)
        assert [row.body for row in again] == [row.body for row in rows]
        assert (tmp_path / "out.csv").read_text().count("\n") == 3 and (tmp_path / "page.html").is_file()
        with pytest.raises(InputError, match="neither a seed file nor a template"):
            ws.anot("g1b", ENTITIES)


def test_a_replay_is_identical_and_asks_nothing(tmp_path: Path) -> None:
    """Results, calls and files come out the same; items that an earlier run had read, too."""
    steps = [*G1A.compute_dag, {"name": "more", "formula": "n_mild + 1"}]
    with ModelServer(answer) as server:
        flags: dict[str, Any] = {"model": "test", "base_url": server.url}
        with pramana.open(tmp_path / "ws", create=True, **flags) as ws:
            first = ws.anot(G1A, ENTITIES, output=tmp_path / "out.jsonl", report=tmp_path / "page.html")
            second = ws.anot(G1A.with_values(compute_dag=steps), ENTITIES, output=tmp_path / "more.parquet")
            assert (first.report.calls, second.report.calls) == (3, 0)
            asked = len(server.requests)
            for run in (first.run, second.run):
                report = ws.replay(run)
                assert (report.identical, report.differences, report.expected == report.found) == (True, (), True)
            assert len(server.requests) == asked


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    """A result, a response, a file, the data, the model: a replay says which is not what it was."""
    with ModelServer(answer) as server:
        flags: dict[str, Any] = {"model": "test", "base_url": server.url}
        with pramana.open(tmp_path / "ws", create=True, **flags) as ws:
            rows = ws.anot(G1A, ENTITIES, output=tmp_path / "out.jsonl")
            body = json.dumps(rows[0].body, ensure_ascii=False, separators=(",", ":"))
            change(ws, "UPDATE anot_result SET body = ? WHERE position = 0", body.replace('"n_mild":1', '"n_mild":7'))
            (found,) = ws.replay(rows.run).differences
            assert str(found) == "entity satay-house, primitives.n_mild: was 7, is 1"
            change(ws, "UPDATE anot_result SET body = ? WHERE position = 0", body)
            (tmp_path / "out.jsonl").write_text("edited")
            (found,) = ws.replay(rows.run).differences
            assert found.what == "was changed after the run had written it"
            (tmp_path / "out.jsonl").unlink()
            assert ws.replay(rows.run).identical
            change(ws, "UPDATE response SET body = replace(body, 'mild', 'severe')")
            report = ws.replay(rows.run)
            assert not report.identical
            assert 'satay-house, status: was "done", is "undecided"' in str(
                report
            )  # "severe" is not what its words say
        with pramana.open(tmp_path / "ws", create=True) as ws:
            assert str(ws.replay(rows.run).differences[0]).startswith("identity: another model")
            (data,) = (tmp_path / "ws" / "anot").glob("*.jsonl")
            data.write_text("{}\n")
            assert "its hash was" in str(ws.replay(rows.run).differences[0])
            data.unlink()
            assert "no longer exists" in str(ws.replay(rows.run).differences[0])


def change(ws: pramana.Workspace, sql: str, *values: str) -> None:
    def work() -> None:
        with ws._ws.database.transaction():
            ws._ws.database.execute(sql, values)

    ws._call(work)
