"""What people decide about entities: what it does, that it stays, and that it can be taken back and repeated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from oracle import asked_for, fields, judged_items, offered, reading, statements

import pramana
from pramana.app import Workspace
from pramana.errors import InputError, UnknownName
from pramana.testing.model_server import ModelServer

ONE = """\
Mr. Scrooge counted the money. Scrooge refused the invitation.
Marley visited Scrooge. The clerk feared Mr. Scrooge.
"""
TWO = "Marley carried a chain. The miser bolted the door. Scrooge bought a goose.\n"


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    write(tmp_path)
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "docs")
        yield opened


def write(folder: Path, one: str = ONE, two: str = TWO) -> None:
    (folder / "docs").mkdir(exist_ok=True)
    (folder / "docs" / "one.txt").write_text(one, "utf-8")
    (folder / "docs" / "two.txt").write_text(two, "utf-8")


def names(ws: Workspace, name: str) -> set[str]:
    """The names of the one entity that is called so."""
    [found] = [view for view in ws.entity(name) if name in view.names]
    return set(found.names)


def test_merge_joins_two_names(ws: Workspace) -> None:
    """A merge is a link in the words of the person, with a place of each end, graded as asserted."""
    assert names(ws, "miser") == {"miser"}
    report = ws.merge("miser", "Scrooge", "He is called so.")
    assert names(ws, "miser") == {"miser", "Mr. Scrooge", "Scrooge"}
    [link] = [link for link in ws.entity("miser")[0].links if "miser" in link.ends]
    assert (link.reason, link.verdict, link.confidence) == ("Stated by a person: He is called so.", "checked", 100)
    assert [str(item) for item in link.evidence] == ['one.txt:2 "Scrooge" asserted', 'two.txt:2 "The miser" asserted']
    assert (report.ruling.number, report.heeded, report.graph_hash) == (1, True, ws.graph_hash())


def test_split_takes_links_out(ws: Workspace) -> None:
    """A split takes out what joins the two, and nothing else."""
    assert names(ws, "Scrooge") == {"Scrooge", "Mr. Scrooge"}
    before = len(ws.facts())
    ws.split("Scrooge", "Mr. Scrooge", "a father and his son")
    assert names(ws, "Scrooge") == {"Scrooge"}
    assert len(ws.facts()) == before - 1


def test_split_keeps_apart_what_others_would_join(ws: Workspace) -> None:
    """No path joins two names that were split: a later merge with a third one takes the older links' place."""
    ws.split("Scrooge", "Mr. Scrooge")
    ws.merge("miser", "Scrooge")
    ws.merge("Marley", "Mr. Scrooge")
    assert names(ws, "Scrooge") == {"Scrooge", "miser"}
    assert names(ws, "Mr. Scrooge") == {"Mr. Scrooge", "Marley"}


def test_undo_restores_the_graph(ws: Workspace) -> None:
    """An undo leaves the graph as it was before the decision, to the byte; undoing the undo repeats the decision."""
    before = ws.graph_hash()
    for decide in (ws.split, ws.merge):
        after = decide("Scrooge", "Mr. Scrooge" if decide == ws.split else "miser").graph_hash
        number = len(ws.decisions())
        assert after != before
        assert ws.undo_decision(number).graph_hash == before
        assert ws.undo_decision(number + 1).graph_hash == after
        assert ws.undo_decision(number + 2).graph_hash == before
    assert {ruling.state for ruling in ws.decisions() if ruling.what != "undo"} == {"taken back"}


def test_the_later_of_two_decisions_on_a_pair_holds(ws: Workspace) -> None:
    """A split after a merge wins over it, and a merge after that wins again."""
    ws.merge("miser", "Scrooge")
    ws.split("miser", "Scrooge")
    assert "miser" not in names(ws, "Scrooge")
    assert [ruling.state for ruling in ws.decisions()] == ["overruled", "in force"]
    ws.merge("Scrooge", "miser", "after all")
    assert "miser" in names(ws, "Scrooge")
    assert [ruling.state for ruling in ws.decisions()] == ["overruled", "overruled", "in force"]


def test_a_later_decision_overrules_what_contradicts_it_by_a_third_name(ws: Workspace) -> None:
    """Of A = B, B = C and A ≠ C the last one holds, with the newer of the others."""
    ws.merge("miser", "clerk")
    ws.merge("clerk", "Marley")
    ws.split("miser", "Marley")
    assert [ruling.state for ruling in ws.decisions()] == ["overruled", "in force", "in force"]
    assert names(ws, "Marley") == {"Marley", "clerk"}
    ws.undo_decision(3)
    assert names(ws, "Marley") == {"Marley", "clerk", "miser"}


def test_decisions_stay_on_reingest(ws: Workspace, tmp_path: Path) -> None:
    """A document that is read anew in another wording is resolved under the same decisions."""
    ws.merge("miser", "Scrooge")
    ws.split("Scrooge", "Mr. Scrooge")
    write(tmp_path, one="Marley sang. Mr. Scrooge wept. Scrooge laughed.\n")
    ws.ingest(tmp_path / "docs")
    assert names(ws, "Scrooge") == {"Scrooge", "miser"}
    assert names(ws, "Mr. Scrooge") == {"Mr. Scrooge"}


def test_decisions_wait_for_documents_that_are_gone(ws: Workspace, tmp_path: Path) -> None:
    """A removed document takes a merge's link with it; when it comes back so does the link."""
    after = ws.merge("miser", "Scrooge").graph_hash
    ws.remove("two.txt")
    assert [ruling.state for ruling in ws.decisions()] == ["waiting"]
    assert names(ws, "Scrooge") == {"Scrooge", "Mr. Scrooge"}
    assert ws.ingest(tmp_path / "docs").graph_hash == after
    assert [ruling.state for ruling in ws.decisions()] == ["in force"]


def test_order_of_decisions_and_documents_does_not_matter(tmp_path: Path) -> None:
    """Decisions that do not contradict each other lead to one graph in any order, before or after a document."""
    write(tmp_path)
    hashes = set()
    for number, (first, second) in enumerate((("one", "two"), ("two", "one"))):
        with pramana.open(tmp_path / f"ws{number}", create=True) as ws:
            ws.ingest(tmp_path / "docs" / f"{first}.txt")
            ws.merge("Marley", "Scrooge")
            ws.ingest(tmp_path / "docs" / f"{second}.txt")
            for decide in (ws.split, ws.merge) if number else (ws.merge, ws.split):
                decide(*(("miser", "clerk") if decide == ws.merge else ("Scrooge", "Mr. Scrooge")))
            hashes.add(ws.graph_hash())
    assert len(hashes) == 1


@pytest.mark.slow
def test_replay_repeats_decisions(ws: Workspace, tmp_path: Path) -> None:
    """Every run in a chain with decisions, undos and an ingest between them replays to the same graph."""
    ws.merge("miser", "Scrooge", "why not")
    ws.ask("Who bolted the door?")
    ws.split("Scrooge", "Mr. Scrooge")
    ws.undo_decision(1)
    write(tmp_path, two="The miser slept.\n")
    ws.ingest(tmp_path / "docs")
    ws.undo_decision(3)
    ws.remove("one.txt")
    reports = [ws.replay(run.id) for run in ws.runs()]
    assert [report.run for report in reports if not report.identical] == []


def test_a_decision_waits_for_a_pass_that_is_off(ws: Workspace) -> None:
    """Where the pass is undone a decision is recorded, and heeded when the pass is run again."""
    ws.undo_pass("resolution")
    assert ws.merge("miser", "Scrooge").heeded is False
    assert names(ws, "miser") == {"miser"}
    ws.run_passes("resolution")
    assert names(ws, "miser") == {"miser", "Mr. Scrooge", "Scrooge"}


def test_names_that_mean_nothing_are_refused(ws: Workspace) -> None:
    """An unknown name gets the nearest ones, and nothing is recorded."""
    with pytest.raises(UnknownName) as caught:
        ws.merge("Scroog", "Marley")
    assert "scrooge" in caught.value.nearest
    with pytest.raises(InputError, match="the same node"):
        ws.merge("Scrooge", "scrooge")
    with pytest.raises(InputError, match="No decision 1"):
        ws.undo_decision(1)
    assert ws.decisions() == []


def test_what_is_decided_already_is_refused(ws: Workspace) -> None:
    """The same decision is made once, and taken back once."""
    ws.merge("miser", "Scrooge")
    with pytest.raises(InputError, match="already in force, as decision 1"):
        ws.merge("Scrooge", "miser", "again")
    ws.undo_decision(1)
    with pytest.raises(InputError, match="taken back already"):
        ws.undo_decision(1)
    assert ws.merge("Scrooge", "miser").ruling.number == 3


def test_ambiguous_name_lists_the_nodes(tmp_path: Path) -> None:
    """A name that several nodes go by, none of them called just that, is refused with their ids."""
    (tmp_path / "a.txt").write_text("Mr. Patel sang. Dr. Patel danced. Rama slept.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        with pytest.raises(InputError, match=r"'Mr\. Patel', 'Dr\. Patel'"):
            ws.merge("Patel", "Rama")
        assert ws.merge("dr. patel", "Rama").ruling.one == "Dr. Patel"


def test_a_pronoun_is_not_decided_on(tmp_path: Path) -> None:
    """A pronoun's node is one mention, and no name: it is refused."""
    (tmp_path / "a.txt").write_text("Rama sang. He danced.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        with pytest.raises(InputError, match="Decisions are about names"):
            ws.merge("He@a.txt_L2:0", "Rama")


def judging(request: dict[str, Any], number: int) -> Any:
    """A model that reads by the rules, means Scrooge by every description, and finds just such links valid."""
    asked, given = asked_for(request), fields(request)
    if (read := reading(request)) is not None:
        return read
    if asked == "references":
        said = {True: "Scrooge", False: None}
        return {asked: [{"item": item, "means": said["Scrooge" in names]} for item, _, names in offered(given)]}
    listed = judged_items(request) if "items" in given else statements(given)
    return {asked: [{"item": each["item"], **judged(asked, each.get("statement", "The miser"))} for each in listed]}


def judged(asked: str, statement: str) -> dict[str, Any]:
    valid = "The miser" in statement
    said = {"reasoning": "it says so" if valid else "it does not say so"}
    return {"score": 90 if valid else 10, **said} if asked == "scores" else {"valid": valid, **said}


def test_a_model_does_not_judge_what_a_person_stated(tmp_path: Path) -> None:
    """A judge that refuses the links of rules is not asked about a merge; what it refused is shown with its words."""
    write(tmp_path)
    with (
        ModelServer(judging) as server,
        pramana.open(
            tmp_path / "ws", create=True, model="m", base_url=server.url, karaka={"passes": ["resolution"]}
        ) as ws,
    ):
        ws.ingest(tmp_path / "docs")
        [view] = [view for view in ws.entity("Scrooge") if view.name == "Scrooge"]
        assert view.names == ("Scrooge",)
        assert [(link.ends, link.judgement) for link in view.refused] == [
            (("Mr. Scrooge", "Scrooge"), "Scored 10; 80 are needed: it does not say so")
        ]
        asked = len(server.requests)
        report = ws.merge("Scrooge", "Mr. Scrooge")
        assert names(ws, "Scrooge") == {"Scrooge", "Mr. Scrooge"}
        assert len(server.requests) == asked
        assert ws.replay(report.passes[0].run or 0).identical


def test_a_split_binds_what_a_model_proposes(tmp_path: Path) -> None:
    """A model reads a description as a name; a split from another name of the same entity takes that out."""
    write(tmp_path, one="Scrooge sang. Mr. Scrooge danced. Scrooge refused the invitation.\n", two="Rama slept.\n")
    with (tmp_path / "docs" / "one.txt").open("a", encoding="utf-8") as file:
        file.write("The miser bolted the door.\n")
    on = {"passes": ["resolution", "coreference"]}
    with (
        ModelServer(judging) as server,
        pramana.open(tmp_path / "ws", create=True, model="m", base_url=server.url, karaka=on) as ws,
    ):
        ws.ingest(tmp_path / "docs")
        ws.merge("Scrooge", "Mr. Scrooge")
        assert names(ws, "miser") == {"Scrooge", "Mr. Scrooge", "miser"}
        before = ws.graph_hash()
        ws.split("Mr. Scrooge", "miser")
        assert names(ws, "miser") == {"miser"}
        assert ws.undo_decision(2).graph_hash == before
        assert [run.id for run in ws.runs() if not ws.replay(run.id).identical] == []
