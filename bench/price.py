"""What verification costs: calls, tokens, money, rounds for every policy. Usage: python bench/price.py [FOLDER]

FOLDER holds `christmas_carol/christmas_carol.txt`; without it the demo's stave of the same story is read. The first 300
lines (`--lines`) are read under every policy with all passes, and eight questions are asked.
The model is scripted and answers over HTTP (`pricing/answers.py`): readings by the embedded reader, of a hundred
lines 10 fail a check at first, 5 leave an event out, 2 stay disputed; of a hundred links 8 are doubtful, of a hundred
questions 40 get two plans; 45 of a hundred pronouns have a hint (90 of 200 that people read in place of a model).
Tokens are counted on what is sent (schema and messages) and on what is answered, by o200k_base where `tiktoken` is
installed, else by `pramana.llm.tokens`; the table says which. Money is at the list price of gpt-4o-mini, without any
discount for cached tokens. Rounds: how often in a row somebody had to wait for the model, with 64 calls in flight.

`--source PATH` measures another checkout of Pramana with this very script, for a comparison before and after.

Peers: what three systems publish for indexing MuSiQue's 11,656 passages, per 1,000 sentences. HippoRAG 2 (Gutiérrez et
al., ICML 2025, arXiv 2502.14802, table of indexing costs): 9.2 M input tokens; LightRAG 68.5 M; Microsoft GraphRAG
115.5 M. They extract and summarise; they verify nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from inspect import signature
from pathlib import Path
from typing import Any, get_args

HERE = Path(__file__).resolve()
DEMO = HERE.parent.parent / "demo" / "documents" / "christmas_carol_stave_five.txt"
INPUT_PRICE, OUTPUT_PRICE = 0.15, 0.60
"""US dollars per million tokens: the list price of gpt-4o-mini."""
IN_FLIGHT = 64
TICK_S = 0.5
"""Seconds of a round. Longer than this process takes to issue 64 calls."""
PEERS = {"HippoRAG 2": 0.22, "LightRAG": 1.6, "Microsoft GraphRAG": 2.8}
"""Published input tokens for indexing, in millions per 1,000 sentences: see the head of this file."""
QUESTIONS = (
    "Who carried the coal-box?",
    "What did Scrooge eat?",
    "Where did Scrooge live?",
    "Who kept the coal-box in his own room?",
    "What did the clerk put on?",
    "Who knew Marley?",
    "Why did Scrooge laugh?",
    "Who gave Scrooge a turkey?",
)
PARTS = ("reading", "links", "references", "asking")


@dataclass(frozen=True, slots=True)
class PolicyPrice:
    """What one policy took. `parts` by name; `estimated` is what `pramana estimate` said of reading and passes."""

    policy: str
    lines: int
    parts: dict[str, Any]
    estimated: dict[str, Any]
    statuses: dict[str, int]

    def sum(self, name: str, parts: Sequence[str] = PARTS[:-1]) -> int:
        return sum(int(self.parts[part][name]) for part in parts)

    def a_thousand(self, name: str) -> float:
        """Return a sum per 1,000 lines, in millions."""
        return self.sum(name) / self.lines / 1000

    @property
    def money(self) -> float:
        """US dollars per 1,000 lines."""
        return self.a_thousand("input") * INPUT_PRICE + self.a_thousand("output") * OUTPUT_PRICE


def part_of(ptool: str) -> str:
    for part, word in (("reading", "kriya"), ("references", "reference"), ("links", "link")):
        if word in ptool:
            return part
    return "asking"


def measured(document: Path, policy: str, tick_s: float) -> PolicyPrice:
    """Read a document under a policy, run all passes, ask the questions, and return the count."""
    from pramana.karaka import PASSES, default_passes
    from pricing.answers import ScriptedModel, Shares
    from pricing.counting import Counted, Meter, served, tokenizer

    meter = Meter(ScriptedModel(Shares()), tokenizer()[1], tick_s)
    with served(meter) as server, tempfile.TemporaryDirectory() as folder:
        price = {"input": INPUT_PRICE, "output": OUTPUT_PRICE}
        model = {"model": "test", "base_url": server.url, "concurrency": IN_FLIGHT, "price": price, **_own_settings()}
        llm = {"default": "it", "models": {"it": model}}
        passes = [*default_passes(), *([] if "references" not in PASSES else ["references"])]
        with _opened(folder, llm=llm, gsv={"policy": policy}, karaka={"passes": passes}) as ws:
            estimated = ws.estimate(document).as_json()
            report = ws.ingest(document)
            for question in QUESTIONS:
                ws.ask(question)
    parts = {part: asdict(Counted.of(call for call in meter.calls if part_of(call.ptool) == part)) for part in PARTS}
    return PolicyPrice(policy, report.read, parts, estimated, dict(sorted(report.lines.items())))


def _own_settings() -> dict[str, Any]:
    """Return what the server is known to do, in versions that can be told: it gives several answers to a request."""
    from pramana.llm import ModelSettings

    return {"samples": True} if "samples" in ModelSettings.model_fields else {}


def _opened(folder: str, **settings: Any) -> Any:
    """Open a new workspace, in versions that make one only when they are told to, and in those before."""
    import pramana

    told = {"create": True} if "create" in signature(pramana.open).parameters else {}
    return pramana.open(folder, **told, **settings)


def table(prices: Sequence[PolicyPrice]) -> Iterator[str]:
    yield f"{'per 1,000 lines':22}{'calls/line':>11}{'input M':>9}{'cached':>8}{'output M':>10}{'USD':>7}{'rounds':>8}"
    for price in prices:
        cached = price.sum("cached") / max(price.sum("input"), 1)
        yield (
            f"{price.policy:22}{price.sum('calls') / price.lines:11.2f}{price.a_thousand('input'):9.2f}{cached:8.0%}"
            f"{price.a_thousand('output'):10.2f}{price.money:7.2f}{price.sum('rounds'):8}"
        )
    for name, tokens in PEERS.items():
        yield f"{name + ' (published)':31}{tokens:11.2f}"
    yield ""
    yield f"{'by part':22}" + "".join(f"{part:>26}" for part in PARTS)
    for price in prices:
        told = (f"{price.parts[part]['calls']:,} calls {price.parts[part]['input'] / 1e3:,.0f} k" for part in PARTS)
        yield f"{price.policy:22}" + "".join(f"{each:>26}" for each in told)
    yield ""
    for price in prices:
        said, asked = price.estimated, price.parts["asking"]["calls"] / len(QUESTIONS)
        compared = " · ".join(
            f"{name} {said[key]:,} against {real:,} ({said[key] / max(real, 1):.0%})"
            for name, key, real in (
                ("calls", "calls", price.sum("calls")),
                ("input", "prompt_tokens", price.sum("input")),
                ("output", "completion_tokens", price.sum("output")),
            )
        )
        yield f"{price.policy}: {asked:.1f} calls a question; lines {price.statuses}"
        yield f"    estimated {compared}"


def excerpt(folder: str, lines: int, into: Path) -> Path:
    """Write the first lines of the story, a paragraph each, and return the file."""
    from pramana.documents import load_and_refine_documents

    story = Path(folder) / "christmas_carol" / "christmas_carol.txt" if folder else DEMO
    if not story.is_file():
        raise SystemExit(f"{story} is not there: give the folder that holds christmas_carol/")
    found = [line for texts in load_and_refine_documents(story).values() for line in texts]
    document = into / "carol.txt"
    document.write_text("\n\n".join(found[:lines]), "utf-8")
    return document


def elsewhere(source: Path, arguments: Sequence[str]) -> int:
    """Run this script on the source of another checkout."""
    path = source / "src" if (source / "src").is_dir() else source
    environment = {**os.environ, "PYTHONPATH": str(path)}
    return subprocess.run([sys.executable, str(HERE), *arguments], env=environment, check=False).returncode


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", default="", metavar="FOLDER")
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--policy", action="append", help="may be repeated; default: all")
    parser.add_argument("--source", type=Path, help="the root of another checkout, to be measured in its place")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="answer at once, and count no rounds")
    chosen = parser.parse_args(arguments)
    if chosen.source is not None:
        at = list(arguments).index("--source")
        return elsewhere(chosen.source, [*arguments[:at], *arguments[at + 2 :]])
    import pramana
    from pramana.gsv import Policy
    from pricing.counting import tokenizer

    with tempfile.TemporaryDirectory() as folder:
        document = excerpt(chosen.folder, chosen.lines, Path(folder))
        tick = 0.0 if chosen.quick else TICK_S
        prices = [measured(document, policy, tick) for policy in chosen.policy or get_args(Policy)]
    if chosen.json:
        print(json.dumps([asdict(price) | {"money": price.money} for price in prices], indent=1))
        return 0
    print(f"{prices[0].lines} lines; tokens: {tokenizer()[0]}; {Path(pramana.__file__).parent.parent.parent}")
    print("\n".join(table(prices)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
