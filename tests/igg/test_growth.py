"""A graph that grows action by action."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import canonical
from pramana.errors import InputError
from pramana.evidence import Evidence, Grade
from pramana.graph.model import Edge, Node
from pramana.graph.schema import violations
from pramana.igg import SEED, ActionOutcome, Growth, GrowthChange, Payload, promote, propose, read_answer, read_payload
from pramana.igg.actions import action_json
from pramana.language.occurrences import QuotedPassage
from pramana.trace import Trail, Verdict

SCHEMA: dict[str, Any] = {
    "node_types": ["Class", "Method"],
    "edge_types": ["CALLS", "HAS"],
    "required_attributes": {"Class": ["name", "package"], "Method": ["name"]},
    "attribute_types": {"Class": {"lines": "integer", "kind": {"type": "text", "one_of": ["public", "private"]}}},
    "endpoints": {"HAS": {"from": ["Class"], "to": ["Method"]}},
    "unique_keys": {"Class": [["package", "name"]]},
}
SEED_DATA = {
    "nodes": [
        {"label": "Class", "properties": {"name": "Auth", "package": "a"}},
        {"label": "Method", "properties": {"name": "login"}, "id": "m1"},
    ],
    "edges": [{"label": "HAS", "from": {"name": "Auth"}, "to": "m1"}],
}


def payload(*, seed: Any = None, schema: Any = None, **config: Any) -> Payload:
    whole = {"session_id": "s", "goal_prompt": "g", "config": {"schema": schema or SCHEMA, **config}}
    return read_payload({**whole, **({"seed_data": seed} if seed else {})})


def act(growth: Growth, *actions: Any, atomic: bool = False, who: str = "agent") -> ActionOutcome:
    return growth.act(read_answer({"reasoning": "so", "actions": list(actions), "atomic": atomic}), who)


def node(label: str = "Class", *, evidence: Any = None, **properties: Any) -> dict[str, Any]:
    own = {} if evidence is None else {"evidence": evidence}
    return {"type": "ADD_NODE", "label": label, "properties": properties, **own}


def edge(label: str, start: Any, end: Any, **properties: Any) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": label, "from": start, "to": end, "properties": properties}


LINE = "The class Auth has a login."


class Text:
    """A context of one line."""

    documents = ("d.txt",)

    def align(self, quote: str, doc: str | None = None) -> Evidence | None:
        line = LINE
        at = line.find(quote)
        return None if at < 0 or doc == "e.txt" else Evidence("d.txt", 1, at, at + len(quote), quote, Grade.VERBATIM)

    def passage(self, quote: str, place: Evidence) -> QuotedPassage:
        return QuotedPassage(LINE, place.start, place.end)


class Heard:
    """A listener that keeps what the graph is from what it is told."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.edges: dict[Any, Edge] = {}

    def follow(self, change: GrowthChange) -> None:
        before, after = change.before, change.after
        if isinstance(before, Node):
            assert self.nodes.pop(before.id) == before
        elif before is not None:
            assert self.edges.pop(before.key) == before
        if isinstance(after, Node):
            assert after.id not in self.nodes
            self.nodes[after.id] = after
        elif after is not None:
            assert {after.source, after.target} <= self.nodes.keys()
            assert after.key not in self.edges
            self.edges[after.key] = after


def test_nodes_added_before_can_be_named_in_the_same_answer() -> None:
    """By a property, by several, by name alone, by type and name, and by id."""
    growth = Growth(payload())
    nodes = [node(name="A", package="p"), node(name="A", package="q"), node("Method", name="run")]
    names = [{"name": "run"}, "run", {"label": "Method", "name": "run"}, {"id": "Method:run"}, "Method:run"]
    for name in names:
        outcome = act(growth, *nodes, edge("HAS", {"name": "A", "package": "q"}, name))
        assert [done.id for done in outcome.applied][-1] == "Class:q/A -HAS-> Method:run"
        growth = Growth(payload())


@pytest.mark.parametrize(
    ("action", "code", "candidates"),
    [
        (node("Clas", name="B", package="p"), "type", ("Class",)),
        (node("Zebra", name="B"), "type", ("Class", "Method")),
        (node(name="B"), "missing", ()),
        (node(name="B", pakage="p"), "missing", ("pakage",)),
        (node(name="B", package=""), "missing", ()),
        (node(name="B", package="p", lines="many"), "value", ("integer",)),
        (node(name="B", package="p", kind="pubic"), "choice", ("public",)),
        (node(name="Auth", package="a", lines=3), "duplicate", ("Class:a/Auth",)),
        (node("Method", name="login"), "duplicate", ("m1",)),
        ({**node("Method", name="x"), "id": "m1"}, "duplicate", ("m1",)),
        (edge("CALS", "m1", "m1"), "relation", ("CALLS",)),
        (edge("CALLS", "m1", "m1"), "loop", ()),
        (edge("HAS", "Auth", "m1"), "duplicate", ("Class:a/Auth -HAS-> m1",)),
        (edge("HAS", "m1", "Auth"), "endpoint", ("Class",)),
        (edge("CALLS", "m1", {"name": "Auht"}), "unknown_reference", ("Class:a/Auth",)),
        (edge("CALLS", "m1", {"name": "Auth", "package": "b"}), "unknown_reference", ("Class:a/Auth",)),
        (edge("CALLS", "m1", {"id": 5}), "unknown_reference", ()),
        (edge("CALLS", "m1", {"label": "Class"}), "field", ()),
        ({"type": "UPDATE_NODE", "node": "m1", "properties": {"name": None}}, "missing", ()),
        ({"type": "UPDATE_NODE", "node": "m1", "properties": {"name": "login"}}, "unchanged", ("m1",)),
        ({"type": "UPDATE_NODE", "node": "Auth", "properties": {"lines": 1.5}}, "value", ("integer",)),
        ({"type": "REMOVE", "node": "m1"}, "owner", ()),
        ({"type": "REMOVE", "from": "Auth", "to": "m1", "label": "HAS"}, "owner", ()),
        (
            {"type": "REMOVE", "from": "Auth", "to": "m1", "label": "CALLS"},
            "unknown_reference",
            ("Class:a/Auth -HAS-> m1",),
        ),
        ({"type": "REMOVE", "edge": "Class:a/Auth -CALLS-> m1"}, "unknown_reference", ("Class:a/Auth -HAS-> m1",)),
        ({"type": "REMOVE", "edge": "nonsense"}, "unknown_reference", ()),
        ({"type": "NONSENSE"}, "unknown_action", ("ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "FINISH")),
    ],
)
def test_wrong_action_is_refused_with_code_and_candidates(action: Any, code: str, candidates: tuple[str, ...]) -> None:
    """Each mistake is refused on its own, changes nothing, and the actions around it are applied."""
    growth = Growth(payload(seed=SEED_DATA))
    outcome = act(growth, node("Method", name="before"), action, node("Method", name="after"))
    (refusal,) = outcome.refused
    assert (refusal.index, refusal.code, refusal.candidates) == (1, code, candidates)
    assert [done.id for done in outcome.applied] == ["Method:before", "Method:after"]
    assert growth.graph.count() == (4, 1)
    assert str(refusal).startswith("Action 2: ")


def test_ambiguous_reference_names_those_that_fit() -> None:
    """A reference that several nodes fit is refused with their ids."""
    growth = Growth(payload())
    outcome = act(growth, *[node(name="A", package=str(n)) for n in range(7)], edge("CALLS", "A", {"name": "A"}))
    assert outcome.refused[0].code == "ambiguous_reference"
    assert outcome.refused[0].candidates == tuple(f"Class:{n}/A" for n in range(5))
    assert "more than 5 nodes match" in outcome.refused[0].problem


def test_nodes_can_be_found_by_any_property_within_a_bound() -> None:
    """A property that the schema does not name is indexed when it is asked for; not endlessly many are."""
    growth = Growth(payload())
    act(growth, *[node("Method", name=str(n), place=n) for n in range(3)])
    assert growth.find({"place": 1.0}).id == "Method:1"
    outcome = act(growth, *[edge("CALLS", {f"x{n}": 1}, {"place": 0}) for n in range(40)])
    assert {refusal.code for refusal in outcome.refused} == {"unknown_reference", "field"}


def test_update_sets_and_takes_away_properties() -> None:
    """Properties are merged; a new value of a unique key is where the node is found from then on."""
    growth = Growth(payload(seed=SEED_DATA))
    act(growth, {"type": "UPDATE_NODE", "node": "Auth", "properties": {"name": "Auth2", "lines": 3}})
    act(growth, {"type": "UPDATE_NODE", "node": "Auth2", "properties": {"lines": None}})
    assert growth.find("Auth2") == Node("Class:a/Auth", "Class", {"name": "Auth2", "package": "a"})
    outcome = act(
        growth, node(name="Auth", package="a"), {"type": "UPDATE_NODE", "node": "Auth", "properties": {"name": "Auth2"}}
    )
    assert [done.id for done in outcome.applied] == ["Class:a/Auth #2"]
    assert (outcome.refused[0].code, outcome.refused[0].candidates) == ("duplicate", ("Class:a/Auth",))


def test_removal_takes_own_edges_along_and_frees_the_id() -> None:
    """What the agent added it can remove, with its edges, which are named; and add again under the same id."""
    growth = Growth(payload(seed=SEED_DATA))
    act(growth, node(name="B", package="p"), edge("HAS", "B", "m1"))
    outcome = act(growth, {"type": "REMOVE", "node": "B"}, node(name="B", package="p"))
    assert outcome.applied[0].removed == ("Class:p/B -HAS-> m1",)
    assert outcome.applied[1].id == "Class:p/B"
    assert growth.graph.count() == (3, 1)


def test_node_with_edges_of_others_stays() -> None:
    """An own node that others have joined to something is not removed, and the edges are named."""
    growth = Growth(payload())
    act(growth, node(name="A", package="p"), who="one")
    act(growth, node(name="B", package="p"), edge("CALLS", "B", "A"), who="two")
    (refusal,) = act(growth, {"type": "REMOVE", "node": "A"}, who="one").refused
    assert (refusal.code, refusal.candidates) == ("others_edges", ("Class:p/B -CALLS-> Class:p/A",))
    assert act(growth, {"type": "REMOVE", "node": "B"}, who="one").refused[0].code == "owner"
    assert growth.owner_of("Class:p/A") == "one"


def test_atomic_batch_is_applied_whole_or_not_at_all() -> None:
    """One refusal takes all back, in the graph, the references, the schema and for listeners; FINISH too."""
    heard = Heard()
    growth = Growth(payload(seed=SEED_DATA, mode="soft"), listeners=[heard])
    before, schema = growth.hash, growth.schema
    batch = [
        node("Table", name="T"),
        edge("READS", "Auth", "T"),
        {"type": "UPDATE_NODE", "node": "Auth", "properties": {"lines": 3}},
        edge("READS", "Auth", "U"),
        {"type": "FINISH"},
    ]
    outcome = act(growth, *batch, atomic=True)
    assert [refusal.code for refusal in outcome.refused] == ["batch", "batch", "batch", "unknown_reference", "batch"]
    assert (outcome.applied, outcome.finished, growth.hash, growth.schema) == ((), None, before, schema)
    assert (list(heard.nodes), growth.widened) == (["Class:a/Auth", "m1"], [])
    assert act(growth, edge("READS", "Auth", "T")).refused[0].code == "unknown_reference"
    assert len(act(growth, *batch[:3], atomic=True).applied) == 3
    assert growth.find("Auth").properties["lines"] == 3
    assert len(heard.nodes) == 3


def test_actions_after_finish_are_refused_and_those_before_applied() -> None:
    """FINISH ends the answer, with its reason."""
    growth = Growth(payload())
    outcome = act(growth, node("Method", name="a"), {"type": "FINISH", "reason": "all"}, node("Method", name="b"))
    assert (outcome.finished, len(outcome.applied), outcome.refused[0].code) == ("all", 2, "after_finish")
    assert outcome.changes == 1


def test_bounds_are_kept_and_named_when_full() -> None:
    """Nothing goes past a bound, and a bound that is full is named."""
    growth = Growth(payload(constraints={"max_nodes": 2, "max_edges": 1, "allow_self_loops": True}))
    outcome = act(growth, *[node("Method", name=str(n)) for n in range(3)])
    assert (outcome.refused[0].code, outcome.limits_reached) == ("limit", ("max_nodes",))
    outcome = act(growth, edge("CALLS", "0", "0"), edge("CALLS", "0", "1"))
    assert (outcome.refused[0].code, outcome.limits_reached) == ("limit", ("max_nodes", "max_edges"))


def test_parallel_edges_are_added_where_they_are_allowed() -> None:
    """Then one of several is removed by its id alone."""
    growth = Growth(payload(constraints={"allow_parallel_edges": True}))
    outcome = act(growth, node("Method", name="a"), node("Method", name="b"), *[edge("CALLS", "a", "b")] * 2)
    assert outcome.applied[-1].id == "Method:a -CALLS-> Method:b #1"
    outcome = act(
        growth,
        {"type": "REMOVE", "from": "a", "to": "b", "label": "CALLS"},
        {"type": "REMOVE", "edge": outcome.applied[-1].id},
    )
    assert (outcome.refused[0].code, len(outcome.applied)) == ("ambiguous_reference", 1)


def test_required_evidence_must_stand_in_the_context() -> None:
    """An addition without a quote, or with one that does not align, is refused; the others keep where they stand."""
    growth = Growth(payload(schema={**SCHEMA, "evidence": "required"}, seed=SEED_DATA), Text())
    outcome = act(
        growth,
        node("Method", name="a"),
        node("Method", name="b", evidence="a logout"),
        node("Method", name="c", evidence=["a login", {"quote": "Auth", "document": "e.txt"}]),
        node("Method", name="class", evidence=["a login", {"quote": "The class", "document": "d.txt"}]),
        {"type": "UPDATE_NODE", "node": "class", "properties": {"x": "Auth"}},
        {"type": "UPDATE_NODE", "node": "class", "properties": {"x": "Auth"}, "evidence": "class Auth"},
        {"type": "UPDATE_NODE", "node": "class", "properties": {"x": None}},
    )
    assert [refusal.code for refusal in outcome.refused] == ["evidence"] * 4
    assert [item.quote for item in growth.evidence_of("Method:class")] == ["a login", "The class", "class Auth"]
    assert growth.evidence_of("m1") == ()


def test_optional_evidence_that_is_not_found_leaves_the_addition_asserted() -> None:
    """It is added, rests on nothing, and the outcome says so."""
    growth = Growth(payload(), Text())
    (done,) = act(growth, node("Method", name="a", evidence="nowhere")).applied
    assert (done.evidence, done.note, growth.evidence_of("Method:a")) == ((None,), "quote not found", ())


def test_required_evidence_is_not_asked_for_where_the_context_has_no_text() -> None:
    """Without a context there is nothing to quote."""
    growth = Growth(payload(schema={**SCHEMA, "evidence": "required"}))
    assert not act(growth, node("Method", name="a")).refused


def test_soft_mode_takes_in_types_and_says_who_when_and_why() -> None:
    """New types and ends widen the schema; what is required stays so, and the schema made strict accepts the graph."""
    growth = Growth(payload(seed=SEED_DATA, mode="soft"))
    act(growth, node(name="B"))
    outcome = act(
        growth, {**node("Table", name="T"), "why": "there is a table"}, edge("READS", "m1", "T"), edge("HAS", "m1", "T")
    )
    assert not outcome.refused
    assert [str(one) for one in growth.widened] == [
        "node type 'Table' (iteration 2, agent): there is a table",
        "relation 'READS' (iteration 2, agent): so",
        "relation 'READS': leads from a Method (iteration 2, agent): so",
        "relation 'READS': leads to a Table (iteration 2, agent): so",
        "relation 'HAS': leads from a Method (iteration 2, agent): so",
        "relation 'HAS': leads to a Table (iteration 2, agent): so",
    ]
    assert violations(promote(growth), growth.graph.nodes(), growth.graph.edges()) == []


def test_soft_mode_takes_in_no_more_types_than_a_schema_can_have() -> None:
    """An agent that makes a type a node meets a bound."""
    growth = Growth(payload(mode="soft"))
    outcome = act(growth, *[node(f"T{n}") for n in range(1_200)])
    assert len(growth.schema.node_types) == 1_000
    assert {refusal.code for refusal in outcome.refused} == {"limit"}


def test_seed_data_is_checked_and_belongs_to_nobody_else() -> None:
    """What the run begins with is there at once; a mistake in it is named with its place."""
    growth = Growth(payload(seed=SEED_DATA, schema={**SCHEMA, "evidence": "required"}), Text())
    assert (growth.graph.count(), growth.owner_of("m1"), growth.iteration) == ((2, 1), SEED, 0)
    with pytest.raises(InputError, match=r"seed_data\.edges\.0: Node 'logim' not found.*Candidates: m1"):
        Growth(payload(seed={**SEED_DATA, "edges": [{"label": "HAS", "from": "Auth", "to": "logim"}]}))


def test_order_and_detours_leave_no_trace_in_the_graph() -> None:
    """Ids come from what a node is: another order, and mistakes mended, give the same hash."""
    first, second = Growth(payload()), Growth(payload())
    act(first, node("Method", name="a"), node(name="B", package="p"), edge("HAS", "B", "a"))
    act(second, node(name="C", package="p"), node(name="B", package="p"), {"type": "REMOVE", "node": "C"})
    act(second, node("Method", name="b"), node("Method", name="a"), edge("HAS", "B", "b"))
    act(second, {"type": "REMOVE", "node": "b"}, edge("HAS", "B", "a"))
    assert first.hash == second.hash


def test_listener_that_comes_late_is_told_of_all() -> None:
    """And from then on of every change."""
    growth, heard = Growth(payload(seed=SEED_DATA)), Heard()
    growth.listen(heard)
    act(growth, node("Method", name="a"))
    assert (list(heard.nodes), len(heard.edges)) == (["Class:a/Auth", "m1", "Method:a"], 1)


def test_every_action_is_a_proposal_with_its_verdict() -> None:
    """The ledger gets all, in order: what was applied as checked, what was refused with the reason."""
    growth = Growth(payload(), Text())
    outcome = act(growth, node("Clas", name="A"), node("Method", name="a", evidence="a login"), 5)
    proposals = propose(outcome, Trail("igg/iteration/1"))
    assert [(one.path, one.verdict, one.reason) for one in proposals] == [
        ("igg/iteration/1/action/1", Verdict.REFUSED, "type: unknown node type 'Clas'. Candidates: Class."),
        ("igg/iteration/1/action/2", Verdict.CHECKED, "Applied as Method:a; verbatim."),
        ("igg/iteration/1/action/3", Verdict.REFUSED, "unreadable: an action must be an object with a `type`."),
    ]
    canonical([one.body for one in proposals])


VALUES = st.sampled_from(["A", "B", "a", "", 1, 1.0, True, None, ["x"], {"x": 1}, "\ud800", float("nan"), 10**30])
PROPERTIES = st.dictionaries(st.sampled_from(["name", "package", "lines", "kind", "x"]), VALUES, max_size=3)
REFERENCES = st.sampled_from(["A", "Class:A", "Method:A", "Method:A #2", "T:A", "m1"]) | PROPERTIES
LABELS = st.sampled_from(["Class", "Method", "T", "CALLS", "HAS"])
WILD = st.one_of(
    st.builds(lambda k, p: {"type": "ADD_NODE", "label": k, "properties": p}, LABELS, PROPERTIES),
    st.builds(edge, LABELS, REFERENCES, REFERENCES),
    st.builds(lambda r, p: {"type": "UPDATE_NODE", "node": r, "properties": p}, REFERENCES, PROPERTIES),
    st.builds(lambda r: {"type": "REMOVE", "node": r}, REFERENCES),
    st.builds(lambda k, r, t: {"type": "REMOVE", "label": k, "from": r, "to": t}, LABELS, REFERENCES, REFERENCES),
    st.just({"type": "QUERY", "query": "nodes"}),
    st.none() | st.integers() | st.text(max_size=5),
)
ANSWERS = st.lists(st.tuples(st.lists(WILD, max_size=8), st.booleans()), max_size=6)


@given(ANSWERS, st.sampled_from(["strict", "soft"]), st.booleans())
@settings(max_examples=150)
def test_no_answer_breaks_the_graph(answers: list[Any], mode: str, parallel: bool) -> None:
    """Whatever is answered, every action is applied or refused, the graph keeps to its schema, and all books agree."""
    heard = Heard()
    bounds = {"max_nodes": 6, "max_edges": 5, "allow_parallel_edges": parallel}
    growth = Growth(payload(seed=SEED_DATA, mode=mode, constraints=bounds), listeners=[heard])
    for actions, atomic in answers:
        before, nodes = growth.hash, growth.graph.count()
        outcome = act(growth, *actions, atomic=atomic)
        assert len(outcome.applied) + len(outcome.refused) == len(actions)
        assert outcome.changes or (growth.hash, growth.graph.count()) == (before, nodes)
        assert not (atomic and outcome.refused and outcome.applied)
        canonical([action_json(refusal.action) for refusal in outcome.refused])
    assert violations(promote(growth), growth.graph.nodes(), growth.graph.edges()) == []
    assert (heard.nodes, heard.edges) == (
        {node.id: node for node in growth.graph.nodes()},
        {edge.key: edge for edge in growth.graph.edges()},
    )
    again = Growth(payload(seed=SEED_DATA, mode=mode, constraints=bounds))
    for actions, atomic in answers:
        act(again, *actions, atomic=atomic)
    assert again.hash == growth.hash


def test_ten_thousand_wrong_actions_are_refused_one_by_one() -> None:
    """An answer of nothing but mistakes is worked through."""
    growth = Growth(payload(seed=SEED_DATA))
    kinds = [node("Clas"), edge("CALLS", "m1", "m3"), {"type": "REMOVE", "node": "m1"}, None, node(name="x")]
    outcome = act(growth, *(kinds * 2_000))
    assert (len(outcome.refused), outcome.applied) == (10_000, ())


def test_values_are_told_apart_in_references_and_keys() -> None:
    """1 and 1.0 are one value; "1" and true are others."""
    schema = {"node_types": ["N"], "unique_keys": {"N": ["v"]}}
    growth = Growth(payload(schema=schema))
    outcome = act(growth, *[node("N", v=value) for value in (1, "1", True, 1.0, 2.5, [1], ["1"], [1])])
    assert [(refusal.index, refusal.code) for refusal in outcome.refused] == [(3, "duplicate"), (7, "duplicate")]
    assert growth.find({"v": 1.0}).properties == {"v": 1}
    act(growth, {"type": "UPDATE_NODE", "node": {"v": 1}, "properties": {"v": False}})
    assert growth.find({"v": False}).id == "N:1"
    assert act(growth, node("N", v=1)).applied[0].id == "N:1 #3"


def test_near_names_are_found_among_many_nodes() -> None:
    """Of names that begin or end alike, in a graph too large to be looked through."""
    growth = Growth(payload())
    act(
        growth,
        *[node("Method", name=f"handle{n * n}Request{n}") for n in range(2_000)],
        node("Method", name="authenticate"),
    )
    (refusal,) = act(growth, edge("CALLS", "autenticate", "handle49Request7")).refused
    assert refusal.candidates == ("Method:authenticate",)
