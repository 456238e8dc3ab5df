"""Documents in and out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from oracle import answer

from pramana.store import Database
from pramana.testing.model_server import ModelServer


def test_init_makes_a_workspace_once(run, tmp_path: Path) -> None:
    """`init` makes a folder a workspace; a second time it refuses, and changes nothing."""
    assert run("init", "ws").code == 0
    (tmp_path / "ws" / "pramana.toml").write_text("[gsv]\n", "utf-8")
    again = run("init", "ws")
    assert (again.code, again.out) == (2, "")
    assert (
        again.err == "error: ws is a workspace already. Read documents into it with `pramana ingest -w ws DOCUMENTS`.\n"
    )
    assert (tmp_path / "ws" / "pramana.toml").read_text("utf-8") == "[gsv]\n"


@pytest.mark.parametrize(
    "arguments",
    [("-w", "ws", "ingest", "rama.txt"), ("ingest", "-w", "ws", "rama.txt"), ("ingest", "rama.txt", "-w", "ws")],
)
def test_workspace_is_named_anywhere(run, story: Path, arguments: tuple[str, ...]) -> None:
    """`-w` is taken before the command, before its arguments and after them."""
    run("init", "ws")
    assert run(*arguments, "--json").json["documents"] == 1


def test_workspace_of_a_group_is_named_anywhere(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-w` stands at every level of `show line`."""
    monkeypatch.chdir("/")
    lines = [("-w", told, "show", "line"), ("show", "-w", told, "line"), ("show", "line", "-w", told)]
    assert [run(*line, "rama.txt:1").code for line in lines] == [0, 0, 0]


def test_workspace_is_taken_from_the_environment(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """$PRAMANA_WORKSPACE names the workspace where no option does, and an option wins over it."""
    monkeypatch.chdir("/")
    monkeypatch.setenv("PRAMANA_WORKSPACE", str(told))
    assert run("status").code == 0
    assert run("status", "-w", "/nowhere").code == 2


def test_nearest_workspace_upward_is_taken(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any name it is the nearest folder upward with a pramana.toml; without one, exit code 2."""
    (told / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(told / "deep" / "er")
    assert run("runs").code == 0
    monkeypatch.chdir("/")
    assert run("runs").code == 2


def test_ingest_reports_what_became_of_the_lines(run, story: Path) -> None:
    """The summary counts lines by verdict and Kriyās, and says what to do next."""
    run("init")
    done = run("ingest", story)
    assert done.code == 0
    assert "Run 1: 1 document, 4 lines read" in done.out
    assert "checked        4 lines  passed the deterministic checks; no model judged them" in done.out
    assert "pramana ask" in done.err


def test_ingest_prints_one_json_value(run, story: Path) -> None:
    """With --json standard output holds one JSON value: the report."""
    run("init")
    report = run("ingest", story, "--json").json
    assert (report["status"], report["lines"], report["accepted"]) == ("done", {"checked": 4}, 4)


def test_ingest_again_does_nothing(run, told: Path) -> None:
    """Unchanged documents are skipped."""
    done = run("ingest", "rama.txt")
    assert (done.code, done.out) == (0, "Nothing to do: 1 document unchanged.\n")


def test_ingest_names_what_it_leaves_out(run, story: Path) -> None:
    """A file that cannot be read is named with the reason, the rest is read, and the exit code is 3."""
    (story.parent / "empty.txt").touch()
    run("init", "ws")
    done = run("ingest", "-w", "ws", story, story.parent / "empty.txt")
    assert done.code == 3
    assert "Files left out" in done.out
    assert "empty.txt" in done.out
    assert "1 document, 4 lines" in done.out


def test_ingest_of_nothing_readable_is_bad_input(run) -> None:
    """Where there is nothing to read, nothing is written and the exit code is 2."""
    run("init", "ws")
    assert run("ingest", "-w", "ws", "missing.txt").code == 2
    Path("folder").mkdir()
    assert run("ingest", "-w", "ws", "folder").code == 2
    assert run("runs", "-w", "ws", "--json").json == []


def test_estimate_writes_nothing(run, story: Path) -> None:
    """`estimate` says what an ingest would take, and leaves no trace of it."""
    run("init")
    assert run("estimate", story, "--json").json["lines"] == 4
    assert "the embedded model" in run("estimate", story).out
    assert run("status", "--json").json["documents"] == []


def test_estimate_of_documents_that_were_read_is_nothing_to_read(run, told: Path) -> None:
    """Lines of unchanged documents are counted as read before, and that is no bad input."""
    done = run("estimate", "rama.txt", "--json")
    assert (done.code, done.json["lines"], done.json["unchanged_lines"]) == (0, 0, 4)


def test_flags_win_over_configuration(run, story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flag wins over the environment, which wins over pramana.toml."""
    run("init")
    Path("pramana.toml").write_text('[gsv]\npolicy = "full"\n', "utf-8")
    assert run("estimate", story, "--json").json["policy"] == "full"
    monkeypatch.setenv("PRAMANA_GSV__POLICY", "fast_path")
    assert run("estimate", story, "--json").json["policy"] == "fast_path"
    assert run("estimate", story, "--json", "--policy", "batched").json["policy"] == "batched"


@pytest.mark.parametrize(
    "arguments",
    [
        ("ingest",),
        ("ingest", "rama.txt", "--max-calls", "many"),
        ("ingest", "rama.txt", "--max-money", "much"),
        ("ingest", "rama.txt", "--policy", "lax"),
        ("ingest", "rama.txt", "--no-such-flag"),
        ("ingest", "rama.txt", "--base-url", "http://localhost:1/v1"),
        ("replay", "0"),
        ("show", "line"),
        ("ledger", "--limit", "0"),
        ("nonsense",),
    ],
)
def test_bad_arguments_end_with_2(run, story: Path, arguments: tuple[str, ...]) -> None:
    """Bad input gets one clear message on standard error, exit code 2, and nothing is written."""
    run("init")
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    assert run("runs", "--json").json == []


def test_budget_stops_and_the_same_command_resumes(run, story: Path) -> None:
    """A budget ends an ingest with exit code 4 before it is passed; without it the same command goes on."""
    run("init")
    with ModelServer(answer) as server:
        asked = (
            "ingest",
            story,
            "--model",
            "m",
            "--base-url",
            server.url,
            "--concurrency",
            "1",
            "--policy",
            "fast_path",
        )
        stopped = run(*asked, "--max-calls", "5", "--json")
        assert (stopped.code, stopped.json["status"]) == (4, "stopped")
        assert len(server.requests) == 5
        assert "Run the same command again" in stopped.err
        resumed = run(*asked, "--json")
        assert resumed.code in (0, 3)
        assert resumed.json["run"] == stopped.json["run"]
        bodies = [json.dumps(request, sort_keys=True) for request in server.requests]
    assert len(set(bodies)) == len(bodies)


def test_export_writes_graphml_and_json(run, told: Path) -> None:
    """`export` writes by the file's ending, and refuses any other."""
    assert run("export", "g.graphml").out.startswith("Wrote g.graphml: ")
    assert Path("g.graphml").read_text("utf-8").startswith("<?xml")
    assert run("export", "g.json").code == 0
    assert run("export", "g.png").code == 2


def test_remove_takes_facts_out(run, told: Path) -> None:
    """`remove` takes a document and its facts; an unknown one is refused with the nearest names."""
    missing = run("remove", "ramma.txt")
    told = "error: There is no document 'ramma.txt'. Did you mean rama.txt?\n  `pramana status` lists the documents.\n"
    assert (missing.code, missing.err) == (2, told)
    assert run("remove", "rama.txt").code == 0
    found = run("status", "--json").json
    assert (found["documents"], found["nodes"], found["edges"]) == ([], {}, {})


def test_workspace_that_is_being_written_to_is_refused(run, told: Path) -> None:
    """A second writer is told at once who is at work, with exit code 2."""
    with Database(told / "workspace.db") as database, database.lease("pramana ingest"):
        done = run("ingest", told / "rama.txt")
    assert (done.code, done.out) == (2, "")
    assert "is being written to by `pramana ingest`" in done.err


def test_paths_that_cannot_be_written_are_bad_input(run, told: Path) -> None:
    """A path that the system refuses gets its reason, and exit code 2."""
    (told / "file").touch()
    assert run("export", "nowhere/g.json").code == 2
    assert run("init", "file/ws").code == 2


def test_traceback_is_shown_on_demand(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PRAMANA_DEBUG=1 shows where an error came from; without it there is one message."""
    assert "Traceback" not in run("show", "line", "x:1").err
    monkeypatch.setenv("PRAMANA_DEBUG", "1")
    assert "Traceback" in run("show", "line", "x:1").err


@pytest.mark.slow
def test_standard_input_is_a_document_that_can_change(told: Path) -> None:
    """`-` is one document by its name, however often it comes."""

    def ingest(text: str, *words: str):
        command = [sys.executable, "-m", "pramana", "ingest", "-", "--json", *words]
        return subprocess.run(command, cwd=told, input=text, capture_output=True, text=True, timeout=60)

    assert json.loads(ingest("Sita left.").stdout)["documents"] == 1
    assert json.loads(ingest("Sita left. She wept.").stdout)["documents"] == 1
    assert json.loads(ingest("# Notes\n\nRama ran.\n", "--name", "note.md").stdout)["documents"] == 1
    refused = ingest("Rama ran.", "--name", "note.xyz")
    assert (refused.returncode, json.loads(refused.stdout)["refused_documents"][0]["path"]) == (2, "note.xyz")


def test_an_encoding_that_is_named_is_used(run, told: Path) -> None:
    (told / "old.txt").write_bytes("Zoë left Köln.".encode("latin-1"))
    refused = run("ingest", "old.txt")
    assert (refused.code, "it may be cp1252: name it with --encoding" in " ".join(refused.out.split())) == (3, True)
    assert run("ingest", "old.txt", "--encoding", "windows-1252").code == 0
    assert "Zoë left Köln." in run("show", "line", "old.txt:1").out
    assert run("ingest", "old.txt", "--encoding", "klingon").err.startswith("error: Unknown encoding 'klingon'.")


def test_a_page_of_this_machine_is_read_where_that_is_allowed(run, told: Path) -> None:
    refused = run("ingest", "http://localhost:9/a.html")
    assert (refused.code, "--allow-private reads it" in " ".join(refused.out.split())) == (2, True)
