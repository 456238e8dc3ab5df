"""Which lines tell of one event, and how causes chain across them."""

from __future__ import annotations

import re

import pytest

import pramana
from pramana.events import Role, name_mention
from pramana.evidence import Evidence, Grade, Span
from pramana.karaka.passes import EntityMention, Event, PassView
from pramana.karaka.passes.events import propose

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


def test_documents_that_name_agent_and_object_corroborate_one_another() -> None:
    """Two documents that state one event of the same names are linked; a common noun is not enough."""
    one, two = "[Ann Quist] {found:founded} [Veltra|KARMA].", "[Ann Quist] {found:founded} [the school|KARMA]."
    assert [(link.source, link.target) for link in propose(view(one, one))] == [("b.txt_L1_K1", "a.txt_L1_K1")]
    assert propose(view(two, two)) == []


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
