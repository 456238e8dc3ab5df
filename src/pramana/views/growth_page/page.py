"""A log of an agent's run as one self-contained page."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pramana.graph import Edge
from pramana.igg import GrowthChange, IterationRecord, Log, replay_steps
from pramana.pages import page_script, page_style, part, render, visible_text
from pramana.views.growth_page.layout import place_nodes

MOST_NODES = 600
"""Nodes that are drawn, the oldest first: more are not distinguishable on a screen, and their layout takes minutes."""
MOST_LINES = 60
"""Actions and refusals that are listed of one iteration."""
LONGEST = 300
"""Characters of a text on the page."""
_HERE = Path(__file__).parent / "assets"


def growth_html(log: Log) -> str:
    """Return the page of a log. The same log gives the same text. Raises GraphFileError as `replay` does."""
    data = Markup(_script_json(growth_data(log)))
    title, script, style = log.payload.session_id, growth_script(), growth_style()
    return render(_HERE / "page.html", frame="base.html", title=title, data=data, script=script, style=style)


def growth_script() -> str:
    """Return the script of the page. It draws the data that an element with the id `data` holds as JSON."""
    return page_script() + part(_HERE, "page.js")


def growth_style() -> str:
    """Return the style of the page."""
    return page_style() + part(_HERE, "page.css")


def served_growth_page(script: str, style: str) -> str:
    """Return the page without data, for a server: `script` and `style` are addresses."""
    return render(_HERE / "page.html", frame="served.html", title="", script=script, style=style)


def growth_data(log: Log) -> dict[str, Any]:
    """Return what the page shows of a log. Raises GraphFileError as `replay` does."""
    lives = _Lives()
    for growth in replay_steps(log):
        if growth.iteration == 0:
            growth.listen(lives)
        lives.iteration = growth.iteration + 1  # what comes until the next turn of this loop
    drawn = list(lives.nodes)[:MOST_NODES]
    row = {name: number for number, name in enumerate(drawn)}
    edges = [life for life in lives.edges if life["from"] in row and life["to"] in row]
    places = place_nodes(len(drawn), [(row[life["from"]], row[life["to"]]) for life in edges])
    return {
        "session": log.payload.session_id,
        "goal": _short(log.payload.goal_prompt),
        "ended": "open" if log.end is None else str(log.end.stopped),
        "left_out": len(lives.nodes) - len(drawn),
        "nodes": [
            {**lives.nodes[name], "x": round(x, 4), "y": round(y, 4)}
            for name, (x, y) in zip(drawn, places.tolist(), strict=True)
        ],
        "edges": [{**life, "from": row[life["from"]], "to": row[life["to"]]} for life in edges],
        "iterations": [_iteration(record) for record in log.records],
    }


@dataclass
class _Lives:
    """When nodes and edges were there, followed through a replay. `spans` are pairs: added in, removed in (or null)."""

    iteration: int = 0
    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    edges: list[dict[str, Any]] = field(default_factory=list)
    _open: dict[Any, dict[str, Any]] = field(default_factory=dict)

    def follow(self, change: GrowthChange) -> None:
        before, after = change.before, change.after
        if isinstance(after, Edge):
            self._add_edge(after)
        elif isinstance(before, Edge):
            self._open.pop(before.key)["spans"][-1][1] = self.iteration
        elif after is None and before is not None:
            self.nodes[before.id]["spans"][-1][1] = self.iteration
        elif before is not None:
            self.nodes[before.id].setdefault("updates", []).append(self.iteration)
        elif after is not None:
            life = self.nodes.setdefault(after.id, {"id": _short(after.id), "type": _short(after.type), "spans": []})
            life["spans"].append([self.iteration, None])

    def _add_edge(self, edge: Edge) -> None:
        spans = [[self.iteration, None]]
        life = {"from": edge.source, "to": edge.target, "label": _short(edge.relation), "spans": spans}
        self.edges.append(life)
        self._open[edge.key] = life


def _iteration(record: IterationRecord) -> dict[str, Any]:
    applied = [f"{done['action'].get('type', '')} {done.get('id', '')}".strip() for done in record.actions_taken]
    return {
        "who": _short(record.who),
        "why": _short(record.agent_reasoning),
        "applied": [_short(each) for each in applied[:MOST_LINES]],
        "refused": [_short(each) for each in record.errors[:MOST_LINES]],
        "more": max(len(applied) - MOST_LINES, 0) + max(len(record.errors) - MOST_LINES, 0),
    }


def _short(text: str) -> str:
    shown = visible_text(text[:LONGEST])
    return shown if len(text) <= LONGEST else f"{shown}…"


def _script_json(value: Any) -> str:
    """Return JSON that no HTML parser can leave: `<`, `>` and `&` are escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
