"""When a document was written: what its file says of itself, never what the file system does."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.documents import checked_date, read_document
from pramana.documents.dating import day_of, front_matter_date, header_date, page_date
from pramana.errors import InputError

PAGE = "<html><head>{}</head><body><p>The mayor resigned yesterday.</p></body></html>"
FILES = [
    ("a.html", PAGE.format('<meta property="article:published_time" content="2019-03-14T06:40:00Z">'), "2019-03-14"),
    ("a.html", PAGE.format("<meta content='14 March 2019' name=date>"), "2019-03-14"),
    (
        "a.html",
        PAGE.format('<script type="application/ld+json">{"datePublished": "2019-03-14"}</script>'),
        "2019-03-14",
    ),
    ("a.html", PAGE.format("").replace("<p>", '<time datetime="2019-03">March</time><p>'), "2019-03"),
    ("a.html", PAGE.format('<meta name="viewport" content="2019">'), ""),
    (
        "a.html",
        PAGE.format("").replace("<p>", '<time datetime="2019-03">a</time><time datetime="2018">b</time><p>'),
        "",
    ),
    ("a.md", "---\ntitle: The mayor\ndate: 2019-03-14\n---\nHe resigned yesterday.\n", "2019-03-14"),
    ("a.md", '+++\ndate = "2019-03-14T06:40:00Z"\n+++\nHe resigned yesterday.\n', "2019-03-14"),
    ("a.md", "He resigned.\n\ndate: 2019-03-14\n", ""),
    ("a.txt", "From: Ann <a@b.org>\nDate: Thu, 14 Mar 2019 06:40:00 +0100\nSubject: x\n\nHe left.\n", "2019-03-14"),
    ("a.txt", "He left.\nDate: Thu, 14 Mar 2019 06:40:00 +0100\n", ""),
    ("a.eml", "From: a@b.org\nDate: Thu, 14 Mar 2019 23:40:00 -0500\nSubject: x\n\nHe left.\n", "2019-03-14"),
]


@pytest.mark.parametrize(("name", "text", "date"), FILES)
def test_a_file_says_its_date(tmp_path: Path, name: str, text: str, date: str) -> None:
    """In its metadata, front matter or mail header; the time of the file itself counts for nothing."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    os.utime(path, (10**9, 10**9))
    assert read_document(path, name).date == date


def test_a_pdf_says_when_it_was_created(tmp_path: Path, make_pdf: Callable[..., bytes]) -> None:
    """In its information dictionary."""
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([["The mayor resigned yesterday."]], created="D:20190314064000+01'00'"))
    assert read_document(path, "a.pdf").date == "2019-03-14"
    path.write_bytes(make_pdf([["The mayor resigned yesterday."]]))
    assert read_document(path, "a.pdf").date == ""


@pytest.mark.parametrize(
    "value", ["03/04/2019", "yesterday", "2019-02-30", "0000-00-00", "14 March", "", "March or May"]
)
def test_what_is_no_one_date_is_unknown(value: str) -> None:
    """No order of day and month, no year and no day is guessed."""
    assert day_of(value) == ""


def test_a_given_date_is_held_to_its_form() -> None:
    """A day, a month or a year."""
    assert [checked_date(each) for each in ("2019-03-14", "2019-03", "2019")] == ["2019-03-14", "2019-03", "2019"]
    for wrong in ("14 March 2019", "2019-13", "2019-02-30", "2019-3-1", "today"):
        with pytest.raises(InputError, match="is not a date"):
            checked_date(wrong)


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from(["<meta ", "date", "=", '"2019-03-14"', ">", "\n", "---", "Date: ", "From: a\n"])).map(
        "".join
    )
)
def test_any_text_has_a_date_or_none(text: str) -> None:
    """Whatever a file holds, its date is valid or unknown."""
    for found in (day_of(text), page_date(text), front_matter_date(text), header_date(text)):
        assert found == "" or checked_date(found)
