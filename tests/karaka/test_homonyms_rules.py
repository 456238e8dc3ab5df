"""What tells two bearers of one spelling apart, and what does not: one name is one entity until something does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Role, name_mention
from pramana.evidence import Evidence, Grade, Span
from pramana.karaka.passes import EntityDecision, EntityMention, Event, PassView, resolution
from pramana.karaka.passes.homonyms import propose

_MENTION = re.compile(r"\[([^\]]+)\](\w*)")
_ROLES = {"": Role.KARTA, "in": Role.ADHIKARANA_SPATIAL, "is": Role.KARMA, "it": Role.KARMA}


def view(*documents: str, decisions: Sequence[EntityDecision] = (), names: str = "abcdefgh") -> PassView:
    """A graph of documents with a sentence a line, `verb: text`, mentions in brackets, with their role behind them."""
    lines, mentions, events = {}, [], []
    for doc_id, document in zip(names, documents, strict=False):
        for number, said in enumerate(document.splitlines(), 1):
            verb, _, marked = said.strip().partition(": ")
            text, place, kriya = "", 0, f"{doc_id}_L{number}_K1"
            for found in _MENTION.finditer(marked):
                text += marked[place : found.start()]
                start, place = len(text), found.end()
                text += found[1]
                mentions.append((doc_id, number, start, found[1], kriya, _ROLES[found[2]]))
            text += marked[place:]
            lines[doc_id, number] = text
            where = Evidence(doc_id, number, 0, 0, "", Grade.VERBATIM)
            events.append(Event(kriya, verb, where, "affirmative", "actual", ""))
    told = [_mention(lines[one[0], one[1]], *one) for one in mentions]
    return PassView(dict(sorted(lines.items())), tuple(told), tuple(events), tuple(decisions))


def _mention(line: str, doc_id: str, number: int, start: int, quote: str, kriya: str, role: Role) -> EntityMention:
    span = Span(start, start + len(quote), Grade.VERBATIM)
    named = name_mention(doc_id, number, line, span)
    place = Evidence(doc_id, number, start, start + len(quote), quote, Grade.VERBATIM)
    return EntityMention(named.id, named.canonical_name, named.pronoun, kriya, role, place)


def senses(graph: PassView) -> dict[str, set[str]]:
    """By sense, the lines in which it stands: `a1`."""
    found: dict[str, set[str]] = {}
    for one in propose(graph):
        found.setdefault(one.sense, set()).update(
            f"{each.evidence.doc_id}{each.evidence.line_number}" for each in one.mentions
        )
    return found


def read_in_senses(graph: PassView) -> PassView:
    """The view that other passes see after this one."""
    meant = {(each.kriya, each.evidence): (one.sense, one.base) for one in propose(graph) for each in one.mentions}
    told = [
        replace(mention, entity=meant.get((mention.kriya, mention.evidence), (mention.entity, ""))[0])
        for mention in graph.mentions
    ]
    return replace(graph, mentions=tuple(told), senses=dict(sorted(set(meant.values()))))


APART = {
    "callings across documents": (
        [
            "live: [John Smith], a mason, lived in York.\nmarry: [John Smith] married Anna.",
            "be: [John Smith] was [a doctor]is.",
        ],
        {"John Smith (mason)": {"a1", "a2"}, "John Smith (doctor)": {"b1"}},
    ),
    "callings in one document": (
        ["live: [John Smith], a mason, lived.\nlive: [John Smith], a doctor, lived.\nsee: [John Smith] saw it."],
        {"John Smith (mason)": {"a1"}, "John Smith (doctor)": {"a2", "a3"}},
    ),
    "years of birth": (
        ["sail: [John Smith] (1580–1631) sailed.", "rule: [John Smith] (born 1938) ruled."],
        {"John Smith (born 1580)": {"a1"}, "John Smith (born 1938)": {"b1"}},
    ),
    "a place and a person": (
        [
            "love: [Paris] loved Helen.\nkiss: [Paris] kissed her.",
            "live: Anna lived in [Paris]in.\nwork: Tom worked in [Paris]in.",
        ],
        {"Paris (person)": {"a1", "a2"}, "Paris (place)": {"b1", "b2"}},
    ),
    "a place and a person side by side": (
        [
            "love: [Paris], a prince, loved Helen.\nlive: Anna lived in [Paris], the capital of France.\nsee: Tom saw [Paris]it."
        ],
        None,
    ),
    "genders by titles": (
        [
            "sing: [Jordan Lee] sang.\nsay: [Ms. Jordan Lee] won.",
            "sing: [Jordan Lee] sang.\nsay: [Mr. Jordan Lee] won.",
        ],
        {"Jordan Lee (woman)": {"a1"}, "Jordan Lee (man)": {"b1"}},
    ),
    "a bare surname": (
        ["go: [Anna Smith] went.\nbuy: [Smith] bought it.", "write: [John Smith] wrote.\nmail: [Smith] mailed it."],
        {"Smith (Anna Smith)": {"a2"}, "Smith (John Smith)": {"b2"}},
    ),
    "a bare given name": (
        ["go: [John Adams] went.\nbuy: [John] bought it.", "write: [John Brown] wrote.\nmail: [John] mailed it."],
        {"John (John Adams)": {"a2"}, "John (John Brown)": {"b2"}},
    ),
    "a surname of two given names that no list has": (
        ["go: [Marta Keller] went.\nbuy: [Keller] bought.", "go: [Jonas Keller] went.\nbuy: [Keller] bought."],
        {"Keller (Jonas Keller)": {"b2"}, "Keller (Marta Keller)": {"a2"}},
    ),
    "another of the name": (
        ["live: [John Smith] lived.\nmeet: Anna met another [John Smith]it."],
        {"John Smith (a:1)": {"a1"}, "John Smith (a:2)": {"a2"}},
    ),
}


@pytest.mark.parametrize("case", APART, ids=list(APART))
def test_what_tells_bearers_apart(case: str) -> None:
    """Each sense has the lines that are about it, and is named by what tells it."""
    documents, expected = APART[case]
    if expected is None:
        expected = {"Paris (person)": {"a1"}, "Paris (place)": {"a2"}}
    assert senses(view(*documents)) == expected


ONE = {
    "nothing is said": ["say: [John Smith] spoke.", "say: [John Smith] spoke."],
    "one calling": ["say: [John Smith], a mason, spoke.", "say: [John Smith] spoke.", "say: [John Smith] the mason spoke."],
    "words for one calling": ["say: [John Smith], a doctor, spoke.", "say: [John Smith], a surgeon, spoke."],
    "callings that go together": ["say: [John Smith], a lawyer, spoke.", "say: [John Smith], a senator, spoke."],
    "several callings of one": ["be: [John Smith] was [a baker]is.\nbe: [John Smith] was [a mason]is.", "say: [John Smith], a mason, spoke."],
    "a relative's calling": ["say: [John Smith], a mason's son, spoke.", "say: [John Smith], a doctor, spoke."],
    "a list": ["see: Anna saw [John Smith]it, a mason, and Tom.", "say: [John Smith], a doctor, spoke."],
    "a government": ["say: [Paris] said so.\nthink: [Paris] thought so.", "live: Anna lived in [Paris]in.\ndie: Tom slept in [Paris]in."],
    "one sign of a place": ["love: [Scrooge] loved gold.\nwalk: [Scrooge] walked.", "see: Anna saw a change in [Scrooge]in."],
    "initials and middle names": ["go: [John A. Smith] went.\nbuy: [Smith] bought.", "go: [John Smith] went.\nbuy: [Smith] bought."],
    "nicknames": ["go: [Bob Smith] went.\nbuy: [Smith] bought.", "go: [Robert Smith] went.\nbuy: [Smith] bought."],
    "a marriage": ["go: [Anna Smith] went.\nbuy: [Anna] bought.", "go: [Anna Brown] went.\nbuy: [Anna] bought."],
    "a wife by her husband's name": ["say: [John Smith] spoke.\nsay: [Mr. John Smith] spoke.", "say: [John Smith] spoke.\nsay: [Mrs. John Smith] spoke."],
    "common nouns": ["say: The [ghost], a mason, spoke.", "say: The [ghost], a doctor, spoke."],
}  # fmt: skip


@pytest.mark.parametrize("case", ONE, ids=list(ONE))
def test_what_leaves_a_name_one(case: str) -> None:
    """A doubt is no reason to part a name."""
    assert senses(view(*ONE[case])) == {}


def test_what_may_mean_several_stays_with_the_name() -> None:
    """A document that says nothing of the kind, and a line behind both, belong to no sense."""
    documents = ["say: [John Smith], a mason, spoke.", "say: [John Smith], a doctor, spoke.", "say: [John Smith] sang."]
    assert senses(view(*documents)) == {"John Smith (mason)": {"a1"}, "John Smith (doctor)": {"b1"}}
    here = (
        "say: [John Smith], a mason, spoke.\nsay: [John Smith], a doctor, spoke.\nsay: Rain.\nsay: [John Smith] sang."
    )
    assert senses(view(here)) == {"John Smith (mason)": {"a1"}, "John Smith (doctor)": {"a2"}}


def test_every_proposal_holds_its_evidence() -> None:
    """A sense of a line has its mentions, and the words that tell it, wherever these stand."""
    documents = ["say: [John Smith], a mason, spoke.\nsay: [John Smith] sang.", "say: [John Smith], a doctor, spoke."]
    found = {(one.sense, str(one.mentions[0].evidence)): str(one.mark) for one in propose(view(*documents))}
    assert found["John Smith (mason)", 'a:2 "John Smith" verbatim'] == 'a:1 "mason" verbatim'


PIECES = [
    "say: [John Smith], a mason, spoke.",
    "say: [John Smith], a doctor, spoke.",
    "say: [John Smith] spoke.\nsay: [Dr. John Smith] sang.",
    "say: [John Smith] (1580–1631) spoke.",
    "say: [John Smith] (born 1938) spoke.\nsay: [John Smith], a surgeon, sang.",
    "go: [John A. Smith] went.\nsay: [John Smith] spoke.\nsay: [Smith] spoke.",
    "go: [Anna Smith] went.\nsay: [Smith] spoke.",
    "say: [Smith] spoke.",
]


@given(st.permutations(list("abcdefgh")), st.integers(1, 8))
@settings(max_examples=60)
def test_the_order_of_documents_does_not_show(order: list[str], count: int) -> None:
    """Senses and their names are a function of the documents, in whatever order a view lists them."""
    straight = view(*PIECES[:count])
    kept = [name for name in order if name in "abcdefgh"[:count]]
    mentions = [mention for name in kept for mention in straight.mentions if mention.evidence.doc_id == name]
    shuffled = replace(straight, mentions=tuple(mentions))
    assert set(propose(shuffled)) == set(propose(straight))


def test_people_s_word_goes_first() -> None:
    """Lines and documents that a person named mean what the person said; the latest decision about a place holds."""
    decisions = [
        EntityDecision("split", "John Smith", "John Smith (drover)", "", ("a:1", "b")),
        EntityDecision("split", "John Smith", "John Smith (smuggler)", "", ("a:1",)),
    ]
    graph = view("say: [John Smith] spoke.\nsay: [John Smith] sang.", "say: [John Smith] spoke.", decisions=decisions)
    assert senses(graph) == {"John Smith (drover)": {"b1"}, "John Smith (smuggler)": {"a1"}}


def test_names_join_the_sense_that_they_surely_mean() -> None:
    """A title or a document in common tells which; what fits both joins neither, and no way round joins the two."""
    graph = read_in_senses(
        view(
            "say: [John Smith], a mason, spoke.\nsay: [Mr. Smith] sang.",
            "say: [John Smith], a doctor, spoke.",
            "say: [Dr. John Smith] spoke.",
            "say: [John SMITH] spoke.",
        )
    )
    links = {(link.source, link.target) for link in resolution.propose(graph)}
    assert ("Dr. John Smith", "John Smith (doctor)") in links
    assert not any("John SMITH" in link for link in links)
    assert ("John Smith (mason)", "Mr. Smith") in links
    chosen = resolution.resolve(graph).clusters.chosen
    assert chosen["John Smith (mason)"] != chosen["John Smith (doctor)"]
    reasons = {one.entity: one.reason for one in resolution.resolve(graph).refusals}
    assert reasons["John SMITH"] == "'John SMITH' fits several called 'John Smith'"


def test_a_thousand_mentions_stay_one() -> None:
    """However often a name stands in however many documents, it is one where nothing parts it; and soon found to be."""
    random = Random(7)
    texts = ["say: [John Smith] spoke.\nlive: [John Smith], a mason, lived in [York]in."] * 8
    graph = view(*("\n".join(random.sample(text.splitlines() * 70, 125)) for text in texts))
    began = thread_time()
    assert propose(graph) == []
    assert thread_time() - began < 5
