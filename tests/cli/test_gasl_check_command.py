"""`pramana gasl check` and `pramana gasl fmt`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

SCRIPT = "# about\n\ntry\n  find nodes where a='x' as n  # no\ncatch\nfind edges as n\nend\n"
GOOD = "# about\n\ntry\n  find nodes where a='x' as n\n  # then\ncatch\nfind edges as n\nend\n"
CANONICAL = '# about\n\nTRY\n  FIND nodes WHERE a = "x" AS n\n  # then\nCATCH ANY\n  FIND edges AS n\nEND\n'
PLAN = {
    "plan_id": "p",
    "why": "To see.",
    "commands": ["count a as b", {"command": "COUNT", "why": "w"}, "TRY", "count a AS b\nEND"],
}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "study.gasl"


def test_check_counts_the_commands_of_what_is_right(run: Any, script: Path) -> None:
    """A script without a mistake is told with its number of commands; a block is one."""
    script.write_text(GOOD, "utf-8")
    done = run("gasl", "check", script)
    assert (done.code, done.out) == (0, f"ok: {script}: 1 command\n")


def test_check_shows_each_mistake_with_its_place_and_a_caret(run: Any, script: Path) -> None:
    """Every mistake is on standard error: the line of the file, a caret under the place, a command that works."""
    script.write_text(SCRIPT + "COUNT\n", "utf-8")
    done = run("gasl", "check", script)
    assert (done.code, done.out) == (2, "")
    assert f"error: {script}:4:32: A comment needs a line of its own.\n" in done.err
    assert f"error: {script}:8:6: " in done.err
    assert done.err.count("^") == 2
    assert "Example: find nodes where a='x' as n" in done.err


def test_check_as_json_names_command_line_and_fields(run: Any, tmp_path: Path) -> None:
    """With --json, the mistakes of a plan are data: the command's number, the line in it, and the message's fields."""
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN), "utf-8")
    done = run("gasl", "check", plan, "--json")
    assert done.code == 2
    assert done.json["commands"] == 2
    assert done.json["problems"] == [
        {
            "command": 2,
            "line": 1,
            "column": 6,
            "problem": "The name of what it works on is missing.",
            "found": "",
            "expected": ["a name", "${variable}"],
            "nearest": [],
            "example": "COUNT people AS size",
        }
    ]


def test_check_reads_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """- reads a script, or a plan where the text begins with a brace."""
    for text, code in (
        ("FIND nodes AS b", 0),
        ("COUNT a", 2),
        ('{"plan_id": "p", "why": "To see.", "commands": ["FIND nodes AS b"]}', 0),
        ('{"plan_id": "p", "commands": ["FIND nodes AS b"]}', 2),
        ("{}", 2),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run("gasl", "check", "-").code == code


def test_fmt_prints_and_writes_the_canonical_spelling(run: Any, script: Path) -> None:
    """The script is printed; --write puts it in the file's place; comments and blank lines stay; twice is once."""
    script.write_text(GOOD, "utf-8")
    assert run("gasl", "fmt", script).out == CANONICAL
    assert script.read_text("utf-8") == GOOD
    for _ in range(2):
        assert run("gasl", "fmt", script, "--write").code == 0
        assert script.read_text("utf-8") == CANONICAL
    assert [path.name for path in script.parent.iterdir()] == [script.name]


def test_fmt_of_a_plan_keeps_all_but_the_spelling(run: Any, tmp_path: Path) -> None:
    """A plan's commands are formatted, each in its entry; nothing is added."""
    plan = tmp_path / "plan.json"
    commands = ["count a as b", {"command": "# c\ncount\na as b", "why": "w"}, "TRY", "count a as b\nend"]
    plan.write_text(json.dumps({**PLAN, "commands": commands}), "utf-8")
    formatted = ["COUNT a AS b", {"command": "# c\nCOUNT a AS b", "why": "w"}, "TRY", "COUNT a AS b\nEND"]
    assert json.loads(run("gasl", "fmt", plan).out) == {**PLAN, "commands": formatted}


def test_fmt_leaves_a_file_with_a_mistake_alone(run: Any, script: Path) -> None:
    """Where one command cannot be read, nothing is written."""
    script.write_text(SCRIPT, "utf-8")
    done = run("gasl", "fmt", script, "--write")
    assert (done.code, done.out, script.read_text("utf-8")) == (2, "", SCRIPT)
    assert f"{script}:4:32" in done.err


def test_unreadable_file_is_bad_input(run: Any, script: Path) -> None:
    """A file that is not there, or no text, ends with 2."""
    assert run("gasl", "check", script).code == 2
    script.write_bytes(b"\xff\xfe")
    assert run("gasl", "fmt", script).code == 2


def test_a_name_without_a_value_is_a_mistake(run: Any, script: Path) -> None:
    """A name that no command before gives a value is named with its line and the nearest; the state holds what the
    script requires of it."""
    script.write_text(
        "FIND nodes AS people\nREQUIRE EXISTS other\nCOUNT peopel AS size\nIF ${size} > ${most} THEN COUNT people AS n"
        "\nDECLARE study AS LIST\nUPDATE study WITH people\nCOUNT study AS kept\nJOIN n WITH rows ON id = id AS j\nCOUNT other AS m\n",
        "utf-8",
    )
    done = run("gasl", "check", script)
    assert (done.code, done.out) == (2, "")
    told = "no command before gives peopel a value; if the state has it, REQUIRE EXISTS peopel. Did you mean people?"
    assert f"{script}:3: {told}" in done.err
    found = run("gasl", "check", script, "--json")
    assert found.code == 2
    assert [(each["line"], each["name"]) for each in found.json["undefined"]] == [
        (3, "peopel"),
        (4, "most"),
        (8, "rows"),
    ]
