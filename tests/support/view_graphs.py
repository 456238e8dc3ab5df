"""Graphs to be looked at, made up: a large one, and one whose every text is hostile."""

from __future__ import annotations

from random import Random

from pramana.views.graph_page.model import Argument, PagePlace, ViewEdge, ViewGraph, ViewLine, ViewNode, ViewWhy

HOSTILE = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1>",
    "<!--<script>window.hacked=1",
    "'\"><svg onload=window.hacked=1>",
    "javascript:window.hacked=1",
    "\u202egnp.exe\u2028\x00\x1b[31m",
    "{{ window.hacked }} ${window.hacked=1} \\u003cscript\\u003e",
    "__proto__",
)
RELATIONS = ("HAS_KARTĀ", "HAS_KARMA", "LOCATED_IN", "CAUSES")
GRADES = ("verbatim", "normalized", "partial")


def large_graph(edges: int = 5_000) -> ViewGraph:
    """Return a graph of events and people, some of whom take part in much, as in a text. Always the same one."""
    chance = Random(1)
    people = edges // 4
    events = edges // 2
    nodes = [ViewNode(f"p{n}", f"Person {n}", "Entity", "checked", (f"mr. person {n}",)) for n in range(people)]
    nodes += [ViewNode(f"e{n}", f"act {n % 37}", "Kriya", "checked") for n in range(events)]
    lines, drawn = [], []
    for number in range(edges):
        event, person = people + number % events, int(people * chance.random() ** 2.5)
        # The quote stands behind a sign that is one code point and two units of a string.
        head, quote = "🦉 On day ", f"Person {person}"
        text = f"{head}{90_000 - number} {quote} did a thing."
        start = len(f"{head}{90_000 - number} ")
        lines.append(ViewLine(f"large.txt:{number + 1}", text))
        at = (PagePlace(number, start, start + len(quote), GRADES[number % 3]),)
        relation = RELATIONS[0 if number < events else 1 + number % 3]
        edge_id = f"e{event - people} -{relation}-> p{person} #{number}"
        drawn.append(ViewEdge(event, relation, person, edge_id, ("checked", "verified")[number % 2], at, 0))
    why = ViewWhy(
        7,
        (Argument("act(KARTA: Person)", "verified", "Scorers and verifier agreed.", (90, 91, 92)),),
        (Argument("act(KARTA: Nobody)", "refused", "'Nobody' is not in the line."),),
        3,
    )
    return ViewGraph(tuple(nodes), tuple(drawn), tuple(lines), (why,), start=0)


def hostile_graph() -> ViewGraph:
    """Return a graph that is hostile in its ids, names, types, relations, properties, lines and reasons."""
    nodes = tuple(
        ViewNode(f"{text}{n}", text, text, text, (text,), {text: [text, {text: text}]})
        for n, text in enumerate(HOSTILE)
    )
    lines = tuple(ViewLine(f"{text}:1", f"{text} says {text}") for text in HOSTILE)
    edges = tuple(
        ViewEdge(0, text, n, f"{text} {n}", text, (PagePlace(n, 0, len(text), "verbatim"),), n, {text: text})
        for n, text in enumerate(HOSTILE)
    )
    whys = tuple(ViewWhy(1, (Argument(text, text, text),), (Argument(text, text, text),), 1) for text in HOSTILE)
    return ViewGraph(nodes, edges, lines, whys, told=HOSTILE[1])
