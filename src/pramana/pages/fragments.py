"""Pieces of HTML for notebooks. Their colours sit on any background, light or dark: all else is the notebook's own.

Styles are set on each element, as notebooks take style sheets out of results that they do not trust.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from pramana.pages.text import visible_text

GREEN, AMBER, RED, VIOLET, GREY = "#2a8a3e", "#b07d00", "#d0453a", "#8a5cc0", "#7a8590"
_COLOURS = {
    **dict.fromkeys(("verified", "success", "GROUNDED", "verbatim", "identical", "done"), GREEN),
    **dict.fromkeys(("checked", "empty", "partial", "normalized", "ASSUMED", "NO_MATCH", "stopped"), AMBER),
    **dict.fromkeys(
        ("refused", "failed", "ERROR", "unresolved", "differs", "error", "binding_failure", "schema_mismatch"), RED
    ),
    **dict.fromkeys(("abstained", "resolved"), VIOLET),
}
_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top;white-space:pre-wrap;overflow-wrap:break-word"
LONGEST = 2_000
"""Code points of a text with marks."""
_BEFORE = 200
"""Code points before the first mark that are shown of a longer text: a sentence or two."""
_MARK = "background:#f5c40066;color:inherit;border-radius:2px;padding:0 1px"


def escape_text(text: object) -> Markup:
    """Return a text escaped, what is hidden in it written out, and in a direction of its own."""
    return Markup("<bdi>{}</bdi>").format(visible_text(str(text)))


def mark_places(text: str, places: Iterable[tuple[int, int]], style: str = _MARK) -> Markup:
    """Return a text with stretches of it marked, each from `start` to `end` (exclusive) in code points.

    Of a text of more than 2,000 code points it is so many, from a little before the first mark. `style` is "" for
    a page with a style sheet of its own.

    >>> print(mark_places("Rama <gave> it", [(0, 4), (2, 4), (90, 99)]))  # doctest: +ELLIPSIS
    <bdi><mark style="...">Rama</mark> &lt;gave&gt; it</bdi>
    """
    tag = Markup('<mark style="{}">').format(style) if style else Markup("<mark>")
    listed = sorted(places)
    at = max(listed[0][0] - _BEFORE, 0) if listed and len(text) > LONGEST else 0
    last = at + LONGEST
    done = Markup("…" if at else "")
    for start, end in listed:
        start, end = max(start, at), min(end, len(text), last)
        if start < end:
            done += Markup("{}{}{}</mark>").format(visible_text(text[at:start]), tag, visible_text(text[start:end]))
            at = end
    return Markup("<bdi>{}{}{}</bdi>").format(done, visible_text(text[at:last]), "…" if last < len(text) else "")


def badge(word: str) -> Markup:
    """Return a word (a verdict, a grade, a status) in a frame of its colour."""
    colour = _COLOURS.get(word, GREY)
    style = f"border:1px solid {colour};border-radius:9px;padding:0 7px;font-size:85%;white-space:nowrap"
    return Markup('<span style="{}">{}</span>').format(style, visible_text(word))


def muted_text(text: object) -> Markup:
    """Return a text in a muted colour."""
    return Markup('<span style="opacity:.7">{}</span>').format(escape_text(text))


def code_html(text: object) -> Markup:
    return Markup("<code>{}</code>").format(escape_text(text))


def bold(text: object) -> Markup:
    return Markup("<b>{}</b>").format(escape_text(text))


def join_line(*parts: Markup) -> Markup:
    """Return parts beside one another, as one line."""
    return Markup('<div style="margin:2px 0">{}</div>').format(Markup(" ").join(parts))


def details_block(title: Markup, *parts: Markup, unfolded: bool = False) -> Markup:
    """Return parts that open under a title."""
    opened = Markup(" open") if unfolded else Markup("")
    head = Markup('<summary style="cursor:pointer">{}</summary>').format(title)
    return Markup('<details{} style="margin:2px 0">{}<div style="margin-left:1.1em">{}</div></details>').format(
        opened, head, Markup("").join(parts)
    )


def table(names: Sequence[str], rows: Iterable[Sequence[object]], more: str = "") -> Markup:
    """Return rows as a table, and what is to be said below it. Cells that are no markup yet are escaped.

    Columns in which no row has anything are left out.
    """
    listed = list(rows)
    kept = [place for place in range(max(map(len, listed), default=0)) if any(row[place] != "" for row in listed)]
    head = _row([names[place] for place in kept], "th") if any(names) else Markup("")
    body = Markup("").join(_row([row[place] for place in kept], "td") for row in listed)
    below = Markup("<div>… {}</div>").format(more) if more else Markup("")
    made = Markup('<table style="border-collapse:collapse"><thead>{}</thead><tbody>{}</tbody></table>')
    return Markup('<div style="overflow-x:auto">{}</div>{}').format(made.format(head, body), below)


def _row(cells: Sequence[object], tag: str) -> Markup:
    kind = Markup(tag)
    made = [
        Markup('<{} style="{}">{}</{}>').format(
            kind, _CELL, cell if isinstance(cell, Markup) else escape_text(cell), kind
        )
        for cell in cells
    ]
    return Markup("<tr>{}</tr>").format(Markup("").join(made))


def pair_table(values: Mapping[str, object]) -> Markup:
    """Return names with their values as a table of two columns; empty values are left out."""
    shown = {name: value for name, value in values.items() if value not in ("", None, 0, ())}
    return table((), [(muted_text(name), value) for name, value in shown.items()])


def fragment(*parts: Markup) -> str:
    """Return parts as one result of a notebook. What cannot be UTF-8 becomes a question mark."""
    made = Markup('<div class="pramana" style="max-width:70em;line-height:1.45">{}</div>').format(
        Markup("").join(parts)
    )
    return str(made).encode("utf-8", "replace").decode("utf-8")
