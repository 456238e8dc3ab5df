from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.documents import plain, read_text
from pramana.documents.blocks import divided_words, fold
from pramana.documents.sentences import sentences

FOLDED = [
    ("one\r\n  two\t three", "one two three"),
    ("well-\nknown", "well-known"),
    ("re\u00adused re\u00ad\n  used", "reused reused"),
    ("他走\n了。\n她", "他走了。她"),
    ("Rama\n弓", "Rama 弓"),
    ("3-\n4", "3- 4"),
]


@pytest.mark.parametrize(("source", "text"), FOLDED)
def test_white_space_is_folded(source: str, text: str) -> None:
    """White space becomes one space, none between scripts without spaces; a hyphen at a line end stays."""
    assert fold(source, ((0, len(source)),)).text == text


@pytest.mark.parametrize(
    ("text", "divided"),
    [
        ("an exam-\nple, an example", {"example"}),
        ("an exam-\nple", {"example"}),
        ("it was post-\nponed by the engi\u2010\nneers", {"postponed", "engineers"}),
        ("a Donau-\ndampfer by Smith-\nJones", {"donaudampfer"}),
        ("every kind of extrava-\ngance, well-\nfed", {"extravagance"}),
        ("a well-\nknown man-\neating plant", set()),
        ("to co-\noperate is to co-operate", set()),
        ("well-\nknown, wellknown, well-known", set()),
        ("No line ends here-", set()),
    ],
)
def test_a_text_is_its_own_dictionary(text: str, divided: set[str]) -> None:
    """A divided word is rejoined if it occurs elsewhere or is English, and is never written with a hyphen."""
    assert divided_words(text) == divided


@given(
    st.lists(st.sampled_from(["a", "b-", "\u00ad", " ", "\n", "\r\n", "\t", "弓", "。", "-\n", "x"]), max_size=30),
    st.data(),
)
@settings(max_examples=300)
def test_every_character_keeps_its_place(pieces: list[str], data: st.DataObject) -> None:
    """A character of the folded text is the one that stands at its place in the source, or a space for white space."""
    source = "".join(pieces)
    cut = data.draw(st.integers(0, len(source)))
    block = ((0, cut), (min(cut + 1, len(source)), len(source)))
    folded = fold(source, block, frozenset({"bx", "ba"}))
    places = [folded.place(at) for at in range(len(folded.text))]
    assert places == sorted(set(places))
    for character, place in zip(folded.text, places, strict=True):
        assert source[place] == character or (character == " " and source[place].isspace())


PARAGRAPHS = [
    ("A heading\n\nText one\ngoes on here.", ["A heading", "Text one goes on here."]),
    ("Rama came.\nSita left.", ["Rama came.", "Sita left."]),
    ("Name: Rama\nHome: Ayodhya", ["Name: Rama", "Home: Ayodhya"]),
    ("Take:\n- a bow\n- an arrow that\n  is long", ["Take:", "- a bow", "- an arrow that is long"]),
    ("1. First\n2. Second", ["1. First", "2. Second"]),
    (
        "It is a list of all the rows\n2.4 Library Notes\nThe header is here.",
        ["It is a list of all the rows", "2.4 Library Notes The header is here."],
    ),
    ("Chapter One      3\nChapter Two      9", ["Chapter One 3", "Chapter Two 9"]),
    (
        "A Title\nThis is a text that was wrapped by hand at about\nsixty characters, as letters and mails often are, and\nends.",
        [
            "A Title",
            "This is a text that was wrapped by hand at about sixty characters, as letters and mails often are, and ends.",
        ],
    ),
    (
        "Long " + "word " * 40 + "end\nA second paragraph without a blank line",
        ["Long " + "word " * 40 + "end", "A second paragraph without a blank line"],
    ),
    ("a\fb\x0b\x0bc", ["a b", "c"]),
]


@pytest.mark.parametrize(("source", "lines"), PARAGRAPHS)
def test_hard_wraps_are_told_from_meant_line_ends(source: str, lines: list[str]) -> None:
    """Wrapped text is rejoined; headings, items, fields and unwrapped paragraphs are not."""
    assert [text for block in plain.blocks(source) for text, _ in sentences(source, block)] == lines


def test_project_gutenberg_frames_are_left_out() -> None:
    """Between the two marker lines stands the work; offsets still count in the whole file."""
    source = "Licence.\r\n*** START OF THE EBOOK X ***\r\nThe work.\r\n*** END OF THE EBOOK X ***\r\nLicence.\r\n"
    [(text, (start, end))] = [found for block in plain.blocks(source) for found in sentences(source, block)]
    assert (text, source[start:end]) == ("The work.", "The work.")
    assert len(list(plain.blocks(source.replace("END OF", "end of")))) > 1


WORDS = st.sampled_from(
    [
        "Rama",
        "gave",
        "the bow.",
        "Sita",
        "said",
        '"No!"',
        "弓。",
        "राम।",
        "cafe\u0301",
        "😀",
        "well-",
        "Mr.",
        "- x",
        "1.",
        "_a_",
    ]
)
GAPS = st.sampled_from([" ", " ", " ", "\n", "\r\n", "\n\n", "  ", "\t", "\n    ", "\u2028", "\u00a0"])


@given(st.lists(st.tuples(WORDS, GAPS), max_size=60))
@settings(max_examples=300)
def test_a_line_is_its_place_in_the_source_folded(pieces: list[tuple[str, str]]) -> None:
    """source[start:end], with white space folded, is the line's text; lines are in order and hold all that is said."""
    source = "".join(word + gap for word, gap in pieces)
    done = 0
    for block in plain.blocks(source):
        for text, (start, end) in sentences(source, block):
            assert source[done:start].strip() == ""
            assert _folded(source[start:end]) == text
            done = end
    assert source[done:].strip() == ""


def _folded(stretch: str) -> str:
    stretch = re.sub(r"(?<=[^\W\d_]-)\s*[\r\n\u2028]\s*(?=[^\W\d_])", "", stretch)
    return re.sub(r"\s+", " ", re.sub(r"(?<=[弓。])\s*[\r\n\u2028]\s*(?=弓)", "", stretch))


@pytest.mark.parametrize("rows", [3_000, 60])
def test_text_without_blank_lines_is_not_torn(rows: int) -> None:
    """However long a stretch of wrapped text, it is cut between sentences only."""
    text = (
        "Mr. Rama gave the old bow to his brother, and\nwent away with Sita. He came to the wood of Dandaka. " * rows
    ).strip()
    lines = [line for block in plain.blocks(text) for line, _ in sentences(text, block)]
    assert set(lines) == {
        "Mr. Rama gave the old bow to his brother, and went away with Sita.",
        "He came to the wood of Dandaka.",
    }
    assert len(lines) == 2 * rows


HEADED = """Fire at the fish market leaves traders without stalls
By Eleanor Vickers
A fire tore through the covered market early on Tuesday.
Nobody was killed.
Two people were taken to hospital after
breathing in smoke.
The cause is not known.
"""


def test_where_nearly_all_lines_end_a_sentence_each_line_is_a_block() -> None:
    """A heading is no part of the first sentence; a line that goes on in lower case belongs to the one before."""
    assert [line.text for line in read_text(HEADED, "a.txt").lines] == [
        "Fire at the fish market leaves traders without stalls",
        "By Eleanor Vickers",
        "A fire tore through the covered market early on Tuesday.",
        "Nobody was killed.",
        "Two people were taken to hospital after breathing in smoke.",
        "The cause is not known.",
    ]


def test_wrapped_prose_is_not_taken_for_a_sentence_a_line() -> None:
    text = "The ferry left Bergen in the morning, and the\nCaptain went below. Nobody saw the\nAurora again. The\nHarbour was shut.\n"
    assert [line.text for line in read_text(text, "a.txt").lines] == [
        "The ferry left Bergen in the morning, and the Captain went below.",
        "Nobody saw the Aurora again.",
        "The Harbour was shut.",
    ]
