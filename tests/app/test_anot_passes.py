"""Items read several times, end to end: a server, the ledger, a second run, a replay, and what explain shows."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pramana
from pramana.anot import template
from pramana.testing.model_server import ModelServer

SEED = template("g1a").with_values(passes=3)
LONG = "The satay was warm. " * 120 + "I had hives after the satay."
ENTITIES = [
    {
        "id": "disputed",
        "reviews": [{"id": "r1", "text": "After the satay my lips swelled, and I had hives.", "date": "2024-01-01"}],
    },
    {"id": "agreed", "reviews": [{"id": "r1", "text": "They changed gloves for our nut allergy."}]},
    {"id": "long", "reviews": [{"id": "r1", "text": LONG}]},
    {"id": "hopeless", "reviews": [{"id": "r1", "text": "Nut bread, and hives, or not."}]},
]


MODERATE = '"incident_severity": "moderate"'


class Passes:
    """A model that reads the disputed item now as mild, now as moderate, and a judge who prefers moderate."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.readings: Counter[bool] = Counter()

    def __call__(self, request: dict[str, Any], number: int) -> dict[str, Any]:
        text, schema = str(request["messages"]), json.dumps(request.get("response_format", {}))
        assert "hopeless" not in text, "no id of an entity is sent"
        if '"score"' in schema:
            self.asked["score"] += 1
            return {"reasoning": "r", "score": 95 if MODERATE in text else 40}
        if '"choice"' in schema:
            self.asked["verify"] += 1
            return {"choice": self._chosen(text), "reasoning": "r"}
        self.asked["extract"] += 1
        return self._reading(text)

    def _chosen(self, text: str) -> str:
        if "or not" in text:
            return "ALL_INVALID"
        return re.findall(r"Candidate_[A-Z]", text[: text.index(MODERATE)])[-1]

    def _reading(self, text: str) -> dict[str, Any]:
        severity, quote = "none", ""
        if "lips swelled" in text or "or not" in text:
            hopeless = "or not" in text  # counted by item: items are read at the same time
            self.readings[hopeless] += 1
            severity, quote = ("mild", "hives") if self.readings[hopeless] == 1 else ("moderate", "lips swelled")
            quote = "hives" if "or not" in text else quote
        elif "I had hives" in text:
            severity, quote = "mild", "hives"
        account = "none" if severity == "none" else "firsthand"
        return {
            "incident_severity": severity,
            "account_type": account,
            "safety_interaction": "none",
            "review_validity": "valid",
            "quotes": {"incident_severity": quote, "account_type": quote},
        }


def test_items_are_read_three_times_and_reconciled(tmp_path: Path) -> None:
    """Agreeing readings cost no judge; differing ones are scored and verified; what nobody can reconcile stays open."""
    model = Passes()
    with ModelServer(model) as server:
        flags: dict[str, Any] = {"model": "test", "base_url": server.url}
        with pramana.open(tmp_path / "ws", create=True, **flags) as ws:
            rows = ws.anot(SEED, ENTITIES, output=tmp_path / "out.jsonl")
            readings = {row.entity: row.body["extractions"][0] for row in rows}
            assert readings["agreed"]["status"] == "checked"
            assert readings["long"]["status"] == "checked" and rows["long"]["n_mild"] == 1
            assert len(readings["agreed"]["calls"]) == 3 and len(readings["long"]["calls"]) == 6  # two pieces
            assert readings["disputed"]["status"] == "verified"
            assert (rows["disputed"]["n_moderate"], rows["disputed"]["n_mild"]) == (1, 0)
            assert (
                rows["disputed"].explain("n_moderate").items[0].evidence["incident_severity"]["quote"] == "lips swelled"
            )
            assert readings["hopeless"]["status"] == "refused"
            assert model.asked["score"] and model.asked["verify"]
            hopeless = rows["hopeless"]
            assert hopeless.status == "undecided" and hopeless.ranges["n_total_incidents"] == {"low": 0, "high": 1}
            before = model.asked.total()
            again = ws.anot(SEED, ENTITIES)
            assert [row.body for row in again] == [row.body for row in rows] and model.asked.total() == before
            assert ws.replay(rows.run).identical
