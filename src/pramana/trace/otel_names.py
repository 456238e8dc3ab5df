"""Every name under which a trace is exported to OpenTelemetry."""

from __future__ import annotations

from typing import Final

TRACER: Final = "pramana"
RUN: Final = "pramana.run"
"""Span of a whole run; a step's span is named for its node, behind `STEP`."""
STEP: Final = "pramana.step"
NAME: Final = "pramana.run.name"
META: Final = "pramana.run.meta."
"""Before each key of the trace's `meta` that is a text, a number or a boolean."""
SYNTHETIC: Final = "pramana.run.synthetic_times"
"""True: a trace holds no times, so a span's are its place in the order, a microsecond each."""
NODE: Final = "pramana.step.node"
KIND: Final = "pramana.step.kind"
CALLABLE: Final = "pramana.step.callable"
NUMBER: Final = "pramana.step.number"
ATTEMPTS: Final = "pramana.step.attempts"
EDGE: Final = "pramana.step.edge"
HASH_BEFORE: Final = "pramana.step.state.hash_before"
HASH_AFTER: Final = "pramana.step.state.hash_after"
ERROR_TYPE: Final = "error.type"
"""OpenTelemetry's own name."""
