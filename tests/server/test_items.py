"""Every answer is what its model in the OpenAPI description says, and every model has an example."""

from __future__ import annotations

from typing import Any

import pytest
from served import Served

pytest.importorskip("fastapi")

from pydantic import BaseModel

from pramana.server import items, work_items

MODELS = {
    name: model
    for name, model in {**vars(items), **vars(work_items)}.items()
    if isinstance(model, type) and issubclass(model, items.AnswerItem) and model is not items.AnswerItem
}


@pytest.mark.parametrize("name", sorted(MODELS))
def test_every_model_has_an_example_that_fits(name: str) -> None:
    MODELS[name].model_validate(items.EXAMPLES[name])


@pytest.mark.parametrize(
    ("path", "params", "model"),
    [
        ("documents", {}, items.DocumentItem),
        ("lines", {"document": "tale.txt"}, items.DocumentLineItem),
        ("facts", {}, items.FactItem),
        ("facts", {"entity": "Rama"}, items.FactItem),
        ("entities", {}, items.EntityItem),
        ("events", {}, items.EventItem),
        ("timeline", {"undated": True}, items.TimedEventItem),
        ("review", {}, items.ReviewEntry),
        ("ledger", {}, items.LedgerItem),
        ("runs", {}, items.RunItem),
        ("runs/1/steps", {}, items.StepItem),
        ("search", {"q": "bow"}, items.FoundLineItem),
        ("entity", {"entity": "Rama"}, items.ClusterItem),
        ("neighbours", {"entity": "Rama"}, items.NeighbourItem),
        ("paths", {"one": "Ayodhya", "other": "Sita"}, items.PathItem),
        ("passes", {}, items.PassItem),
        ("decisions", {}, items.DecisionItem),
        ("jobs", {}, work_items.JobItem),
        ("line", {"place": "tale.txt:1"}, items.ShownLineItem),
        ("event", {"event": "tale.txt_L1_K1"}, items.ShownEventItem),
        ("graph", {"entity": "Rama"}, items.GraphItem),
        ("runs/1", {}, items.ShownRunItem),
        ("", {}, items.StatusItem),
    ],
)
def test_answers_fit_their_models(served: Served, path: str, params: dict[str, Any], model: type[BaseModel]) -> None:
    answer = served.get(f"/workspaces/ws/{path}".rstrip("/"), params=params)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    listed = found["items"] if isinstance(found, dict) and set(found) == {"items", "next"} else found
    for each in listed if isinstance(listed, list) else [listed]:
        model.model_validate(each)


def test_no_answer_is_described_without_a_model(served: Served) -> None:
    """Every answer in JSON has a schema by name, which says its fields."""
    described = served.get("/openapi.json").json()
    bare = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            content = operation["responses"].get("200", {}).get("content", {}).get("application/json")
            if path.startswith("/api/") and content is not None:
                schema = content["schema"]
                named = schema.get("$ref") or schema.get("items", {}).get("$ref")
                bare += [] if named else [f"{method} {path}"]
    assert bare == []
