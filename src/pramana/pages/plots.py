"""Plots as inline SVG: bars, stacked bars, columns. Colours are classes of the page's style; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from markupsafe import Markup

WIDTH = 720
"""Pixels of a plot, which fits the text column of the reports. The sizes below are pixels, too."""
_LABEL, _TOLD, _ROW, _BAR = 190, 200, 26, 16
_HEAD, _HEIGHT, _FOOT, _WIDEST = 18, 150, 30, 56
_SIGN = 8.0
"""How wide one character is, with room to spare: names of files have many wide letters."""


def bars(
    rows: Sequence[tuple[str, float, str]], about: str, kind: str = "plain", lead: int = _LABEL, whole: float = 0
) -> Markup:
    """Return bars from the left, one a row: its label, its length (from 0), and what is written behind it.

    `lead` is the room for labels. `whole` is the length that fills the width, where that is more than the longest.
    """
    most = max((value for _, value, _ in rows), default=0)
    most = max(most, whole) or 1
    room = WIDTH - lead - _TOLD
    drawn = [
        _row(number, label, [(kind, 0.0, room * value / most, told)], told, room * value / most, lead)
        for number, (label, value, told) in enumerate(rows)
    ]
    return _drawing(drawn, len(rows) * _ROW, about)


def stacked_bars(rows: Sequence[tuple[str, Mapping[str, float], str]], about: str) -> Markup:
    """Return bars of one length, one a row: its label, its parts by kind (from 0), and what is written behind it."""
    room = WIDTH - _LABEL - _TOLD
    drawn = []
    for number, (label, parts, told) in enumerate(rows):
        whole, at, pieces = sum(parts.values()) or 1, 0.0, []
        for kind, value in parts.items():
            pieces.append((kind, at, room * value / whole, f"{kind}: {value:,.0f}"))
            at += room * value / whole
        drawn.append(_row(number, label, pieces, told, room))
    return _drawing(drawn, len(rows) * _ROW, about)


def columns(bins: Sequence[tuple[str, Mapping[str, float]]], about: str) -> Markup:
    """Return columns side by side, one a bin: its label below, its parts by kind (from 0) one on the other, their sum
    above."""
    most = max((sum(parts.values()) for _, parts in bins), default=0) or 1
    wide = min(WIDTH / max(len(bins), 1), _WIDEST)
    longest = max((len(label) for label, _ in bins), default=0) * _SIGN + 8
    every = max(1, ceil(longest / wide))
    base = _HEAD + _HEIGHT
    drawn = [Markup('<line x1="0" y1="{}" x2="{}" y2="{}"/>').format(base, WIDTH, base)]
    for number, (label, parts) in enumerate(bins):
        drawn += _column(number * wide, wide, label, parts, most)
        if number % every == 0:
            middle = max(number * wide + wide / 2, len(label) * _SIGN / 2)
            drawn.append(_centred_text(middle, base + 18, label))
    return _drawing(drawn, base + _FOOT, about)


def _column(left: float, wide: float, label: str, parts: Mapping[str, float], most: float) -> Iterator[Markup]:
    foot = float(_HEAD + _HEIGHT)
    for kind, value in parts.items():
        tall = _HEIGHT * value / most
        foot -= tall
        told = f"{label}: {value:,.0f} {kind}"
        if value:
            yield _rect(kind, left + 1, foot, max(wide - 2, 1), tall, told)
    whole = f"{sum(parts.values()):,.0f}"
    if whole != "0" and len(whole) * _SIGN <= wide:
        yield _centred_text(left + wide / 2, foot - 4, whole, "told")


def legend(kinds: Iterable[str]) -> Markup:
    """Return the names of kinds, each behind its colour."""
    named = (
        Markup(
            '<span><svg class="key" viewBox="0 0 10 10"><rect class="{0}" width="10" height="10"/></svg> {0}</span>'
        ).format(kind)
        for kind in kinds
    )
    return Markup('<p class="legend">{}</p>').format(Markup(" ").join(named))


def _row(
    number: int,
    label: str,
    pieces: Iterable[tuple[str, float, float, str]],
    told: str,
    end: float,
    lead: int = _LABEL,
) -> Markup:
    top, longest = number * _ROW, int((lead - 10) / _SIGN)
    short = label if len(label) <= longest else f"{label[: longest - 1]}…"
    name = Markup('<text x="{}" y="{}" text-anchor="end">{}<title>{}</title></text>')
    behind = Markup('<text class="told" x="{}" y="{}">{}</text>')
    return (
        name.format(lead - 10, top + 17, short, label)
        + Markup("").join(
            _rect(kind, lead + at, top + 5, wide, _BAR, f"{label}: {says}")
            for kind, at, wide, says in pieces
            if wide > 0
        )
        + behind.format(_number(lead + end + 6), top + 17, told)
    )


def _rect(kind: str, left: float, top: float, wide: float, tall: float, told: str) -> Markup:
    sizes = map(_number, (left, top, wide, tall))
    drawn = Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>')
    return drawn.format(kind, *sizes, told)


def _centred_text(middle: float, foot: float, text: str, kind: str = "") -> Markup:
    drawn = Markup('<text class="{}" x="{}" y="{}" text-anchor="middle">{}</text>')
    return drawn.format(kind, _number(middle), _number(foot), text)


def _drawing(parts: Iterable[Markup], height: int, about: str) -> Markup:
    whole = Markup('<svg viewBox="0 0 {} {}" role="img" tabindex="0" aria-label="{}">{}</svg>')
    return whole.format(WIDTH, max(height, 1), about, Markup("\n").join(parts))


def _number(value: float) -> str:
    return f"{value:.1f}"
