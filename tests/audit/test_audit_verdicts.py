"""Verdicts of edges: where the ends meet, and what is said of them."""

from __future__ import annotations

import time

import pytest
from audited import STORY, audited, document, edge
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.audit import AuditEdge, AuditGraph, AuditNode, AuditVerdict, audit_graph


def test_edge_is_supported_where_ends_and_words_meet() -> None:
    """Both ends and the description's words in one passage: supported, with the place of each."""
    found = edge("BOB CRATCHIT", "CELL", "He is a poor clerk whose letters fill dismal days in the office.")
    assert found.verdict is AuditVerdict.SUPPORTED
    assert found.passage is not None
    assert (found.passage.doc_id, found.passage.first, found.passage.last) == ("story.txt", 2, 2)
    assert [word.quote for word in found.words] == ["clerk", "letters", "dismal"]
    assert all(STORY[each.line_number - 1][each.start : each.end] == each.quote for each in found.words)


def test_relation_is_looked_for() -> None:
    """A relation's words count like a description's, in whatever way it is written and inflected."""
    for relation in ("MADE", "MAKES", "makes_the", "isMaking"):
        assert edge("MRS. CRATCHIT", "PUDDING", relation=relation).verdict is AuditVerdict.SUPPORTED
    assert edge("MRS. CRATCHIT", "PUDDING", relation="STOLE").verdict is AuditVerdict.WEAK


@pytest.mark.parametrize("relation", [None, "", "RELATED_TO", "related", "DIRECTED"])
def test_relation_that_says_nothing_is_not_looked_for(relation: str | None) -> None:
    """Where the graph says no more than that there is a relation, it is enough that the ends meet."""
    found = edge("MRS. CRATCHIT", "TINY TIM", relation=relation)
    assert (found.verdict, found.reason) == (
        AuditVerdict.SUPPORTED,
        "the ends meet, and the graph says no more of them",
    )


def test_ends_that_meet_without_the_description_are_weak() -> None:
    """Nothing of the description near the ends: weak, and the reason says so."""
    found = edge("MRS. CRATCHIT", "TINY TIM", "Mrs. Cratchit betrays Tiny Tim to pirates.")
    assert (found.verdict, found.reason) == (
        AuditVerdict.WEAK,
        "the ends meet, but no word of the description occurs near them",
    )
    assert found.passage is not None


def test_ends_that_never_meet_are_weak() -> None:
    """Ends far from each other: weak, with a place for each."""
    found = edge("EBENEZER SCROOGE", "PUDDING", window=2)
    assert (found.verdict, found.passage) == (AuditVerdict.WEAK, None)
    assert found.source is not None
    assert found.target is not None
    assert (found.source.evidence.line_number, found.target.evidence.line_number) == (1, 8)


def test_end_that_is_nowhere_makes_an_edge_unsupported() -> None:
    """An end that does not occur: unsupported, and the reason names it."""
    found = edge("WASHINGTON", "SCROOGE")
    assert (found.verdict, found.reason) == (AuditVerdict.UNSUPPORTED, "“WASHINGTON” does not occur in the text")
    assert (found.source, found.target is not None) == (None, True)


@pytest.mark.parametrize(
    ("window", "verdict"), [(1, AuditVerdict.WEAK), (2, AuditVerdict.WEAK), (3, AuditVerdict.SUPPORTED)]
)
def test_window_counts_lines(window: int, verdict: AuditVerdict) -> None:
    """A window of n lines holds ends that are n - 1 lines apart."""
    assert edge("FOG", "CLOCK", window=window).verdict is verdict


def test_documents_do_not_run_into_each_other() -> None:
    """The last line of one document is not near the first of the next."""
    graph = AuditGraph((), (AuditEdge("Rama", "Sita"),))
    apart = audit_graph(graph, [document("Rama came.", doc_id="a"), document("Sita left.", doc_id="b")])
    joined = audit_graph(graph, [document("Rama came.", "Sita left.", doc_id="a")])
    assert (apart.edges[0].verdict, joined.edges[0].verdict) == (AuditVerdict.WEAK, AuditVerdict.SUPPORTED)


def test_an_end_within_the_other_is_not_beside_it() -> None:
    """*Scrooge's nephew* alone does not hold both Scrooge and his nephew."""
    text = ["'A merry Christmas!' cried Scrooge's nephew."]
    assert edge("SCROOGE", "SCROOGE'S NEPHEW", text=text).verdict is AuditVerdict.WEAK


def test_two_names_of_one_are_no_edge() -> None:
    """Ends that match the same words of the text do not meet there."""
    found = edge("MR. SCROOGE", "SCROOGE", "Mr. Scrooge said humbug.")
    assert (found.verdict, found.reason) == (AuditVerdict.WEAK, "both ends match the same words of the text")


def test_edge_to_itself_needs_one_place() -> None:
    """A node's edge to itself is supported where it occurs with its description."""
    assert edge("BOB", "BOB", relation="glad").verdict is AuditVerdict.SUPPORTED


def test_findings_keep_the_graphs_order_and_add_up() -> None:
    """One finding for each node and edge, in order; the counts add up."""
    nodes = [AuditNode(str(number), name) for number, name in enumerate(["SCROOGE", "NOBODY", "TINY TIM", "SCROOGE"])]
    audit = audited(nodes, [AuditEdge("0", "2"), AuditEdge("1", "0"), AuditEdge("9", "0")])
    assert [finding.node for finding in audit.nodes] == nodes
    assert audit.counts == {
        "nodes": {"supported": 3, "contradicted": 0, "weak": 0, "unsupported": 1},
        "edges": {"supported": 0, "contradicted": 0, "weak": 1, "unsupported": 2},
    }


@pytest.mark.parametrize("window", [0, 101, -1])
def test_window_out_of_range_is_refused(window: int) -> None:
    """A window is 1 to 100 lines."""
    with pytest.raises(ValueError, match="1 to 100"):
        audited(window=window)


NAMES = st.sampled_from(["Rama", "Sita", "bow"])
LINES = st.lists(st.lists(st.sampled_from("Rama Sita bow gave took the jewel".split()), max_size=5), max_size=8)


@settings(max_examples=80)
@given(one=NAMES, other=NAMES, lines=LINES, window=st.integers(1, 3))
def test_direction_and_order_change_no_verdict(one: str, other: str, lines: list[list[str]], window: int) -> None:
    """An edge and its reverse get the same verdict; a supported one has ends and words within the window."""
    text = [" ".join(words) for words in lines]
    there = edge(one, other, "gave a jewel", text=text, window=window)
    back = edge(other, one, "gave a jewel", text=text, window=window)
    assert (there.verdict, there.meetings) == (back.verdict, back.meetings)
    if there.verdict is AuditVerdict.SUPPORTED:
        assert there.passage is not None
        assert there.words != ()
        assert there.passage.last - there.passage.first < window


@pytest.mark.slow
def test_names_that_are_everywhere_cost_no_more_than_seconds() -> None:
    """Twenty thousand lines with both ends in the widest window are weighed in seconds."""
    start = time.thread_time()
    assert edge("Rama", "Sita", "met", text=["Rama met Sita."] * 20_000, window=100).verdict is AuditVerdict.WEAK
    assert time.thread_time() - start < 60


MAILS = [
    f"Fabrikam wrote on day {day} that the welders of the shipyard and its team of craftsmen at Contoso were {count} "
    "in number."
    for day, count in zip(range(3, 12), range(40, 49), strict=True)
]


@pytest.mark.parametrize("others", [0, 1, 3, 4, 6, 9])
def test_the_figures_of_other_documents_take_nothing_from_one_that_says_it(others: int) -> None:
    """Mails that have more of the description's words, and another figure, do not hide the one that has its figure."""
    said = "Fabrikam employs a team of 12 craftsmen, mostly welders, in the shipyard that belongs to Contoso."
    line = "The yard at Contoso is run by Fabrikam, whose crew there counts 12 welders."
    texts = [*MAILS[:others], line]
    documents = [document(text, doc_id=f"{number}.txt") for number, text in enumerate(texts)]
    graph = AuditGraph((), (AuditEdge("Fabrikam", "Contoso", None, (said,)),))
    found = audit_graph(graph, documents, 1).edges[0]
    assert found.verdict is AuditVerdict.SUPPORTED
    assert found.passage is not None and found.passage.doc_id == f"{others}.txt"
