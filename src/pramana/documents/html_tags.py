"""What a page's tags would cost a parser, counted before it is parsed: levels of nesting, attributes of one tag."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pramana.documents.loader import Unusable

DEEPEST = 2_000
"""Levels of nesting. The parser's time grows with their square, and no page that a person wrote comes near it."""

MOST_ATTRIBUTES = 1_000
"""Attributes of one tag: the parser compares each with all before it. Pages of applications have some dozens."""

_ATTRIBUTE = r"""[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)?)?"""
_SCAN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<[!?][^>]*+"
    rf"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<attributes>(?:[\s/]++|{_ATTRIBUTE})*+)",
    re.DOTALL | re.ASCII,
)
"""Comments, declarations and tags, as the HTML standard's tokeniser delimits them. Nothing is tried twice (`*+`), so
that the time is linear in the page."""

_ONE_ATTRIBUTE = re.compile(_ATTRIBUTE, re.ASCII)
_NO_MARKUP_WITHIN = frozenset(("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_ENDED_BY_THE_NEXT = frozenset(
    (
        *("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"),
        *("colgroup", "option", "optgroup", "rt", "rp"),
    )
)
"""Elements whose end tag pages leave out. They are not counted: a list of 3,000 items would seem 3,000 deep."""


def check_tags(page: str) -> None:
    """Raise Unusable for a page whose tags nest deeper than DEEPEST, or one of which has too many attributes.

    An end tag closes the innermost open element of its name, and all within; without such an element it does nothing.
    """
    opened: list[str] = []
    counts: Counter[str] = Counter()
    for name, is_end in _tags(page):
        if not is_end:
            opened.append(name)
            counts[name] += 1
            if len(opened) > DEEPEST:
                raise too_deep()
        elif counts[name]:
            last = ""
            while last != name:
                last = opened.pop()
                counts[last] -= 1


def too_deep() -> Unusable:
    return Unusable(f"elements nested deeper than {DEEPEST}")


def _tags(page: str) -> Iterator[tuple[str, bool]]:
    """Yield the name of each tag that opens or closes a level, and whether it is an end tag."""
    at = 0
    while found := _SCAN.search(page, at):
        at = found.end()
        name = (found["name"] or "").lower()
        if not name:
            continue
        if len(found["attributes"]) > 2 * MOST_ATTRIBUTES:
            _check_attributes(found["attributes"])
        if name in _NO_MARKUP_WITHIN and not found["end"]:
            at = _end_of_text(page, name, at)
        elif name not in _VOID and name not in _ENDED_BY_THE_NEXT:
            yield name, bool(found["end"])


def _check_attributes(text: str) -> None:
    if sum(1 for _ in _ONE_ATTRIBUTE.finditer(text)) > MOST_ATTRIBUTES:
        raise Unusable(f"a tag with more than {MOST_ATTRIBUTES} attributes")


def _end_of_text(page: str, name: str, start: int) -> int:
    """Return where the text of a script or its like ends: before its end tag, else with the page."""
    found = _ENDS[name].search(page, start)
    return found.start() if found else len(page)


_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE | re.ASCII) for name in _NO_MARKUP_WITHIN}
