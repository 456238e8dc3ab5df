"""Traces as OpenTelemetry spans, held to the SDK's own in-memory exporter."""

from __future__ import annotations

import sys

import pytest

from pramana.errors import InputError
from pramana.trace import TraceStep, WorkflowTrace, otel_names
from pramana.trace.otel import export

ASKED = TraceStep("x", "ptool", "ask", {}, {"b": 1})
ASKED.calls = [{"ptool": "ask", "model": "m", "prompt_tokens": 90, "completion_tokens": 10, "money": 1500}] * 2
INNER = WorkflowTrace("inner", {}, [ASKED])
TRACE = WorkflowTrace(
    "outer",
    {},
    [
        TraceStep("run", "graph", "inner", {}, {"secret": "s"}, 0, inner=[INNER]),
        TraceStep(
            "fail", "python", "f", {"secret": "s"}, {"secret": "s"}, error={"type": "ValueError", "message": "no"}
        ),
    ],
    {"graph": "outer", "path": ["run", "fail"]},
)


def test_spans_are_nested_as_the_steps_are() -> None:
    """One span a run and a step, in order, with hashes in the place of states, and the failure as a status."""
    sdk = pytest.importorskip(
        "opentelemetry.sdk.trace", reason="the extra `otel` is not installed: spans are not tested"
    )
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    memory = InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    assert export(TRACE, provider, start=1_000_000) == 7
    spans = {
        span.attributes.get(otel_names.NODE, span.attributes.get(otel_names.NAME)): span
        for span in memory.get_finished_spans()
    }
    calls = [span for span in memory.get_finished_spans() if span.name == "chat m"]
    assert [dict(span.attributes) for span in calls] == [
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "m",
            "pramana.ptool": "ask",
            "gen_ai.usage.input_tokens": 90,
            "gen_ai.usage.output_tokens": 10,
            "pramana.cost_usd": 0.0015,
        }
    ] * 2
    del spans[None]
    assert {span.parent.span_id for span in calls} == {spans["x"].context.span_id}
    for name in ("x", "inner", "run", "outer"):
        sums = spans[name].attributes[otel_names.TOKENS], spans[name].attributes[otel_names.MONEY]
        assert sums == (200, 0.003)
    assert otel_names.TOKENS not in spans["fail"].attributes
    assert list(spans) == ["x", "inner", "run", "fail", "outer"]
    parents = {name: span.parent.span_id if span.parent else None for name, span in spans.items()}
    ids = {span.context.span_id: name for name, span in spans.items()}
    assert {name: ids.get(parent) for name, parent in parents.items()} == {
        "x": "inner",
        "inner": "run",
        "run": "outer",
        "fail": "outer",
        "outer": None,
    }
    assert [(spans[n].start_time, spans[n].end_time) for n in ("outer", "run", "fail")] == [
        (1_000_000, 1_003_000),
        (1_000_000, 1_002_000),
        (1_002_000, 1_003_000),
    ]
    assert spans["fail"].status.description == "no"
    assert spans["fail"].attributes[otel_names.ERROR_TYPE] == "ValueError"
    assert spans["outer"].attributes["pramana.run.meta.graph"] == "outer"
    assert spans["run"].attributes[otel_names.HASH_AFTER] == TRACE.steps[0].hash_after
    assert "secret" not in str([dict(span.attributes) for span in memory.get_finished_spans()])


def test_without_opentelemetry_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, the message says what to install."""
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    with pytest.raises(InputError, match=r"pramana\[otel\]"):
        export(TRACE)
