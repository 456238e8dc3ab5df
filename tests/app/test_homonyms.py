"""Bearers of one name, as users meet them: told apart with evidence, never fused in an answer, and by people, too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from oracle import answer, asked_for, fields, read_line, reading

import pramana
from pramana.app import Workspace
from pramana.errors import InputError
from pramana.testing.model_server import ModelServer

MASON = "John Smith, a mason, lived in York. John Smith married Anna. He built a church."
DOCTOR = "John Smith, a doctor, lived in Leeds. John Smith married Mary. Dr. John Smith wrote a book."
BARE = "John Smith bought a horse. John Smith sold a cow."
SENSES = {"John Smith", "John Smith (mason)", "John Smith (doctor)"}


def write(folder: Path, **documents: str) -> Path:
    (folder / "docs").mkdir(exist_ok=True)
    for name, text in documents.items():
        (folder / "docs" / f"{name}.txt").write_text(text, "utf-8")
    return folder / "docs"


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    write(tmp_path, a=MASON, b=DOCTOR, c=BARE)
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "docs")
        yield opened


def bearers(ws: Workspace, name: str = "John Smith") -> dict[str, set[str]]:
    """By the name of each bearer, the lines in which the name means it."""
    found: dict[str, set[str]] = {}
    for fact in ws.facts():
        target = fact.edge.target
        if target == name or (target.startswith(f"{name} (") and fact.edge.relation != "IS_SAME_AS"):
            found.setdefault(target, set()).update(f"{item.doc_id}:{item.line_number}" for item in fact.evidence)
    return found


def test_two_people_of_one_name_are_two(ws: Workspace) -> None:
    """Each has the lines that are about it; a line that does not say whom it means stays with the bare name."""
    assert bearers(ws) == {
        "John Smith (mason)": {"a.txt:1", "a.txt:2"},
        "John Smith (doctor)": {"b.txt:1", "b.txt:2"},
        "John Smith": {"c.txt:1", "c.txt:2"},
    }
    names = {frozenset(view.names) for view in ws.entity("John Smith")}
    assert any({"John Smith (doctor)", "Dr. John Smith"} <= each for each in names)
    assert not any(len(SENSES & each) > 1 for each in names)


def test_a_name_without_lines_of_its_own_is_not_shown(tmp_path: Path) -> None:
    """Where every line says whom it means, the name leads to its bearers alone; who decides must say which."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path, a=MASON, b=DOCTOR))
        assert {view.names[0] for view in ws.entity("John Smith")} == {"John Smith (mason)", "John Smith (doctor)"}
        assert "John Smith" not in {fact.edge.target for fact in ws.facts("HAS_KARTA", "John Smith")}
        with pytest.raises(InputError, match=r"'John Smith' is the name of several: .*mason"):
            ws.merge("John Smith", "Anna")
        ws.export(tmp_path / "graph.json")
        assert '"John Smith (mason)"' in (tmp_path / "graph.json").read_text("utf-8")


def test_an_answer_names_each_bearer_apart(ws: Workspace) -> None:
    """Who was asked about is told with each answer, and no answer mixes the lines of two people."""
    reply = ws.ask("Who did John Smith marry?")
    assert reply.answer == (
        "John Smith (doctor) — Mary: “John Smith married Mary.” [b.txt:2] "
        "John Smith (mason) — Anna: “John Smith married Anna.” [a.txt:2]"
    )
    assert [(one.doc_id, one.line_number) for one in reply.citations] == [("a.txt", 2), ("b.txt", 2)]
    assert ws.replay(reply.run).identical
    assert ws.ask("What did John Smith buy?").answer.startswith("John Smith (which one, the lines do not say) — horse")


@pytest.mark.parametrize("name", ["John Smith (mason)", "john smith (MASON)"])
def test_a_question_may_say_which_bearer_it_means(ws: Workspace, name: str) -> None:
    """A bearer's own name, as the answers and `entity` spell it, asks about that one alone."""
    reply = ws.ask(f"Where did {name} live?")
    assert reply.answer == "John Smith (mason) — York: “John Smith, a mason, lived in York.” [a.txt:1]"


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", [1, 64])
def test_the_graph_does_not_depend_on_the_order_of_documents(tmp_path: Path, concurrency: int) -> None:
    """Every order of documents, all at once, and one more that is taken out again give one graph."""
    docs = write(tmp_path, a=MASON, b=DOCTOR, c=BARE, d="John Smith, a baker, died in Hull. John Smith wept.")
    files = {name: docs / f"{name}.txt" for name in "abcd"}
    hashes = set()
    with ModelServer(answer) as server:
        model: dict[str, Any] = {"model": "test", "base_url": server.url, "concurrency": concurrency}
        orders: list[tuple[str, ...]] = [*permutations("abc"), ("abc",), ("d", "c", "b", "a", "-d")]
        for number, order in enumerate(orders):
            with pramana.open(
                tmp_path / f"ws{number}", create=True, llm={"default": "it", "models": {"it": model}}
            ) as ws:
                for names in order:
                    if names.startswith("-"):
                        ws.remove(f"{names[1:]}.txt")
                    else:
                        ws.ingest(*(files[name] for name in names))
                hashes.add(ws.graph_hash())
                assert len(bearers(ws)) == 3
    assert len(hashes) == 1


@pytest.mark.slow
def test_undo_takes_exactly_what_the_pass_added(tmp_path: Path, ws: Workspace) -> None:
    """Undone, the graph is the one that the other passes make without it; run again, it is what it was."""
    others = ["resolution", "coreference", "causes", "types", "relations"]
    with pramana.open(tmp_path / "without", create=True, karaka={"passes": others}) as without:
        plain = without.ingest(tmp_path / "docs").graph_hash
    before = ws.graph_hash()
    ws.undo_pass("homonyms")
    assert ws.graph_hash() == plain
    assert set(bearers(ws)) == {"John Smith"}
    ws.run_passes("homonyms", *others)
    assert ws.graph_hash() == before
    assert all(ws.replay(run.id).identical for run in ws.runs() if run.kind == "pass")


def test_a_person_parts_a_name(ws: Workspace, tmp_path: Path) -> None:
    """A decision about places is recorded, kept when documents are read anew, and taken back to the byte."""
    before = ws.graph_hash()
    report = ws.part("John Smith", "c.txt:2", called="drover", why="family papers")
    assert (report.heeded, str(report.ruling)) == (True, "'John Smith' in c.txt:2 is 'John Smith (drover)'")
    assert bearers(ws)["John Smith (drover)"] == {"c.txt:2"}
    [view] = [view for view in ws.entity("John Smith") if view.name == "John Smith (drover)"]
    assert [(one.reason, [str(item) for item in one.evidence]) for one in view.senses] == [
        ("Stated by a person: family papers", ['c.txt:2 "John Smith" verbatim'])
    ]
    write(tmp_path, c="John Smith bought two horses. John Smith sold a cow. John Smith slept.")
    ws.ingest(tmp_path / "docs")
    assert bearers(ws)["John Smith (drover)"] == {"c.txt:2"}
    write(tmp_path, c=BARE)
    ws.ingest(tmp_path / "docs")
    assert ws.undo_decision(1).graph_hash == before
    assert [ruling.state for ruling in ws.decisions()] == ["taken back", "in force"]


def test_a_person_parts_a_name_that_nothing_else_parts(tmp_path: Path) -> None:
    """A whole document may be said to mean another bearer; the rest keeps the name, and links keep them apart."""
    docs = write(tmp_path, a="Scrooge bought a goose. Mr. Scrooge slept.", b="Scrooge ate. Mr. Scrooge drank wine.")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(docs)
        ws.part("scrooge", "b.txt")
        assert bearers(ws, "Scrooge") == {"Scrooge": {"a.txt:1"}, "Scrooge (b.txt)": {"b.txt:1"}}
        assert not any({"Scrooge", "Scrooge (b.txt)"} <= set(view.names) for view in ws.entity("Scrooge"))
        ws.merge("Scrooge", "Scrooge (b.txt)", "the same after all")
        assert any({"Scrooge", "Scrooge (b.txt)"} <= set(view.names) for view in ws.entity("Scrooge"))
        assert ws.ask("What did Scrooge buy?").answer.startswith("goose")


def test_a_later_decision_about_a_place_holds(ws: Workspace) -> None:
    """A bearer that the text tells may be named, and the earlier decision is shown as overruled."""
    ws.part("John Smith", "c.txt:1", called="drover")
    ws.part("John Smith", "c.txt:1", called="mason")
    assert bearers(ws)["John Smith (mason)"] == {"a.txt:1", "a.txt:2", "c.txt:1"}
    assert [ruling.state for ruling in ws.decisions()] == ["overruled", "in force"]


def test_a_decision_about_a_name_waits_while_all_its_lines_have_senses(ws: Workspace, tmp_path: Path) -> None:
    """What was merged with a bare name is one with none of its bearers; it is again when the name is one."""
    ws.merge("John Smith", "Anna", "an alias")
    assert [ruling.state for ruling in ws.decisions()] == ["in force"]
    ws.remove("c.txt")
    assert [ruling.state for ruling in ws.decisions()] == ["waiting"]
    assert not any({"Anna"} < set(view.names) for view in ws.entity("John Smith"))
    ws.remove("b.txt")
    assert [ruling.state for ruling in ws.decisions()] == ["in force"]
    assert any({"Anna", "John Smith"} <= set(view.names) for view in ws.entity("John Smith"))


def test_a_place_without_the_name_is_refused(ws: Workspace) -> None:
    """The message says where the name stands, and nothing is recorded."""
    with pytest.raises(InputError, match=r"takes part in nothing in 'b.txt:3'.* It occurs in b.txt:1, b.txt:2"):
        ws.part("John Smith", "b.txt:3")
    with pytest.raises(InputError, match="cannot distinguish a bearer"):
        ws.part("John Smith", "c.txt:1", called="a (b)")
    with pytest.raises(InputError, match="is one mention"):
        ws.part("He@a.txt_L3:0", "a.txt:3")
    assert ws.decisions() == []


DOUBTFUL = {
    "a": "John Smith, a teacher, lived in York. John Smith sang.",
    "b": "John Smith, a soldier, lived in Leeds. John Smith wept.",
}


@pytest.mark.parametrize("valid", [True, False])
def test_a_model_decides_where_rules_doubt(tmp_path: Path, valid: bool) -> None:
    """Two callings that one person may have part a name only where a model scores and verifies it."""

    def judging(request: dict[str, Any], number: int) -> Any:
        if "two different bearers" in fields(request).get("statements", ""):
            kind, judged = asked_for(request), {"item": 1, "reasoning": "two lives"}
            return {kind: [judged | ({"score": 95} if kind == "scores" else {"valid": valid})]}
        return reading(request) or answer(request, number)

    docs = write(tmp_path, **DOUBTFUL)
    with pramana.open(tmp_path / "plain", create=True) as ws:
        ws.ingest(docs)
        assert set(bearers(ws)) == {"John Smith"}
    with (
        ModelServer(judging) as server,
        pramana.open(tmp_path / "ws", create=True, model="m", base_url=server.url) as ws,
    ):
        ws.ingest(docs)
        told = {"John Smith (teacher)", "John Smith (soldier)"}
        assert set(bearers(ws)) == (told if valid else {"John Smith"})
        verdicts = {one.verdict for view in ws.entity("John Smith") for one in view.senses}
        assert verdicts == ({"verified"} if valid else set())
        assert all(ws.replay(run.id).identical for run in ws.runs() if run.kind == "pass")


def test_a_line_is_read_anew_though_passes_stood_on_it(tmp_path: Path) -> None:
    """Another model's reading replaces what was there, with the links and the senses that stood on the old one."""

    def in_other_words(request: dict[str, Any], number: int) -> Any:
        def read(text: str) -> dict[str, Any]:
            kriyas = read_line(text)["kriyas"]
            return {"kriyas": [{**kriya, "verb": f"re{kriya['verb']}"} for kriya in kriyas]}

        return reading(request, read) or answer(request, number)

    docs = write(tmp_path, a=f"{MASON} Anna wept because he died.", b=DOCTOR)
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(docs)
    with (
        ModelServer(in_other_words) as server,
        pramana.open(tmp_path / "ws", create=True, model="m", base_url=server.url) as ws,
    ):
        report = ws.ingest(docs)
        assert report.lines["refused"] == 0
        assert set(bearers(ws)) == SENSES - {"John Smith"}


@pytest.mark.parametrize(
    ("short", "third"), [("Whitfield", ""), ("Mr. Whitfield", ""), ("Whitfield", "Whitfield left.")]
)
def test_a_short_name_follows_its_bearer_in_each_document(short: str, third: str, tmp_path: Path) -> None:
    """Parting one document leaves the short name of another one where it was; a document of neither is neither's."""
    texts = {"a": f"James Whitfield joined the board. {short} refused the contract."}
    texts["b"] = f"James Whitfield repaired the boiler. {short} sent an invoice."
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(write(tmp_path, **texts, **({"c": third} if third else {})))
        ws.part("James Whitfield", "b.txt", called="plumber")
        names = [frozenset(view.names) for view in ws.entity("James Whitfield")]
        assert frozenset({"James Whitfield", short}) in names
        assert frozenset({"James Whitfield (plumber)", f"{short} (plumber)"}) in names
        said = short.replace("Whitfield", "James Whitfield") if " " not in short else short
        assert ws.ask("Who refused the contract?").answer.startswith(f"{said}: ")
        assert ws.ask("Who sent an invoice?").answer.startswith(f"{said} (plumber): ")
        ws.undo_decision(1)
        assert [frozenset(view.names) for view in ws.entity("James Whitfield")] == [
            frozenset({"James Whitfield", short})
        ]
