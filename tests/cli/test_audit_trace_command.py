"""`audit-trace` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pramana.trace import TraceStep, WorkflowTrace

STEPS = [
    TraceStep("find", "python", "find", {}, {"n": 1}, 0),
    TraceStep("tell", "ptool", "tell", {"n": 1}, {"n": 1, "told": True}),
]
KIND = """\
from pramana.audit import TraceAuditSettings, TraceViolation, trace_audits

@trace_audits.register("short", TraceAuditSettings)
def short(trace, settings):
    return [TraceViolation("trace", "too long")] if len(trace.steps) > 1 else []
"""


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    file = tmp_path / "trace.json"
    file.write_text(json.dumps(WorkflowTrace("small", {}, STEPS).to_dict()))
    return file


def test_failed_audit_is_told_with_its_place(run, trace: Path) -> None:
    """The exit code is 0 where all audits pass, 1 where one fails; the JSON holds what the table says."""
    Path("good.yaml").write_text("- {audit: order, before: find, after: tell}\n")
    assert run("audit-trace", trace, "--audits", "good.yaml").code == 0
    Path("bad.json").write_text('[{"audit": "order", "before": "tell", "after": "find"}, {"audit": "no_failures"}]')
    done = run("audit-trace", trace, "-a", "bad.json")
    assert (done.code, "step 0 (find): 'tell' was not executed before it" in done.out) == (1, True)
    (found,) = run("audit-trace", trace, "-a", "bad.json", "--json").json
    assert [each["verdict"] for each in found["audits"]] == ["failed", "passed"]
    assert found["trace"] == str(trace)


def test_bad_input_is_named(run, trace: Path) -> None:
    """A broken file of audits or traces ends with code 2."""
    Path("audits.json").write_text('[{"audit": "oder"}]')
    done = run("audit-trace", trace, "-a", "audits.json")
    assert (done.code, "Did you mean order" in done.err) == (2, True)
    Path("audits.json").write_text('[{"audit": "no_failures"}]')
    trace.write_text('{"name": 1}')
    assert run("audit-trace", trace, "-a", "audits.json").code == 2
    assert run("audit-trace", "missing.json", "-a", "audits.json").code == 2


@pytest.mark.slow
def test_users_own_kind_comes_from_a_file_that_they_name(process, trace: Path) -> None:
    """Only a file named by --with is run."""
    Path("mine.py").write_text(KIND)
    Path("audits.json").write_text('[{"audit": "short"}]')
    assert process("audit-trace", trace, "-a", "audits.json").code == 2
    done = process("audit-trace", trace, "-a", "audits.json", "--with", "mine.py")
    assert (done.code, "too long" in done.out, done.err) == (1, True, "")
