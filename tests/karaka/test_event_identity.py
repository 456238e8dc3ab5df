"""Which lines tell of one event, and how causes chain across them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import pramana
from pramana.events import Role, name_mention
from pramana.evidence import Evidence, Grade, Span
from pramana.karaka.passes import EntityMention, Event, PassView
from pramana.karaka.passes.copies import SourceTexts
from pramana.karaka.passes.events import propose
from pramana.karaka.passes.sources import counted_sources
from pramana.karaka.passes.sources import propose as count_sources

_MARK = re.compile(r"\[([^\]|]+)\|?(\w*)\]")


def view(*documents: str) -> PassView:
    """A view of documents, a sentence a line: `[Ann] {sold} [the mill|KARMA].`; the verb of a Kriyā in braces."""
    lines, mentions, events = {}, [], []
    for name, document in zip("abc", documents, strict=False):
        for number, marked in enumerate(document.splitlines(), 1):
            text = _MARK.sub(r"\1", marked.strip())
            verb = re.search(r"\{(\w+):(\w+)\}", text)
            assert verb is not None
            text = text.replace(verb[0], verb[2])
            kriya, at = f"{name}.txt_L{number}_K1", text.index(verb[2])
            lines[f"{name}.txt", number] = text
            here = Evidence(f"{name}.txt", number, at, at + len(verb[2]), verb[2], Grade.VERBATIM)
            events.append(Event(kriya, verb[1], here, "affirmative", "actual", ""))
            for quote, role in _MARK.findall(marked):
                start = text.index(quote)
                named = name_mention(f"{name}.txt", number, text, Span(start, start + len(quote), Grade.VERBATIM))
                place = Evidence(f"{name}.txt", number, start, start + len(quote), quote, Grade.VERBATIM)
                kind = Role(role) if role else Role.KARTA
                mentions.append(EntityMention(named.id, named.canonical_name, named.pronoun, kriya, kind, place))
    return PassView(lines, tuple(mentions), tuple(events))


@pytest.mark.parametrize(
    "document",
    [
        "[People] {flee:fled}.\nThe school closed because [people] {flee:fled}.",
        "[Ann Quist] {sell:sold} [the mill|KARMA].\nThere was peace after [Quist] had {sell:sold} [the mill|KARMA].",
        "[The tunnel] {collapse:collapsed}.\nThen the {collapse:collapse} of [the tunnel] delayed work.",
    ],
)
def test_a_clause_that_takes_an_event_up_tells_of_it(document: str) -> None:
    """Behind *because* and *after*, and by a definite noun, a line speaks of what was told before."""
    assert [(link.source, link.target) for link in propose(view(document))] == [("a.txt_L2_K1", "a.txt_L1_K1")]


@pytest.mark.parametrize(
    "document",
    [
        "[People] {flee:fled}.\n[People] {flee:fled}.",
        "[People] {flee:fled}.\nThe school closed because [guards] {flee:fled}.",
        "[Ann] {sell:sold} [a mill|KARMA].\nHe came after [Ann] had {sell:sold} [a boat|KARMA].",
        "[Ann] {sell:sold} [it|KARMA] [in 1950|ADHIKARANA_TEMPORAL].\nSince [Ann] {sell:sold} [in 1960|ADHIKARANA_TEMPORAL].",
        "[People] {flee:fled}.\nThe school closed because [people] {flee:fled} again.",
        "[Ann] {say:said} so.\nHe left because [Ann] {say:said} so.",
        "[The hand] {point:pointed} ahead.\nHe observed that [the hand] {point:pointed} back.",
    ],
)
def test_two_events_stay_two(document: str) -> None:
    """Other participants, other times, *again*, verbs that say little, and main clauses tell of another event."""
    assert propose(view(document)) == []


QUIST = "[Ann Quist] {found:founded} [Veltra|KARMA]"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (QUIST, QUIST),
        (QUIST, "[Ann Quist] {establish:established} [Veltra|KARMA]."),
        (f"{QUIST} [in 1990|ADHIKARANA_TEMPORAL].", f"{QUIST} [in May 1990|ADHIKARANA_TEMPORAL]."),
        (f"{QUIST} [in Oslo|ADHIKARANA_SPATIAL].", f"{QUIST}."),
        ("[The Vasa] {sink:sank} [in 1628|ADHIKARANA_TEMPORAL].", "[The Vasa] {sink:sank} [in August 1628|ADHIKARANA_TEMPORAL]."),
        ("[Ann Quist] {sell:sold} [the old mill|KARMA] [in 1990|ADHIKARANA_TEMPORAL].", "[Ann Quist] {sell:sold} [the mill|KARMA] [in 1990|ADHIKARANA_TEMPORAL]."),
    ],
)  # fmt: skip
def test_documents_that_share_names_and_times_corroborate_one_another(one: str, other: str) -> None:
    """Two named participants, or one and a year, are enough; one document may say less than the other."""
    assert [(link.source, link.target) for link in propose(view(one, other))] == [("b.txt_L1_K1", "a.txt_L1_K1")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[Ann Quist] {found:founded} [the school|KARMA].", "[Ann Quist] {found:founded} [the school|KARMA]."),
        (QUIST, "[Ann Quist] {found:founded} [Lumo|KARMA]."),
        (f"{QUIST} [in 1990|ADHIKARANA_TEMPORAL].", f"{QUIST} [in 1995|ADHIKARANA_TEMPORAL]."),
        (f"{QUIST} [in Oslo|ADHIKARANA_SPATIAL].", f"{QUIST} [in Bergen|ADHIKARANA_SPATIAL]."),
        ("[The Vasa] {sink:sank} [on Monday|ADHIKARANA_TEMPORAL].", "[The Vasa] {sink:sank} [on Monday|ADHIKARANA_TEMPORAL]."),
        ("[The Vasa] {sink:sank} [in 1628|ADHIKARANA_TEMPORAL].", "[The Vasa] {fall:fell} [in 1628|ADHIKARANA_TEMPORAL]."),
        ("[Ann Quist] {visit:visited} [Oslo|KARMA] [in 1990|ADHIKARANA_TEMPORAL].\n[Ann Quist] {visit:visited} [Oslo|KARMA] [in 1995|ADHIKARANA_TEMPORAL].", "[Ann Quist] {visit:visited} [Oslo|KARMA]."),
    ],
)  # fmt: skip
def test_documents_that_may_state_two_events_are_not_linked(one: str, other: str) -> None:
    """Another time, place or object tells of another event; a common noun or a weekday is not enough; nor is a doubt."""
    assert propose(view(one, other)) == []


FOUNDED = "Ann Quist founded Veltra in 1990."


def counted(*texts: str) -> list[tuple[str, int]]:
    """Return the Kriyās of documents that several state, and how many do."""
    read = view(*texts)
    links = tuple((link.source, link.target) for link in propose(read))
    return [(each.kriya, len(each.places)) for each in count_sources(replace(read, same_events=links))]


def test_documents_are_counted_and_copies_are_one() -> None:
    """Three texts of their own are three sources; a text and its copy are one, and so is a copied sentence."""
    mine = f"{QUIST} in a shed.\n[Lamps] {{sell:sold}} well."
    other = "[Lamps] {sell:sold} badly.\n[Ann Quist] {establish:established} [Veltra|KARMA]."
    third = f"{QUIST} by herself, they say.\n[Rain] {{fall:fell}}."
    assert {number for _, number in counted(mine, other, third)} == {3}
    assert counted(mine, mine) == []
    long = f"{QUIST} with two friends and a loan from a bank in Bergen.\n"
    assert (
        counted(long + "[Rain] {fall:fell}.\n[It] {stop:stopped}.", long + "[Ann] {sing:sang}.\n[We] {leave:left}.")
        == []
    )


def test_answers_tell_how_many_documents_state_them(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """The reply, the graph's node and a query over it say how many documents state an event, without copies."""
    texts = {
        "a": f"{FOUNDED} She ran it.",
        "b": "It makes lamps. Veltra was founded by Ann Quist.",
        "c": f"{FOUNDED} She ran it.",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(*[tmp_path / f"{name}.txt" for name in texts])
        reply = ws.ask("Who founded Veltra?")
        told = dict(ws.to_networkx().nodes(data="stated_by"))
        ws.remove("b.txt")
        again = dict(ws.to_networkx().nodes(data="stated_by"))
    assert reply.corroboration == ["Stated by 2 documents: a.txt:1, b.txt:2"]
    assert {kriya for kriya, number in told.items() if number == 2} == {"a.txt_L1_K1", "b.txt_L2_K1", "c.txt_L1_K1"}
    assert set(again.values()) == {None}


CHAINS = [
    ("The pipe burst. The cellar flooded because the pipe burst. The shop closed because the cellar flooded.", "Why did the shop close?", "pipe"),
    ("The pump failed. The mine flooded because the pump failed. The miners left because the mine flooded.", "Why did the miners leave?", "pump"),
    ("Rebels attacked the town. Families fled because rebels attacked the town. The market closed because families fled.", "Why did the market close?", "rebels"),
    ("A storm hit the port. The ship sank because a storm hit the port. The company failed because the ship sank.", "Why did the company fail?", "storm"),
    ("The engine exploded. The train stopped because the engine exploded. Passengers protested because the train stopped.", "Why did passengers protest?", "engine"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "word"), CHAINS)
def test_causes_chain_over_three_lines(text: str, question: str, word: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A question for the reason reaches the first cause, two lines before."""
    (tmp_path / "story.txt").write_text(text, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "story.txt")
        reply = ws.ask(question)
    assert reply.status == "GROUNDED"
    assert {2, 3} <= {each.line_number for each in reply.citations}
    assert word in reply.answer


def test_each_document_is_read_once_however_many_events_it_shares() -> None:
    """Each pair of Kriyās was once a reading of both documents, so that one removed document cost thousands of them."""
    read: list[str] = []
    documents = [f"d{number}" for number in range(12)]

    def lines_of(doc_id: str) -> dict[int, str]:
        read.append(doc_id)
        return {number: f"Line {number} of {doc_id} says what no other line says." for number in range(1, 6)}

    texts = SourceTexts(lines_of)
    for number in range(1, 6):
        places = [Evidence(doc_id, number, 0, 4, "Line", Grade.VERBATIM) for doc_id in documents]
        group = [Event(f"{each.doc_id}_L{number}_K1", "say", each, "affirmative", "actual", "") for each in places]
        assert len(counted_sources(texts, group)[0].places) > 1
    assert sorted(read) == sorted(documents)
