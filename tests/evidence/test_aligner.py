from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.support.timing import quickest

from pramana.evidence import Evidence, Grade, Span, align, align_all, make_evidence

LINE = "Rama did not give the bow to Lakshmana, but he kept it in the old temple; the other is 3.5 leagues away."

FOUND = [
    # (quote, line, what is found, grade)
    ("the bow", LINE, "the bow", "verbatim"),
    ("he", LINE, "he", "verbatim"),
    ("  the bow\n", LINE, "the bow", "verbatim"),
    ("3.5", LINE, "3.5", "verbatim"),
    ("The Bow", LINE, "the bow", "normalized"),
    ("give  the\tbow", LINE, "give the bow", "normalized"),
    ("Lakshmana but he", LINE, "Lakshmana, but he", "normalized"),
    ("“Lakshmana” – but", LINE, "Lakshmana, but", "normalized"),
    ("old man’s", "The old man's bow.", "old man's", "normalized"),
    ("don't go", "Don’t go!", "Don’t go", "normalized"),
    ("Bah", '"Bah!" said Scrooge.', "Bah", "verbatim"),
    ("“Bah,” said Scrooge", '"Bah!" said Scrooge.', 'Bah!" said Scrooge', "normalized"),
    ("strasse", "Die Straße ist lang.", "Straße", "normalized"),
    ("give bow Lakshmana", LINE, "give the bow to Lakshmana", "partial"),
    ("kept the temple", LINE, "kept it in the old temple", "partial"),
    ("Rama … temple", LINE, "Rama did not give the bow to Lakshmana, but he kept it in the old temple", "partial"),
    ("Rama did not give [...] to Lakshmana", LINE, "Rama did not give the bow to Lakshmana", "partial"),
    ("did give", LINE, "did not give", "partial"),
    ("had been seen", "It had never yet been seen.", "had never yet been seen", "partial"),
    # other scripts
    ("धनुष", "राम ने लक्ष्मण को धनुष दिया।", "धनुष", "verbatim"),
    ("लक्ष्मण, को  धनुष", "राम ने लक्ष्मण को धनुष दिया।", "लक्ष्मण को धनुष", "normalized"),
    ("राम धनुष", "राम ने लक्ष्मण को धनुष दिया।", "राम ने लक्ष्मण को धनुष", "partial"),
    ("القوس", "أعطى راما القوس إلى لاكشمانا.", "القوس", "verbatim"),
    ("«القوس»", "أعطى راما القوس إلى لاكشمانا.", "القوس", "normalized"),
    ("弓", "罗摩把弓给了罗什曼那。", "弓", "verbatim"),
    ("罗摩 把弓", "罗摩把弓给了罗什曼那。", "罗摩把弓", "normalized"),
    ("罗摩 弓", "罗摩把弓给了罗什曼那。", "罗摩把弓", "partial"),
    ("ラーマ", "ラーマは弓を渡した。", "ラーマ", "verbatim"),
    ("ﾗｰﾏ", "ラーマは弓を渡した。", "ラーマ", "normalized"),
    ("라마", "라마가 활을 주었다.", "라마", "verbatim"),
    ("iPhone", "我买了iPhone手机。", "iPhone", "verbatim"),
    # normal forms, marks, emoji
    ("café", "The cafe\u0301 is shut.", "cafe\u0301", "normalized"),
    ("cafe\u0301", "The café is shut.", "café", "normalized"),
    ("ｆｕｌｌ ｗｉｄｔｈ", "In full width.", "full width", "normalized"),
    ("exam\u00adple", "An example.", "example", "normalized"),
    ("👩\u200d🚀", "Go 👩\u200d🚀 go", "👩\u200d🚀", "verbatim"),
    ("👍🏽", "ok 👍🏽!", "👍🏽", "verbatim"),
    ("🇺🇸", "🇮🇳🇺🇸", "🇺🇸", "verbatim"),
    ("क्षत्रिय", "क्षत्रिय आया", "क्षत्रिय", "verbatim"),
    # bidirectional marks stay outside
    ("Rama", "\u200fRama\u200f left", "Rama", "verbatim"),
]

NOT_FOUND = [
    ("", LINE),
    ("   ", LINE),
    ("...", LINE),
    ("—", "he — she"),
    ("\u0301", "cafe\u0301"),
    ("the", "other"),
    ("gave", "He forgave her."),
    ("3", "It is 3.5 leagues."),
    ("5", "It is 3.5 leagues."),
    ("3.5", "It is 3-5 or 35."),
    ("102", "about 10² metres"),
    ("bow Rama", LINE),
    ("Sita", LINE),
    ("dont", "Don't go."),
    ("apart", "a part"),
    ("the of", "of the"),
    ("cafe", "The cafe\u0301 is shut."),
    ("👩", "Go 👩\u200d🚀 go"),
    ("👍", "ok 👍🏽!"),
    ("🇳🇺", "🇮🇳🇺🇸"),
    ("क", "क्षत्रिय"),
    ("राम", "रामायण"),
    ("罗曼", "罗摩把弓给了罗什曼那。"),
    ("Rama temple", "Rama " + "x " * 9 + "temple"),
    ("temple … Rama", LINE),
    ("Rama", ""),
]


@pytest.mark.parametrize(("quote", "line", "found", "grade"), FOUND)
def test_a_quote_is_found_with_its_grade(quote: str, line: str, found: str, grade: str) -> None:
    """A quote is found where the line says it, in every script, and graded by how closely."""
    span = align(quote, line)
    assert span is not None
    assert (line[span.start : span.end], span.grade) == (found, Grade(grade))


@pytest.mark.parametrize(("quote", "line"), NOT_FOUND)
def test_what_the_line_does_not_say_is_not_found(quote: str, line: str) -> None:
    """No quote is found inside a word, a number or a grapheme, out of order, or with nothing to find."""
    assert align(quote, line) is None


def test_verbatim_comes_before_normalized() -> None:
    """A place with the same code points is preferred to an earlier one in other case."""
    assert align("he", "He said that he left") == Span(13, 15, Grade.VERBATIM)
    assert align("he", "He said that he left", occurrence=1) == Span(0, 2, Grade.NORMALIZED)
    assert align("he", "He said that he left", occurrence=2) is None


def test_near_chooses_the_nearest_place() -> None:
    """With `near`, places are ordered by their distance from it, those on the left first where equal."""
    line = "bow and bow and bow"
    assert [align("bow", line, near=near) for near in (0, 9, 18)] == [
        Span(at, at + 3, Grade.VERBATIM) for at in (0, 8, 16)
    ]
    assert align("bow", line, near=9, occurrence=1) == Span(0, 3, Grade.VERBATIM)
    assert align("bow", line, near=9, occurrence=3) is None


def test_equal_quotes_get_successive_places() -> None:
    """Equal quotes of one call take the places in turn, and share the last once there are no more."""
    spans = align_all(["he", "bow", "he", "he"], "he said that he left")
    assert spans == (Span(0, 2, Grade.VERBATIM), None, Span(13, 15, Grade.VERBATIM), Span(13, 15, Grade.VERBATIM))


def test_a_partial_match_is_the_shortest() -> None:
    """Of several places with all content words, the shortest is taken, then the first."""
    line = "Rama saw him and took the bow; Rama took it and the bow."
    span = align("Rama bow", line)
    assert span is not None
    assert line[span.start : span.end] == "Rama took it and the bow"


def test_evidence_quotes_the_text_itself() -> None:
    """Evidence holds the line's own words, whatever the quote was."""
    span = align("THE BOW", LINE)
    assert span is not None
    assert make_evidence("rama.txt", 7, LINE, span) == Evidence("rama.txt", 7, 18, 25, "the bow", Grade.NORMALIZED)


HOSTILE = [
    ("a" * 10_000, "a" * 10_000 + "b"),
    ("a " * 5_000, "a " * 4_999 + "b"),
    ("a " * 4_999 + "b", "a " * 5_000),
    ("a " * 2_500 + "a", ("a " * 2_499 + "aa ") * 2),
    ("x y " * 16, "x y x " * 1_600),
    ("… a" * 3_000, "a b " * 2_500),
    ("e" + "\u0301" * 9_999, "e" + "\u0301" * 9_998),
    ("😀\u200d" * 5_000, "😀\u200d" * 4_999),
    ("a", "\u00ad" * 9_999 + "b"),
    ("he", "the " * 2_500),
    ("He", "he " * 3_300),
    ("\u3000" * 5_000 + "a", "\u3000" * 10_000),
    ("1." * 5_000, "1." * 4_999 + "2"),
]


@pytest.mark.parametrize(("quote", "line"), HOSTILE)
def test_hostile_text_costs_little(quote: str, line: str) -> None:
    """Ten thousand code points of either are aligned in well under a second, whatever they hold."""

    def aligned() -> None:
        for occurrence in (0, 2_000):
            align(quote, line, occurrence=occurrence)

    assert quickest(aligned, 0.5) < 0.5  # milliseconds, on a machine that does nothing else


def test_many_equal_words_cost_little() -> None:
    """Going through thousands of places costs little too."""

    def aligned() -> None:
        assert align("he", "he He " * 1_600, occurrence=3_000) is not None
        assert align("he", "he He " * 1_600, occurrence=3_300) is None

    assert quickest(aligned, 0.5) < 0.5


WORD = st.text(st.sampled_from("abRéßñक्षनुराаяδσاب漢弓カ라12🙂"), min_size=1, max_size=6)
TEXT = st.text(max_size=60) | st.lists(WORD | st.sampled_from(list("  .,-'…\u200d\u0301🇮🇳")), max_size=14).map(" ".join)


@given(TEXT, TEXT, st.integers(0, 3), st.none() | st.integers(-5, 80))
@settings(max_examples=300)
def test_spans_are_within_the_line(quote: str, line: str, occurrence: int, near: int | None) -> None:
    """Whatever is aligned, a span lies in the line, is not empty, and `verbatim` means equal code points."""
    span = align(quote, line, occurrence=occurrence, near=near)
    if span is None:
        return
    assert 0 <= span.start < span.end <= len(line)
    assert (span.grade is Grade.VERBATIM) == (line[span.start : span.end] == quote.strip()) or near or occurrence
    assert span.end == len(line) or not unicodedata.category(line[span.end]).startswith("M")


SPACED = st.lists(st.text(st.sampled_from("abcdéñяжδक"), min_size=1, max_size=5), min_size=1, max_size=10)


@given(SPACED, st.data())
@settings(max_examples=300)
def test_any_run_of_words_is_found_verbatim(words: list[str], data: st.DataObject) -> None:
    """A substring on word boundaries is found, at a place where the line has those code points."""
    line = " ".join(words) + "."
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    span = align(quote, line)
    assert span is not None
    assert span.grade is Grade.VERBATIM
    assert line[span.start : span.end] == quote


@given(SPACED, st.data())
@settings(max_examples=300)
def test_a_rewritten_quote_is_found_normalized(words: list[str], data: st.DataObject) -> None:
    """A quote in other case, spacing, punctuation and normal form is found where the line says it."""
    words = [f"{word}{chr(ord('a') + at)}" for at, word in enumerate(words)]  # no run of words stands twice
    assume(len({word[-1] for word in words}) == len(words))
    line = ", ".join(words) + "."
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = unicodedata.normalize("NFD", "  ".join(words[first:last]).upper())
    start = len(", ".join([*words[:first], ""])) if first else 0
    assert align(quote, line) == Span(start, start + len(", ".join(words[first:last])), Grade.NORMALIZED)


def _reference(quote: str, line: str) -> Iterator[tuple[int, int]]:
    """Every shortest stretch of the line, on word boundaries, whose words are the quote's: by trying them all."""

    def folded(text: str) -> str:
        return " ".join(
            "".join(c if c.isalnum() else " " for c in unicodedata.normalize("NFKC", text).casefold()).split()
        )

    def boundary(at: int) -> bool:
        return at in (0, len(line)) or not (line[at - 1].isalnum() and line[at].isalnum())

    for start in range(len(line)):
        for end in range(start + 1, len(line) + 1):
            stretch = line[start:end]
            whole = boundary(start) and boundary(end) and stretch[0].isalnum() and stretch[-1].isalnum()
            if whole and folded(stretch) == folded(quote):
                yield start, end


@given(st.text("abA ,-é", max_size=6), st.text("abA ,-é", max_size=16))
@settings(max_examples=500)
def test_normalized_places_are_those_of_a_brute_force_search(quote: str, line: str) -> None:
    """On short texts the first place found is one that trying all stretches finds, and none is missed."""
    assume(any(character.isalnum() for character in quote))
    places = list(_reference(quote, line))
    span = align(quote, line)
    if span is None or span.grade is Grade.PARTIAL:
        assert places == []
    elif span.grade is Grade.NORMALIZED:
        assert (span.start, span.end) == places[0]
    else:
        assert line[span.start : span.end] == quote.strip()
        assert places


def test_another_determiner_is_no_obstacle() -> None:
    """A single noun is found in part whatever article the quote gives it, and the span is the noun alone."""
    line = "Tom opened the crate with a crowbar."
    span = align("the crowbar", line)
    assert span is not None
    assert (line[span.start : span.end], span.grade) == ("crowbar", Grade.PARTIAL)
    assert align("the lever", line) is None
