"""Entities under all their names, people's decisions about them, and passes, on the command line."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from oracle import answer, fields, reading

from pramana.testing.model_server import ModelServer

CAROL = """\
Mr. Scrooge counted the money. Scrooge refused the invitation. He kicked the clerk.
Marley visited Scrooge. The miser bolted the door.
"""


@pytest.fixture
def carol(run, tmp_path: Path) -> Path:
    """A workspace that has read a story with one person under several names: the current folder."""
    (tmp_path / "carol.txt").write_text(CAROL, "utf-8")
    run("init")
    assert run("ingest", "carol.txt").code == 0
    return tmp_path


def test_entity_shows_names_links_and_facts(run, carol: Path) -> None:
    """An entity is shown with all its names, what joins them by reason and places, its pronouns, and its facts."""
    done = run("entity", "scrooge")
    assert "occurs in the text 3 times by name, 1 time by a pronoun, in 1 document\npronouns: 1 he\n" in done.out
    assert "  Scrooge      2 times\n  Mr. Scrooge  1 time\n" in done.out
    assert "  Mr. Scrooge = Scrooge  checked\n" in done.out
    assert '    carol.txt:1  "Mr. Scrooge" resolved\n    carol.txt:2  "Scrooge" verbatim\n' in done.out
    assert "  carol.txt:3  checked  agent   kick(agent: He; object: clerk)\n" in done.out
    assert done.err == ""


def test_entity_as_json(run, carol: Path) -> None:
    """`--json` is a list of the entities that go by a name; each link has its evidence, each fact its words."""
    [found] = run("entity", "Scrooge", "--json", "--limit", "1").json
    assert (found["name"], [name["id"] for name in found["names"]]) == ("Scrooge", ["Scrooge", "Mr. Scrooge"])
    assert (found["pronouns"], found["fact_count"], len(found["facts"])) == ({"he": 1}, 4, 1)
    [link] = found["links"]
    assert [item["grade"] for item in link["evidence"]] == ["resolved", "verbatim"]
    assert (found["refused"], found["decisions"]) == ([], [])


def test_entity_of_a_pronoun_is_who_it_stands_for(run, carol: Path) -> None:
    """A pronoun's node leads to the entity; `entity show NAME` is the same command in full."""
    assert run("entity", "He@carol.txt_L3:0", "--json").json == run("entity", "show", "Scrooge", "--json").json


def test_entity_tells_homonyms_apart(run, carol: Path) -> None:
    """Several that go by one name are shown one after the other, with how to join them."""
    run("entity", "split", "Scrooge", "Mr. Scrooge")
    done = run("entity", "Scrooge")
    assert [view["name"] for view in run("entity", "Scrooge", "--json").json] == ["Scrooge", "Mr. Scrooge"]
    assert "2 that go by 'Scrooge'" in done.err


def test_merge_split_and_undo(run, carol: Path) -> None:
    """A decision says what it was, what the passes made of it, and how to take it back."""
    done = run("entity", "merge", "miser", "Scrooge", "--why", "He bolts doors.")
    assert done.code == 0
    assert done.out.startswith("Decision 1: 'Scrooge' and 'miser' are one.\n  resolution ")
    assert "pramana entity undo 1 takes it back" in done.err
    shown = run("entity", "miser").out
    assert "    decided by a person: decision 1 (He bolts doors.)\n" in shown
    assert "  1  merge  in force  'Scrooge' and 'miser' are one (He bolts doors.)\n" in shown
    assert run("entity", "split", "Scrooge", "Mr. Scrooge", "--json").json["decision"]["number"] == 2
    assert run("entity", "undo", "1").out.startswith("Decision 3: decision 1 is taken back.\n")
    states = [(one["what"], one["state"]) for one in run("entity", "decisions", "--json").json]
    assert states == [("merge", "taken back"), ("split", "in force"), ("undo", "in force")]
    assert "2  split  in force    'Mr. Scrooge' and 'Scrooge' are not one\n" in run("entity", "decisions").out


def test_decisions_show_among_the_runs_and_replay(run, carol: Path) -> None:
    """A decision is a run: listed in words, and replayed with those before it."""
    run("entity", "merge", "miser", "Scrooge", "--why", "so it is")
    [number] = [one["run"] for one in run("runs", "--json").json if one["kind"] == "decision"]
    assert "merge: Scrooge, miser (so it is)\n" in run("runs").out
    assert run("replay", number, "--json").json["identical"] is True
    assert run("replay", number + 1, "--json").json["identical"] is True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Scroge",), "Did you mean scrooge"),
        (("merge", "Scroge", "Marley"), "Did you mean scrooge"),
        (("merge", "Scrooge", "SCROOGE"), "the same node"),
        (("merge", "Scrooge"), "Missing argument"),
        (("undo", "1"), "No decision 1; there is none yet."),
        (("merge", "Scrooge", "Marley", "--why", "x" * 501), "500 are the most"),
        (("show",), "Missing argument"),
    ],
)
def test_bad_decisions_end_with_2(run, carol: Path, arguments: tuple[str, ...], said: str) -> None:
    """What cannot be decided or shown gets one message, exit code 2, and nothing is written."""
    before = len(run("runs", "--json").json)
    done = run("entity", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert len(run("runs", "--json").json) == before


def test_a_name_is_parted_by_places(run, carol: Path) -> None:
    """`entity split NAME --at PLACE` makes one name two; `entity NAME` shows both, with the lines of each."""
    (carol / "other.txt").write_text("Scrooge sang.\n", "utf-8")
    run("ingest", "other.txt")
    done = run("entity", "split", "Scrooge", "--at", "other.txt", "--as", "singer", "--why", "a namesake")
    assert done.out.startswith("Decision 1: 'Scrooge' in other.txt is 'Scrooge (singer)'.\n  homonyms     1 checked")
    shown = run("entity", "Scrooge").out
    assert 'Scrooge (singer)  checked  Stated by a person: a namesake\n    other.txt:1  "Scrooge"' in shown
    names = [view["name"] for view in run("entity", "Scrooge", "--json").json]
    assert "Scrooge (singer)" in names and len(names) == 2
    assert "Scrooge is Scrooge (singer)" in run("ledger").out
    assert run("entity", "undo", "1").code == 0
    assert len(run("entity", "Scrooge", "--json").json) == 1


def test_a_split_says_what_it_lacks(run, carol: Path) -> None:
    """One name without a place, a second name with one, or a place where the name does not stand: nothing is done."""
    for arguments in (("Scrooge",), ("Scrooge", "Marley", "--at", "carol.txt"), ("Scrooge", "--at", "nowhere.txt:1")):
        done = run("entity", "split", *arguments)
        assert (done.code, done.out) == (2, "")
    assert run("entity", "decisions", "--json").json == []


def test_hostile_reasons_cannot_move_the_cursor(run, carol: Path) -> None:
    """A reason is shown with everything made visible that a terminal would act on."""
    run("entity", "merge", "miser", "Scrooge", "--why", "so \x1b[31mred")
    assert "\x1b" not in run("entity", "miser").out + run("entity", "decisions").out + run("runs").out


def test_ingest_tells_what_passes_did(run, carol: Path) -> None:
    """After its summary an ingest says what each pass did, and how much it decided again; its JSON says it, too."""
    (carol / "more.txt").write_text("Marley rattled a chain. He groaned.\n", "utf-8")
    done = run("ingest", "more.txt")
    assert "Passes over the graph, " in done.out
    assert "  resolution   nothing new (2 of 9 names decided again)\n" in done.out
    assert "  coreference  1 checked (1 of 2 documents decided again)\n" in done.out
    (carol / "more.txt").write_text("Marley rattled.\n", "utf-8")
    report = run("ingest", "more.txt", "--json").json
    assert "resolution" in [each["name"] for each in report["passes"]]
    assert report["passes_seconds"] > 0


def test_ingest_without_passes(run, tmp_path: Path) -> None:
    """`--no-passes` leaves them for later: `status` says so, and `passes run` does it."""
    (tmp_path / "carol.txt").write_text(CAROL, "utf-8")
    run("init")
    assert run("ingest", "carol.txt", "--no-passes", "--json").json["passes"] == []
    found = run("status", "--json").json
    assert found["links"] == {"CAUSES": {}, "IS_SAME_AS": {}}
    assert "`pramana passes run`" in found["unfinished"][0]
    assert run("passes", "run").out.startswith("  homonyms ")
    found = run("status", "--json").json
    assert found["links"]["IS_SAME_AS"] == {"checked": found["edges"]["IS_SAME_AS"]}
    assert found["unfinished"] == []


def test_pass_is_undone_and_run_again(run, carol: Path) -> None:
    """`passes undo` takes out just what a pass put in, and leaves it off; `passes run NAME` puts the same back."""
    before = run("status", "--json").json["graph_hash"]
    assert run("passes", "undo", "resolution").out == ("resolution: 1 taken out. It is off until it is run by name.\n")
    assert "\nresolution   off  only when named" in run("passes", "list").out
    assert "resolution" not in {one["name"] for one in run("passes", "run", "--json").json}
    report, _ = run("passes", "run", "resolution", "relations", "--json").json
    assert (report["links"], report["taken_back"]) == ({"checked": 1}, 0)
    assert run("status", "--json").json["graph_hash"] == before
    assert run("passes", "run", "resolution").out == "  resolution  nothing to do\n"
    assert "undo resolution: 1 taken back\n" in run("runs").out


def test_unknown_pass_gets_the_nearest(run, carol: Path) -> None:
    """A pass that is not there is named, with the nearest that is."""
    for command in (("run", "resolutoin"), ("undo", "resolutoin")):
        done = run("passes", *command)
        assert (done.code, "Did you mean resolution" in done.err) == (2, True)


def test_passes_without_lines_have_nothing_to_do(run) -> None:
    """In a workspace without documents no pass makes a run."""
    run("init", "ws")
    assert {one["current"] for one in run("passes", "list", "-w", "ws", "--json").json} == {True}
    run("passes", "run", "-w", "ws")
    assert run("runs", "-w", "ws", "--json").json == []


@pytest.mark.slow
def test_entity_in_processes_of_its_own(process, carol: Path) -> None:
    """A name, a decision and what became of it, as a user types them."""
    assert "What joins them" in process("entity", "Scrooge").out
    assert process("entity", "-w", ".", "merge", "miser", "Scrooge", "--why", "he is").code == 0
    assert "decided by a person: decision 1 (he is)" in process("-w", ".", "entity", "miser").out
    assert process("passes", "list", "--json").code == 0


def judging_for_ever(request: dict[str, Any], number: int) -> Any:
    """A model that reads by the rules at once, and takes its time with links."""
    if "statements" in fields(request):
        time.sleep(0.5)
    return reading(request) or answer(request, number)


@pytest.mark.slow
def test_interrupt_in_the_passes_is_gone_on_with(process, start, run, tmp_path: Path) -> None:
    """Ctrl-C while links are judged ends with 130; the same command, or `passes run`, goes on with them."""
    (tmp_path / "carol.txt").write_text(CAROL + "Marley sang. Mr. Marley danced.\n", "utf-8")
    process("init", "ws")
    with ModelServer(judging_for_ever) as server:
        options = ("--model", "m", "--base-url", server.url, "--concurrency", "1")
        child = start("ingest", "-w", "ws", "carol.txt", *options)
        deadline = time.monotonic() + 30
        while not any("statements" in fields(one) for one in server.requests) and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=20)
        assert (child.returncode, "Traceback" in err) == (130, False)
        assert "Run the same command again" in err
        [stopped] = [one for one in run("runs", "-w", "ws", "--json").json if one["status"] == "stopped"]
        assert stopped["about"] == {"pass": "resolution"}
        again = json.loads(process("ingest", "-w", "ws", "carol.txt", *options, "--json").out)
    assert stopped["run"] in [each["run"] for each in again["passes"]]
