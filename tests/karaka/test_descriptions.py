"""Descriptions that rules can tell, and those that they leave alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.language.descriptions import parse_description, takes_up


def links(folder: Path, *documents: str) -> set[tuple[str, str]]:
    """Return the links of coreference whose source is no personal pronoun, by the names of their ends."""
    for number, text in enumerate(documents):
        (folder / f"{number}.txt").write_text(text, "utf-8")
    with pramana.open(folder / "ws", create=True, karaka={"passes": ["coreference"]}) as ws:
        ws.ingest(*(folder / f"{number}.txt" for number in range(len(documents))))
        ends = {(fact.edge.source.split("@")[0], fact.edge.target.split("@")[0]) for fact in ws.facts("IS_SAME_AS")}
    return {(source, target) for source, target in ends if source.lower() not in {"he", "she", "it", "they", "him"}}


KIN = "Scrooge's nephew sang. Scrooge frowned. He called his nephew."


def test_what_is_his_is_whose_he_is(tmp_path: Path) -> None:
    """*his nephew* is Scrooge's nephew where *his* is Scrooge's."""
    assert ("his nephew", "Scrooge's nephew") in links(tmp_path, KIN)


def test_two_owners_keep_what_is_theirs_apart(tmp_path: Path) -> None:
    """*his wife* of two men is two wives; the same man's is one."""
    text = "Tom loved his wife. Tom sang to his wife. Anna met Paul. Paul had left his wife."
    with_one = [pair for pair in links(tmp_path, text) if pair[0] == "his wife"]
    assert len(with_one) == 1


def test_what_comes_and_goes_is_not_linked(tmp_path: Path) -> None:
    """One man's ways are many."""
    assert links(tmp_path, "Tom lost his way. Tom found his way.") == set()


def test_a_description_takes_up_the_only_one_that_it_fits(tmp_path: Path) -> None:
    """*the gentleman* is the portly gentleman; where a thin one stands by, nobody knows."""
    assert ("gentleman", "portly gentleman") in links(tmp_path, "A portly gentleman came. The gentleman bowed.")
    (tmp_path / "two").mkdir()
    two = "A portly gentleman met a thin gentleman. The gentleman bowed."
    assert links(tmp_path / "two", two) == set()


def test_one_node_that_means_two_is_linked_to_none(tmp_path: Path) -> None:
    """*the gentleman* of another document means another: the node that both share joins neither."""
    one, other = "A portly gentleman came. The gentleman bowed.", "A thin gentleman slept. The gentleman snored."
    assert links(tmp_path, one, other) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna pointed. This is my brother.", {("This", "my brother")}),
        ("Anna pointed. That was Marley.", {("That", "Marley")}),
        ("Tom lied. That is the truth.", set()),
        ("Tom lied. This angered Paul.", set()),
        ("Anna pointed. This is not my brother.", set()),
    ],
)
def test_this_is_who_it_is_said_to_be(tmp_path: Path, text: str, expected: set[tuple[str, str]]) -> None:
    """*this is my brother* tells who *this* is; a *this* that takes up what was said or done is nobody."""
    assert links(tmp_path, text) == expected


def test_a_man_is_meant_where_only_one_is_near(tmp_path: Path) -> None:
    """*this man* is the only man that is named near, not the woman, and nobody where two men are."""
    assert links(tmp_path, "Mr. Smith came. This man lied.") == {("this man", "Mr. Smith")}
    for number, text in enumerate(["Mrs. Smith came. This man lied.", "Mr. Smith met Mr. Bell. This man lied."]):
        (tmp_path / str(number)).mkdir()
        assert links(tmp_path / str(number), text) == set()


def test_each_this_is_somebody_by_itself(tmp_path: Path) -> None:
    """*this man* of two documents, or of two scenes of one, means two men, and each is linked to his own."""
    calm = "The rain fell. The snow fell. The wind blew. The rain fell. The snow fell. The wind blew. "
    text = f"Mr. Smith came. This man lied. {calm}Mr. Bell came. This man prayed."
    assert links(tmp_path, text, "Mr. Ford came. This man ran.") == {
        ("this man", "Mr. Smith"),
        ("this man", "Mr. Bell"),
        ("this man", "Mr. Ford"),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fiddler came. This fiddler played.", {("this fiddler", "fiddler")}),
        (
            "A tall fiddler came. This fiddler played. Those who heard this fiddler wept.",
            {("this fiddler", "tall fiddler")},
        ),
        ("A tall fiddler came. A short fiddler came. This fiddler played.", set()),
        ("Tom had a bad season. Tom plays this season.", set()),
        ("Tom lost the bow. That Scrooge laughed.", set()),
    ],
)
def test_this_takes_up_the_only_one_near(tmp_path: Path, text: str, expected: set[tuple[str, str]]) -> None:
    """*this* with a noun goes back to what was named so near by, however often; never to times, nor with a name."""
    assert {pair for pair in links(tmp_path, text) if pair[1] != "this fiddler"} == expected


@pytest.mark.parametrize(
    ("text", "question", "answer", "lines"),
    [
        ("Mr. Smith came. This man lied to Anna.", "Who lied to Anna?", "Mr. Smith", {1, 2}),
        ("Scrooge's nephew sang. Scrooge frowned. He called his nephew.", "Who did Scrooge call?", "nephew", {1, 2, 3}),
        ("Anna sang. This man lied to Anna.", "Who lied to Anna?", "this man", {2}),
    ],
)
def test_an_answer_names_whom_a_description_means(
    tmp_path: Path, text: str, question: str, answer: str, lines: set[int]
) -> None:
    """The person, with the line that tells it; the description itself where nothing tells."""
    (tmp_path / "a.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        reply = ws.ask(question)
    assert answer in reply.answer.partition("“")[0]
    assert {citation.line_number for citation in reply.citations} == lines


def test_people_s_splits_bind_descriptions(tmp_path: Path) -> None:
    """What a person keeps apart no description joins."""
    (tmp_path / "a.txt").write_text("A portly gentleman came. The gentleman bowed.", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "a.txt")
        assert ws.facts("IS_SAME_AS")
        ws.split("gentleman", "portly gentleman")
        assert ws.facts("IS_SAME_AS") == []


def test_phrases_are_compared_by_noun_and_adjectives() -> None:
    """A later phrase says the same as an earlier one, or less; writers take turns with some nouns."""
    pairs = [("the ghost", "Marley's ghost"), ("the spectre", "a tall ghost"), ("the tall ghost", "a ghost")]
    found = [(parse_description(later), parse_description(earlier)) for later, earlier in pairs]
    assert [takes_up(later, earlier) for later, earlier in found if later and earlier] == [True, True, False]
    assert [parse_description(text) for text in ("", "the", "Scrooge's", "of the house")] == [None] * 4


@pytest.mark.slow
def test_descriptions_do_not_depend_on_the_order_of_documents(tmp_path: Path) -> None:
    """A then B, B then A, both at once, and A, B, C without C: one graph, though C's gentleman takes a link away."""
    texts = {
        "a": "A portly gentleman came. The gentleman bowed. Mr. Smith sat. This man lied.",
        "b": KIN + " This clerk saw a tall fiddler. This fiddler played.",
        "c": "The gentleman slept.",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    hashes, sizes = [], []
    for number, order in enumerate((["a", "b"], ["b", "a"], ["ab"], ["c", "b", "a", "-c"])):
        with pramana.open(tmp_path / f"ws{number}", create=True) as ws:
            for step in order:
                if step == "-c":
                    sizes.append(len(ws.facts("IS_SAME_AS")))
                    ws.remove("c.txt")
                else:
                    ws.ingest(*(tmp_path / f"{name}.txt" for name in step))
            hashes.append(ws.graph_hash())
            sizes.append(len(ws.facts("IS_SAME_AS")))
            assert all(ws.replay(run.id).identical for run in ws.runs())
    assert len(set(hashes)) == 1
    assert sizes == [sizes[0]] * 3 + [sizes[0] - 1, sizes[0]]
