"""Questions composed of conditions, by the names, relations, attributes and values of graphs of any kind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planners import rules_planner

from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.investigate import Investigation, investigate
from pramana.investigate.called import name_field

GRAPH = MemoryAdapter.of(
    [
        Node(
            "e1", "Employee", {"fullName": "Ann Ray", "title": "Engineer", "salary": 90_000, "hireDate": "2014-05-01"}
        ),
        Node("e2", "Employee", {"fullName": "Bob Orr", "title": "Analyst", "salary": 70_000, "hireDate": "2019-02-11"}),
        Node("e3", "Employee", {"fullName": "Cy Poe", "title": "CTO", "salary": 150_000, "hireDate": "2010-01-04"}),
        Node("p1", "Project", {"name": "Orbit Mapper", "budget_eur": 400_000, "status": "active", "founded": 2015}),
        Node("p2", "Project", {"name": "Tide", "budget_eur": 50_000, "status": "on hold", "founded": 2020}),
        Node("f1", "Office", {"name": "Oslo office", "desks": 12}),
        Node("s1", "Skill", {"name": "welding"}),
    ],
    [
        Edge("e1", "worksOn", "p1", {"hoursPerWeek": 20, "since": 2016}),
        Edge("e2", "worksOn", "p1", {"hoursPerWeek": 35, "since": 2020}),
        Edge("e2", "worksOn", "p2", {"hoursPerWeek": 5, "since": 2021}),
        Edge("e1", "reportsTo", "e3"),
        Edge("e2", "reportsTo", "e1"),
        Edge("e1", "basedIn", "f1"),
        Edge("e1", "hasSkill", "s1"),
        Edge("p2", "paidBy", "e3"),
    ],
)


def ask(question: str, graph: MemoryAdapter = GRAPH) -> Investigation:
    return asyncio.run(investigate(question, graph, rules_planner()))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # names: another attribute than `name`, one word of a name
        ("Who works on Tide?", "Bob Orr."),
        ("Which project does Ann work on?", "Orbit Mapper."),
        # a relation by another word, from either side
        ("Who is Bob Orr's boss?", "Ann Ray."),
        ("Who supervises Ann Ray?", "Cy Poe."),
        ("Who does Cy Poe supervise?", "Ann Ray."),
        # attributes by their words, without units, and by what asks for them
        ("What is the budget of Tide?", "50000."),
        ("How much does Bob Orr earn?", "70000."),
        ("When was Cy Poe hired?", "2010-01-04."),
        ("How many desks does the Oslo office have?", "12."),
        ("What is Ann Ray's job title?", "Engineer."),
        # attributes of edges
        ("How many hours a week does Bob Orr spend on Tide?", "5."),
        ("Since when has Ann Ray worked on Orbit Mapper?", "2016."),
        # values, bounds, orders
        ("Who is the CTO?", "Cy Poe."),
        ("Which projects are active?", "Orbit Mapper."),
        ("Which projects have a budget of more than 100,000 EUR?", "Orbit Mapper."),
        ("Who was hired before 2015?", "Ann Ray and Cy Poe."),
        ("Who was hired in 2019?", "Bob Orr."),
        ("Who earns the most?", "Cy Poe (salary 150000)."),
        ("Which project is the newest?", "Tide (founded 2020)."),
        ("Who on Orbit Mapper earns less than 80,000?", "Bob Orr."),
        ("Which active project does Bob Orr work on?", "Orbit Mapper."),
        ("How many employees work on Orbit Mapper?", "2."),
    ],
)
def test_a_question_is_answered_by_its_conditions(question: str, answer: str) -> None:
    """Each condition is explained by the graph's own terms, or the question is declined."""
    found = ask(question)
    assert found.answer.partition(" Taking ")[0] == answer, found.why


@pytest.mark.parametrize(
    "question",
    [
        "Which projects does Ann not work on?",
        "Which project does only Bob Orr work on?",
        "Who founded Tide?",
        "Who was hired after Ann Ray?",
        "Who hates Tide?",
        "Who earns more than Ann Ray?",
        "Where does Bob Orr work?",
        "Where was Tide founded?",
        "Who is Ann Ray's love?",
        "Which project is better?",
        "What is the second largest project by budget?",
    ],
)
def test_a_question_with_a_word_that_nothing_explains_is_not_planned(question: str) -> None:
    """Words that turn a question round, or that no term of the graph explains, leave it unplanned."""
    found = ask(question)
    assert (found.answer, str(found.stop)) == ("", "not planned"), found.answer


def test_a_word_of_two_names_names_neither() -> None:
    """*Ray* for two people of that name is no name."""
    graph = MemoryAdapter.of(
        [Node("a", "Person", {"name": "Ann Ray", "age": 4}), Node("b", "Person", {"name": "Bo Ray", "age": 5})], []
    )
    assert not ask("How old is Ray?", graph).answered
    assert ask("How old is Ann?", graph).answer.startswith("4")


def test_a_name_is_a_whole_name_before_a_title() -> None:
    """A title is what a thing is called where nothing else is a name."""
    assert name_field(["title", "fullName", "email"]) == "fullName"
    assert name_field(["title", "year"]) == "title"
    assert name_field(["first_name"]) is None


_PEOPLE, _THINGS = ["Ann Ray", "Bob Orr", "Cy Poe", "Di Fox"], ["Tide", "Orbit", "Gale"]


@st.composite
def _worlds(draw: st.DrawFn) -> tuple[MemoryAdapter, dict[str, int], set[tuple[str, str]], dict[str, int]]:
    """Draw people with salaries, things with years, and who makes what."""
    pay = {name: draw(st.integers(1, 9)) * 10_000 for name in _PEOPLE}
    years = {name: draw(st.integers(1990, 2020)) for name in _THINGS}
    made = draw(st.sets(st.tuples(st.sampled_from(_PEOPLE), st.sampled_from(_THINGS)), min_size=1))
    nodes = [Node(f"n{at}", "Person", {"name": name, "salary": pay[name]}) for at, name in enumerate(_PEOPLE)]
    nodes += [Node(f"t{at}", "Product", {"name": name, "founded": years[name]}) for at, name in enumerate(_THINGS)]
    ids = {str(node.properties["name"]): node.id for node in nodes}
    return MemoryAdapter.of(nodes, [Edge(ids[a], "MANUFACTURES", ids[b]) for a, b in sorted(made)]), pay, made, years


@settings(max_examples=25)
@given(_worlds(), st.data())
def test_an_outcome_is_true_of_the_graph(world: Any, data: st.DataObject) -> None:
    """What is answered is exactly what holds; *the graph lacks it* is said only where nothing does."""
    graph, pay, made, years = world
    person, thing = data.draw(st.sampled_from(_PEOPLE)), data.draw(st.sampled_from(_THINGS))
    bound, year = data.draw(st.integers(0, 10)) * 10_000, data.draw(st.integers(1988, 2022))
    cases: list[tuple[str, set[str]]] = [
        (f"Who makes {thing}?", {one for one, other in made if other == thing}),
        (f"Which products does {person} make?", {other for one, other in made if one == person}),
        (f"Which products were founded before {year}?", {name for name in _THINGS if years[name] < year}),
        (f"Which people earn more than {bound}?", {name for name in _PEOPLE if pay[name] > bound}),
        (f"Who makes {thing} or Vapour?", set()),
        (f"Who owns {thing}?", set()),
    ]
    for question, expected in cases:
        found = ask(question, graph)
        named = {name for name in (*_PEOPLE, *_THINGS) if found.answered and name in found.answer}
        if found.answered:
            assert named == expected, (question, found.answer)
        elif str(found.stop) == "unanswerable":
            assert not expected or "Vapour" in question, (question, found.why)
        else:
            assert str(found.stop) == "not planned", (question, found.stop)


_SPELLINGS = (
    lambda words: "_".join(words).upper(),
    lambda words: "_".join(words),
    lambda words: words[0] + "".join(map(str.title, words[1:])),
    lambda words: "".join(map(str.title, words)),
)
_WORDS = ["repair", "sponsor", "tutor", "guard", "harvest", "polish", "rescue", "salary", "colour", "depth"]


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(_WORDS), min_size=2, max_size=2, unique=True),
    st.lists(st.sampled_from(_WORDS), min_size=2, max_size=2, unique=True),
    st.sampled_from(_SPELLINGS),
    st.sampled_from(_WORDS),
    st.sampled_from(["Who does {0} {1}?", "What is the {1} of {0}?", "Which {1} has {0}?", "Why does {0} {1}?"]),
)
def test_a_word_is_called_absent_only_where_no_part_of_a_name_has_it(
    relation: list[str], attribute: list[str], spelled: Any, word: str, form: str
) -> None:
    """Relations and attributes are written in several ways; their words are in the graph in all of them."""
    graph = MemoryAdapter.of(
        [Node("a", "Person", {"name": "Ann Ray", spelled(attribute): "red"}), Node("b", "Ship", {"name": "Tide"})],
        [Edge("a", spelled(relation), "b")],
    )
    found = ask(form.format("Ann Ray", word), graph)
    if f"“{word}”" in found.why and "has the word" in found.why:
        assert word not in (*relation, *attribute), found.why
