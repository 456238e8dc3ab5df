"""The time of every reader of foreign text grows with the text: four times the text, about four times as long."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import pytest

from pramana.documents.html_tags import check_tags
from pramana.documents.loader import Unusable
from pramana.errors import PramanaError
from pramana.events import read_kriyas
from pramana.evidence import align
from pramana.graph.io import shown_in_cells
from pramana.mining import text_transcripts
from pramana.untrusted import parse_json

READERS: dict[str, Callable[[str], object]] = {
    "align, itself": lambda text: align(text, text),
    "align, parts": lambda text: align(f"{text[: len(text) // 2]} … {text[len(text) // 2 :]}", text),
    "align, not there": lambda text: align(f"{text} nowhere {text}", text),
    "read_kriyas": read_kriyas,
    "text_transcripts": lambda text: list(text_transcripts(text)),
    "parse_json": lambda text: parse_json('["' + text.replace("\\", "").replace('"', "").replace("\n", " ") + '"]'),
    "check_tags": check_tags,
    "shown_in_cells": shown_in_cells,
}
UNITS = [
    "word ",
    " ",
    "x",
    "(",
    '"',
    "'a ",
    ". ",
    "a-",
    "e\u0301",
    "漢",
    "… ",
    "Rama and Sita ",
    "<a ",
    "<!--",
    "-\n",
    ";'=",
    "Action: x[\n",
]
SIZE = 2_000


def seconds(read: Callable[[str], object], text: str) -> float:
    """Return the processor time of the faster of two readings."""
    times = []
    for _ in range(2):
        began = time.thread_time()
        with contextlib.suppress(PramanaError, Unusable):
            read(text)
        times.append(time.thread_time() - began)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_the_time_of_reading_is_near_linear(reader: str) -> None:
    """Where four times the text takes more than half a second, it takes less than ten times as long."""
    read = READERS[reader]
    for unit in UNITS:
        text = unit * (SIZE // len(unit))
        short, long = seconds(read, text), seconds(read, text * 4)
        assert long < max(0.5, 10 * short), unit
