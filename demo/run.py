"""The main job on the sample documents, by the commands that a user would type. Writes graph.graphml and summary.md."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

DEMO = Path(__file__).resolve().parent
ROOT = DEMO.parent
WORKSPACE = "demo/ws"
QUESTIONS = (
    "Who gave the bow to Lakshmana?",
    "Who replaced the mirror?",
    "Where did the volunteers fill sandbags?",
    "Did Ravana release Sita?",
    "Who was better than his word?",
    "Who invented the telephone?",
)
"""An active clause, a passive one, a place, a denial, a sentence of Dickens, and one that no document answers."""
NO_ANSWER = 1
"""The exit code of `ask` where the documents do not say."""
SHOWN = "Ravana"
"""The entity whose facts the summary lists."""


def main() -> int:
    start_afresh()
    say("init", WORKSPACE)
    say("estimate", "-w", WORKSPACE, "demo/documents")
    say("ingest", "-w", WORKSPACE, "demo/documents")
    for question in QUESTIONS:
        say("ask", "-w", WORKSPACE, question)
    say("export", "-w", WORKSPACE, "demo/graph.graphml")
    say("status", "-w", WORKSPACE)
    say("replay", "-w", WORKSPACE, "1")
    (DEMO / "summary.md").write_text(summary(), "utf-8")
    show("\nWritten: demo/graph.graphml (for Gephi, yEd, NetworkX …) and demo/summary.md")
    return 0


def start_afresh() -> None:
    """Delete what an earlier demonstration left, and nothing that is not its own."""
    workspace = ROOT / WORKSPACE
    if (workspace / "pramana.toml").is_file():
        shutil.rmtree(workspace)


def say(*arguments: str) -> None:
    """Run a command in the open. It ends the demonstration where it fails; no answer is no failure."""
    show(f"\n$ pramana {shlex.join(arguments)}")
    done = subprocess.run(command(arguments), cwd=ROOT, env=environment())
    if done.returncode not in (0, NO_ANSWER if arguments[0] == "ask" else 0):
        raise subprocess.CalledProcessError(done.returncode, done.args)


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def ask_for(*arguments: str) -> Any:
    """Run a reading command and return its JSON."""
    done = subprocess.run(
        command((*arguments, "-w", WORKSPACE, "--json")),
        cwd=ROOT,
        env=environment(),
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def command(arguments: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-c", "from pramana.cli import main; main()", *arguments]


def environment() -> dict[str, str]:
    """Return the environment without settings of Pramana: the demonstration asks no model but the embedded one."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PRAMANA_")}


def summary() -> str:
    """Return what came out, for people. The same on every run of the same version."""
    status, runs = ask_for("status"), ask_for("runs")
    parts = ["# What the demonstration made\n", *counts(status), "\n## Answers\n"]
    for run in runs:
        if run["kind"] == "ask":
            parts += answer(run["result"])
    parts.append(f"\n## Some facts: what {SHOWN} takes part in\n\n")
    for entity in ask_for("show", "entity", SHOWN):
        parts += [fact(item) for item in entity["facts"]]
    parts.append(f"\nGraph hash: `{status['graph_hash']}`\n")
    return "".join(parts)


def counts(status: dict[str, Any]) -> list[str]:
    documents = ", ".join(f"{document['doc_id']} ({document['lines']} lines)" for document in status["documents"])
    rows = {"documents": documents, **{title: tally(status[title]) for title in ("lines", "nodes", "edges")}}
    rows["facts"] = tally(status["verdicts"])
    return ["\n| | |\n|---|---|\n", *(f"| {title} | {value} |\n" for title, value in rows.items())]


def tally(counted: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counted.items())


def answer(result: dict[str, Any]) -> list[str]:
    parts = [f"\n**{result['question']}** {result['status']}\n\n{result['answer']}\n"]
    if result["citations"]:
        parts.append("\n")
        parts += [f"- `{line['doc_id']}:{line['line_number']}` {line['text']}\n" for line in result["citations"]]
    return parts


def fact(item: dict[str, Any]) -> str:
    places = "; ".join(
        f'{evidence["doc_id"]}:{evidence["line_number"]} "{evidence["quote"]}" {evidence["grade"]}'
        for evidence in item["evidence"]
    )
    return f"- {item['told']}, {item['verdict']}\n  - {item['text']}\n  - `{item['id']}`: {places}\n"


if __name__ == "__main__":
    sys.exit(main())
