"""Questions, facts, the ledger, and how everything stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import tampering

from pramana.testing.model_server import ModelServer, failure_reply, refuses

FIELDS = {
    "question",
    "answer",
    "citations",
    "reasoning_trace",
    "status",
    "nearest",
    "assumptions",
    "references",
    "corroboration",
}


def test_ask_prints_answer_and_citations(run, told: Path) -> None:
    """An answer is followed by its citations as `doc:line`, its status and the verdicts."""
    done = run("ask", "Who gave the bow to Lakshmana?")
    assert done.code == 0
    assert "  rama.txt:1  checked  Rama gave the bow to Lakshmana.\n" in done.out
    [asked] = [one["run"] for one in run("runs", "--json").json if one["kind"] == "ask"]
    assert f"GROUNDED · plan checked · run {asked}" in done.out


def test_ask_json_is_the_query_result(run, told: Path) -> None:
    """`ask --json` prints the query result field for field; every citation is the line that it names."""
    found = run("ask", "Who gave the bow to Lakshmana?", "--json").json
    assert set(found) == FIELDS
    assert found["status"] == "GROUNDED"
    assert found["citations"] == [{"doc_id": "rama.txt", "line_number": 1, "text": "Rama gave the bow to Lakshmana."}]


def test_ask_says_how_it_read_pronouns(run, told: Path, tmp_path: Path) -> None:
    """Under an answer that follows a pronoun it says whom the pronoun was taken to mean."""
    (tmp_path / "marsh.txt").write_text("Marsh stole the map. The storm drove his boat ashore, so he drowned.", "utf-8")
    assert run("ingest", str(tmp_path / "marsh.txt")).code == 0
    assert "Read as: “he” = Marsh" in run("ask", "Who drowned?").out
    [told_as] = run("ask", "Who drowned?", "--json").json["references"]
    assert told_as.startswith("“he” = Marsh")


def test_ask_says_what_an_answer_assumes(run, told: Path, tmp_path: Path) -> None:
    """An answer that joins documents on a common noun exits 0, shows ASSUMED and says what it takes for granted."""
    for name, text in (("one.txt", "The company hired Carla."), ("two.txt", "Helvetia bought the company.")):
        (tmp_path / name).write_text(text, "utf-8")
        assert run("ingest", str(tmp_path / name)).code == 0
    done = run("ask", "Who bought the company that hired Carla?")
    assert done.code == 0
    assert "ASSUMED · plan checked" in done.out
    assert "Assuming that “the company” is the same in both" in " ".join(done.out.split())


def test_ask_why_without_a_reason_says_so(run, told: Path) -> None:
    """Where the text gives no reason, the reply says so with the line, and blames no model for it."""
    done = run("ask", "Why did Rama give the bow to Lakshmana?")
    assert (done.code, done.err) == (1, "")
    assert "The text states no reason: “Rama gave the bow to Lakshmana.”" in " ".join(done.out.split())
    assert "NO_MATCH" in done.out


def test_ask_without_match_shows_the_nearest_lines(run, told: Path) -> None:
    """NO_MATCH is no error: the nearest lines are shown, and no hint repeats behind each refusal."""
    done = run("ask", "Who painted the bow?")
    assert done.code == 1
    assert "NO_MATCH" in done.out
    assert "rama.txt:1" in done.out
    assert done.err == ""


def test_ask_shows_its_trace(run, told: Path) -> None:
    """`--trace` tells the hops in words."""
    assert "Started from" in run("ask", "Who gave the bow to Lakshmana?", "--trace").out


def test_empty_question_is_bad_input(run, told: Path) -> None:
    """An empty question is refused, and makes no run."""
    assert run("ask", " ").code == 2
    assert "ask" not in [one["kind"] for one in run("runs", "--json").json]


def test_show_line_tells_what_rests_on_it(run, told: Path) -> None:
    """A line is shown with its place in the source, its Kriyās, and each fact with quote, grade and verdict."""
    done = run("show", "line", "rama.txt:1")
    assert "code points 0 to 31" in done.out
    assert 'give "gave"  checked' in done.out
    assert '    agent      Rama          "Rama" verbatim\n' in done.out
    assert '    recipient  to Lakshmana  "to" verbatim; "Lakshmana" verbatim\n' in done.out
    found = run("show", "line", "rama.txt:1", "--json").json
    assert (found["line_number"], found["start"], found["end"]) == (1, 0, 31)
    assert found["outcome"]["status"] == "checked"


def test_show_takes_a_place_for_its_line(run, told: Path) -> None:
    """`show rama.txt:1` is short for `show line rama.txt:1`; any other word is an unknown command."""
    assert run("show", "rama.txt:1").out == run("show", "line", "rama.txt:1").out
    assert run("show", "rama.txt").code == 2


def test_runs_say_what_was_checked(run, told: Path) -> None:
    """A check is listed with its first claim, the number of others, and the verdicts."""
    run("check", "Rama gave the bow to Lakshmana. Zeus owns a tug.")
    assert "Rama gave the bow to Lakshmana. Zeus owns a tug. → 1 not_stated, 1 supported" in run("runs").out


def test_show_line_says_how_far_it_is_asserted(run, told: Path) -> None:
    """What somebody claims and what is denied is shown as that."""
    assert "(as Sita puts it)" in run("show", "line", "rama.txt:3").out
    assert "(negative)" in run("show", "line", "rama.txt:4").out


def test_show_entity_lists_its_facts(run, told: Path) -> None:
    """An entity is found in any case, and shown with its evidence and the Kriyās that it takes part in."""
    done = run("show", "entity", "RAVANA")
    assert "Ravana  checked" in done.out
    assert "occurs in the text 3 times in 1 document; 3 facts" in done.out
    [found] = run("show", "entity", "ravana", "--json", "--limit", "1").json
    assert (found["evidence_count"], found["fact_count"], len(found["facts"])) == (3, 3, 1)


def test_show_fact_marks_its_quote(run, told: Path) -> None:
    """A fact is found with or without diacritics, and its quote is marked in its line."""
    done = run("show", "fact", "rama.txt_L1_K1 -has_karta-> Rama")
    assert "«Rama» gave the bow" in done.out
    found = run("show", "fact", "rama.txt_L1_K1 -HAS_KARTĀ-> Rama", "--json").json
    [evidence] = found["evidence"]
    assert (evidence["quote"], evidence["grade"], found["why"]["run"]) == ("Rama", "verbatim", 1)


def test_show_kriya_tells_why(run, told: Path) -> None:
    """A Kriyā is shown with the proposal that brought it."""
    assert "Why" in run("show", "kriya", "rama.txt_L1_K1").out
    assert run("show", "kriya", "rama.txt_L1_K1", "--json").json["why"]["verdict"] == "checked"


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (("line", "ramma.txt:1"), "rama.txt"),
        (("line", "rama.txt:9"), "it has 4"),
        (("line", "rama.txt"), "rama.txt:7"),
        (("entity", "Ravanna"), "ravana"),
        (("kriya", "rama.txt_L1_K9"), "rama.txt_L1_K1"),
        (("fact", "rama.txt_L1_K1 -HAS_KARTA-> Sita"), "rama.txt_L1_K1 -HAS_KARTĀ-> Rama"),
        (("fact", "rama.txt_L1_K1 -HAS_KART-> Rama"), "HAS_KARTĀ"),
        (("fact", "Rama"), "-HAS_KARTĀ->"),
    ],
)
def test_unknown_names_get_the_nearest_ones(run, told: Path, arguments: tuple[str, str], nearest: str) -> None:
    """What is not there is named, with the nearest thing that is."""
    done = run("show", *arguments)
    assert (done.code, done.out) == (2, "")
    assert nearest in done.err


def test_show_kriya_tells_what_it_causes(run, told: Path, story: Path) -> None:
    """A Kriyā is shown with what it causes and what causes it; its roles hold participants alone."""
    story.write_text("Rama wept because Sita left.\n", "utf-8")
    run("ingest", story)
    [cause] = [each for each in run("show", "line", "rama.txt:1", "--json").json["kriyas"] if each["verb"] == "leave"]
    [effect] = [each for each in run("show", "line", "rama.txt:1", "--json").json["kriyas"] if each["verb"] == "weep"]
    assert f"    cause of  {effect['id']}  " in run("show", "kriya", cause["id"]).out
    assert f"    caused by  {cause['id']}  " in run("show", "kriya", effect["id"]).out
    assert "leave(agent: Sita)\n" in run("entity", "Sita").out


def test_ledger_lists_proposals(run, told: Path) -> None:
    """The ledger shows each proposal with place, verdict and reason, in the order of lines."""
    entries = run("ledger", "--doc", "rama.txt", "--json").json
    assert [entry["path"].split("/")[2] for entry in entries] == ["1", "2", "3", "4"]
    assert {entry["verdict"] for entry in entries} == {"checked"}
    assert "give(agent: Rama; object: the bow; recipient: Lakshmana)" in run("ledger", "--doc", "rama.txt").out
    refused = run("ledger", "--refused", "--json").json
    assert [entry["path"] for entry in refused] == ["pass/relations/refused/1"]
    assert run("ledger", "--doc", "ramma.txt").code == 2
    assert run("ledger", "--run", "99").code == 2


def test_status_tells_how_everything_stands(run, told: Path) -> None:
    """`status` counts documents, lines by outcome, nodes, edges, verdicts and what was spent."""
    found = run("status", "--json").json
    assert found["lines"] == {"checked": 4}
    assert found["nodes"]["Document"] == 4
    assert found["verdicts"] == {"checked": sum(found["edges"].values())}
    assert found["unfinished"] == []
    assert [run["kind"] for run in found["runs"]] == ["ingest"]
    assert {state["current"] for state in found["passes"] if state["on"]} == {True}
    assert found["graph_hash"] in run("status").out


def test_status_follows_documents_that_change_and_go(run, told: Path, story: Path) -> None:
    """Lines are counted as they stand now, whatever earlier runs read."""
    story.write_text("Rama killed Ravana.\n", "utf-8")
    assert run("ingest", story).code == 0
    assert run("status", "--json").json["lines"] == {"checked": 1}
    assert run("remove", "rama.txt").code == 0
    assert run("status", "--json").json["lines"] == {}


def test_replay_compares(run, told: Path) -> None:
    """`replay` ends with 0 where a run comes out the same, and 2 where there is none of that number."""
    run("ask", "Who gave the bow to Lakshmana?")
    assert run("replay", "1", "--json").json["identical"] is True
    assert run("replay", "2").out.startswith("Run 2 replayed without a model: identical")
    assert run("replay", "99").code == 2


def test_doctor_finds_a_sound_workspace(run, told: Path) -> None:
    """`doctor` recomputes the graph's hash, and checks the database and the index."""
    found = run("doctor", "--json").json
    assert found["well"] is True
    checks = ["write-ahead log", "database", "full text index", "graph hash", "prompts", "logs of grown graphs"]
    assert [check["what"] for check in found["workspace"]] == checks


def test_doctor_finds_a_graph_that_was_tampered_with(run, told: Path) -> None:
    """A fact changed behind the engine's back is found, with exit code 1."""
    with tampering(told / "workspace.db") as database:
        database.execute("""UPDATE node SET short_props = replace(short_props, 'Rama', 'Roma') WHERE id = 'Rama'""")
    database.close()
    done = run("doctor")
    assert done.code == 1
    assert "graph hash" in done.err


def test_doctor_never_shows_a_key(run, told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is said to be there or not, and never shown."""
    (told / "pramana.toml").write_text(
        '[llm]\ndefault = "m"\n[llm.models.m]\nmodel = "x"\nkey_env = "MY_KEY"\n', "utf-8"
    )
    missing = run("doctor")
    assert missing.code == 1
    assert "MY_KEY" in missing.out
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    there = run("doctor")
    assert (there.code, "secret" in there.out + there.err) == (0, False)
    assert "key: there" in there.out


MODEL = '[llm]\ndefault = "m"\n[llm.models.m]\nmodel = "x"\nbase_url = "{url}"\n'


def test_doctor_asks_and_tries_every_model_when_asked_to(run, told: Path) -> None:
    """`--call` sends a tiny request and a few lines to a model, and reports what came; without it nothing is sent."""
    with ModelServer(lambda request, number: {"word": "pramana"}) as server:
        (told / "pramana.toml").write_text(MODEL.format(url=server.url), "utf-8")
        assert run("doctor").code == 0
        assert server.requests == []
        done = run("doctor", "--call")
        assert (done.code, len(server.requests)) == (0, 2)
        assert "structured output: json_schema" in done.out
        assert "It could not read 8 lines in one call" in done.out


def test_doctor_reports_what_a_server_does_not_take(run, told: Path) -> None:
    """A server without structured output is asked in plainer forms, and the form that it took is reported."""

    def plain(request: dict[str, object], number: int) -> object:
        return refuses("response_format") if "response_format" in request else {"word": "pramana"}

    with ModelServer(plain) as server:  # type: ignore[arg-type]
        (told / "pramana.toml").write_text(MODEL.format(url=server.url), "utf-8")
        [model] = run("doctor", "--call", "--json").json["models"]
    assert (model["well"], model["negotiated"]["mode"]) == (True, "prompt")


def test_doctor_reports_a_server_that_fails(run, told: Path) -> None:
    """A server that fails is asked once, and makes the exit code 1."""
    with ModelServer(lambda request, number: failure_reply(500, "out of order")) as server:
        (told / "pramana.toml").write_text(MODEL.format(url=server.url), "utf-8")
        done = run("doctor", "--call")
        assert (done.code, len(server.requests)) == (1, 1)
        assert "out of order" in done.out


def test_ledger_names_lines_without_a_proposal(run, told: Path, story: Path) -> None:
    """A line at which the model abstained stands in the ledger, too, with the reason."""
    story.write_text("Rama gave the bow.\n\nChapter Two\n", "utf-8")
    run("ingest", story)
    [entry] = run("ledger", "--refused", "--doc", "rama.txt", "--json").json
    assert (entry["path"], entry["verdict"], entry["body"]) == ("rama.txt/line/2", "abstained", None)


def test_question_without_a_plan_is_answered_by_no_line(run, told: Path) -> None:
    """Where no plan comes of a question, and no line answers it, the exit code is 1, and nothing is cited."""
    with ModelServer(lambda request, number: {"steps": []}) as server:
        (told / "pramana.toml").write_text(MODEL.format(url=server.url), "utf-8")
        done = run("ask", "Who sank the bow?", "--json")
    assert (done.code, done.json["status"], done.json["citations"]) == (1, "NO_MATCH", [])
    assert done.json["answer"].startswith("I found no line that surely answers this. ")


def test_budget_of_a_question_stops_it(run, told: Path) -> None:
    """A budget that the next call could pass ends a question with 4, and says how to go on."""
    done = run("ask", "Who gave the bow to Lakshmana?", "--max-calls", "0")
    assert (done.code, done.out) == (4, "")
    assert "larger budget" in done.err
