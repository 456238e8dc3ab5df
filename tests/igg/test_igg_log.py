"""The log of a run, and the run rebuilt from it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import GraphFileError, InputError
from pramana.evidence import Evidence, Grade
from pramana.igg import (
    Growth,
    IterationRecord,
    LogWriter,
    Payload,
    graph_after,
    prune,
    read_answer,
    read_log,
    read_payload,
    replay,
    write_log_json,
)
from pramana.language.occurrences import QuotedPassage

LINE = "A calls B, C, Alone: 0, 1, 2, 3."
PAYLOAD = read_payload(
    {
        "session_id": "s",
        "goal_prompt": "g",
        "context_data": LINE,
        "config": {
            "mode": "soft",
            "prune": True,
            "schema": {"node_types": ["Class"], "edge_types": ["CALLS"], "evidence": "required"},
        },
        "seed_data": {"nodes": [{"label": "Class", "properties": {"name": "S"}}]},
    }
)


class Text:
    documents = ("d",)

    def align(self, quote: str, doc: str | None = None) -> Evidence | None:
        at = LINE.find(quote)
        return None if at < 0 else Evidence("d", 1, at, at + len(quote), quote, Grade.VERBATIM)

    def passage(self, quote: str, place: Evidence) -> QuotedPassage:
        return QuotedPassage(LINE, place.start, place.end)


def add(name: str, label: str = "Class", evidence: str = "") -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": label, "properties": {"name": name}, "evidence": evidence or name}


def join(start: str, end: str) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": "CALLS", "from": start, "to": end, "evidence": "A calls B, C"}


ANSWERS: list[list[Any]] = [
    [add("A"), add("B", evidence="no such words"), add("B", "Table")],
    [join("A", "B"), join("A", "C"), {"type": "QUERY", "query": "nodes"}, add("Alone")],
    [
        {"type": "UPDATE_NODE", "node": "B", "properties": {"n": 1}, "evidence": LINE},
        7,
        {"type": "FINISH", "reason": "done"},
    ],
]


def run(
    path: Path, answers: list[list[Any]], payload: Payload = PAYLOAD, ends: bool = True
) -> tuple[Growth, list[str]]:
    """Write a log, and return the growth with its hash at each iteration."""
    growth = Growth(payload, Text())
    hashes = [growth.hash]
    with LogWriter.begin(path, growth) as log:
        for actions in answers:
            answer = read_answer({"reasoning": "because", "actions": actions})
            log.write(growth, answer, growth.act(answer), cost={"calls": 1})
            hashes.append(growth.hash)
        if ends:
            log.end(growth, "finished", "done", prune(growth))
    return growth, hashes


def test_log_has_a_line_an_iteration_under_the_seeds_keys(tmp_path: Path) -> None:
    """Beginning, iterations and end are JSON lines; each iteration says what was taken, refused and spent."""
    run(tmp_path / "log.jsonl", ANSWERS)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [next(iter(line)) for line in lines] == ["Log", "Iteration", "Iteration", "Iteration", "Stopped"]
    assert lines[0]["Payload"]["context_data"].keys() == {"hash"}
    second = lines[2]
    assert (second["Graph State"], second["Agent Reasoning"], second["Cost"]) == (
        {"nodes": 4, "edges": 1},
        "because",
        {"calls": 1},
    )
    assert [done["id"] for done in second["Actions Taken"] if "id" in done] == [
        "Class:A -CALLS-> Table:B",
        "Class:Alone",
    ]
    assert second["Errors"] == ["Action 2: Node 'C' not found for edge creation (to)."]
    assert second["Refusals"][0]["code"] == "unknown_reference"
    assert second["Hash Before"] == lines[1]["Hash After"]
    assert (lines[4]["Stopped"], lines[4]["Pruned"]) == ("finished", ["Class:S", "Class:Alone"])


def test_replay_rebuilds_the_same_graph_without_context_or_model(tmp_path: Path) -> None:
    """Graph, evidence, schema and what widened it are those of the run."""
    growth, _ = run(tmp_path / "log", ANSWERS)
    again = replay(tmp_path / "log")
    assert again.hash == growth.hash
    assert list(again.graph.nodes()) == list(growth.graph.nodes())
    assert list(again.graph.edges()) == list(growth.graph.edges())
    assert (again.schema, again.widened, again.iteration) == (growth.schema, growth.widened, 3)
    assert again.evidence_of("Table:B") == growth.evidence_of("Table:B") != ()


def test_graph_is_shown_as_it_was_after_each_iteration(tmp_path: Path) -> None:
    """From how it began on; there is no state after more iterations than there were."""
    _, hashes = run(tmp_path / "log", ANSWERS)
    assert [graph_after(tmp_path / "log", n).hash for n in range(4)] == hashes
    with pytest.raises(InputError, match="has only 3 iterations, not 4"):
        graph_after(tmp_path / "log", 4)


def test_replay_takes_the_runs_own_payload_and_no_other(tmp_path: Path) -> None:
    """A payload whose context is another one is not the run's."""
    run(tmp_path / "log", ANSWERS)
    assert replay(tmp_path / "log", PAYLOAD).payload == PAYLOAD
    with pytest.raises(InputError, match="another payload"):
        replay(tmp_path / "log", PAYLOAD.model_copy(update={"context_data": "B calls A."}))


def changed(line: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        assert old in lines[line]
        return [*lines[:line], lines[line].replace(old, new), *lines[line + 1 :]]

    return change


@pytest.mark.parametrize(
    ("tamper", "line"),
    [
        (changed(0, '"max_nodes": null', '"max_nodes": 9'), 1),
        (changed(1, '"because"', '"whim"'), 2),
        (changed(2, "Class:Alone", "Class:Aloof"), 3),
        (changed(3, '"Iteration": 3', '"Iteration": 4'), 4),
        (changed(4, "finished", "budget"), 5),
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: [*lines[:2], "{}", *lines[2:]], 3),
        (lambda lines: [*lines[:2], "[" * 100_000, *lines[2:]], 3),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines, lines[-1]], 6),
        (lambda lines: lines[1:], 1),
    ],
)
def test_tampered_log_is_refused_with_the_line(
    tmp_path: Path, tamper: Callable[[list[str]], list[str]], line: int
) -> None:
    """A line that was changed, left out, put in or doubled is named."""
    path = tmp_path / "log"
    run(path, ANSWERS)
    path.write_text("\n".join(tamper(path.read_text().splitlines())) + "\n")
    with pytest.raises(GraphFileError) as error:
        replay(path)
    assert error.value.line == line


def test_log_that_is_cut_off_is_refused_with_the_line_and_gone_on_with(tmp_path: Path) -> None:
    """A line that was cut off is no iteration; the writer drops it and goes on after the last whole one."""
    path = tmp_path / "log"
    growth, hashes = run(path, ANSWERS[:2], ends=False)
    whole = path.read_text()
    path.write_text(whole[:-20])
    with pytest.raises(GraphFileError, match=r"incomplete \(line 3\)"):
        read_log(path)
    with LogWriter.resume(path) as log:
        growth = replay(path, PAYLOAD, context=Text())
        assert growth.hash == hashes[1]
        for actions in ANSWERS[1:]:
            answer = read_answer({"reasoning": "because", "actions": actions})
            log.write(growth, answer, growth.act(answer), cost={"calls": 1})
        log.end(growth, "finished", "done", prune(growth))
    run(tmp_path / "other", ANSWERS)
    assert path.read_text() == (tmp_path / "other").read_text()


def test_log_is_neither_written_over_nor_gone_on_with_past_its_end(tmp_path: Path) -> None:
    """A file that is there stays; a run that came to its end is over."""
    growth, _ = run(tmp_path / "log", [])
    with pytest.raises(InputError, match="already exists"):
        LogWriter.begin(tmp_path / "log", growth)
    with pytest.raises(InputError, match=r"has ended \(finished\)"):
        LogWriter.resume(tmp_path / "log")


@pytest.mark.parametrize("body", [b"", b"\n", b"\xff\n", b"no log\n", b'{"Log": "pramana igg 1"}\n'])
def test_file_that_is_no_log_is_refused(tmp_path: Path, body: bytes) -> None:
    """It is an input error that names the file."""
    (tmp_path / "log").write_bytes(body)
    with pytest.raises(GraphFileError, match="log"):
        read_log(tmp_path / "log")
    with pytest.raises(InputError, match="none cannot be read"):
        read_log(tmp_path / "none")


def test_log_goes_into_one_json_file(tmp_path: Path) -> None:
    """Each iteration stands under its name, as the seed has it."""
    run(tmp_path / "log", ANSWERS)
    write_log_json(read_log(tmp_path / "log"), tmp_path / "log.json")
    whole = json.loads((tmp_path / "log.json").read_text())
    assert list(whole) == ["Log", "Payload", "Hash", "Iteration 1", "Iteration 2", "Iteration 3", "End"]
    assert IterationRecord.model_validate(whole["Iteration 2"]) == read_log(tmp_path / "log").records[1]


NAMES = st.sampled_from(["A", "B", "C"])
WILD = st.one_of(
    st.builds(add, NAMES, st.sampled_from(["Class", "T"]), st.sampled_from([LINE, "A", "z"])),
    st.builds(join, NAMES, NAMES),
    st.builds(lambda name: {"type": "REMOVE", "node": name}, NAMES),
    st.builds(
        lambda name, n: {"type": "UPDATE_NODE", "node": name, "properties": {"n": n}, "evidence": LINE},
        NAMES,
        st.integers(0, 3),
    ),
    st.none(),
)


@given(st.lists(st.lists(WILD, max_size=6), max_size=5))
@settings(max_examples=60)
def test_every_run_is_rebuilt_from_its_log(tmp_path_factory: pytest.TempPathFactory, answers: list[list[Any]]) -> None:
    """Whatever was answered."""
    path = tmp_path_factory.mktemp("igg") / "log"
    growth, hashes = run(path, answers)
    again = replay(path)
    assert again.hash == growth.hash
    assert [graph_after(path, n).hash for n in range(len(hashes))] == hashes
    assert [again.evidence_of(node.id) for node in again.graph.nodes()] == [
        growth.evidence_of(node.id) for node in growth.graph.nodes()
    ]
