"""The cases that the specification of the Kāraka system names, each with the test that holds it.

Recovery

| what goes wrong | what happens | test |
|---|---|---|
| a call fails | again after 1, 2 and 4 s, then the line is left out | test_failed_calls_wait_twice_as_long_each_time |
| a lasting failure at one line | the line is named, the rest goes on, the next run tries again | test_what_failed_is_tried_again_by_the_next_run |
| a call takes too long | given up, tried again | test_a_server_that_hangs_is_given_up_after_its_time |
| out of memory, or too long for the server | the batch is halved until the text is named | test_a_refused_text_is_named |
| broken JSON | parsed from prose and fences, repaired, asked again | test_what_models_do_to_json_is_undone |
| missing brackets, trailing commas | repaired | test_json_cut_short_keeps_what_was_whole |
| no JSON at all | the line is left out, the raw answers stay stored | test_a_line_without_a_readable_answer_is_left_out |
| a score that is none | asked again, up to a bound | test_an_invalid_score_is_asked_for_again |
| a reading that breaks the schema | refused as a whole, the rest goes on | test_what_the_schema_refuses_is_left_out |
| attempts used up | line, candidates, scores, verdicts and cause are kept | test_attempts_used_up_are_told_in_full |
| a chain of causes that goes on | what was reached, with a warning | test_a_long_chain_is_cut_with_a_warning |

Errors

| category | test |
|---|---|
| the record's fields | test_every_error_has_the_specified_fields |
| failures summed up at the end | test_attempts_used_up_are_told_in_full |
| node not found | test_a_name_that_nobody_has_finds_nothing |
| circular traversal | test_circles_end, test_circles_of_names_end |
| malformed plan | test_a_plan_that_cannot_be_executed_leaves_the_answer_to_the_text |

Units

| what | test |
|---|---|
| every node type, `InvalidType` | test_every_node_type_is_checked |
| every relation, `INVALID_RELATION` | test_every_relation_is_checked |
| kāraka → relation | test_every_karaka_has_its_relation |
| "Dr. Aris", "Aris", "Dr Aris" | test_forms_of_one_name_are_one, test_names_of_one_person_are_linked |
| similar names | test_similar_names_that_share_a_word_are_candidates |

Scenarios

| what | test |
|---|---|
| scorer and verifier agree | test_agreement_at_first_try_takes_thirteen_calls |
| they disagree | test_disagreement_reaches_the_next_prompt |
| all invalid | test_all_invalid_leads_to_another_attempt |
| retries exhausted | test_exhaustion_is_a_result |
| one document, one line | test_one_line_gives_document_kriya_and_edges |
| several documents | test_a_name_in_several_documents_is_one_entity |
| `test_doc_1`, pronouns | test_the_seed_s_documents_give_the_expected_graph |
| one hop | test_a_question_of_one_hop |
| causes over several hops | test_a_question_over_causes |
| no match | test_a_question_without_a_match |
| everything in sequence, again, after a restart | test_again_and_after_a_restart_nothing_is_doubled |
| memory at 100, 500 and 1,000 lines | test_memory_stays_bounded |
| metrics | test_calls_attempts_and_acceptance_are_those_of_the_lines, test_time_and_memory_are_kept_and_no_part_of_what_is_hashed |
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from oracle import answer, asked_for, fields
from sentences import text

import pramana
from pramana.errors import ExitCode
from pramana.llm import ModelSettings
from pramana.testing.model_server import ModelServer, failure_reply
from pramana.views.error_log import ErrorLog

FIRST, SECOND, THIRD = "Rama gave the bow to Lakshmana.", "Sita left the forest.", "Hanuman carried the mountain."


def flags(url: str, **more: Any) -> dict[str, Any]:
    model = {"model": "test", "base_url": url, "backoff_s": 0.001}
    return {"llm": {"default": "it", "models": {"it": model}}, "gsv": {"policy": "full"}, **more}


def obliging(request: dict[str, Any]) -> Any:
    """Read well and agree with every candidate."""
    if asked_for(request) == "choice":
        return {"choice": json.loads(fields(request)["candidates"])[0]["id"], "reasoning": "it holds"}
    if asked_for(request) == "score":
        return {"score": 97, "reasoning": "it holds"}
    return answer(request, 1)


def about(request: dict[str, Any], line: str) -> bool:
    """Return whether a request is about a line itself, not as the context of another."""
    return line in fields(request).get("text", "")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A document of three lines."""
    file = tmp_path / "three.txt"
    file.write_text(f"{FIRST}\n\n{SECOND}\n\n{THIRD}", "utf-8")
    return file


def errors_of(ws: pramana.Workspace, **chosen: Any) -> list[ErrorLog]:
    return ws._call(lambda: ws._ws.inspector.errors(**chosen))


def test_the_table_names_tests_that_are_there() -> None:
    """Every test that the table above names is written somewhere in this folder."""
    written = {
        name
        for file in Path(__file__).parents[1].rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.M)
    }
    rows = [row.split("|") for row in (__doc__ or "").split("\n") if row.startswith("|")]
    named = {name for row in rows for name in re.findall(r"\btest_\w+", row[-2])}
    assert len(named) > 30
    assert named - written == set()


def test_failed_calls_wait_twice_as_long_each_time(tmp_path: Path) -> None:
    """Three tries again after 1, 2 and 4 times the setting, which is a second; the fourth failure is final."""
    document, seen = tmp_path / "a.txt", []
    document.write_text(FIRST, "utf-8")

    def down(request: dict[str, Any], number: int) -> Any:
        seen.append(monotonic())
        return failure_reply(500)

    with ModelServer(down) as server:
        given = flags(server.url, gsv={"policy": "full", "candidates": 1})
        given["llm"]["models"]["it"]["backoff_s"] = 0.04
        with pramana.open(tmp_path / "ws", create=True, **given) as ws:
            report = ws.ingest(document)
    waits = [later - earlier for earlier, later in pairwise(seen)]
    assert len(waits) == 3
    assert all(wait >= least for wait, least in zip(waits, (0.04, 0.08, 0.16), strict=True))
    assert (report.exit_code, report.lines) == (ExitCode.FAILED, {"failed": 1})
    assert (ModelSettings(model="m").backoff_s, ModelSettings(model="m").retries) == (1.0, 3)


def test_a_line_without_a_readable_answer_is_left_out(tmp_path: Path, three: Path) -> None:
    """Where a model never writes JSON the line is refused, its neighbours are read, and what came stays stored."""

    def rambling(request: dict[str, Any], number: int) -> Any:
        wanted = asked_for(request) == "kriyas" and about(request, SECOND)
        return f"I think, therefore I ramble ({number})." if wanted else obliging(request)

    with ModelServer(rambling) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        report = ws.ingest(three)
        bodies = [body for (body,) in ws._ws.database.all("SELECT body FROM response WHERE body LIKE '%ramble%'")]
    assert report.lines == {"verified": 2, "refused": 1}
    assert "No candidate came that could be read." in next(iter(report.reasons))
    assert len(bodies) >= 15


def test_what_the_schema_refuses_is_left_out(tmp_path: Path, three: Path) -> None:
    """A verb of blanks passes its judges and not the schema: nothing of that line is written, and it is on record."""

    def blank(request: dict[str, Any], number: int) -> Any:
        if asked_for(request) == "kriyas" and about(request, SECOND):
            return {"kriyas": [{"verb": " ", "verb_quote": "left", "karakas": {"KARTA": ["Sita"]}}]}
        return obliging(request)

    with ModelServer(blank) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        report = ws.ingest(three)
        names = ws._ws.graph.names()
        [error] = errors_of(ws)
    assert report.lines == {"verified": 2, "refused": 1}
    assert "sita" not in names and "hanuman" in names
    assert (error.error_type, error.component) == ("SchemaViolation", "graph")
    assert error.context["path"] == "three.txt/line/2"
    assert "a Kriya needs the property 'verb'" in error.context["reason"]


def test_attempts_used_up_are_told_in_full(tmp_path: Path, three: Path) -> None:
    """After five attempts a line is left out; each attempt is kept with its candidates, votes, verdict and cause, under
    the line's place; the report and `status` sum it up."""

    def severe(request: dict[str, Any], number: int) -> Any:
        if asked_for(request) == "choice" and about(request, SECOND):
            return {"choice": "ALL_INVALID", "reasoning": "Nobody left."}
        return obliging(request)

    with ModelServer(severe) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        report = ws.ingest(three)
        line, *attempts = errors_of(ws)
        failures = ws.status().metrics["failures"]
    cause = "Not accepted in 5 attempts. The last: The verifier found every candidate invalid."
    assert report.lines == {"verified": 2, "refused": 1}
    assert report.reasons == {f"refused: {cause}": 1}
    assert failures == [{"status": "refused", "reason": cause, "lines": 1}]
    assert [attempt.context["path"] for attempt in attempts] == [f"three.txt/line/2/attempt/{n}" for n in range(1, 6)]
    first = attempts[0].context
    assert first["candidates"] == ["Candidate_A", "Candidate_B", "Candidate_C"]
    assert first["verifier_choice"] == "ALL_INVALID"
    assert all(score == 97 for scores in first["scores"] for score in scores)
    assert "Nobody left." in first["feedback"]
    assert (line.error_type, line.context["path"], line.context["attempts"]) == ("LineRefused", "three.txt/line/2", 5)


def test_every_error_has_the_specified_fields(tmp_path: Path, three: Path) -> None:
    """Time, type, component, context and trace: of a failed call, of the line, and of a run that ended in an error."""
    three.write_text(SECOND, "utf-8")

    def lost(request: dict[str, Any], number: int) -> Any:
        return failure_reply(503, "no room") if asked_for(request) == "kriyas" else obliging(request)

    with ModelServer(lost) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        ws.ingest(three)
        found = errors_of(ws)
        of_document, of_run = errors_of(ws, doc_id="three.txt"), errors_of(ws, run=1)
        started = ws.runs()[0].started
    fields_of = {"timestamp", "error_type", "component", "context", "stack_trace"}
    assert all(set(error.as_json()) == fields_of for error in found)
    calls = [error for error in found if error.error_type == "ServerFailed"]
    assert {error.component for error in calls} == {"karaka.kriya_extraction"}
    assert len(calls) == 3
    assert (calls[0].timestamp, calls[0].stack_trace) == (started, None)
    assert calls[0].context["path"].startswith("three.txt/line/1/attempt/1/generate/")
    assert "no room" in calls[0].context["reason"]
    assert found[0].error_type == "LineFailed"
    assert of_document == of_run == found


def test_one_line_gives_document_kriya_and_edges(tmp_path: Path) -> None:
    """A single line: its Document node, its Kriyā, the roles that lead from it, and the line that it cites."""
    document = tmp_path / "one.txt"
    document.write_text(FIRST, "utf-8")
    with pramana.open(tmp_path / "ws", create=True, karaka={"passes": []}) as ws:
        ws.ingest(document)
        edges = {fact.edge.id for fact in ws.facts()}
        types = {node.id: node.type for node in ws._call(lambda: list(ws._ws.graph.nodes()))}
    kriya = "one.txt_L1_K1"
    assert edges == {
        f"{kriya} -HAS_KARTĀ-> Rama",
        f"{kriya} -HAS_KARMA-> bow",
        f"{kriya} -TARGETS_SAMPRADĀNA-> Lakshmana",
        f"{kriya} -CITED_IN-> one.txt_L1",
    }
    assert types == {
        "one.txt_L1": "Document",
        kriya: "Kriya",
        "Rama": "Entity",
        "bow": "Entity",
        "Lakshmana": "Entity",
    }


def test_a_name_in_several_documents_is_one_entity(tmp_path: Path) -> None:
    """Four documents that name the DGIA hold one DGIA, not four, with or without an article."""
    folder = tmp_path / "docs"
    folder.mkdir()
    told = ("The DGIA opened an office.", "Maria praised the DGIA.", "DGIA closed.", "Maria left the DGIA.")
    for number, line in enumerate(told):
        (folder / f"{number}.txt").write_text(line, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(folder)
        [cluster] = ws.entity("DGIA")
        names = [node.properties["canonical_name"] for node in ws._call(lambda: list(ws._ws.graph.nodes("Entity")))]
    assert names.count("DGIA") == 1
    assert (cluster.names, cluster.mentions, len(cluster.documents)) == (("DGIA",), 4, 4)


def test_one_man_of_many_names_is_no_stranger_to_himself(tmp_path: Path) -> None:
    """ "Ebenezer", "Scrooge", "old Scrooge" and "Mr. Scrooge" are one; his clerk, his partner and their dog are not."""
    document = tmp_path / "carol.txt"
    document.write_text(
        "Ebenezer Scrooge kept a shop. Scrooge counted coins. Old Scrooge scolded Bob Cratchit. Mr. Scrooge left. "
        "Ebenezer slept. Jacob Marley was his partner. Marley died. Cratchit shivered. The dog barked.",
        "utf-8",
    )
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(document)
        who = {name: frozenset(ws.entity(name)[0].names) for name in ("Ebenezer", "Marley", "Cratchit", "dog")}
    assert who["Ebenezer"] == {"Ebenezer Scrooge", "Mr. Scrooge", "Old Scrooge", "Scrooge", "Ebenezer"}
    assert who["Marley"] == {"Jacob Marley", "Marley"}
    assert who["Cratchit"] == {"Bob Cratchit", "Cratchit"}
    assert who["dog"] == {"dog"}


@pytest.mark.slow
def test_a_document_does_not_vanish_into_one_entity(tmp_path: Path) -> None:
    """A long story of people who share words of their names, told in pronouns and with names that pass for others,
    keeps every one of them."""
    people = [
        f"{given} {family}" for given in ("Anna", "Boris", "Clara", "David") for family in ("Berg", "Holm", "Lund")
    ]
    lines = [
        f"{one} met {other}. He thanked her. She smiled at him." for one in people for other in people if one != other
    ]
    document = tmp_path / "families.txt"
    document.write_text(" ".join(lines), "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(document)
        found = {name: ws.entity(name)[0] for name in people}
    assert {name: cluster.names for name, cluster in found.items()} == {name: (name,) for name in people}
    ids = [one for cluster in found.values() for one in cluster.pronoun_ids]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_a_thousand_pronouns_are_read_and_join_nobody(tmp_path: Path) -> None:
    """From text to answer: a thousand lines of *He* between two men leave two men, and each *He* at most one of them."""
    lines = [line for _ in range(250) for line in ("Rama slept.", "He dreamt.", "Ravana woke.", "He laughed.")]
    document = tmp_path / "storm.txt"
    document.write_text(" ".join([*lines, *["He ran."] * 500]), "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(document)
        who = {name: ws.entity(name)[0] for name in ("Rama", "Ravana")}
        sources = [fact.edge.source for fact in ws.facts("IS_SAME_AS")]
    assert report.read == 1500
    assert [cluster.names for cluster in who.values()] == [("Rama",), ("Ravana",)]
    assert len(sources) == len(set(sources)) <= 1000
    assert not set(who["Rama"].pronoun_ids) & set(who["Ravana"].pronoun_ids)


def test_a_question_of_one_hop(tmp_path: Path, three: Path) -> None:
    """A simple question is answered from its line, and cites it."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(three)
        reply = ws.ask("Who gave the bow to Lakshmana?")
    assert reply.status == "GROUNDED"
    assert "Rama" in reply.answer
    assert [(cited.doc_id, cited.line_number, cited.text) for cited in reply.citations] == [("three.txt", 1, FIRST)]


def test_a_question_over_causes(tmp_path: Path) -> None:
    """Asked why, the answer follows CAUSES from the event to what led to it, line by line."""
    document = tmp_path / "why.txt"
    document.write_text("Rama wept because Sita left. Therefore Lakshmana searched the forest. Hanuman slept.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(document)
        causes = {(fact.edge.source, fact.edge.target) for fact in ws.facts("CAUSES")}
        reply = ws.ask("Why did Lakshmana search the forest?")
    assert len(causes) == 2
    assert reply.status == "GROUNDED"
    assert [cited.line_number for cited in reply.citations] == [1, 2]
    assert any("CAUSES" in hop for hop in reply.reasoning_trace)


def test_a_question_without_a_match(tmp_path: Path, three: Path) -> None:
    """What the graph does not hold is said not to be there, with the nearest lines."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(three)
        reply = ws.ask("Who painted the bow?")
    assert (reply.status, reply.citations) == ("NO_MATCH", [])
    assert reply.nearest[0].text == FIRST


def test_a_plan_that_cannot_be_executed_leaves_the_answer_to_the_text(tmp_path: Path, three: Path) -> None:
    """A plan whose step waits for itself is never accepted; what rules find answers, or the user is told."""

    def muddled(request: dict[str, Any], number: int) -> Any:
        if asked_for(request) == "steps":
            return {"steps": [{"goal": "g", "karakas": {"KARTA": "$1"}, "extract": "KARMA"}], "reasoning": "r"}
        return obliging(request)

    with ModelServer(muddled) as server, pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
        ws.ingest(three)
        reply, unread = ws.ask("Who gave the bow?"), ws.ask("Who sank the bow?")
    assert (reply.status, unread.status) == ("GROUNDED", "NO_MATCH")
    assert unread.answer.startswith("I found no line that surely answers this. ")


def test_again_and_after_a_restart_nothing_is_doubled(tmp_path: Path, three: Path) -> None:
    """All in sequence, the same again, and again in another session: one graph, one answer, no further call."""
    hashes, answers, counts = [], [], []
    with ModelServer(lambda request, number: obliging(request)) as server:
        for _ in range(2):
            with pramana.open(tmp_path / "ws", create=True, **flags(server.url)) as ws:
                for _ in range(2):
                    ws.ingest(three)
                    answers.append(ws.ask("Who gave the bow to Lakshmana?").answer)
                    hashes.append(ws.graph_hash())
                    counts.append((ws._ws.graph.count(), len(server.requests)))
    assert all(each == first for each, first in ((hash_, hashes[0]) for hash_ in hashes))
    assert answers == [answers[0]] * 4
    assert counts == [counts[0]] * 4


@pytest.mark.slow
def test_memory_stays_bounded(tmp_path: Path) -> None:
    """Documents of 100, 500 and 1,000 lines: each read in well under a gigabyte, and ten times the lines take little
    more than the tenth of them."""
    peaks = []
    for lines in (100, 500, 1000):
        document, folder = tmp_path / f"{lines}.txt", tmp_path / f"ws{lines}"
        document.write_text(text(lines), "utf-8")
        code = f"import pramana\nwith pramana.open({str(folder)!r}, create=True) as ws: ws.ingest({str(document)!r})"
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        with pramana.open(folder, create=True) as ws:
            found = ws.status().metrics
        peaks.append(max(found["peak_bytes"].values()))
        assert found["stored_bytes"]["database"] < 20_000 * lines + 1_000_000
    assert max(peaks) < 1e9
    assert peaks[-1] - peaks[0] < 150e6
