"""What a page's layout says: heads, feet and notes are set apart from sentences, and paragraphs from each other."""

from __future__ import annotations

from pramana.documents.page_layout import PageRow, texts_of_pages

PITCH = 12.0


def _rows(*texts: str | tuple[str, float], top: float = 700.0, size: float = 10.0) -> list[PageRow]:
    """Rows under each other; beside a text, how many line pitches it is below the one before."""
    rows, height = [], top
    for number, each in enumerate(texts):
        text, gap = (each, 1.0) if isinstance(each, str) else each
        height -= gap * PITCH if number else 0
        rows.append(PageRow(text, size, height))
    return rows


def _head(text: str) -> PageRow:
    return PageRow(text, 9.0, 760.0)


def _foot(text: str) -> PageRow:
    return PageRow(text, 9.0, 40.0)


def test_a_gap_parts_paragraphs() -> None:
    """A row further below than its neighbours begins a block, if it does not go on with a sentence."""
    rows = _rows("The lease ended", "in March.", ("Harbour Foods moved", 1.5), "to Leeds.", ("and it grew", 1.5))
    assert texts_of_pages([rows]) == ["The lease ended\nin March.\n\nHarbour Foods moved\nto Leeds.\n\nand it grew"]


def test_text_with_wide_lines_is_one_block() -> None:
    """Where all rows are equally far apart, the distance says nothing: 2.0 pitches of a letter with wide spacing."""
    rows = _rows("We met Maria", ("Keller on Monday", 2.0), ("Before that, Tom", 2.0), ("had resigned.", 2.0))
    assert texts_of_pages([rows + _rows("One.", "Two.", "Three.", "Four.", top=600.0)]) == [
        "We met Maria\nKeller on Monday\nBefore that, Tom\nhad resigned.\n\nOne.\nTwo.\nThree.\nFour."
    ]


def test_a_heading_is_a_block() -> None:
    """A row that is set larger than the one beside it is a block, though no gap parts them."""
    rows = [PageRow("Findings", 12.0, 700.0), *_rows("The pump failed", "at noon.", top=688.0)]
    assert texts_of_pages([rows]) == ["Findings\n\nThe pump failed\nat noon."]


def test_a_head_and_a_foot_interrupt_no_sentence() -> None:
    """What is at the edges of two pages stays, since two pages prove no running head, outside of the sentence."""
    first = [
        _head("Board minutes"),
        *_rows("The board met.", "It chose the", "cheaper of the two"),
        _foot("Draft of May"),
    ]
    second = [_head("Minutes, ctd"), *_rows("offers in March.", "Nobody", "objected."), _foot("Draft of June")]
    assert texts_of_pages([first, second]) == [
        "\nBoard minutes\n\nThe board met.\n\nDraft of May\n\nIt chose the\ncheaper of the two",
        "offers in March.\n\nMinutes, ctd\n\nNobody\nobjected.\n\nDraft of June\n",
    ]


def test_slides_keep_their_titles_in_place() -> None:
    """Without full stops nothing says that a sentence goes over the page."""
    slides = [
        [PageRow(title, 20.0, 700.0), *_rows("First point", "Second point", top=600.0)] for title in ("Plan", "Cost")
    ]
    assert texts_of_pages(slides) == [
        "\nPlan\n\nFirst point\nSecond point",
        "\nCost\n\nFirst point\nSecond point",
    ]


def test_a_head_that_comes_last_in_the_file_is_still_a_head() -> None:
    """The order of a file's content is not that of the page: heights say where a row is."""
    pages = [
        [*_rows(f"Text {word} goes", f"on here and {word}."), _head(f"Report {number}")]
        for number, word in enumerate(("one", "two", "six"), 1)
    ]
    assert texts_of_pages(pages) == [
        "Text one goes\non here and one.",
        "Text two goes\non here and two.",
        "Text six goes\non here and six.",
    ]


def test_columns_are_read_one_after_the_other() -> None:
    """The step up to the next column is no gap: a sentence goes on there."""
    rows = [*_rows("The harbour was", "closed because the", "gate"), *_rows("had broken.", "It reopened", "in May.")]
    assert texts_of_pages([rows]) == ["The harbour was\nclosed because the\ngate\nhad broken.\nIt reopened\nin May."]


def test_a_note_is_set_apart_and_its_mark_taken_away() -> None:
    """A small row that begins with a number is a note; its number behind a word, or its quotation marks, is the mark."""
    rows = [
        *_rows("They came.", "“It was open!”1 said Ann, and the"),
        PageRow("1 The gate, that is.", 8.0, 660.0),
        *_rows("dog2 ran."),
    ]
    assert texts_of_pages([rows]) == [
        "They came.\n\n1 The gate, that is.\n\n“It was open!” said Ann, and the\ndog2 ran."
    ]


def test_pages_without_rows_have_no_text() -> None:
    assert texts_of_pages([[], [PageRow("  ", 10.0, 1.0)], _rows("Alone.")]) == ["", "", "Alone."]
