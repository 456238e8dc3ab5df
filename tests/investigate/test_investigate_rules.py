"""The rules: shapes read, plans that find the answer, no answer where there is none, and none that is wrong."""

from __future__ import annotations

import asyncio

import networkx as nx
import pytest
from planners import rules_planner
from planted import planted

from pramana.gasl import GASLParser
from pramana.graph.adapters import GraphAdapter, MemoryAdapter, NetworkXAdapter
from pramana.graph.model import Edge, Node
from pramana.investigate import RULES, investigate
from pramana.investigate.loop import Course, Loop
from pramana.investigate.naming import mentions
from pramana.investigate.problem import Problem
from pramana.investigate.profile import graph_profile
from pramana.investigate.ptools import HypothesiseInput
from pramana.investigate.rules import hypothesise, plans
from pramana.investigate.stepping import PlanStepper
from pramana.llm import Abstention, Gateway, PromptBook, RuleBook

PEOPLE = {"Ann Lee": 1961, "Bob Stone": 1958, "Cara Diaz": 1975}
NODES = (
    *(Node(name, "Person", {"born": year}) for name, year in PEOPLE.items()),
    *(Node(name, "Film", {"gross": gross}) for name, gross in (("Dusk", 10), ("Ember", 30), ("Fjord", 30))),
    *(Node(name, "Team") for name in ("Atlas", "Nimbus")),
    Node("Oslo", "City"),
    Node("oslo-2", "Person", {"name": "Oslo"}),
)
EDGES = (
    Edge("Ann Lee", "DIRECTED", "Dusk"),
    Edge("Ann Lee", "DIRECTED", "Ember"),
    Edge("Bob Stone", "DIRECTED", "Fjord"),
    Edge("Ann Lee", "MENTORED", "Bob Stone"),
    Edge("Bob Stone", "MENTORED", "Cara Diaz"),
    Edge("Cara Diaz", "MARRIED_TO", "Bob Stone"),
    Edge("Atlas", "OWNS", "Dusk"),
    Edge("Ember", "OWNED_BY", "Atlas"),
    Edge("Cara Diaz", "WORKS_FOR", "Atlas"),
    Edge("Cara Diaz", "WORKED_FOR", "Nimbus"),
    Edge("Atlas", "BASED_IN", "Oslo"),
    Edge("Ann Lee", "PARENT_OF", "Cara Diaz"),
)


@pytest.fixture(scope="module")
def graph() -> MemoryAdapter:
    """Return people, films and teams."""
    return MemoryAdapter.of(NODES, EDGES)


def investigated(adapter: GraphAdapter, question: str) -> Course:
    """Return what the rules come to in the loop."""
    facts = graph_profile(adapter)
    problem = Problem(question, facts, mentions(question, adapter, facts))
    planner = rules_planner()
    return asyncio.run(Loop(planner, PlanStepper(adapter)).run(problem))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who directed Dusk?", "Ann Lee."),
        ("Which films did Ann Lee direct?", "Dusk and Ember."),
        ("Who is the director of Fjord?", "Bob Stone."),
        ("Who is Fjord's director?", "Bob Stone."),
        ("Whom did Ann Lee mentor?", "Bob Stone."),
        ("Who mentored Bob Stone?", "Ann Lee."),
        ("Who was mentored by Bob Stone?", "Cara Diaz."),
        ("Who mentored the mentor of Cara Diaz?", "Ann Lee."),
        ("Who is married to Bob Stone?", "Cara Diaz."),
        ("Who is married to Cara Diaz?", "Bob Stone."),
        ("What does Atlas own?", "Dusk and Ember."),
        ("Who does Cara Diaz work for?", "Atlas."),
        ("Who did Cara Diaz work for?", "Nimbus."),
        ("Where is the team that Cara Diaz works for based?", "Oslo."),
        ("Who is the parent of Cara Diaz?", "Ann Lee."),
        ("Who is Ann Lee the parent of?", "Cara Diaz."),
        ("How many films are there?", "3."),
        ("How many films did Ann Lee direct?", "2."),
        ("List all teams.", "Atlas and Nimbus."),
        ("Which film has the lowest gross?", "Dusk (gross 10)."),
        ("Which film has the highest gross?", "Ember and Fjord (gross 30)."),
        ("Which film directed by Ann Lee has the highest gross?", "Ember (gross 30)."),
        ("Which has the higher gross, Dusk or Ember?", "Ember (gross 30)."),
        ("Who has directed the most films?", "Ann Lee."),
        ("What is the gross of Dusk?", "10."),
        ("What do Dusk and Ember have in common?", "Ann Lee and Atlas."),
        ("How are Ann Lee and Cara Diaz connected?", "Ann Lee -PARENT_OF-> Cara Diaz."),
        ("Who directed Embers?", "Ann Lee. Taking 'Embers' for 'Ember'."),
    ],
)
def test_stated_shapes_are_answered(graph: MemoryAdapter, question: str, answer: str) -> None:
    """A question of a stated shape is answered from the graph, each claim with citations that check out."""
    course = investigated(graph, question)
    assert course.answer == answer, course.why
    assert all(claim.citations for claim in course.claims)


@pytest.mark.parametrize(
    "question",
    [
        "Who reviewed Dusk?",
        "Who did not direct Dusk?",
        "Which French films did Ann Lee direct?",
        "Who mentored Ann Lee?",
        "Whom did Cara Diaz mentor?",
        "Who directed The Silent Coast?",
        "Who might direct Dusk?",
        "Who worked with Cara Diaz?",
        "Where was Ann Lee mentored?",
        "Is Ann Lee happy?",
        "How is Oslo connected to Fjord?",
        "Tell me a story.",
        "",
        "?" * 500,
    ],
)
def test_what_the_graph_does_not_say_is_not_answered(graph: MemoryAdapter, question: str) -> None:
    """No shape, a word that nothing explains, a name of several, or nothing found: no answer, and why."""
    course = investigated(graph, question)
    assert course.answer == ""
    assert course.why


def test_namesakes_are_told(graph: MemoryAdapter) -> None:
    """A name that several nodes have is not guessed at: the reason names them."""
    assert "Oslo (City), Oslo (Person)" in investigated(graph, "How are Oslo and Dusk connected?").why


def test_rules_abstain_where_they_have_no_plan(graph: MemoryAdapter) -> None:
    """A typed abstention, which ends in *not planned*: it says nothing about the graph."""
    found = hypothesise(HypothesiseInput(question="Why?", facts=graph_profile(graph)))
    assert isinstance(found, Abstention)
    assert "no plan" in found.reason
    assert isinstance(hypothesise(HypothesiseInput(question="Why?")), Abstention)


def test_no_planted_question_is_answered_wrongly() -> None:
    """Of planted questions, traps and all, nine in ten are answered, and none wrongly."""
    made = planted(21, 40)
    right = 0
    for question in made.questions:
        course = investigated(made.graph, question.text)
        if course.answer:
            assert _found(course) in (question.answer, {course.answer.rstrip(".")} & question.answer), question.text
            right += 1
    assert right >= 0.9 * sum(bool(question.answer) for question in made.questions)


def _found(course: Course) -> set[str]:
    state = course.snapshot.state
    if not state.has(("answer",)) or state.has(("size",)):
        return {str(state.count(("size",)))}
    items = [item.value for item in state.items(("answer",))]
    return {node for item in items for node in (item["nodes"][1:-1] if "nodes" in item else [item["id"]])}


def events() -> MemoryAdapter:
    """Return three events with roles, one of which did not happen."""
    happened = (("k1", "give", "affirmative"), ("k2", "kill", "affirmative"), ("k3", "give", "negative"))
    nodes = [Node(name, "Event", {"verb": verb, "polarity": so, "modality": "actual"}) for name, verb, so in happened]
    nodes += [
        Node(name, "Entity", {"canonical_name": name}) for name in ("Rama", "bow", "Lakshmana", "Ravana", "throne")
    ]
    roles = (
        ("k1", "AGENT", "Rama"),
        ("k1", "PATIENT", "bow"),
        ("k1", "RECIPIENT", "Lakshmana"),
        ("k2", "AGENT", "Rama"),
        ("k2", "PATIENT", "Ravana"),
        ("k3", "AGENT", "Rama"),
        ("k3", "PATIENT", "throne"),
    )
    return MemoryAdapter.of(nodes, [Edge(*role) for role in roles])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who gave the bow to Lakshmana?", "Rama."),
        ("Who gave Lakshmana the bow?", "Rama."),
        ("What did Rama give to Lakshmana?", "bow."),
        ("To whom did Rama give the bow?", "Lakshmana."),
        ("Who was killed by Rama?", "Ravana."),
        ("Who killed Rama?", ""),
        ("Who gave the throne?", ""),
    ],
)
def test_events_are_asked_by_their_roles(question: str, answer: str) -> None:
    """Where the graph holds events, who did what to whom is read off their roles; what did not happen is not an answer."""
    assert investigated(events(), question).answer == answer


def test_an_event_is_claimed_whole() -> None:
    """A claim about an event names its verb and all its roles that were asked for, and cites the edge of each."""
    (claim,) = investigated(events(), "Who gave the bow to Lakshmana?").claims
    assert claim.text == "give: agent Rama, object bow, recipient Lakshmana."
    cited = [each.value["id"] for each in claim.citations]
    assert cited[:3] == [f"k1 -{role}-> {name}" for role, name in _GAVE]


_GAVE = (("AGENT", "Rama"), ("PATIENT", "bow"), ("RECIPIENT", "Lakshmana"))


def test_who_somebody_is_in_events_is_told_by_them() -> None:
    """What a node took part in is told event by event, in English roles; what did not happen is left out."""
    course = investigated(events(), "Who is Lakshmana?")
    assert "give: agent Rama, object bow, recipient Lakshmana." in [claim.text for claim in course.claims]


def test_nodes_that_an_event_connects_are_told_with_it() -> None:
    """An event without a name goes by its verb, and how two take part in it is told with both relations."""
    course = investigated(events(), "How are Rama and Lakshmana connected?")
    assert course.answer == "Rama <-AGENT- give (k1) -RECIPIENT-> Lakshmana."


def test_what_two_have_in_common_is_claimed_with_both_edges(graph: MemoryAdapter) -> None:
    """A claim about a common neighbour tells how each of the two leads to it, and cites both edges."""
    claims = investigated(graph, "What do Dusk and Ember have in common?").claims
    told = ("Dusk <-DIRECTED- Ann Lee -DIRECTED-> Ember.", "Dusk <-OWNS- Atlas <-OWNED_BY- Ember.")
    assert tuple(claim.text for claim in claims) == told
    shown = [{each.value.get("relation") for each in claim.citations} - {None} for claim in claims]
    assert shown == [{"DIRECTED"}, {"OWNS", "OWNED_BY"}]


def test_lightrag_graphs_are_asked_by_their_descriptions() -> None:
    """In a graph of one relation, as LightRAG makes it, an edge's description says who did it, and that is cited."""
    graph = nx.Graph()
    for name in ("Ada Lovelace", "Luigi Menabrea", "Charles Babbage"):
        graph.add_node(name, entity_id=name, entity_type="person", description=f"{name}.", source_id="chunk-1")
    graph.add_edge(
        "Ada Lovelace",
        "Luigi Menabrea",
        description="Ada Lovelace translated Luigi Menabrea's paper.<SEP>Ada Lovelace admired Luigi Menabrea.",
        keywords="translation",
        weight=1.0,
        source_id="chunk-1",
    )
    graph.add_edge("Ada Lovelace", "Charles Babbage", description="Charles Babbage met Ada Lovelace.", source_id="c")
    adapter = NetworkXAdapter(graph)
    course = investigated(adapter, "Who admired Luigi Menabrea?")
    assert course.answer == "Ada Lovelace: “Ada Lovelace admired Luigi Menabrea.”"
    assert course.claims[0].text == "“Ada Lovelace admired Luigi Menabrea.”"
    course = investigated(adapter, "How are Luigi Menabrea and Charles Babbage connected?")
    assert course.answer.endswith("“Charles Babbage met Ada Lovelace.”")
    assert investigated(adapter, "Whom did Luigi Menabrea admire?").answer == ""
    assert investigated(adapter, "What do Luigi Menabrea and Charles Babbage have in common?").answer == "Ada Lovelace."


def test_every_planned_command_can_be_read(graph: MemoryAdapter) -> None:
    """Names with quotes, line ends and keywords in them make plans that parse."""
    hostile = MemoryAdapter.of([Node('a"\n} AND', "P"), Node("b' OR", "P")], [Edge('a"\n} AND', "KNOWS`x", "b' OR")])
    facts = graph_profile(hostile)
    found = mentions("b' OR", hostile, facts)
    parser = GASLParser()
    for question in ("What is connected to b' OR?", "How many p are there?"):
        for way in plans(question, facts, found):
            for command in way.commands:
                parser.parse(command)


def test_rules_answer_through_the_gateway(graph: MemoryAdapter) -> None:
    """Through the gateway the profile goes beside the input, and the embedded model answers without a network."""
    from pramana.investigate import PROMPTS, investigate
    from pramana.llm import RESPONSE_SCHEMA, LlmSettings
    from pramana.store import Database

    async def ask() -> str:
        with Database(None, [RESPONSE_SCHEMA]) as database:
            gateway = Gateway(database, PromptBook(PROMPTS), LlmSettings(), rules=RuleBook("test", RULES))
            return (await investigate("Who directed Dusk?", graph, gateway=gateway)).answer

    assert asyncio.run(ask()) == "Ann Lee."


TURNING = (
    "never not allegedly formerly only except before nobody without almost another first last until says tries".split()
)


@pytest.mark.parametrize("word", TURNING)
def test_a_word_that_nothing_explains_keeps_a_question_unread(graph: MemoryAdapter, word: str) -> None:
    """Put anywhere into a question that can be answered, a word that could turn it round leaves it unanswered."""
    words = "Who is the director of Fjord".split()
    facts = graph_profile(graph)
    for place in range(1, len(words) + 1):
        question = " ".join([*words[:place], word, *words[place:]]) + "?"
        assert plans(question, facts, mentions(question, graph, facts)) == (), question


def test_long_questions_are_read_in_time(graph: MemoryAdapter) -> None:
    """A question of a hundred thousand characters is cut, read, and declined."""
    for text in ("Who directed " * 8_000, "the team that " * 8_000, "Ann Lee and " * 8_000, "i" * 100_000):
        assert investigated(graph, text).answer == ""


def test_how_much_is_not_answered_by_a_count_of_edges() -> None:
    """Two debts are not an amount of 2; *how many* counts them, and of a question of two parts one stays unanswered."""
    graph = MemoryAdapter.of(
        (
            Node("g", "Person", {"name": "Gus"}),
            Node("l", "Person", {"name": "Lily"}),
            Node("t", "Person", {"name": "Tom"}),
        ),
        (Edge("g", "OWES", "l", {"amount": 40}), Edge("g", "OWES", "t", {"amount": 15})),
    )

    def told(question: str) -> str:
        return asyncio.run(investigate(question, graph, rules_planner())).complete

    assert told("How many people does Gus owe?") == "COMPLETE: 2."
    assert told("How much does Gus owe?").startswith("not planned")
    assert "not answered: how much" in told("Whom does Gus owe, and how much?")
