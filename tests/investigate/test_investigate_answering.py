"""Answers held to their citations."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planners import FIND_STAFF, FIRM, action, line

from pramana.gasl import StateStore
from pramana.investigate import Claim, PlanStepper, StateFork, Texts, check_answer

QUESTION = "Who works for Orbit?"


def state_of(*commands: str) -> StateStore:
    stepped = asyncio.run(PlanStepper(FIRM).apply(StateFork.root(), action(*commands)))
    assert not stepped.diagnoses, stepped.diagnoses
    return stepped.snapshot.state


@pytest.fixture(scope="module")
def state() -> StateStore:
    return state_of(
        *FIND_STAFF,
        'FIND nodes WHERE type = "Person" AS people',
        "SELECT people FIELDS id, name, age AS short",
        "UPDATE people WITH short",
        "COUNT people AS size",
        "UPDATE size WITH size REPLACE",
        "GROUP jobs BY target COUNT AS by_firm",
        "UPDATE by_firm WITH by_firm",
    )


def test_a_node_that_an_item_names_by_its_id_may_be_called_by_its_name() -> None:
    """*C4 works on V2* is *Ann works on the Heron*, where the graph calls them so, and nobody else is named by that."""
    state = state_of(*FIND_STAFF)
    nodes = {"ann": {"name": "Ann Ray"}, "orbit": {"name": "Orbit Ltd"}}

    def refused(text: str) -> str:
        texts = Texts(nodes=lambda ids: {each: nodes[each] for each in ids if each in nodes})
        checked = check_answer(state, QUESTION, text, [Claim(text=text, cites=("staff[0]",))], texts)
        return checked.refused[0].problem if checked.refused else ""

    assert refused("Ann Ray works for Orbit Ltd.") == ""
    assert "Bob" in refused("Bob Ray works for Orbit Ltd.")


def test_the_unit_in_the_name_of_a_field_may_be_written_in_capitals() -> None:
    """The value of `cost_mnok` is so many MNOK."""
    state = state_of(
        'FIND nodes WHERE name = "Ann Ray" AS n', "RENAME n FIELDS age = cost_mnok AS m", "UPDATE k WITH m"
    )

    def refused(text: str) -> bool:
        return bool(check_answer(state, QUESTION, text, [Claim(text=text, cites=("k[0]",))]).refused)

    assert not refused("It costs 30 MNOK.")
    assert refused("It costs 30 MUSD.")


def problem(state: StateStore, text: str, *cites: str) -> str:
    """Return why one claim is refused, "" where it holds."""
    checked = check_answer(state, QUESTION, text, [Claim(text=text, cites=cites)], Texts(line))
    return checked.refused[0].problem if checked.refused else ""


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        ("Ann Ray works for Orbit since 2001.", ["people[0]", "staff[0]"]),
        ("Ann Ray’s age is 30.", ["people[0]"]),
        ("There are 3 people.", ["people"]),
        ("There are 3 people.", ["size"]),
        ("There are three people.", ["people"]),
        ("2 edges lead to Orbit.", ["by_firm[0]"]),
        ("The state says it (people[1]): Bob Orr is 25.", ["people[1]"]),
        ("It says “Ann Ray has worked for Orbit since 2001”.", ["staff[0]"]),
        ("He has been there since 2,001.", ["staff[0]"]),
    ],
)
def test_what_the_cited_items_hold_is_accepted(state: StateStore, text: str, cites: list[str]) -> None:
    """Names, numbers, counts and quoted words may come from an item, its name, its line, or the question."""
    assert problem(state, text, *cites) == ""


@pytest.mark.parametrize(
    ("text", "cites", "told"),
    [
        ("Ann works there.", [], "It cites nothing."),
        ("Ann works there.", ["stuff[0]"], "Did you mean staff[0]?"),
        ("Ann works there.", ["staff[7]"], "which the state does not hold"),
        ("Bob Orr is 25.", ["people[0]"], "25, Bob, Orr"),
        ("Bob is there.", ["people[0]"], "It says Bob, which 'people[0]' does not hold."),
        ("There are 4 people.", ["people"], "It says 4, which 'people' does not hold."),
        ("She lives in Paris with Ann Ray.", ["people[0]"], "It says Paris"),
        ("It says “Ann Ray never worked for Orbit”.", ["staff[0]"], "“Ann Ray never worked for Orbit”"),
        ("Her age is 30.5.", ["people[0]"], "30.5"),
        ("There are four people.", ["people"], "It says four"),
        ("Ann Ray has never worked for Orbit since 2001.", ["staff[0]"], "a denial"),
        ("Orbit has worked for Ann Ray since 2001.", ["staff[0]"], "the name “Orbit”"),
    ],
)
def test_what_they_lack_is_refused(state: StateStore, text: str, cites: list[str], told: str) -> None:
    """A reference that is not there, a name, a number or a quote that no cited item holds: each is named."""
    assert told in problem(state, text, *cites)


def test_a_citation_leads_to_lines(state: StateStore) -> None:
    """What is cited comes back with the value, the element of the graph, and the text of the line."""
    checked = check_answer(
        state, QUESTION, "Since 2001.", [Claim(text="Since 2001.", cites=("staff[0]",))], Texts(line)
    )
    (citation,) = checked.claims[0].citations
    assert citation.value == {"id": "ann -WORKS_FOR-> orbit", "since": 2001, "source": "ann", "target": "orbit"}
    assert citation.places[0]["line"] == "Ann Ray has worked for Orbit since 2001."
    assert not citation.computed


def test_a_count_says_that_the_engine_counted_it(state: StateStore) -> None:
    """A number that COUNT made leads to no line: it is computed, and says so."""
    checked = check_answer(state, QUESTION, "3 people.", [Claim(text="3 people.", cites=("size",))])
    assert [(each.ref, each.computed) for each in checked.claims[0].citations] == [("size.value", True)]


def test_the_answer_says_no_more_than_its_claims(state: StateStore) -> None:
    """A name that occurs in the answer alone is refused with the answer, though each claim holds."""
    claims = [Claim(text="2 people work for Orbit.", cites=("staff",))]
    checked = check_answer(state, QUESTION, "2 people work for Orbit, and Cy Poe owns it.", claims)
    assert [each.problem for each in checked.refused] == ["The answer says Cy, Poe, which no claim of it cites."]


def test_an_answer_without_claims_is_refused(state: StateStore) -> None:
    """Nothing is believed that nothing is cited for."""
    checked = check_answer(state, QUESTION, "Ann Ray.", [])
    assert checked.refused[0].problem == "The answer has no claims: nothing is cited for it."


def test_a_page_of_text_is_no_evidence_for_all_its_names() -> None:
    """The text of a source is shown with the citation; a name that occurs somewhere in it proves nothing."""
    state = state_of('FIND nodes WHERE id = "bob" AS b', "SELECT b FIELDS id, name AS short", "UPDATE b WITH short")
    texts = Texts(sources={"chunk-1": "Bob Orr met Zoe Lim."}.get)
    held = check_answer(state, "Who?", "Bob Orr.", [Claim(text="Bob Orr is there.", cites=("b[0]",))], texts)
    assert held.claims[0].citations[0].places[0]["text"] == "Bob Orr met Zoe Lim."
    refused = check_answer(state, "Who?", "Zoe Lim.", [Claim(text="It is Zoe Lim.", cites=("b[0]",))], texts)
    assert refused.refused[0].problem == "It says Zoe, Lim, which 'b[0]' does not hold."


@settings(max_examples=60)
@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=3))
def test_any_claim_is_held_or_refused(text: str, cites: list[str]) -> None:
    """Whatever a model writes, nothing is raised; what is accepted cites what is there."""
    state = state_of(*FIND_STAFF)
    checked = check_answer(state, QUESTION, text, [Claim(text=text, cites=tuple(cites))])
    assert len(checked.claims) + len(checked.refused) >= 1
    assert all(claim.citations for claim in checked.claims)
