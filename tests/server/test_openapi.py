"""The OpenAPI description: complete, and true under requests that nobody thought of."""

from __future__ import annotations

from typing import Any

import pytest
from served import Served

METHODS = ("get", "post", "delete", "put", "patch")


@pytest.fixture(scope="module")
def described(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = served.get("/openapi.json").json()
    return found


def operations(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_every_operation_is_described(described: dict[str, Any]) -> None:
    """Each has a summary, a tag, an id of its own and, under /api, the problems that it may end with."""
    found = operations(described)
    assert len(found) > 25
    assert [name for name, each in found if not (each.get("summary") and each.get("tags"))] == []
    assert len({each["operationId"] for _, each in found}) == len(found)
    for name, each in found:
        if " /api/" in name:
            problems = each["responses"]["400"]["content"]
            assert list(problems) == ["application/problem+json"], name


def test_every_body_has_an_example(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    bodies = [
        content["schema"]["$ref"].rpartition("/")[2]
        for _, each in operations(described)
        for kind, content in each.get("requestBody", {}).get("content", {}).items()
        if kind == "application/json"
    ]
    assert len(bodies) > 10
    assert [name for name in bodies if not schemas[name].get("examples")] == []


def test_every_parameter_that_is_needed_has_an_example(described: dict[str, Any]) -> None:
    """Of a query; those of a path are what lists gave."""
    needed = [
        (name, each)
        for name, operation in operations(described)
        for each in operation.get("parameters", ())
        if each["in"] == "query" and each["required"]
    ]
    assert len(needed) > 8
    bare = [
        (name, each["name"]) for name, each in needed if not (each.get("example") or each["schema"].get("examples"))
    ]
    assert bare == []


def test_every_form_with_files_may_be_large(described: dict[str, Any]) -> None:
    from pramana.server.guard import UPLOADS

    forms = [
        name
        for name, each in operations(described)
        if "multipart/form-data" in each.get("requestBody", {}).get("content", {})
    ]
    assert len(forms) >= 5
    assert [name for name in forms if not name.endswith(UPLOADS)] == []


@pytest.mark.slow
def test_random_requests_get_no_server_error(served: Served, described: dict[str, Any]) -> None:
    """Schemathesis sends valid and invalid requests to every operation: none ends with a 5xx."""
    schemathesis = pytest.importorskip("schemathesis", reason="needs the extra: pip install 'pramana[fuzz]'")
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error

    schema = schemathesis.openapi.from_dict(described)
    sent = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/events") and "jobs" in operation.path:
            continue  # a stream without an end

        @settings(
            max_examples=8,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            nonlocal sent
            sent += 1
            answer = case.call(base_url=served.url, timeout=60)
            case.validate_response(answer, checks=[not_a_server_error])

        send()
    assert sent > 150
    assert served.get("/workspaces").status_code == 200
