"""Three new users from `pip install` to their aim, by what README says: commands, seconds, megabytes.

`python bench/journeys.py [CHECKOUT …] [--markdown]`: an analyst with a folder of mixed files, an engineer with a
service, a researcher with another tool's graph. Each CHECKOUT (default: this one) is installed into environments of
its own, and its README is the only guide: a step whose command README does not show counts as not told there. Give
the version before as a second checkout to compare. Exit code 1 where the last checkout misses an aim.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep

from files import samples

HERE = Path(__file__).resolve().parents[1]
LONGEST_S = 600
"""No command may take longer: a new user has long given up by then."""
BOOK = (
    "Contoso Ltd bought Fabrikam Inc in March 2024. Maria Keller signed the contract in Leeds. "
    "Tyler Brooks did not sign the contract.\n"
)
GRAPH = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="r" for="edge" attr.name="relation" attr.type="string"/>
<graph edgedefault="directed"><node id="Contoso Ltd"/><node id="Fabrikam Inc"/><node id="Maria Keller"/>
<edge source="Contoso Ltd" target="Fabrikam Inc"><data key="r">bought</data></edge>
<edge source="Fabrikam Inc" target="Contoso Ltd"><data key="r">bought</data></edge></graph></graphml>
"""


@dataclass(frozen=True)
class Step:
    """A wish of the user, the command that README gives for it, and what must come of it.

    `told` is the part of README that shows the command; `shows` a pattern of the output.
    """

    wish: str
    command: str
    shows: str = ""
    told: str = ""


@dataclass
class Walk:
    """What one journey took in one version."""

    commands: int = 0
    seconds: float = 0.0
    reached: int = 0
    missed: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    megabytes: float = 0.0


ANALYST = (
    Step("read a folder", "pramana init ws && pramana ingest -w ws files; true", r"\d+ lines", "pramana ingest -w ws"),
    Step("Word files, too", "pip install -q 'CHECKOUT[all]' && pramana ingest -w ws files; true", "", "[all]"),
    Step(
        "an answer that names its file",
        'pramana ask -w ws "Who voted against the lease?"',
        r"Tyler Brooks.*\[\S+\.\w+:\d+\]",
        "pramana ask -w ws",
    ),
    Step(
        "an answer from a Word file", "pramana show -w ws line minutes.docx:2", "(?i)fjord", "pramana show -w ws line"
    ),
    Step("what was not read", "pramana status -w ws", r"files left out", "pramana status"),
    Step("a page to send", "pramana view -w ws && grep -c '<html' view.html", r"[1-9]", "pramana view"),
    Step("a file", "pramana export -w ws g.graphml && grep -c '<node' g.graphml", r"[1-9]", "pramana export"),
)
ENGINEER = (
    Step("the Python block of README", "python block.py", r"Rama", "import pramana"),
    Step("over HTTP", "pip install -q 'CHECKOUT[all]' && SERVE", r'"citations".*rama\.txt', "pramana serve -w ws"),
)
RESEARCHER = (
    Step(
        "which edges does the text support?",
        "pramana audit graph.graphml --source book.txt --html report.html --prune supported.graphml",
        r"supported",
        "pramana audit",
    ),
    Step("the reversed edge is gone", "grep -c '<edge' supported.graphml", r"^1$"),
    Step(
        "does it say this?",
        'pramana check "Tyler Brooks signed the contract." --source book.txt; true',
        r"contradicted",
        "pramana check",
    ),
    Step(
        "the same run again",
        "pramana init ws && pramana ingest -w ws book.txt && pramana replay -w ws 1",
        r"(?i)identical|same",
        "pramana replay",
    ),
    Step(
        "in a notebook",
        "pip install -q 'CHECKOUT[all]' && "
        "mkdir nb && cp CHECKOUT/notebooks/karaka.ipynb nb && jupyter execute nb/karaka.ipynb",
        told="notebook",
    ),
)
JOURNEYS = {"analyst": ANALYST, "engineer": ENGINEER, "researcher": RESEARCHER}


def _run(command: str, folder: Path, venv: Path) -> tuple[int, str]:
    env = {"PATH": f"{venv / 'bin'}:{os.environ['PATH']}", "HOME": str(folder), "LANG": "C.UTF-8", "COLUMNS": "80"}
    env |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    try:
        done = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=LONGEST_S
        )
    except subprocess.TimeoutExpired:
        return 124, f"not done in {LONGEST_S} s"
    return done.returncode, done.stdout + done.stderr


def _walk(checkout: Path, steps: tuple[Step, ...], home: Path) -> Walk:
    readme, venv, walk = (checkout / "README.md").read_text("utf-8"), home / "venv", Walk()
    _prepare(readme, checkout, home)
    install = Step("install", f"{sys.executable} -m venv venv && venv/bin/pip install -q CHECKOUT", told="pip install")
    for step in (install, *steps):
        command = step.command.replace("CHECKOUT", str(checkout))
        began = perf_counter()
        with _served(command, home, venv) as last:
            code, output = _run(last, home, venv)
        walk.seconds += perf_counter() - began
        walk.commands += command.count("&&") + 1
        found = re.search(step.shows, output, re.DOTALL) is not None
        if code == 0 and found:
            walk.reached += 1
        else:
            walk.missed.append(f"{step.wish}: {(output.strip().splitlines() or ['nothing printed'])[-1][:120]}")
        if step.told and step.told not in readme:
            walk.untold.append(step.wish)
    walk.megabytes = sum(each.stat().st_size for each in venv.rglob("*") if each.is_file()) / 1e6
    return walk


def _prepare(readme: str, checkout: Path, home: Path) -> None:
    (home / "files").mkdir()
    for sample in samples():
        (home / "files" / sample.name).write_bytes(sample.body)
    (home / "demo").symlink_to(checkout / "demo")
    (home / "graph.graphml").write_text(GRAPH, "utf-8")
    (home / "book.txt").write_text(BOOK, "utf-8")
    blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    (home / "block.py").write_text(blocks[0] if blocks else "", "utf-8")


@contextmanager
def _served(command: str, home: Path, venv: Path) -> Iterator[str]:
    """Yield the command to run; for one that ends in SERVE, with a server under it that answers one question."""
    if not command.endswith("SERVE"):
        yield command
        return
    _run(command.removesuffix(" && SERVE"), home, venv)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [venv / "bin" / "pramana", "serve", "-w", "ws", "--port", str(port)],
        cwd=home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(lambda: _answers(port) or server.poll() is not None)
        yield (
            f"curl -sS http://127.0.0.1:{port}/api/v1/workspaces/ws/ask -H 'Content-Type: application/json' "
            '-d \'{"question": "Who gave the bow to Lakshmana?"}\''
        )
    finally:
        server.terminate()
        server.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait(until: Callable[[], bool]) -> None:
    for _ in range(900):
        if until():
            return
        sleep(0.1)


def main() -> int:
    """Walk every journey with every version, and print what each took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="*", type=Path, default=[HERE])
    parser.add_argument("--markdown", action="store_true", help="print a table for the documentation")
    said = parser.parse_args()
    row = "| {} |".format(" | ".join(["{}"] * 7)) if said.markdown else "{:12} {:11} {:>8} {:>8} {:>7} {:>6} {:>5}"
    print(row.format("version", "who", "commands", "reached", "seconds", "MB", "told"))
    for checkout in said.checkouts:
        missed = []
        for who, steps in JOURNEYS.items():
            with tempfile.TemporaryDirectory() as home:
                walk = _walk(checkout.resolve(), steps, Path(home))
            wishes = len(steps) + 1
            told = f"{wishes - len(walk.untold)}/{wishes}"
            reached = f"{walk.reached}/{wishes}"
            print(
                row.format(
                    checkout.resolve().name,
                    who,
                    walk.commands,
                    reached,
                    round(walk.seconds),
                    round(walk.megabytes),
                    told,
                )
            )
            missed += [f"  {who}: {each}" for each in walk.missed] + [
                f"  {who}: not in README: {each}" for each in walk.untold
            ]
        print("\n".join(missed))
    return 1 if any(" not in README" not in each for each in missed) else 0


if __name__ == "__main__":
    sys.exit(main())
