"""What is printed, and what never is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.cli.output import print_json, say, show_parts
from pramana.views.render.parts import columns
from pramana.wording import clean, plural

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202eabc\u2066[bold red]x[/bold red]:smile:\r\n"


@given(st.text())
def test_clean_text_holds_nothing_that_a_terminal_acts_on(text: str) -> None:
    """No control character, no line separator and nothing that turns the direction is left."""
    assert not set(clean(text)) & {
        *map(chr, range(32)),
        *map(chr, range(127, 160)),
        *"\u2028\u2029\u202a\u202e\u2066\u2069",
    }


@given(st.text(st.characters(categories=("L", "M", "N", "P", "S", "Zs"))))
def test_clean_leaves_every_script_alone(text: str) -> None:
    """Letters, marks, numbers, punctuation and symbols of any script stay as they are."""
    assert clean(text) == text


def test_markup_and_emoji_codes_are_text(capsys: pytest.CaptureFixture[str]) -> None:
    """What looks like markup is printed as it stands."""
    say("[bold red]x[/bold red] :smile: [/]")
    assert capsys.readouterr().out == "[bold red]x[/bold red] :smile: [/]\n"


def test_hostile_text_is_made_visible(capsys: pytest.CaptureFixture[str]) -> None:
    """Escape sequences and reversals are printed as escapes."""
    say(HOSTILE)
    out = capsys.readouterr().out
    assert out == "\\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u202eabc\\u2066[bold red]x[/bold red]:smile:\\r\\n\n"


def test_columns_align_by_width_of_characters(capsys: pytest.CaptureFixture[str]) -> None:
    """Columns stand below each other, wide characters counted as two cells."""
    show_parts([columns([("北京", "a"), ("x", "b")], indent=0)])
    assert capsys.readouterr().out == "北京  a\nx     b\n"


def test_columns_keep_a_row_together(capsys: pytest.CaptureFixture[str]) -> None:
    """A reason of several lines stays in its row."""
    show_parts([columns([("a", "one\ntwo")], indent=0)])
    assert capsys.readouterr().out == "a  one two\n"


def test_columns_wrap_below_themselves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the last column wraps below itself; where it has no room, it stands below the others."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    show_parts([columns([("rama.txt:1", "Rama gave the bow to Lakshmana.")], indent=0)])
    assert capsys.readouterr().out == "rama.txt:1  Rama gave the bow to\n            Lakshmana.\n"
    monkeypatch.setenv("COLUMNS", "20")
    show_parts([columns([("rama.txt:1", "Rama gave the bow.")], indent=0)])
    assert capsys.readouterr().out == "rama.txt:1\n  Rama gave the bow.\n"


def test_pipes_get_whole_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no terminal is, no line is broken, however long."""
    show_parts([columns([("a", "word " * 100)], indent=0)])
    assert capsys.readouterr().out.count("\n") == 1


@given(st.recursive(st.text() | st.integers() | st.none() | st.booleans(), lambda inner: st.lists(inner, max_size=3)))
def test_json_is_the_value(value: object) -> None:
    """What is printed as JSON reads back as the same value, on a terminal too."""
    import io
    import sys
    from contextlib import redirect_stdout

    for tty in (False, True):
        stream = io.TextIOWrapper(io.BytesIO(), "ascii")
        stream.isatty = lambda tty=tty: tty
        with redirect_stdout(stream):
            print_json(value)
            body = sys.stdout.buffer.getvalue().decode()
        assert json.loads(body) == value
        assert not tty or "\x9b" not in body


def test_numbers_agree_with_their_nouns() -> None:
    """One line, two lines."""
    assert (plural(1, "line"), plural(1234, "line")) == ("1 line", "1,234 lines")
