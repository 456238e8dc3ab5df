"""Lines quoted because of their words: what is quoted, what is only named as near, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pramana
from pramana.karaka.line_answers import PassageLine
from pramana.karaka.line_quotes import LikelyLine, judge_lines
from pramana.karaka.line_quotes.kinds import kind_share
from pramana.karaka.line_quotes.terms import near_terms, question_terms, stem_nearness
from pramana.language import AnswerKind, EvidenceLine, read_asked, stem

TEXT = """The mill at Oxley

The miller Hob Trask ran the mill at Oxley for thirty years.
The wheel had stopped turning because the stream was choked with reeds.
He hired two boys from the village to clear the reeds, and paid them nine pounds.
His daughter Wren kept the accounts in a green ledger.
The council turned down his request for a grant, saying that the money had run out.
Nobody was hurt when the roof of the barn gave way in March.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("mill")
    (folder / "mill.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "mill.txt")
        yield opened


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [("refuse", "refused", 1.0), ("operate", "operator", 0.7), ("fee", "charge", 0.6), ("plan", "plant", 0.0)],
)
def test_how_near_two_words_are(one: str, other: str, near: float) -> None:
    """The same stem, then the same root, then a related word."""
    assert stem_nearness(stem(one), stem(other)) == near


def test_terms_of_a_question_are_its_names_and_full_words() -> None:
    """Words that say nothing of what it is about are left out; names are known by their capitals."""
    terms = question_terms("Why did Hob have to clear the 9 reeds?")
    assert [(term.stem, term.named) for term in terms] == [("hob", True), ("clear", False), ("reed", False)]


def likely(question: str, *lines: str) -> LikelyLine | None:
    asked = read_asked(question)
    assert asked is not None
    places = [
        PassageLine("a.txt", number, EvidenceLine(line), lines[: number - 1], "".join(lines[number : number + 1]))
        for number, line in enumerate(lines, 1)
    ]
    return judge_lines(asked, places, lambda stems: dict.fromkeys(stems, 1.0)).likely


REASON = "The works halted for a week because the contractor had not been paid."


def test_a_line_of_the_asked_kind_with_the_words_of_the_question_is_likely() -> None:
    """*Why* needs a reason, *how much* an amount; the words may be related ones."""
    found = likely("Why did the works stop?", "The works began in May of that year.", REASON)
    assert found is not None
    assert found.place.line.text == REASON


@pytest.mark.parametrize("question", ["Why did Gresham stop the works?", "Why did the works of 1931 stop?"])
def test_a_line_without_the_names_is_not_even_near(question: str) -> None:
    """Each name and number of the question must be there."""
    assert likely(question, "The works began in May of that year.", REASON) is None


@pytest.mark.parametrize("question", ["How much did the works cost?", "How often did the works stop?"])
def test_a_line_without_the_asked_kind_is_near_but_not_quoted(question: str) -> None:
    """It may be the nearest line; no likelihood makes it an answer."""
    found = likely(question, "The works began in May of that year.", REASON)
    assert found is not None
    assert (found.is_near, found.quotable, found.is_sure) == (True, False, False)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How was the vessel brought back?", "Captain Solheim had taken command of the vessel two weeks earlier."),
        ("How did they get hold of the locations?", "Auditions were held where Ann came to be involved with the film."),
        ("When was the boat built?", "On 4 March the boat left the port."),
        ("Where was the key hidden?", "Amos opened the chest with the key in Bergen."),
        ("Did the pump work?", "Had the pump worked, the cellar would have stayed dry."),
    ],
)
def test_a_line_that_shares_only_the_topic_is_not_quoted(question: str, line: str) -> None:
    """However far it leads lines that share nothing: without the verb, or in another mood, it says something else."""
    found = likely(question, "The weather was fine.", line, "Nobody came to the fair.")
    assert found is None or not found.is_sure


@pytest.mark.parametrize(
    ("question", "surer", "less"),
    [
        ("How many people work there?", "It has 230 people.", "It has 230 lamps."),
        ("How many people work there?", "Of the people, ninety work there.", "In 1990 people began to work there."),
        ("Where does Ann work?", "Ann works in Leeds.", "Ann works in May."),
        ("Where is the key?", "The key is on the shelf.", "The key is on loan."),
        ("How old was Ann?", "Ann, 34, was cited.", "Ann was cited on Route 34."),
        ("Which company supplied the maps?", "The maps came from Ridley Print.", "The company supplied the maps."),
        ("Who drove the lorry?", "Dr Cole drove the lorry.", "Cole's Garage towed the lorry."),
        ("What was the name of the ship?", "It was called the Osprey.", "The ship had a name."),
        ("When did the mill close?", "The mill closed in March.", "The mill closed after a strike."),
    ],
)
def test_how_surely_a_line_has_the_asked_kind(question: str, surer: str, less: str) -> None:
    """A number of the noun, a name behind a preposition, a person's name: more than what only looks alike."""
    asked = read_asked(question)
    assert asked is not None
    terms = question_terms(asked.text)
    assert kind_share(asked, terms, surer) > kind_share(asked, terms, less)


@pytest.mark.parametrize(
    ("question", "text", "term"),
    [
        ("Who turned down the offer?", "She turned the offer down.", "turn_down"),
        ("Who turned it down?", "Mr Hale refused the offer.", "turn_down"),
    ],
)
def test_words_that_mean_something_together_are_one_term(question: str, text: str, term: str) -> None:
    """*Turned it down* is near *turned the offer down* and *refused*; *turn* and *down* alone are no terms."""
    terms = question_terms(question)
    stems = [each.stem for each in terms]
    assert term.replace("turn", stem("turn")) in stems
    assert not {stem("turn"), "down"} & set(stems)
    assert near_terms(terms, text)[stems.index(term)] > 0


def test_the_likeliest_line_is_named_first_as_nearest() -> None:
    """Lines with a name that was asked for precede others; what states nothing comes last."""
    lines = ("Wool, and what became of it", "Did Bristol sell wool?", "Leeds sold wool for nine pounds a bale.")
    places = [PassageLine("a.txt", number, EvidenceLine(line)) for number, line in enumerate(lines, 1)]
    asked = read_asked("How much did Leeds ask for a bale of wool?")
    assert asked is not None
    found = judge_lines(asked, places, lambda stems: dict.fromkeys(stems, 1.0)).nearest[:2]
    assert [place.number for place in found] == [3, 1]


@given(text=st.text(max_size=200), question=st.text(max_size=80))
def test_any_text_is_weighed(text: str, question: str) -> None:
    """Lines and questions are anybody's: likelihoods stay in 0–1, and the same ones give the same."""
    asked = read_asked(question)
    places = [PassageLine("a.txt", 1, EvidenceLine(text)), PassageLine("a.txt", 2, EvidenceLine(REASON), (text,))]
    for each in filter(None, (asked, read_asked("Where did Ann meet the 9 people?"))):
        found = judge_lines(each, places, lambda stems: dict.fromkeys(stems, 1.0)).likely
        assert found is None or 0 <= found.likelihood <= 1
        assert found == judge_lines(each, places, lambda stems: dict.fromkeys(stems, 1.0)).likely


def test_a_long_hostile_line_is_weighed_in_time() -> None:
    """Patterns of kinds look at each place of a line once."""
    asked = read_asked("How old was Ann when many people turned the offer down in Leeds?")
    assert asked is not None
    started = thread_time()
    for text in (
        "turn " * 20_000,
        "nine-" * 20_000,
        "in " * 30_000,
        "9," * 40_000,
        "A" * 100_000,
        "when he was " * 9_000,
    ):
        for kind in (AnswerKind.AGE, AnswerKind.NUMBER, AnswerKind.PLACE, AnswerKind.PERSON, AnswerKind.THING):
            kind_share(replace(asked, kind=kind), question_terms(asked.text), text)
    assert thread_time() - started < 20


def test_a_line_quoted_by_its_words_has_a_status_of_its_own(ws: pramana.Workspace) -> None:
    """The answer is the line, marked as what the text says; its words of the asked kind come first."""
    reply = ws.ask("Why was the mill wheel no longer turning?")
    assert reply.status == "QUOTED", reply
    assert reply.answer.startswith("The text says: “The wheel had stopped turning because")
    assert reply.answer.endswith(
        "This follows “The miller Hob Trask ran the mill at Oxley for thirty years.” [mill.txt:2]"
    )
    assert [line.line_number for line in reply.citations] == [3, 2]
    assert "because of its words" in reply.reasoning_trace[-1]
    assert ws.replay(reply.run).identical


def test_what_a_clause_describes_is_not_what_is_asked(tmp_path: Path) -> None:
    """A line that says who sold the patent does not say where she died; being present is not who somebody is."""
    (tmp_path / "a.txt").write_text(
        "Marta sold the patent to Colora, a firm in Basel. Liam Carter and Sarah Carter were present.", "utf-8"
    )
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "a.txt")
        assert opened.ask("Where did the person who sold the patent to Colora die?").status == "NO_MATCH"
        assert opened.ask("Who is Liam Carter?").answer.startswith("No line says just who Liam Carter is.")


def test_a_refusal_names_a_line_that_may_answer(ws: pramana.Workspace) -> None:
    """*The documents do not say* is only said where no line comes near."""
    near = ws.ask("Who looked after the miller's accounts?")
    assert near.status == "NO_MATCH"
    assert near.answer.startswith("I found no line that surely answers this. The nearest says: “His daughter Wren")
    assert near.nearest[0].text.startswith("His daughter Wren")
    assert ws.ask("Who painted the Sistine Chapel?").answer.startswith(
        "I found no line that answers this. No line has “"
    )


def test_a_question_over_a_limit_says_so(ws: pramana.Workspace) -> None:
    """A limit is neither the fault of the documents nor of the question's words."""
    reply = ws.ask("Why did " + "the very old " * 60 + "mill stop?")
    assert (reply.status, reply.answer) == (
        "NO_MATCH",
        "A limit was reached: The question is longer than 400 characters.",
    )


@pytest.mark.parametrize(
    ("question", "status", "answer"),
    [
        ("Where did Ned live?", "NO_MATCH", "This line does not say just where; it says: “Ned lived near Leeds.”"),
        ("Who carries in the coal?", "QUOTED", "The text says: “Mr Hendry"),
        ("What is the name of the foreman whom Francis struck?", "NO_MATCH", ""),
        ("Who was Agnes Tarrow?", "GROUNDED", "British engineer: “"),
    ],
)
def test_what_the_graph_finds_is_of_the_asked_kind(tmp_path: Path, question: str, status: str, answer: str) -> None:
    """A thing is nobody, a noun no name; a refusal names what the line does say; a longer name needs no note."""
    (tmp_path / "a.txt").write_text(
        "Ned lived near Leeds. Mr Hendry next door carries in the coal every morning. Francis struck a foreman. "
        "Agnes Mary Tarrow was a British engineer.",
        "utf-8",
    )
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "a.txt")
        reply = opened.ask(question)
        assert (reply.status, reply.answer.startswith(answer)) == (status, True), reply


def test_a_pronoun_is_no_name(tmp_path: Path) -> None:
    """*It was a grey one* tells no cat's name."""
    (tmp_path / "a.txt").write_text(
        "Meg fed many cats. It was a grey one with a torn ear, and it slept in the flour bin.", "utf-8"
    )
    with pramana.open(tmp_path / "ws", create=True) as opened:
        opened.ingest(tmp_path / "a.txt")
        assert opened.ask("What was the name of the grey cat?").status == "NO_MATCH"


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("Why is there no flour left in the mill?", ("The mill has run out.", "The flour is gone, since rats ate it.")),
        (
            "How much did it cost to use the old ferry?",
            ("Hob ran the old ferry at Oxley.", "Everyone who used the ferry had to pay him one silver shilling."),
        ),
    ],
)
def test_where_the_asked_kind_is_rare_less_of_the_question_is_enough(question: str, lines: tuple[str, ...]) -> None:
    """The lines around hold the rest: what the ferry was, where the flour is missing."""
    found = likely(question, "Notes of a journey.", *lines, "Nobody came to the fair.")
    assert found is not None
    assert (found.place.line.text, found.is_sure) == (lines[-1], True)


@pytest.mark.parametrize(
    ("question", "line", "quoted"),
    [
        ("Who led the research on the eels?", "A study led by Ann Moor suggests that the eels sleep by day.", True),
        ("What did Ann Moor die of?", "Ann Moor died in 1979.", False),
        ("What did Ann Moor die of?", "Ann Moor died six winters ago, and she was old.", False),
        (
            "How many passengers were lifted off by the helicopters?",
            "The remaining passengers were taken off by the lifeboat and by two helicopters; it was over at 22.45.",
            False,
        ),
        ("Who left the hall?", "Everyone except Marsh left the hall.", False),
        ("How long did it take Bo to dig the pond?", "Bo dug for two days and two nights.", False),
        ("How long did it take Bo to dig the pond?", "Bo took two days to dig the pond.", True),
    ],
)
def test_a_clause_with_the_verb_and_something_new_answers_who_and_what(question: str, line: str, quoted: bool) -> None:
    """An exception names nobody, a year is no cause of death, and what was dug must be there."""
    found = likely(question, "The weather was fine.", line, "Nobody came to the fair.")
    assert (found is not None and found.is_sure) == quoted
