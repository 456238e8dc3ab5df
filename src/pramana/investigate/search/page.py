"""A tree as one HTML page: a drawing of its nodes by depth, and every edge with what it did. Nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pramana.canonical import canonical
from pramana.errors import InputError
from pramana.investigate.search.model import S
from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree
from pramana.investigate.search.weighing import best_answer
from pramana.investigate.search.writing import shorten, to_mermaid, tree_json
from pramana.pages import content_hash

WIDE, HIGH, ACROSS, DOWN = 200, 44, 256, 60
"""Pixels of a box, and from one to the next."""
_STYLE = """
:root { color-scheme: light dark; --line: #8888; --soft: #8882; --way: #1a7f37; --bad: #c0392b; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 76rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.answer { padding: .7rem 1rem; border-left: 4px solid var(--way); background: var(--soft); font-size: 1.1rem; }
.answer.none { border-color: var(--bad); } .note { color: GrayText; }
.drawing { overflow: auto; border: 1px solid var(--line); border-radius: .4rem; max-height: 44rem; }
svg { display: block; } svg text { font: 12px system-ui, sans-serif; fill: CanvasText; }
svg .small { font-size: 11px; fill: GrayText; } rect { fill: Canvas; stroke: var(--line); }
rect.answer { stroke-width: 2; } rect.ended { fill: var(--soft); stroke-dasharray: 4 3; }
rect.way { stroke: var(--way); stroke-width: 3; } path { fill: none; stroke: var(--line); stroke-width: 1.5; }
path.merge { stroke-dasharray: 5 4; } path.way { stroke: var(--way); stroke-width: 3; }
.bar { fill: var(--way); stroke: none; opacity: .55; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
td, th { padding: .3rem .8rem .3rem 0; vertical-align: top; border-top: 1px solid var(--line); }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code { font: .85rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere; } pre { margin: 0; white-space: pre-wrap; }
tr.way td:first-child { border-left: 3px solid var(--way); padding-left: .5rem; } .failed { color: var(--bad); }
"""


def to_html(tree: Tree[S], title: str = "A search over plans") -> str:
    """Return a tree as one page. `title` is shown above it, as the question that was searched."""
    style = _STYLE.strip()
    policy = f"default-src 'none'; style-src '{content_hash(style)}'"
    found = best_answer(tree)
    way = set(map(id, found.edges))
    answer = found.answer.text if found.answer else "No answer was found."
    parts = [
        f'<p class="answer{"" if found.answer else " none"}">{_own(answer)}</p>',
        f'<p class="note">{_own(tree.stopped)} {_spending_text(tree)}</p>',
        f'<div class="drawing">{_drawing(tree, way)}</div>',
        '<p class="note">The thick way leads to the answer. Dashed lines are further ways to one state, dashed boxes '
        "are ended. The bar in a box is its value.</p>",
        "<h2>Actions</h2>",
        _table(tree, way),
    ]
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
    )
    return f"{head}<body><h1>{_own(title)}</h1>{''.join(parts)}</body></html>\n"


def tree_text(tree: Tree[S], suffix: str, title: str = "") -> str:
    """Return a tree as a file with this suffix holds it: `.html`, `.mmd` (Mermaid) or `.json`. Raises InputError."""
    if suffix == ".html":
        return to_html(tree, title or "A search over plans")
    if suffix == ".mmd":
        return to_mermaid(tree)
    if suffix == ".json":
        return canonical(tree_json(tree)) + "\n"
    raise InputError(f"A tree is written as .html, .mmd or .json, not as {suffix or 'a file without a suffix'}.")


def _spending_text(tree: Tree[S]) -> str:
    spent = tree.spent
    told = [f"{len(tree.nodes)} nodes", f"{tree.rounds} rounds", f"{spent.calls} calls"]
    told += [f"{spent.money / 1e6:.4f} US dollars"] if spent.money else []
    return f"{', '.join(told)}."


# The drawing


def _drawing(tree: Tree[S], way: set[int]) -> str:
    rows = _rows(tree)
    deep = max(len(node.way_here()) for node in tree.nodes.values())
    width, height = (deep + 1) * ACROSS, (max(rows.values()) + 1) * DOWN + 16
    lines = [_line(edge, rows, way) for edge in tree.edges() if edge.child is not None and not edge.returns]
    ends = {edge.child for edge in tree.edges() if id(edge) in way} | {tree.root}
    boxes = [_box(node, rows, node in ends) for node in tree.nodes.values()]
    label = f"The tree, {len(boxes)} nodes"
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg {size} role="img" aria-label="{label}">{"".join([*lines, *boxes])}</svg>'


def _rows(tree: Tree[S]) -> dict[SearchNode[S], int]:
    """Return the row of each node: a node is in the row of its first child, further children are below."""
    children: dict[SearchNode[S], list[SearchNode[S]]] = {node: [] for node in tree.nodes.values()}
    for node in tree.nodes.values():
        if node.way is not None:
            children[node.way.source].append(node)
    rows: dict[SearchNode[S], int] = {}
    waiting, row = [(tree.root, 0)], 0
    while waiting:
        node, place = waiting.pop()
        row += place > 0
        rows[node] = row
        waiting += [(child, index) for index, child in reversed(list(enumerate(children[node])))]
    return rows


def _at(node: SearchNode[S], rows: dict[SearchNode[S], int]) -> tuple[int, int]:
    return len(node.way_here()) * ACROSS + 8, rows[node] * DOWN + 8


def _line(edge: SearchEdge[S], rows: dict[SearchNode[S], int], way: set[int]) -> str:
    assert edge.child is not None
    (x, y), (to, down) = _at(edge.source, rows), _at(edge.child, rows)
    x, y, down = x + WIDE, y + HIGH // 2, down + HIGH // 2
    kind = "way" if id(edge) in way else "" if edge.child.way is edge else "merge"
    bend = max(30, abs(to - x) // 2)
    curve = f"M{x} {y} C{x + bend} {y} {to - bend} {down} {to} {down}"
    return f'<path class="{kind}" d="{curve}"><title>{escape(_edge_text(edge))}</title></path>'


def _box(node: SearchNode[S], rows: dict[SearchNode[S], int], on_way: bool) -> str:
    x, y = _at(node, rows)
    kinds = ["answer"] * (node.answer is not None) + ["ended"] * bool(node.ended) + ["way"] * on_way
    name = node.answer.text if node.answer else _reached_by(node)
    value, round_ = node.value or 0.0, 14 if node.answer else 4
    judged = "" if node.judged is None else f" · judged {node.judged:.2f}"
    lines = [
        f"<title>{escape(_tooltip(node))}</title>",
        f'<rect class="{" ".join(kinds)}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="{round_}"/>',
        f'<rect class="bar" x="{x + 8}" y="{y + HIGH - 6}" width="{round((WIDE - 16) * value)}" height="3"/>',
        f'<text x="{x + 8}" y="{y + 17}">{node.number}. {escape(shorten(name, 23))}</text>',
        f'<text class="small" x="{x + 8}" y="{y + 33}">value {value:.2f}{judged}</text>',
    ]
    return f"<g>{''.join(lines)}</g>"


def _reached_by(node: SearchNode[S]) -> str:
    return "the beginning" if node.way is None else node.way.action.rationale or node.way.action.label


def _tooltip(node: SearchNode[S]) -> str:
    told = [f"state {node.hash}", node.answer.text if node.answer else "", node.why, node.ended]
    return "\n".join(each for each in told if each)


def _edge_text(edge: SearchEdge[S]) -> str:
    return "\n".join(_commands(edge))


# The table


def _table(tree: Tree[S], way: set[int]) -> str:
    head = "".join(f"<th>{each}</th>" for each in ("From", "To", "Confidence", "Visits", "Action", "What it led to"))
    rows = "".join(_row(edge, id(edge) in way) for edge in tree.edges())
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row(edge: SearchEdge[S], on_way: bool) -> str:
    target = "" if edge.child is None else str(edge.child.number)
    numbers = (str(edge.source.number), target, f"{edge.action.confidence:.2f}", str(edge.visits))
    cells = "".join(f'<td class="number">{each}</td>' for each in numbers)
    commands = escape("\n".join(_commands(edge)))
    why = f"<div>{_own(edge.action.rationale)}</div>" if edge.action.rationale else ""
    cells += f"<td>{why}<pre><code>{commands}</code></pre></td><td>{_outcome(edge)}</td>"
    kind = ' class="way"' if on_way else ""
    return f"<tr{kind}>{cells}</tr>"


def _commands(edge: SearchEdge[S]) -> Iterator[str]:
    """Yield what an action does: the commands of a plan, an answer, or whatever its problem calls it."""
    body = edge.action.body
    commands = body.get("commands") if isinstance(body, dict) else body
    if isinstance(commands, list) and commands:
        yield from map(str, commands)
    else:
        yield edge.action.label or str(body)


def _outcome(edge: SearchEdge[S]) -> str:
    if edge.applied is None:
        return '<span class="note">not executed</span>'
    if edge.applied.failure:
        return f'<span class="failed">{_own(edge.applied.failure)}</span>'
    if edge.child is not None and edge.child.answer is not None:
        return f"answer: {_own(edge.child.why) if edge.child.why else 'its citations check out'}"
    counted = edge.applied.signals.as_json()
    told = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counted.items() if count)
    return escape(told) if told else "nothing changed" if edge.returns else "the state changed"


def _own(text: str) -> str:
    """Return a text escaped, and isolated in its direction: right-to-left text does not reorder its neighbours."""
    return f"<bdi>{escape(text)}</bdi>"
