"""Names and texts as they are written: paths, quoting and escapes, both ways."""

from __future__ import annotations

import re

from pramana.expr.conditions.tree import Op, Path

KEYWORDS = (
    *("AND", "OR", "NOT", "IN", "IS", "NULL", "LEN", "TRUE", "FALSE"),
    *(op.value for op in (Op.CONTAINS, Op.STARTS_WITH, Op.ENDS_WITH)),
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\\": "\\", '"': '"', "'": "'", "`": "`", "/": "/"}

# The words of the grammar's FIELD: both must agree, or a written name would not be read again.
WORD = r"[^\W\d][\w\u0300-\u036f\u0900-\u0dff\u200c\u200d]*"
_PLAIN = re.compile(WORD)
_SEGMENT = re.compile(rf"({WORD})|`((?:[^`\\\n]|\\.)+)`")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_RESERVED = frozenset(KEYWORDS)
_SHORT = {sign: f"\\{letter}" for letter, sign in ESCAPES.items() if letter in "nt"}


class BadEscape(ValueError):
    """A text has an escape that means nothing. `offset` is its place in the text, `escape` its characters."""

    def __init__(self, offset: int, escape: str) -> None:
        super().__init__(escape)
        self.offset = offset
        self.escape = escape


def read_path(text: str) -> Path:
    """Return the path that a name means: its segments, backticks and escapes taken off."""
    if "`" not in text:
        return tuple(text.split("."))
    return tuple(plain or unescape(quoted) for plain, quoted in _SEGMENT.findall(text))


def write_path(path: Path) -> str:
    """Return the name that `read_path` reads as `path`, with backticks where a segment is not a plain word.

    >>> write_path(("source", "first name", "in"))
    'source.`first name`.`in`'
    """
    return ".".join(_write_segment(segment) for segment in path)


def _write_segment(segment: str) -> str:
    if _PLAIN.fullmatch(segment) and segment.upper() not in _RESERVED:
        return segment
    return f"`{_escape(segment, '`')}`"


def unescape(body: str) -> str:
    """Return the body of a quoted text with its escapes decoded. Raises BadEscape."""
    if "\\" in body:
        body = _ESCAPE.sub(_unescape_match, body)
    if body.isascii():
        return body
    try:
        # Two \u escapes may be the halves of one sign, as in JSON.
        return body.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise BadEscape(0, "half of a surrogate pair") from None


def _unescape_match(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    if found[2] not in ESCAPES:
        raise BadEscape(found.start(), found[0])
    return ESCAPES[found[2]]


def write_text(text: str) -> str:
    """Return `text` in double quotes; control characters, which would break a line or hide, are escaped."""
    return f'"{_escape(text, chr(34))}"'


def _escape(text: str, quote: str) -> str:
    return "".join(_escape_sign(sign, quote) for sign in text)


def _escape_sign(sign: str, quote: str) -> str:
    if sign in (quote, "\\"):
        return f"\\{sign}"
    if sign in _SHORT:
        return _SHORT[sign]
    hidden = sign < " " or "\x7f" <= sign <= "\x9f" or sign in "\u2028\u2029"
    return f"\\u{ord(sign):04x}" if hidden else sign
