"""Relations that rules derive from events: evidence, who is who, undo, replay, decisions, removal, order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

import pramana
from pramana.app import Workspace
from pramana.errors import InputError

NEWS = {
    "deal.txt": "Fabrikam bought Contoso in May 2019. Fabrikam bought Contoso in June 2021.",
    "people.txt": "Marta Keller founded Fabrikam. Keller met Tom Brekke. She hired Anna Solheim.",
    "more.txt": "Fabrikam acquired Contoso in May 2019. Keller did not sell Litware. Tom Brekke lives near Bonn.",
}


def write(folder: Path, names: Sequence[str] = tuple(NEWS)) -> list[Path]:
    for name in names:
        (folder / name).write_text(NEWS[name], "utf-8")
    return [folder / name for name in names]


def relations(ws: Workspace) -> set[tuple[str, str, str, str]]:
    """The derived relations: source, relation, target, time."""
    found = (fact.edge for fact in ws.facts() if "events" in fact.edge.properties)
    return {(edge.source, edge.relation, edge.target, str(edge.properties.get("time", ""))) for edge in found}


ALL = {
    ("Fabrikam", "ACQUIRED", "Contoso", "2019-05"),
    ("Fabrikam", "ACQUIRED", "Contoso", "2021-06"),
    ("Marta Keller", "FOUNDED", "Fabrikam", ""),
    ("Marta Keller", "MET", "Tom Brekke", ""),
    ("Marta Keller", "HIRED", "Anna Solheim", ""),
}


@pytest.mark.seeds
def test_the_order_of_documents_does_not_show(tmp_path: Path) -> None:
    """Whatever is read first, the relations and the graph's hash are the same."""
    files = write(tmp_path)
    hashes = set()
    for number, order in enumerate(permutations(files)):
        with pramana.open(tmp_path / f"ws{number}", create=True) as ws:
            for file in order:
                ws.ingest(file)
            assert relations(ws) == ALL
            hashes.add(ws.status().graph_hash)
    assert len(hashes) == 1


def test_a_relation_has_the_lines_of_its_events_and_falls_with_them(tmp_path: Path) -> None:
    """Two documents that say the same are one edge with both lines; without one document it has the other's."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path))
        stated = {place.doc_id for place in ws.facts("ACQUIRED")[0].evidence}
        assert stated == {"deal.txt", "more.txt"}
        ws.remove("deal.txt")
        (left,) = ws.facts("ACQUIRED")
        assert {place.doc_id for place in left.evidence} == {"more.txt"}
        assert left.edge.properties == {
            "events": ["more.txt_L1_K1"],
            "polarity": "affirmative",
            "status": "actual",
            "time": "2019-05",
        }


def test_undo_takes_exactly_the_relations_and_a_replay_repeats_them(tmp_path: Path) -> None:
    """A pass like the others: undone, run again by name, repeated from the record with the rules that it had."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path))
        before = ws.status().graph_hash
        assert ws.undo_pass("relations").taken_back == len(ALL)
        assert relations(ws) == set()
        ws.run_passes("relations")
        assert ws.status().graph_hash == before
        run = max(run.id for run in ws.runs())
    (tmp_path / "rules.yaml").write_text("BOUGHT: buy(agent -> object)\n", "utf-8")
    settings = {"karaka": {"relations": str(tmp_path / "rules.yaml")}}
    with pramana.open(tmp_path / "ws", **settings) as ws:
        assert ws.replay(run).identical
        ws.run_passes("relations")
        assert {relation for _, relation, _, _ in relations(ws)} == {"BOUGHT"}


def test_people_s_decisions_move_the_ends(tmp_path: Path) -> None:
    """A split gives the short name its own relations; taking it back gives them to the full name again."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path))
        ws.split("Keller", "Marta Keller", why="two people")
        assert ("Keller", "MET", "Tom Brekke", "") in relations(ws)
        ws.merge("Keller", "Marta Keller", why="one person")
        assert relations(ws) == ALL


def test_a_broken_file_of_rules_is_named_before_anything_is_read(tmp_path: Path) -> None:
    """Nothing is written where the rules cannot be read."""
    (tmp_path / "rules.yaml").write_text("BOUGHT: buy(agent)\n", "utf-8")
    settings = {"karaka": {"relations": str(tmp_path / "rules.yaml")}}
    with pramana.open(tmp_path / "ws", create=True, **settings) as ws, pytest.raises(InputError, match="BOUGHT"):
        ws.ingest(write(tmp_path))
    with pramana.open(tmp_path / "ws") as ws:
        assert ws.status().documents == []


def test_a_pass_that_is_run_by_name_is_followed_by_the_relations(tmp_path: Path) -> None:
    """Relations rest on who is who: taking a pass out and running it by name gives the relations that there were."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path))
        ws.undo_pass("coreference")
        assert ("Marta Keller", "HIRED", "Anna Solheim", "") not in relations(ws)
        reports = ws.run_passes("coreference")
        assert relations(ws) == ALL
        assert "relations" in [report.name for report in reports]
