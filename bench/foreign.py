"""How the rules that plan investigations fare with natural questions about graphs that they were not written for.

    python bench/foreign.py [--half first|second] [--graph NAME] [--traps] [--readers] [--own] [--nonce] [-v]

Four graphs of `foreign_questions.json`: a supply chain, an office (ids that are handles, no attribute `name`), a museum
(ids that are codes, `…_by` relations), and a news report in the store of LightRAG (descriptions, chunks, one relation).
The questions and answers were written from the graphs before any was asked. Rules are chosen on the questions with odd
numbers of the supply chain, the office and the news (`--half first`); the others, and the whole museum, are to report.

`--traps` asks other questions, which look like ones that have an answer: a relation from its other side, a negation, a
word that no relation has, a comparison with another thing.

`--readers` asks those in `bench/readers/graphs`, of people who had not seen the project. `--own` asks those about
the three graphs of `foreign_styles.json`, with `--half` and `--traps`: ids that are codes and camelCase, no types, and
names in capitals.

`--nonce` (also with `--own`) puts into each question that is answered a word that nothing explains (*X's quibble*, *the
quibble of X*, *which quibbly …*, *… on Tuesdays*) and prints those that are answered all the same.

An answer is `right` where it has all that is expected and names nothing else of the graph beside what the question
names; `right, quoted` where the sentences that it quotes have it. An empty expected answer means that the graph cannot
tell: any answer is then wrong.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from planner import rules_planner
from pramana.app.sources import open_source
from pramana.graph.adapters import GraphAdapter, MemoryAdapter
from pramana.graph.model import Edge, Node
from pramana.investigate.investigating import investigate

QUESTIONS = Path(__file__).with_name("foreign_questions.json")
OWN_QUESTIONS = Path(__file__).with_name("foreign_styles.json")
READERS = Path(__file__).parent / "readers" / "graphs"
UNSEEN = "museum"
"""The graph of which no question was used to choose rules."""
_NAMES = ("name", "label", "fullName")


def main() -> None:
    """Print, for each graph, how the questions fared, and each one that was not answered rightly."""
    half = _option("--half", "all")
    only = _option("--graph", "")
    file = OWN_QUESTIONS if "--own" in sys.argv else QUESTIONS
    sets = json.loads(file.read_text("utf-8"))
    whole: Counter[str] = Counter()
    if "--readers" in sys.argv:
        _ask_readers()
        return
    if "--nonce" in sys.argv:
        asyncio.run(_ask_nonce(sets))
        return
    kind = "traps" if "--traps" in sys.argv else "questions"
    with tempfile.TemporaryDirectory() as folder:
        for name, given in sets.items():
            if only in ("", name) and (questions := _half(name, given[kind], half)):
                tally = asyncio.run(_asked(_graph(given, Path(folder) / name), questions))
                whole += tally
                print(f"{name}: {len(questions)} questions: {_told(tally)}")
    print(f"all: {sum(whole.values())} questions: {_told(whole)}")


async def _ask_nonce(sets: dict[str, Any]) -> None:
    """Ask all questions that are answered with a word more that nothing explains."""
    asked = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, given in sets.items():
            adapter = _graph(given, Path(folder) / name)
            names = sorted((str(each) for node in adapter.find_nodes().nodes() for each in _names_of(node)), key=len)
            for text, expected in given["questions"]:
                if not expected or not (await investigate(text, adapter, rules_planner())).answered:
                    continue
                for said in _with_nonce(text, [each for each in names if each in text][-1:]):
                    found = await investigate(said, adapter, rules_planner())
                    asked += 1
                    if found.answered and "(not answered" not in found.answer:
                        wrong += 1
                        print(f"  {name}: {said} -> {found.answer[:200]!r}")
    print(f"all: {asked} questions with a word that nothing explains, {wrong} answered")


def _with_nonce(text: str, names: Sequence[str]) -> Iterator[str]:
    for name in names if "'s" not in text else ():
        yield text.replace(name, f"{name}'s quibble", 1)
        yield text.replace(name, f"the quibble of {name}", 1)
    if found := re.match(r"(?:which|what|how many) (?!is|are|was|were|did|do)", text, re.IGNORECASE):
        yield f"{found[0]}quibbly {text[found.end() :]}"
    if text.endswith("?"):
        yield f"{text[:-1]} on Tuesdays?"
        yield f"{text[:-1]} without quibbles?"


def _ask_readers() -> None:
    """Ask the questions that people made who had not seen the project, with what they expect beside each answer."""
    rows = [json.loads(line) for line in (READERS / "questions.jsonl").read_text("utf-8").splitlines()]
    whole: Counter[str] = Counter()
    for name in dict.fromkeys(row["graph"] for row in rows):
        questions = [(row["question"], row["expected"]) for row in rows if row["graph"] == name]
        tally = asyncio.run(_asked(open_source(READERS / name).adapter, questions, strict=False))
        whole += tally
        print(f"{name}: {len(questions)} questions: {_told(tally)}")
    print(f"all: {sum(whole.values())} questions: {_told(whole)}")


def _option(name: str, default: str) -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


def _half(name: str, questions: Sequence[Any], half: str) -> list[Any]:
    if half == "all":
        return list(questions)
    if name == UNSEEN:
        return list(questions) if half == "second" else []
    return list(questions[0 if half == "first" else 1 :: 2])


def _told(tally: Counter[str]) -> str:
    kinds = ("right", "right, quoted", "in part", "declined", "declined, rightly", "wrong")
    return ", ".join(f"{tally[kind]} {kind}" for kind in kinds)


def _graph(given: dict[str, Any], folder: Path) -> GraphAdapter:
    if "chunks" in given:
        return _lightrag(given, folder)
    nodes = [Node(name, kind, properties) for name, kind, properties in given["nodes"]]
    return MemoryAdapter.of(nodes, [Edge(*each) for each in given["edges"]])


def _lightrag(given: dict[str, Any], folder: Path) -> GraphAdapter:
    """Return the graph of a store as LightRAG leaves it in a folder."""
    import networkx

    graph = networkx.Graph()
    for name, kind, told, source in given["nodes"]:
        graph.add_node(name, entity_id=name, entity_type=kind, description=told, source_id=source)
    for one, other, told, keywords, source in given["edges"]:
        graph.add_edge(one, other, weight=1.0, description=told, keywords=keywords, source_id=source)
    folder.mkdir()
    networkx.write_graphml(graph, folder / "graph_chunk_entity_relation.graphml")
    chunks = {key: {"content": text, "full_doc_id": "doc-1"} for key, text in given["chunks"].items()}
    (folder / "kv_store_text_chunks.json").write_text(json.dumps(chunks), "utf-8")
    return open_source(folder, lightrag=True).adapter


async def _asked(adapter: GraphAdapter, questions: Sequence[Sequence[Any]], *, strict: bool = True) -> Counter[str]:
    names = sorted(str(each) for node in adapter.find_nodes().nodes() for each in _names_of(node))
    tally: Counter[str] = Counter()
    for text, expected in questions:
        found = await investigate(text, adapter, rules_planner())
        judged = _judged if strict else _judged_in_part
        kind = judged(text, found.answer if found.answered else "", expected, names)
        tally[kind] += 1
        if kind not in ("right", "declined, rightly") or "-v" in sys.argv:
            told = found.answer or f"{found.stop}: {found.why}"
            print(f"  {kind}: {text} -> {told[:300]!r}, expected {expected}")
    return tally


def _names_of(node: Node) -> list[Any]:
    return [node.properties[name] for name in _NAMES if name in node.properties] or [node.id]


def _judged(question: str, answer: str, expected: Sequence[str], names: Sequence[str]) -> str:
    if not answer:
        return "declined" if expected else "declined, rightly"
    if not expected:
        return "wrong"
    plain = _plain(answer)
    quotes = _plain(" ".join(re.findall("“([^”]*)”", answer)))
    if expected == ["yes"]:
        return "right" if plain.startswith(" yes ") else "right, quoted" if quotes.strip() else "wrong"
    has_all = all(_plain(each) in plain for each in expected)
    asked = _plain(question)
    lead = _plain(re.sub(r"“[^”]*”|Taking '[^']*' for '[^']*'", " ", answer))
    others = [name for name in names if _plain(name) in lead and not _is_expected(name, expected, asked)]
    if has_all and not others and all(_plain(each) in lead for each in expected):
        return "right"
    return "right, quoted" if quotes.strip() and all(_plain(each) in quotes for each in expected) else "wrong"


def _judged_in_part(question: str, answer: str, expected: Sequence[str], names: Sequence[str]) -> str:
    """Judge an answer by what it has of what is expected, whatever else it says: it may list values beside a count."""
    if not answer or not expected:
        return _judged(question, answer, expected, names)
    having = [each for each in expected if _plain(each) in _plain(answer)]
    return "right" if len(having) == len(expected) else "in part" if having else "wrong"


def _is_expected(name: str, expected: Sequence[str], asked: str) -> bool:
    plain = _plain(name)
    part = any(f" {word} " in asked for word in plain.split() if len(word) > 2)
    return part or any(plain in _plain(each) for each in expected)


def _plain(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.casefold())
    words = re.findall(r"[^\W_]+", text)
    return f" {' '.join(words)} "


if __name__ == "__main__":
    main()
