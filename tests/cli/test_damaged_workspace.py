"""Commands on a workspace whose database is missing or damaged: none of them says that all is well."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import pramana
from pramana.app.workspace import init
from pramana.errors import DatabaseUnusable, WorkspaceExists

DATABASE = "workspace.db"


def drop_tables(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE line")
    connection.close()


def replaced_by_foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmark (url TEXT)")
    connection.close()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "emptied": lambda path: os.truncate(path, 0),
    "truncated": lambda path: os.truncate(path, path.stat().st_size // 2),
    "overwritten": lambda path: path.write_bytes(b"no database " * 4096),
    "foreign": replaced_by_foreign,
    "tables": drop_tables,
}
COMMANDS = (
    ["status"],
    ["report", "--json"],
    ["ledger"],
    ["runs"],
    ["passes", "list"],
    ["ask", "Who gave the bow?"],
    ["ingest", "rama.txt"],
    ["estimate", "rama.txt"],
    ["remove", "rama.txt"],
    ["export", "graph.json"],
    ["show", "line", "rama.txt:1"],
    ["entity", "show", "Rama"],
    ["gasl", "run", "plan.gasl"],
    ["investigate", "Who gave the bow?"],
    ["igg", "show", "some-session"],
    ["replay", "1"],
)


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_command_reports_a_damaged_database(damage: str, run, told: Path) -> None:
    """Exit code 2, the reason and what to do; `doctor` finds it; no command makes a database."""
    file = told / DATABASE
    (told / "plan.gasl").write_text("FIND nodes AS found\n", "utf-8")
    DAMAGES[damage](file)
    before = file.read_bytes() if file.exists() else None
    for command in COMMANDS if damage == "deleted" else COMMANDS[:4]:
        done = run(*command)
        assert (command, done.code) == (command, 2), done.err
        assert DATABASE in done.err, command
        assert "pramana init" in done.err, command
    done = run("doctor", "--json")
    database = done.json["workspace"][-1]
    assert (done.code, done.json["well"], database["what"], database["well"]) == (1, False, "database", False)
    assert done.json["models"]
    assert "Not well: database." in run("doctor").err
    assert (file.read_bytes() if file.exists() else None) == before


@pytest.mark.parametrize("damage", DAMAGES)
def test_opening_a_damaged_workspace_does_not_make_it_anew(damage: str, told: Path) -> None:
    """`pramana.open` makes a workspace of a folder that is none yet, never of one that has lost its database."""
    DAMAGES[damage](told / DATABASE)
    with pytest.raises(DatabaseUnusable):
        pramana.open(told, create=True)


@pytest.mark.parametrize("damage", ["deleted", "emptied"])
def test_init_makes_a_missing_database_and_keeps_the_settings(damage: str, run, told: Path) -> None:
    """A folder with settings alone, as after a clone, gets its database by `init`; a whole one is refused."""
    settings = (told / "pramana.toml").read_text("utf-8") + "\n# mine\n"
    (told / "pramana.toml").write_text(settings, "utf-8")
    DAMAGES[damage](told / DATABASE)
    assert run("init").code == 0
    assert (told / "pramana.toml").read_text("utf-8") == settings
    assert run("doctor").code == 0
    with pytest.raises(WorkspaceExists):
        init(told)


def test_init_leaves_a_file_that_is_no_database(tmp_path: Path) -> None:
    """A workspace.db of something else is neither filled nor replaced."""
    (tmp_path / DATABASE).write_text("mine", "utf-8")
    with pytest.raises(DatabaseUnusable):
        init(tmp_path)
    assert (tmp_path / DATABASE).read_text("utf-8") == "mine"
    assert not (tmp_path / "pramana.toml").exists()


def test_damage_inside_the_database_is_named(run, told: Path) -> None:
    """Pages that are overwritten are found by `doctor`, and end a command that meets them with exit code 2."""
    file = told / DATABASE
    body = bytearray(file.read_bytes())
    body[8192:] = b"\xff" * (len(body) - 8192)
    file.write_bytes(bytes(body))
    assert run("status").code == 2
    done = run("doctor", "--json")
    assert (done.code, json.loads(done.out)["well"]) == (1, False)


def test_doctor_finds_prompts_that_cannot_be_read(run, told: Path) -> None:
    """A prompts.json that is none is named, before a run needs it."""
    (told / "prompts.json").write_text("{", "utf-8")
    done = run("doctor", "--json")
    ill = [entry["what"] for entry in done.json["workspace"] if not entry["well"]]
    assert (done.code, ill) == (1, ["prompts"])


def test_explaining_a_folder_that_is_no_workspace_makes_nothing(run, alone: Path) -> None:
    """A folder without a workspace is named; no database is left in it."""
    (alone / "empty").mkdir()
    assert run("anot", "explain", "empty", "--entity", "e").code == 2
    assert list((alone / "empty").iterdir()) == []
