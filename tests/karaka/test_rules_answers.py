"""The embedded model's answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Extraction, read_kriyas
from pramana.graph import GRAPH_SCHEMA, SqliteGraph
from pramana.karaka.answer import given_lines
from pramana.karaka.answer_checks import GivenLine, violations_by_sentence, without_value
from pramana.karaka.plans import QueryPlan
from pramana.karaka.ptools import Answer, AnswerInput, AnswerLine, AnswerSentence, QueryInput
from pramana.karaka.question_names import known_words
from pramana.karaka.result import Citation
from pramana.karaka.rules.answers import MAX_CITATIONS, QUOTE, answer
from pramana.karaka.rules.queries import plan
from pramana.karaka.schema import KARAKA_SCHEMA
from pramana.karaka.traverse import traverse
from pramana.karaka.writer import LineItem, document_unit, line_unit
from pramana.llm.ptool import Abstention
from pramana.store import Database

REPORT = "The report says that the bridge collapsed in May."
QUESTION = "Who gave the bow to Lakshmana?"


def line(number: int, text: str, *values: str, caution: str = "", found: str = "") -> AnswerLine:
    return AnswerLine(number=number, text=text, values=list(values), caution=caution, found=[found] if found else [])


def told(*lines: AnswerLine) -> list[tuple[str, list[int]]]:
    written = answer(AnswerInput(question=QUESTION, lines=list(lines)))
    assert isinstance(written, Answer)
    return [(sentence.text, sentence.citations) for sentence in written.sentences]


def test_value_is_told_with_the_words_of_its_line() -> None:
    """Who or what was asked for stands before the quoted line."""
    assert told(line(1, "Rama gave the bow to Lakshmana.", "Rama")) == [
        ("Rama: “Rama gave the bow to Lakshmana.”", [1])
    ]


def test_lines_with_one_value_make_one_sentence() -> None:
    """A value is told once and cites all its lines, in any case of its letters."""
    lines = (line(1, "Rama gave it.", "Rama"), line(2, "RAMA gave the bow.", "RAMA"), line(3, "Sita gave it.", "Sita"))
    assert told(*lines) == [("Rama: “Rama gave it.”", [1, 2]), ("Sita: “Sita gave it.”", [3])]


def test_values_of_one_line_share_its_sentence() -> None:
    """Rama and Sita, who stand in the same line, are told together."""
    assert told(line(1, "Rama and Sita went.", "Rama", "Sita")) == [("Rama, Sita: “Rama and Sita went.”", [1])]


def test_what_is_not_asserted_comes_after_and_says_so() -> None:
    """Denials, words of others and mere possibilities are told as such, behind what lines assert."""
    lines = (
        line(1, "Sita did not go.", "Sita", caution="the line denies it"),
        line(2, "Perhaps Hanuman went.", "Hanuman", caution="the line only says that it may be so"),
        line(3, "Fred said that Ravana went.", "Ravana", caution="it is what Fred says"),
        line(4, "Rama went.", "Rama"),
    )
    assert [text for text, _ in told(*lines)] == [
        "Rama: “Rama went.”",
        "Denied: “Sita did not go.”",
        "Hanuman — only as possible: “Perhaps Hanuman went.”",
        "Ravana — only according to Fred: “Fred said that Ravana went.”",
    ]


def test_pronouns_come_after_names() -> None:
    """A pronoun is told as one that the graph has not resolved."""
    lines = (line(1, "He went.", "He"), line(2, "Rama went.", "Rama"))
    assert [text for text, _ in told(*lines)] == [
        "Rama: “Rama went.”",
        "He (a pronoun that the graph has not resolved): “He went.”",
    ]


def test_lines_answer_where_no_value_was_asked_for() -> None:
    """At most five lines are quoted, asserted ones first, and the others are counted in words."""
    lines = [line(1, "It never was.", caution="the line denies it")]
    lines += [line(number, f"Rama went {number} times.") for number in range(2, 9)]
    found = told(*lines)
    assert [cited for _, cited in found[:5]] == [[2], [3], [4], [5], [6]]
    assert found[5] == ("Three more lines were found, such as:", [7])


def test_many_lines_of_one_value_are_counted() -> None:
    """More than MAX_CITATIONS citations are summed up in a sentence of their own."""
    found = told(*(line(number, "Rama went.", "Rama") for number in range(1, MAX_CITATIONS + 2)))
    assert found[0][1] == list(range(1, MAX_CITATIONS + 1))
    assert found[1] == ("One more line says the same, such as:", [MAX_CITATIONS + 1])


def test_premises_are_cited() -> None:
    """Lines that only led to the answer are quoted after it."""
    led = line(1, "Rama received the bow.").model_copy(update={"premise": True})
    lines = (led, line(2, "Rama killed Ravana.", "Ravana"))
    assert told(*lines)[1] == ("This rests on: “Rama received the bow.”", [1])


def test_long_line_is_shortened_around_the_value() -> None:
    """Of a long line the words around the value are quoted, verbatim, with dots where it was cut."""
    text = f"{'and so on ' * 60}Rama gave the bow {'and so on ' * 60}".strip()
    [(told_text, _)] = told(line(1, text, "Rama"))
    quote = told_text.removeprefix("Rama: “").removesuffix("”")
    assert quote[0] == "…" and quote[-1] == "…"
    assert "Rama gave the bow" in quote and quote.strip("…") in text
    assert len(quote) <= QUOTE + 2


def test_no_line_is_no_answer() -> None:
    """Without lines the rules abstain."""
    assert isinstance(answer(AnswerInput(question=QUESTION, lines=[])), Abstention)


_CAUTIONS = st.sampled_from(["", "the line denies it", "the line only supposes it", "it is what Fred Scrooge says"])
_TEXTS = st.one_of(
    st.text(min_size=1, max_size=80),
    st.lists(
        st.sampled_from("Rama Sita 1843 2nd “No,” gave Émile राम É, … \u0301x".split(" ")), min_size=1, max_size=90
    ).map(" ".join),
)


@st.composite
def _lines(draw: st.DrawFn) -> list[AnswerLine]:
    lines = []
    for number in range(1, draw(st.integers(1, 12)) + 1):
        text = draw(_TEXTS)
        words = text.split() or ["it"]
        values = draw(st.lists(st.sampled_from([*words, "he"]), max_size=3))
        lines.append(line(number, text, *values, caution=draw(_CAUTIONS), found=f"go(KARTA: {words[0]})"))
    return lines


@settings(max_examples=200)
@given(_lines())
def test_answers_hold_nothing_but_what_their_lines_hold(lines: list[AnswerLine]) -> None:
    """Whatever the lines, the answer passes the checks that every answer must pass, and quotes verbatim."""
    written = answer(AnswerInput(question=QUESTION, lines=lines))
    assert isinstance(written, Answer)
    given_lines = [GivenLine(Citation(doc_id="d", line_number=each.number, text=each.text), each) for each in lines]
    assert answer_violations(written, given_lines) == []


def answer_violations(answer: Answer, given: Sequence[GivenLine]) -> list[str]:
    """Return all that is wrong with an answer."""
    return [*chain.from_iterable(violations_by_sentence(answer, given)), *without_value(answer, given)]


STORY = (
    "Rama gave the bow to Lakshmana.",
    "Lakshmana killed Ravana with an arrow in Lanka.",
    "Sita did not kill Ravana.",
    "Paris is the capital of France.",
    "Fred, Scrooge's nephew, visited Scrooge in London.",
    "Perhaps the Ghost will visit Scrooge.",
    "A turkey was sent to Bob by Scrooge.",
    "Lakshmana received a sword from Sita in 1843.",
    "Scrooge was a miser.",
)
ANSWERS = [
    ("Who gave the bow to Lakshmana?", "Rama: “Rama gave the bow to Lakshmana.”", [1]),
    ("who did rama give the bow to", "Lakshmana: “Rama gave the bow to Lakshmana.”", [1]),
    ("By whom was Ravana killed?", "Lakshmana: “Lakshmana killed Ravana with an arrow in Lanka.”", [2]),
    ("What did Lakshmana kill Ravana with?", "arrow: “Lakshmana killed Ravana with an arrow in Lanka.”", [2]),
    ("Where was Ravana killed?", "Lanka: “Lakshmana killed Ravana with an arrow in Lanka.”", [2]),
    ("What is the capital of France?", "Paris: “Paris is the capital of France.”", [4]),
    ("Who is Scrooge’s nephew?", "Fred: “Fred, Scrooge's nephew, visited Scrooge in London.”", [5]),
    ("List the people who visited Scrooge", "Fred: “Fred, Scrooge's nephew, visited Scrooge in London.”", [5]),
    ("What did Scrooge send to Bob?", "turkey: “A turkey was sent to Bob by Scrooge.”", [7]),
    ("From whom did Lakshmana receive the sword?", "Sita: “Lakshmana received a sword from Sita in 1843.”", [8]),
    ("When did Lakshmana receive the sword?", "1843: “Lakshmana received a sword from Sita in 1843.”", [8]),
    ("What is Scrooge?", "miser: “Scrooge was a miser.”", [9]),
    ("What happened to Ravana?", "“Lakshmana killed Ravana with an arrow in Lanka.”", [2]),
    ("Did Sita kill Ravana?", "Denied: “Sita did not kill Ravana.”", [3]),
]


@pytest.fixture(scope="module")
def story() -> SqliteGraph:
    graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), KARAKA_SCHEMA)
    graph.put(document_unit("d", "body", STORY))
    for number, text in enumerate(STORY, 1):
        extraction = read_kriyas(text)
        assert isinstance(extraction, Extraction)
        graph.put(line_unit(LineItem("d", number, text), extraction, "k", "checked", (1, f"line/{number}")))
    return graph


def asked(graph: SqliteGraph, question: str) -> QueryInput:
    names, verbs = known_words(graph, question)
    return QueryInput(question=question, names=list(names), verbs=list(verbs))


@pytest.mark.parametrize(("question", "first", "lines"), ANSWERS, ids=[question for question, *_ in ANSWERS])
def test_question_is_answered_from_the_lines_that_hold_it(
    story: SqliteGraph, question: str, first: str, lines: list[int]
) -> None:
    """Extraction, plan and answer agree: each question finds its line, and says first what that line asserts."""
    found = plan(asked(story, question))
    assert isinstance(found, QueryPlan), found
    given_here = given_lines(story, traverse(story, found))
    written = answer(AnswerInput(question=question, lines=[each.asked for each in given_here]))
    assert isinstance(written, Answer)
    assert written.sentences[0].text == first
    assert [given_here[number - 1].citation.line_number for number in written.sentences[0].citations] == lines
    assert answer_violations(written, given_here) == []


@pytest.mark.parametrize(
    ("caution", "text", "sentence", "fine"),
    [
        ("it is what the report says", REPORT, "The bridge collapsed in May.", False),
        ("it is what the report says", REPORT, "According to the report, the bridge collapsed.", True),
        ("it is what the report says", REPORT, "The report says that the bridge collapsed.", True),
        ("it is what the report says", "The bridge collapsed.", "The bridge collapsed.", False),
        ("the line denies it", "The bridge collapsed in no war.", "The bridge collapsed.", False),
        ("the line denies it", "The bridge did not collapse.", "The bridge didn't collapse.", True),
        ("", REPORT, "The bridge collapsed.", False),
        ("", "The bridge collapsed in May.", "The bridge collapsed.", True),
        ("it is what the report says", REPORT, "Three more lines name others, such as:", True),
    ],
)
def test_an_answer_may_not_assert_what_its_lines_do_not(caution: str, text: str, sentence: str, fine: bool) -> None:
    """A line that denies, or only reports, is told so: by the denial, or by naming who says it."""
    line = AnswerLine(number=1, text=text, caution=caution)
    held = [GivenLine(Citation(doc_id="d", line_number=1, text=line.text), line)]
    written = Answer(sentences=[AnswerSentence(text=sentence, citations=[1])])
    assert (answer_violations(written, held) == []) is fine


def test_a_question_is_answered_by_a_related_verb_and_says_so(story: SqliteGraph) -> None:
    """Where no event has the verb of the question, events of related verbs answer; the answer and the trace say so."""
    found = plan(asked(story, "Who murdered Ravana?"))
    assert isinstance(found, QueryPlan)
    traversal = traverse(story, found)
    given_here = given_lines(story, traversal)
    written = answer(AnswerInput(question="Who murdered Ravana?", lines=[each.asked for each in given_here]))
    assert isinstance(written, Answer)
    assert "in other words" in written.sentences[0].text
    assert any("related verbs (kill)" in told for told in traversal.trace)
    assert answer_violations(written, given_here) == []
