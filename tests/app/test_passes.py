"""Passes as users meet them: carried out after lines have changed, judged, undone, replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from oracle import answer, asked_for, fields, read_line

import pramana
from pramana.errors import ConfigError, UnknownName
from pramana.testing.model_server import ModelServer

DOCUMENTS = {
    "a.txt": "Dr. Aris founded the clinic in Lyon. He hired Maria because the clinic grew. Aris liked her.",
    "b.txt": "Maria Lopez left the clinic. She had quarrelled with Dr Aris. Therefore the clinic closed.",
    "c.txt": "Aris Thorne sailed to Malta. Tom Aris stayed, since his ship had sunk. He wept.",
}


EVERY = ["resolution", "coreference", "causes", "types"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "docs" / name).write_text(text, "utf-8")
    return tmp_path


def files(folder: Path, *names: str) -> list[Path]:
    return [folder / "docs" / f"{name}.txt" for name in names]


def links(ws: pramana.Workspace, relation: str = "IS_SAME_AS") -> set[tuple[str, str]]:
    return {(fact.edge.source, fact.edge.target) for fact in ws.facts(relation)}


def test_the_seed_s_documents_give_the_expected_graph(tmp_path: Path) -> None:
    """The specification's own two lines: their nodes, their Kriyās, and who *He* and *it* are."""
    document = tmp_path / "test_doc_1.txt"
    document.write_text("Rama gave the bow to Lakshmana.\nHe used it to kill Ravana.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(document)
        nodes = {node.id: node for node in ws._call(lambda: list(ws._ws.graph.nodes()))}
        linked = {(nodes[a].properties["canonical_name"], b) for a, b in links(ws)}
        grades = {item.grade.value for fact in ws.facts("IS_SAME_AS") for item in fact.evidence}
    prefix = "test_doc_1.txt"
    assert {node.id for node in nodes.values() if node.type == "Document"} == {f"{prefix}_L1", f"{prefix}_L2"}
    verbs = {node.id: node.properties["verb"] for node in nodes.values() if node.type == "Kriya"}
    assert verbs == {f"{prefix}_L1_K1": "give", f"{prefix}_L2_K1": "use", f"{prefix}_L2_K2": "kill"}
    entities = {node.properties["canonical_name"] for node in nodes.values() if node.type == "Entity"}
    assert entities == {"Rama", "Lakshmana", "bow", "Ravana", "He", "it"}
    assert linked == {("He", "Rama"), ("it", "bow")}
    assert grades == {"resolved", "verbatim"}


def test_names_of_one_person_are_linked(folder: Path) -> None:
    """ "Dr. Aris", "Aris" and "Dr Aris" are one in the documents that know one bearer of the name."""
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(*files(folder, "a", "b"))
        found = links(ws)
        reply = ws.ask("Who hired Maria?")
    assert {("Aris", "Dr. Aris"), ("Dr Aris", "Dr. Aris")} & found
    assert "Aris" in reply.answer
    assert {citation.line_number for citation in reply.citations} >= {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", [1, 64])
def test_the_graph_does_not_depend_on_the_order_of_documents(folder: Path, concurrency: int) -> None:
    """A then B, B then A, both at once, and A, B, C without C: one graph, its links judged by a model, too."""
    hashes = []
    with ModelServer(answer) as server:
        model: dict[str, Any] = {"model": "test", "base_url": server.url, "concurrency": concurrency}
        orders = [["a", "b"]], [["b"], ["a"]], [["a"], ["b"]], [["c"], ["b"], ["a"], None]
        for number, order in enumerate(orders):
            llm = {"default": "it", "models": {"it": model}}
            with pramana.open(folder / f"ws{number}", create=True, llm=llm, karaka={"passes": EVERY}) as ws:
                for names in order:
                    if names is None:
                        ws.remove("c.txt")
                    else:
                        ws.ingest(*files(folder, *names))
                hashes.append(ws.graph_hash())
    assert len(set(hashes)) == 1


def test_undo_takes_exactly_what_the_passes_added(folder: Path) -> None:
    """After every pass is undone the graph is that of lines alone; run by name again, it is what it was."""
    with pramana.open(folder / "plain", create=True, karaka={"passes": []}) as plain:
        without = plain.ingest(folder / "docs").graph_hash
    with pramana.open(folder / "ws", create=True) as ws:
        with_passes = ws.ingest(folder / "docs").graph_hash
        assert with_passes != without
        for state in reversed(ws.passes()):  # `relations` follows the others
            assert ws.undo_pass(state.name).taken_back == state.links
        assert ws.graph_hash() == without
        ws.ingest(folder / "docs")
        assert [state.on for state in ws.passes()] == [False] * len(ws.passes())
        ws.run_passes(*[state.name for state in ws.passes()])
        assert ws.graph_hash() == with_passes


def test_every_run_of_a_pass_can_be_replayed(folder: Path) -> None:
    """Passes, removals, undoing and running again: each replays to the same graph without a model."""
    with ModelServer(answer) as server:
        model = {"model": "test", "base_url": server.url}
        llm = {"default": "it", "models": {"it": model}}
        with pramana.open(folder / "ws", create=True, llm=llm, karaka={"passes": EVERY}) as ws:
            ws.ingest(folder / "docs")
            ws.undo_pass("causes")
            ws.remove("c.txt")
            ws.run_passes("causes")
            asked = len(server.requests)
            replays = [ws.replay(run.id) for run in ws.runs()]
        assert len(server.requests) == asked
    assert len(replays) >= 8
    assert [str(replay) for replay in replays if not replay.identical] == []


def test_a_pass_that_is_current_does_nothing(folder: Path) -> None:
    """Where no line has changed since, a pass makes no run."""
    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "docs")
        assert {report.run for report in ws.run_passes()} == {None}


def test_a_budget_that_ends_in_a_pass_is_gone_on_from(folder: Path) -> None:
    """The same command resumes in the pass where the budget ended, and comes to the graph of one that had none."""
    with ModelServer(answer) as server:
        model = {"model": "test", "base_url": server.url, "concurrency": 1}
        llm = {"default": "it", "models": {"it": model}}
        with pramana.open(folder / "free", create=True, llm=llm) as ws:
            whole = ws.ingest(folder / "docs")
        for _ in range(whole.spending["calls"]):
            with pramana.open(folder / "ws", create=True, llm=llm, budget={"calls": 3}) as ws:
                report = ws.ingest(folder / "docs")
            if report.exit_code != 4:
                break
    assert report.graph_hash == whole.graph_hash


def test_an_unknown_pass_is_named_with_the_nearest(folder: Path) -> None:
    """Neither a command nor a configuration takes a pass that is not there."""
    with pramana.open(folder / "ws", create=True) as ws, pytest.raises(UnknownName, match="coreference"):
        ws.run_passes("coreferences")
    with pytest.raises(ConfigError, match="coreference"):
        pramana.open(folder / "other", create=True, karaka={"passes": ["coreferences"]})


def test_entities_get_types_from_the_user_s_list(folder: Path) -> None:
    """Each type rests on a mention; a type that the list leaves out is given to nobody."""

    def types(ws: pramana.Workspace) -> dict[str, str]:
        nodes = ws._call(lambda: list(ws._ws.graph.nodes("Entity")))
        return {node.id: node.properties["entity_type"] for node in nodes if "entity_type" in node.properties}

    with pramana.open(folder / "ws", create=True) as ws:
        ws.ingest(folder / "docs")
        found = types(ws)
        evidence = ws._call(ws._ws.graph.property_evidence, "Dr. Aris", "entity_type")
    assert (found["Dr. Aris"], found["his ship@c.txt_L2:23"]) == ("Person", "Object")
    assert "Aris" in evidence[0].quote
    with pramana.open(folder / "ws", create=True, karaka={"entity_types": ["Object"]}) as ws:
        ws.run_passes()
        assert set(types(ws).values()) == {"Object"}


def test_what_rules_would_not_link_is_in_the_ledger(tmp_path: Path) -> None:
    """A name with two bearers joins neither; the ledger keeps that, with the reason."""
    document = tmp_path / "family.txt"
    document.write_text("Anna Berg met Tom Berg in Oslo. Berg laughed. Anna Berg wept.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(document)
        run = next(run for run in ws.runs() if run.manifest.get("pass") == "resolution")
        refused = list(ws._ws.ledger.proposals(run.id, "pass/resolution/refused"))
        linked = links(ws)
    assert not any("Berg" in ends for ends in linked)
    assert [proposal.body["entity"] for proposal in refused] == ["Berg"]
    assert refused[0].reason


def test_names_that_are_only_spelled_alike_are_put_to_the_model(tmp_path: Path) -> None:
    """Vectors find the pair, the model decides it, and the link is verified; without a model likeness links nobody."""
    document = tmp_path / "names.txt"
    document.write_text("Hotel Metropole stood in Oslo. Anna saw Hotel Metropol.", "utf-8")

    def model(request: dict[str, Any], number: int) -> Any:
        kind = asked_for(request)
        if kind == "kriyas":
            return read_line(fields(request)["text"])
        agreed = {"valid": {"valid": True}, "score": {"score": 96}, "choice": {"choice": "A"}}[kind]
        return {**agreed, "reasoning": "r"}

    with ModelServer(model) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        with pramana.open(tmp_path / "ws", create=True, llm=llm, gsv={"policy": "full"}) as ws:
            ws.ingest(document)
            found = links(ws)
            assert all(ws.replay(run.id).identical for run in ws.runs())
    with pramana.open(tmp_path / "plain", create=True) as ws:
        ws.ingest(document)
        assert links(ws) == set()
    assert found == {("Hotel Metropol", "Hotel Metropole")}
