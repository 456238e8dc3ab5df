from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.documents.sentences import LONGEST_LINE, sentences, spans

CUT = [
    ("Marley was dead. Scrooge signed it.", ["Marley was dead.", "Scrooge signed it."]),
    ('"Bah!" said Scrooge. "Humbug!"', ['"Bah!" said Scrooge.', '"Humbug!"']),
    ("'Bah!' said Scrooge.", ["'Bah!' said Scrooge."]),
    ("“Bah!” said Scrooge.", ["“Bah!” said Scrooge."]),
    ("Mr. Scrooge met Dr. A. B. Smith. He left.", ["Mr. Scrooge met Dr. A. B. Smith.", "He left."]),
    ("Oh! but he was a hand, Scrooge! a sinner! Hard.", ["Oh! but he was a hand, Scrooge! a sinner!", "Hard."]),
    ("He came with me. May it be so.", ["He came with me.", "May it be so."]),
    ("(a) The first came. It left.", ["(a) The first came.", "It left."]),
    ("• The first came. It left.", ["• The first came.", "It left."]),
    ("2.3. The files. They are here.", ["2.3. The files.", "They are here."]),
    ("12. The twelfth. Of all.", ["12. The twelfth.", "Of all."]),
    ("(I was there.) Then he left.", ["(I was there.)", "Then he left."]),
    ("_December, 1843._", ["_December, 1843._"]),
    ('said the first. "Old', ["said the first.", '"Old']),
    ("Version 3.5 is at example.com now. Go.", ["Version 3.5 is at example.com now.", "Go."]),
    ("Go! 😀😀 Come.", ["Go!", "😀😀 Come."]),
    ("Wait. . . . He went.", ["Wait. . . .", "He went."]),
    ("राम ने धनुष दिया। सीता १.५ योजन गई। हाँ।", ["राम ने धनुष दिया।", "सीता १.५ योजन गई।", "हाँ।"]),
    ("他走了。她说：“好。”然后走了。", ["他走了。", "她说：“好。”", "然后走了。"]),
    ("彼は「はい。」と言った。終わり。", ["彼は「はい。」と言った。", "終わり。"]),
    ("ذهب. هل عاد؟ نعم.", ["ذهب.", "هل عاد؟", "نعم."]),
    ("Он ушёл. Она осталась.", ["Он ушёл.", "Она осталась."]),
    ("The bridge cost €14.3m. It opened in May.", ["The bridge cost €14.3m.", "It opened in May."]),
    (
        "It ended on 3 May. James paid in late May. Ann May. Li left.",
        ["It ended on 3 May.", "James paid in late May.", "Ann May. Li left."],
    ),
    ("Version 2.0.1 failed. So did 2.1.", ["Version 2.0.1 failed.", "So did 2.1."]),
    ("See No. 5, Vol. 3 and Eq. 2. He left.", ["See No. 5, Vol. 3 and Eq. 2.", "He left."]),
    ("1. First item. 2. Second item. 3. Third item.", ["1. First item.", "2. Second item.", "3. Third item."]),
    ("a. Wash it. b. Dry it.", ["a. Wash it.", "b. Dry it."]),
    (
        "They came at 10 a.m. Monday. He left at 5 p.m. The train was late.",
        ["They came at 10 a.m. Monday.", "He left at 5 p.m.", "The train was late."],
    ),
    (
        "Moreau et al. [4] proposed it. It failed [5, 6]. We used both [7].",
        ["Moreau et al. [4] proposed it.", "It failed [5, 6].", "We used both [7]."],
    ),
    (
        "The questions are: 1. What changed, and 2. Who did it? He chose number 2. Then he left.",
        ["The questions are: 1. What changed, and 2. Who did it?", "He chose number 2.", "Then he left."],
    ),
    ("Approx. 5 kg. were lost. The rest was kept.", ["Approx. 5 kg. were lost.", "The rest was kept."]),
    ("J. K. Rowling met Dr. A. B. Smith. They spoke.", ["J. K. Rowling met Dr. A. B. Smith.", "They spoke."]),
    ("Wait ... he said nothing. And then... Nothing.", ["Wait ... he said nothing.", "And then...", "Nothing."]),
    (
        "Visit https://www.example.com/a.b.html?x=1. Then log in.",
        ["Visit https://www.example.com/a.b.html?x=1.", "Then log in."],
    ),
    (
        "It fell to $3.4bn. Shares of Acme Inc. rose 2.5 percent.",
        ["It fell to $3.4bn.", "Shares of Acme Inc. rose 2.5 percent."],
    ),
    (
        "Er kam am 5. Mai nach Berlin. Dr. Müller wohnt z.B. in Köln.",
        ["Er kam am 5. Mai nach Berlin.", "Dr. Müller wohnt z.B. in Köln."],
    ),
    (
        "Den 3. mai reiste han bl.a. til Bergen. Så kom han hjem.",
        ["Den 3. mai reiste han bl.a. til Bergen.", "Så kom han hjem."],
    ),
    ("El Sr. García llegó. La Sra. López no vino.", ["El Sr. García llegó.", "La Sra. López no vino."]),
    ("...", ["..."]),
    ("", []),
]


@pytest.mark.parametrize(("text", "lines"), CUT)
def test_one_sentence_is_one_line(text: str, lines: list[str]) -> None:
    """Text is cut where sentences end, not at abbreviations, numbers, reported speech or what closes a quotation."""
    assert [text[start:end] for start, end in spans(text)] == lines


def test_speech_that_stands_alone_is_cut() -> None:
    """Several sentences of speech without a speaker are lines of their own; with a speaker, short ones stay together."""
    first, second = (
        "I have sat invisible beside you for " + "many and " * 12 + "many a day.",
        "It is no light part of it.",
    )
    assert len(list(spans(f"'{first} {second}'"))) == 2
    assert len(list(spans("'I have sat here. It is no light part,' said the Ghost, 'of my penance.'"))) == 1


@pytest.mark.parametrize(
    "text", ["a" * 5_000, "word " * 1_500, "clause, " * 900, "e" + "\u0301" * 4_000, "😀\u200d" * 3_000]
)
def test_no_line_is_longer_than_the_bound(text: str) -> None:
    """What is longer than 2,000 code points is cut, and nothing but white space is lost."""
    lines = [text[start:end] for start, end in spans(text)]
    assert max(map(len, lines)) <= LONGEST_LINE
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_long_lines_are_cut_after_clauses_first() -> None:
    """A clause's end is a better place to cut than a space, and a space than the middle of a word."""
    text = "word " * 300 + "one clause, " + "word " * 300
    assert next(text[start:end] for start, end in spans(text)).endswith("one clause,")


PIECES = st.sampled_from(
    [
        '"',
        "'",
        "“",
        "”",
        ". ",
        "! ",
        "? ",
        " ",
        "Mr. ",
        "He said",
        "bow",
        "。",
        "弓",
        "राम",
        "। ",
        "1.5",
        "\u0301",
        "😀",
        "(",
        ") ",
        "_",
        "—",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=300)
def test_nothing_but_white_space_is_lost(text: str) -> None:
    """Spans are in order, do not overlap, are not blank, and hold every character that is not white space."""
    text = re.sub(r"\s+", " ", text)
    done = 0
    for start, end in spans(text):
        assert done <= start < end
        assert text[done:start].strip() == ""
        assert text[start:end] == text[start:end].strip()
        done = end
    assert text[done:].strip() == ""


def test_offsets_count_code_points() -> None:
    """A character outside the basic plane counts one."""
    source = "😀😀 Rama came.\n👩\u200d🚀 Sita\n\tleft."
    found = list(sentences(source, ((0, len(source)),)))
    assert [(text, source[start:end]) for text, (start, end) in found] == [
        ("😀😀 Rama came.", "😀😀 Rama came."),
        ("👩\u200d🚀 Sita left.", "👩\u200d🚀 Sita\n\tleft."),
    ]
