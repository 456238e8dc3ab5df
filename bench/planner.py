"""How often the rules that plan investigations answer rightly, decline, or are wrong.

    python bench/planner.py [FOLDER]

Questions and answers stand in `planner_questions.json`; they were written from the graphs before any was asked. Four
graphs: films and an office (typed relations), a workspace read from sixteen lines (events with roles), and, where
FOLDER holds `christmas_carol/nano_graphrag.graphml`, the graph of A Christmas Carol (one relation, descriptions).
Planted questions, five graphs of other seeds, come besides.

An answer that quotes sentences of the graph says no more than these: it is `right, quoted` where all names of the
expected answer occur in them, though they may not lead the answer, and may not be all names there.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pramana
from pramana.app.gasl import GaslSession
from pramana.app.sources import open_source
from pramana.graph.adapters import GraphAdapter, MemoryAdapter
from pramana.graph.model import Edge, Node
from pramana.investigate.loop import Course, Loop
from pramana.investigate.model import PlannerProposal, Situation
from pramana.investigate.naming import mentions
from pramana.investigate.planning import ModelPlanner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import graph_profile
from pramana.investigate.stepping import PlanStepper

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from planted import planted

QUESTIONS = Path(__file__).with_name("planner_questions.json")


def main() -> None:
    """Print, for each graph, how the questions fared, and every wrong answer."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    sets = json.loads(QUESTIONS.read_text("utf-8"))
    total: Counter[str] = Counter()
    for name, adapter, questions in (*_graphs(sets, folder), *_planted()):
        tally = asyncio.run(_asked(adapter, questions))
        print(f"{name}: {len(questions)} questions: {_told(tally)}")
        total += tally
    print(f"all: {sum(total.values())} questions: {_told(total)}")


def _told(tally: Counter[str]) -> str:
    kinds = ("right", "right, quoted", "declined", "declined, rightly", "wrong")
    return ", ".join(f"{tally[kind]} {kind}" for kind in kinds)


def _graphs(sets: dict[str, Any], folder: Path | None) -> list[tuple[str, GraphAdapter, list[Any]]]:
    rama = _workspace(sets["rama"]["text"])
    found: list[tuple[str, GraphAdapter, list[Any]]] = [
        ("films", _listed(sets["films"]), sets["films"]["questions"]),
        ("office", _listed(sets["office"]), sets["office"]["questions"]),
        *((name, rama, sets[name]["questions"]) for name in ("rama", "rama, traps")),
    ]
    carol = None if folder is None else folder / "christmas_carol" / "nano_graphrag.graphml"
    if carol is None or not carol.is_file():
        print("carol: absent (give the folder that holds christmas_carol/nano_graphrag.graphml)")
    else:
        graph = open_source(carol).adapter
        found += [(name, graph, sets[name]["questions"]) for name in ("carol", "carol, traps")]
    return found


def _listed(given: dict[str, Any]) -> GraphAdapter:
    nodes = [Node(name, kind, properties) for name, kind, properties in given["nodes"]]
    return MemoryAdapter.of(nodes, [Edge(*each) for each in given["edges"]])


def _workspace(lines: Sequence[str]) -> GraphAdapter:
    place = Path(tempfile.mkdtemp())
    (place / "rama.txt").write_text("\n".join(lines) + "\n", "utf-8")
    with pramana.open(str(place / "ws"), create=True) as workspace:
        workspace.ingest(str(place / "rama.txt"))
    return GaslSession(place / "ws").adapter


def _planted() -> list[tuple[str, GraphAdapter, list[Any]]]:
    found: list[tuple[str, GraphAdapter, list[Any]]] = []
    for seed in range(11, 16):
        made = planted(seed, 60)
        questions = [[each.text, sorted(each.answer), each.shape] for each in made.questions]
        found.append((f"planted {seed}", made.graph, questions))
    return found


async def _asked(adapter: GraphAdapter, questions: Sequence[Sequence[Any]]) -> Counter[str]:
    tally: Counter[str] = Counter()
    facts = graph_profile(adapter)
    for text, answer, *rest in questions:
        problem = Problem(text, facts, mentions(text, adapter, facts))
        course = await Loop(_Rules(), PlanStepper(adapter)).run(problem)
        accepted = [set(answer), *(set(other) for other in rest[1:])]
        kind = _judged(course, accepted, rest[0] if rest else "")
        tally[kind] += 1
        if kind == "wrong" or "-v" in sys.argv:
            print(f"  {kind}: {text} -> {course.answer or course.why[:150]!r}, not {answer}")
    return tally


def _judged(course: Course, accepted: Sequence[set[str]], shape: str) -> str:
    if not course.answer:
        return "declined" if any(accepted) else "declined, rightly"
    state = course.snapshot.state
    if not any(accepted):
        return "wrong"
    (first, *_) = accepted
    single = len(first) == 1 and next(iter(first))
    items = [item.value for item in state.items(("answer",))] if state.has(("answer",)) else []
    found = [set(item["nodes"][1:-1]) if "nodes" in item else {str(item["id"])} for item in items]
    if shape == "path" and found and (found[0] in accepted or set().union(*found) == set().union(*accepted)):
        return "right"
    if single and course.answer.rstrip(".").replace(",", "") == single:
        return "right"
    if set().union(*found, set()) in accepted or _quoted_names(course) in map(_folded, accepted):
        return "right"
    return "right, quoted" if any(_is_quoted(course, names) for names in accepted) else "wrong"


def _is_quoted(course: Course, names: Iterable[str]) -> bool:
    """Return whether an answer quotes sentences, which all names of the expected answer occur in."""
    quotes = " ".join(re.findall("“([^”]*)”", course.answer)).casefold()
    return bool(quotes) and all(re.search(rf"\b{re.escape(name)}\b", quotes) for name in _folded(names))


def _quoted_names(course: Course) -> set[str]:
    """Return the names that an answer gives before the sentences that it quotes, folded."""
    head = course.answer.partition(": “")[0]
    return _folded(re.split(r", | and ", head))


def _folded(names: Iterable[str]) -> set[str]:
    return {re.sub(r"^(?:the|a|an) ", "", name.casefold().strip()) for name in names}


def rules_planner() -> Any:
    """Return the rules as a planner."""
    return _Rules()


class _Rules:
    """The rules as a planner, without a gateway between."""

    def __init__(self) -> None:
        self._planner = ModelPlanner(_Direct())  # type: ignore[arg-type]

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        """Return what the rules propose."""
        return await self._planner.next_actions(situation, key=key)


class _Direct:
    """Answers a ptool by its rule."""

    async def call(self, ptool: Any, value: Any, **_: Any) -> Any:
        """Return the rule's output as a gateway would."""
        from types import SimpleNamespace

        from pramana.investigate.rules import RULES

        return SimpleNamespace(output=RULES[ptool.name](value))


if __name__ == "__main__":
    main()
