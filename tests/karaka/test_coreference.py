"""The pass that links pronouns to the entities that they stand for."""

from __future__ import annotations

from pramana.events import Role, name_mention
from pramana.evidence import Evidence, Grade, Span
from pramana.karaka.passes import EntityMention, PassView
from pramana.karaka.passes.coreference import propose
from pramana.language.pronouns import ReadPassage


def _mention(doc_id: str, number: int, line: str, words: str, start: int) -> EntityMention:
    span = Span(start, start + len(words), Grade.VERBATIM)
    named = name_mention(doc_id, number, line, span)
    stands = Evidence(doc_id, number, span.start, span.end, words, Grade.VERBATIM)
    kriya = f"{doc_id}_L{number}_K1"
    return EntityMention(named.id, named.canonical_name, named.pronoun, kriya, Role.KARTA, stands)


def _view(*lines: str, doc_id: str = "story") -> PassView:
    """A view in which every pronoun and every capitalised word, and *the bow*, takes part in something."""
    passage = ReadPassage(lines)
    mentions = [
        _mention(doc_id, number, lines[number - 1], found.text, found.start)
        for number in range(1, len(lines) + 1)
        for found in passage.reading.mentions(number - 1)
    ]
    return PassView({(doc_id, number): line for number, line in enumerate(lines, 1)}, tuple(mentions), ())


SEED = ("Rama gave the bow to Lakshmana.", "He used it to kill Ravana.")


def test_pronouns_of_the_seed_are_linked_to_whom_they_mean() -> None:
    """He is linked to Rama, it to the bow, each with the place of both ends."""
    links = propose(_view(*SEED))
    assert [(link.source, link.relation, link.target) for link in links] == [
        ("He@story_L2:0", "IS_SAME_AS", "Rama"),
        ("it@story_L2:8", "IS_SAME_AS", "bow"),
    ]
    assert str(links[0].source_evidence) == 'story:2 "He" verbatim'
    assert str(links[0].target_evidence) == 'story:1 "Rama" verbatim'
    assert all(50 <= link.confidence <= 100 and link.reason for link in links)


def test_a_storm_of_pronouns_joins_nobody() -> None:
    """A thousand pronouns between two men: each is linked to one man at most, and no man to another."""
    lines = [line for _ in range(250) for line in ("Rama slept.", "He dreamt.", "Ravana woke.", "He laughed.")]
    links = propose(_view(*lines))
    sources = [link.source for link in links]
    assert len(sources) == len(set(sources)) == 500
    assert {link.target for link in links} == {"Rama", "Ravana"}
    assert all("@" in source for source in sources)
    assert links == sorted(links, key=lambda link: (link.source_evidence.line_number, link.source_evidence.start))


def test_the_whole_mention_is_meant() -> None:
    """I of Scrooge's niece is the niece, though Scrooge stands at the same place."""
    line = "'I slept,' said Scrooge's niece."
    niece = _mention("story", 1, line, "Scrooge's niece", line.index("Scrooge"))
    view = PassView(
        {("story", 1): line},
        (_mention("story", 1, line, "I", 1), _mention("story", 1, line, "Scrooge", line.index("Scrooge")), niece),
        (),
    )
    assert [(link.source, link.target) for link in propose(view)] == [("I@story_L1:1", niece.entity)]


def test_what_the_graph_does_not_hold_is_not_linked() -> None:
    """A pronoun whose antecedent is no entity of the graph gets no link."""
    view = _view("Rama slept.", "He dreamt.")
    pronouns = tuple(mention for mention in view.mentions if mention.pronoun)
    assert propose(PassView(view.lines, pronouns, ())) == []


def test_documents_do_not_see_each_other() -> None:
    """A pronoun at the start of a document stands for nobody of another one."""
    one, two = _view("Rama slept.", doc_id="a"), _view("He dreamt.", doc_id="b")
    view = PassView({**one.lines, **two.lines}, one.mentions + two.mentions, ())
    assert propose(view) == []
