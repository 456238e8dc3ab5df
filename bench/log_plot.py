"""A plot with two logarithmic axes, written as SVG by hand: what a benchmark draws without a library for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 30, 50
_NAME = 14
"""How tall a name is."""
_COLOURS = ("#0b5fa5", "#b3541e", "#4c7a34", "#7d4fb3", "#a0740a", "#00838f", "#c2185b", "#5d4037", "#37474f")


@dataclass(frozen=True, slots=True)
class Series:
    """Points (x, y), all above zero, in order of x, and what they are called. `dashed` is for what is compared with."""

    name: str
    points: Sequence[tuple[float, float]]
    dashed: bool = False


def log_plot(title: str, x_name: str, series: Sequence[Series]) -> str:
    """Return an SVG image of the series; a line that rises like the number of things is linear in it."""
    points = [point for one in series for point in one.points]
    across, up = (_decades([point[axis] for point in points]) for axis in (0, 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-size="13">{title}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{x_name}</text>',
    ]
    for power in range(across[0], across[1] + 1):
        x = _x(10**power, across)
        parts += [_line(x, TOP, x, HEIGHT - BOTTOM), _text(x, HEIGHT - BOTTOM + 18, "middle", f"{10**power:,}")]
    for power in range(up[0], up[1] + 1):
        y = _y(10**power, up)
        parts += [_line(LEFT, y, WIDTH - RIGHT, y), _text(LEFT - 8, y + 4, "end", f"{10.0**power:,g}")]
    ends: list[tuple[float, float, str, str]] = []
    for number, one in enumerate(series):
        colour = "#888" if one.dashed else _COLOURS[number % len(_COLOURS)]
        places = [(_x(x, across), _y(y, up)) for x, y in one.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = ' stroke-dasharray="5 4"' if one.dashed else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        if not one.dashed:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in places]
        ends.append((places[-1][1], places[-1][0], colour, one.name))
    for foot, right, colour, name in _apart(ends):
        parts.append(f'<text x="{right + 8:.1f}" y="{foot + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _apart(ends: Sequence[tuple[float, float, str, str]]) -> list[tuple[float, float, str, str]]:
    """Return the names at the ends of lines, from the top, moved down where one would stand on another."""
    moved: list[tuple[float, float, str, str]] = []
    for foot, *rest in sorted(ends):
        moved.append((max(foot, moved[-1][0] + _NAME) if moved else foot, *rest))
    return moved


def _decades(values: Sequence[float]) -> tuple[int, int]:
    return floor(log10(min(values)) + 0.01), ceil(log10(max(values)) - 0.01)


def _x(value: float, decades: tuple[int, int]) -> float:
    return LEFT + (log10(value) - decades[0]) / (decades[1] - decades[0]) * (WIDTH - LEFT - RIGHT)


def _y(value: float, decades: tuple[int, int]) -> float:
    return HEIGHT - BOTTOM - (log10(value) - decades[0]) / (decades[1] - decades[0]) * (HEIGHT - TOP - BOTTOM)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#444">{text}</text>'
