"""Whom pronouns and descriptions mean, asked of models: what is shown, and what becomes of the answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from oracle import asked_for, fields, obliging, statements

import pramana
from pramana.testing.model_server import ModelServer

Answer = Callable[[dict[str, Any]], Any]


def reading(meant: dict[str, Any], score: int = 96, choice: str = "A") -> Callable[[dict[str, Any], int], Any]:
    """A model that reads by the rules and says whom expressions mean; a list is an answer for each time it is asked."""
    times: dict[str, int] = {}

    def model(request: dict[str, Any], number: int) -> Any:
        kind, given = asked_for(request), fields(request)
        if kind == "means":
            found = meant.get(given["expression"])
            if isinstance(found, list):
                times[given["expression"]] = times.get(given["expression"], 0) + 1
                found = found[min(times[given["expression"]], len(found)) - 1]
            return {"means": found, "reasoning": "r"}
        said = {"score": {"score": score}, "choice": {"choice": choice}, "valid": {"valid": True}}.get(kind)
        return (
            obliging(request, number)
            if said is None or "extraction" in given or "text" in given
            else {**said, "reasoning": "r"}
        )

    return model


def run(
    folder: Path, text: str, model: Any, first: str = "", **gsv: Any
) -> tuple[set[tuple[str, str]], list[dict[str, Any]]]:
    """Ingest a text, have references found (after another pass), and return the links and the requests about them."""
    (folder / "tale.txt").write_text(text, "utf-8")
    with ModelServer(model) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url, "concurrency": 1}}}
        gsv = {"policy": "fast_path", **gsv}
        with pramana.open(folder / "ws", create=True, llm=llm, gsv=gsv, karaka={"passes": []}) as ws:
            ws.ingest(folder / "tale.txt")
            if first:
                ws.run_passes(first)
            before = len(server.requests)
            ws.run_passes("references")
            links = {(fact.edge.source.split("@")[0], fact.edge.target) for fact in ws.facts("IS_SAME_AS")}
            assert all(ws.replay(each.id).identical for each in ws.runs())
        return links, server.requests[before:]


MISER = "Scrooge kept a clerk. The old miser counted coins."


def test_an_agreed_reference_takes_five_calls_and_is_verified(tmp_path: Path) -> None:
    """One candidate, three votes, one blind verdict; the verifier sees no scores."""
    links, requests = run(tmp_path, MISER, reading({"The old miser": "Scrooge"}))
    assert links == {("old miser", "Scrooge")}
    assert [asked_for(request) for request in requests] == ["means", "score", "score", "score", "choice"]
    given = fields(requests[-1])
    assert json.loads(given["candidates"]) == [{"id": "Candidate_A", "data": {"means": "Scrooge"}}]
    assert given["marked"] == "⟦The old miser⟧ counted coins."


def test_nobody_takes_one_call(tmp_path: Path) -> None:
    """Where the first candidate names nobody nothing is proposed, and nothing is judged."""
    links, requests = run(tmp_path, MISER, reading({}))
    assert (links, len(requests)) == (set(), 1)


def test_nobody_is_a_candidate_under_the_full_policy(tmp_path: Path) -> None:
    """Three candidates, nobody among them, are scored and one is chosen; nobody links nothing."""
    model = reading({"The old miser": [None, "Scrooge", None]}, choice="A")
    links, requests = run(tmp_path, MISER, model, policy="full")
    kinds = [asked_for(request) for request in requests]
    assert links == set()
    assert (kinds.count("means"), kinds.count("score"), kinds.count("choice")) == (3, 6, 1)
    means = [each["data"]["means"] for each in json.loads(fields(requests[-1])["candidates"])]
    assert sorted(means, key=str) == [None, "Scrooge"]


def test_disagreement_is_fed_back_and_ends(tmp_path: Path) -> None:
    """A verifier that finds nothing valid is heard by the next attempt; after the second the expression stays open."""
    model = reading({"The old miser": "Scrooge"}, choice="ALL_INVALID")
    links, requests = run(tmp_path, MISER, model)
    feedback = [fields(request).get("feedback", "") for request in requests if asked_for(request) == "means"]
    assert links == set()
    assert [bool(said) for said in feedback] == [False] * 3 + [True] * 3
    assert "The verifier found no candidate valid" in feedback[-1]


def test_what_is_agreed_on_but_scored_low_is_no_link(tmp_path: Path) -> None:
    """The score that links need is needed here, too."""
    links, _ = run(tmp_path, MISER, reading({"The old miser": "Scrooge"}, score=60))
    assert links == set()


@pytest.mark.parametrize(("second", "expected"), [("Scrooge", {("old miser", "Scrooge")}), ("Marley", set())])
def test_a_description_in_several_places_is_linked_where_all_mean_the_same(
    tmp_path: Path, second: str, expected: set[tuple[str, str]]
) -> None:
    """One node stands for every *the old miser*: it is joined to nobody where two are meant."""
    text = "Scrooge met Marley. The old miser counted coins. Anna sang. The old miser slept."
    links, _ = run(tmp_path, text, reading({"The old miser": ["Scrooge", second]}))
    assert links == expected


def test_lines_that_speak_of_like_things_are_shown(tmp_path: Path) -> None:
    """A name that stands far back is offered where its line shares words with the description."""
    filler = " ".join(
        f"Anna saw {word}." for word in "rivers hills roads towns boats mills bridges walls gates".split()
    )
    text = f"Ravana was an old miser of Lanka. {filler} Tom ran. The old miser wept."
    _, requests = run(tmp_path, text, reading({}))
    [given] = [fields(request) for request in requests if fields(request)["expression"] == "The old miser"]
    assert "Ravana" in json.loads(given["names"])
    lines = json.loads(given["lines"])
    assert lines[0] == "1: Ravana was an old miser of Lanka."
    assert lines[-1].endswith("The old miser wept.")


def test_another_document_changes_no_question(tmp_path: Path) -> None:
    """Questions about one document are the same whatever else is there: nothing is paid twice."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    _, alone = run(tmp_path / "a", MISER, reading({}))
    (tmp_path / "b" / "other.txt").write_text("The old miser of Oslo met Ibsen. Ibsen was an old miser.", "utf-8")
    (tmp_path / "b" / "tale.txt").write_text(MISER, "utf-8")
    with ModelServer(reading({})) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        gsv = {"policy": "fast_path"}
        with pramana.open(tmp_path / "b" / "ws", create=True, llm=llm, gsv=gsv, karaka={"passes": []}) as ws:
            ws.ingest(tmp_path / "b" / "other.txt", tmp_path / "b" / "tale.txt")
            before = len(server.requests)
            ws.run_passes("references")
    assert alone[0]["messages"] in [request["messages"] for request in server.requests[before:]]


def test_who_speaks_behind_the_words_is_offered(tmp_path: Path) -> None:
    """Of what *you* may mean, and *I*, the names behind the quotation and in the next line are, too."""
    text = "Fog fell. Do you know the place where they live? Scrooge asked a boy. Marley slept."
    _, requests = run(tmp_path, text, reading({}))
    asked = {fields(request)["expression"]: fields(request) for request in requests}
    assert {name: "Scrooge" in json.loads(given["names"]) for name, given in asked.items()} == {
        "you": True,
        "the place": False,
    }
    assert "Marley" not in json.loads(asked["you"]["names"])
    assert json.loads(asked["you"]["lines"])[-1] == "3: Scrooge asked a boy."


def test_it_that_stands_for_nothing_is_not_asked_about(tmp_path: Path) -> None:
    """The weather is nobody: no call is spent on it."""
    _, requests = run(tmp_path, "Scrooge kept a shop. It was cold. It was foggy.", reading({}))
    assert requests == []


def test_every_scorer_votes_on_a_link_of_rules_under_the_full_policy(tmp_path: Path) -> None:
    """Three votes and a verdict; which of two equal words is meant is said."""
    (tmp_path / "tale.txt").write_text("Rama slept. He dreamt that he flew.", "utf-8")
    with ModelServer(reading({})) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        with pramana.open(
            tmp_path / "ws", create=True, llm=llm, gsv={"policy": "full"}, karaka={"passes": ["coreference"]}
        ) as ws:
            ws.ingest(tmp_path / "tale.txt")
            assert {fact.verdict for fact in ws.facts("IS_SAME_AS")} == {"verified"}
        statements = [fields(request)["statement"] for request in server.requests if "statement" in fields(request)]
    assert len(statements) % 4 == 0
    assert "'He' in line 2 means the same as 'Rama' in line 1." in statements


def test_equal_words_of_a_line_are_told_apart(tmp_path: Path) -> None:
    """A judge is told which of a line's *he* a link is about."""
    (tmp_path / "tale.txt").write_text("Rama slept. Then he dreamt, and he laughed.", "utf-8")
    with ModelServer(reading({})) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        with pramana.open(tmp_path / "ws", create=True, llm=llm, karaka={"passes": ["coreference"]}) as ws:
            ws.ingest(tmp_path / "tale.txt")
        asked = [fields(request) for request in server.requests]
    said = {each["statement"] for given in asked for each in statements(given)}
    assert {f"'he' in line 2 (number {n} of the 2 there) means the same as 'Rama' in line 1." for n in (1, 2)} == said


def test_names_of_one_person_are_one_answer(tmp_path: Path) -> None:
    """*Scrooge* and *Ebenezer Scrooge*, whom rules hold to be one, are no disagreement: neither of places nor of votes."""
    text = "Ebenezer Scrooge came. Scrooge met Tom. The old miser counted coins. Anna sang. The old miser slept."
    model = reading({"The old miser": ["Scrooge", "Ebenezer Scrooge"]})
    links, requests = run(tmp_path, text, model)
    assert links == {("old miser", "Scrooge")}
    assert len([request for request in requests if asked_for(request) == "means"]) == 2


NAMESAKES = (
    "John Smith, a mason, lived in York. John Smith, a doctor, lived in Leeds. "
    "The old miser counted coins. They praised me."
)


@pytest.mark.parametrize("bearer", ["John Smith (mason)", "John Smith (doctor)"])
def test_bearers_of_one_name_are_offered_apart(tmp_path: Path, bearer: str) -> None:
    """Each is named with what tells it, for a description and for a pronoun, and the link leads to the one meant."""
    links, requests = run(tmp_path, NAMESAKES, reading({"The old miser": bearer, "me": bearer}), first="homonyms")
    offered = [set(json.loads(fields(request)["names"])) for request in requests if asked_for(request) == "means"]
    assert all({"John Smith (mason)", "John Smith (doctor)"} <= names for names in offered)
    assert not any("John Smith" in names for names in offered)
    assert links == {("old miser", bearer), ("me", bearer)}


def test_a_name_that_two_bear_is_no_answer(tmp_path: Path) -> None:
    """An answer that does not say which of them is sent back, and links nothing."""
    model = reading({"The old miser": "John Smith"})
    links, requests = run(tmp_path, NAMESAKES, model, first="homonyms")
    assert links == set()
    assert any("is none of the names" in fields(request).get("feedback", "") for request in requests)
