"""The log of requests: JSON for programs, short lines for a person at a terminal."""

from __future__ import annotations

import io
import json

from pramana.server.log import RequestLog, RequestNote


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_is_json_for_programs() -> None:
    stream = io.StringIO()
    RequestLog(stream).write(RequestNote("abc", "GET", "/graph", 200))
    line = json.loads(stream.getvalue())
    assert (line["request"], line["method"], line["path"], line["status"]) == ("abc", "GET", "/graph", 200)


def test_a_line_on_a_terminal_is_short_and_moves_no_cursor() -> None:
    """The time, the request, the status and the milliseconds; what a client sent is escaped."""
    stream = Terminal()
    RequestLog(stream).write(RequestNote("abc", "GET", "/\x1b[2J", 404))
    words = stream.getvalue().split()
    assert words[1:4] == ["GET", "/\\u001b[2J", "404"] and words[5] == "ms"


def test_a_fault_is_shown_with_the_id_of_its_request() -> None:
    stream = Terminal()
    RequestLog(stream).write(RequestNote("abc", "GET", "/x", 500, fault="ValueError: no"))
    assert "request abc" in stream.getvalue() and "fault ValueError: no" in stream.getvalue()
