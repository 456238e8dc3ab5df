"""The program as a process: how fast it starts, how it ends, what it does to a terminal."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from oracle import answer, asked_for

from pramana.testing.model_server import HANG, ModelServer

HEAVY = {
    "openai",
    "numpy",
    "HanTa",
    "py3langid",
    "networkx",
    "pydantic",
    "anyio",
    "selectolax",
    "pypdfium2",
    "sentencex",
    "rapidfuzz",
}


def test_help_imports_nothing_heavy() -> None:
    """`pramana --help` loads no library but those of the command line."""
    code = (
        "import json, sys\nfrom pramana.cli import main\ntry: main(['--help'])\n"
        "finally: json.dump(sorted({name.partition('.')[0] for name in sys.modules}), sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ingest" in done.stdout
    assert not set(json.loads(done.stderr)) & HEAVY


@pytest.mark.slow
def test_main_path_in_processes_of_their_own(process, story: Path) -> None:
    """init, ingest, ask, replay, as a user types them: each ends well, and keeps its streams apart."""
    assert process("init", "ws").code == 0
    ingested = process("ingest", "-w", "ws", story, "--json")
    assert json.loads(ingested.out)["accepted"] == 4
    asked = process("ask", "-w", "ws", "Who gave the bow to Lakshmana?", "--json")
    assert json.loads(asked.out)["status"] == "GROUNDED"
    assert process("replay", "-w", "ws", "1").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_an_ingest_cleanly(process, start, story: Path, name: signal.Signals) -> None:
    """Ctrl-C ends with 130, says how to go on, and leaves a stopped run that the same command goes on with."""
    process("init", "ws")
    story.write_text("".join(f"Rama gave bow {number} to Lakshmana.\n" for number in range(100)), "utf-8")
    with ModelServer(answer, delay_s=0.02) as server:
        options = ("--model", "m", "--base-url", server.url, "--concurrency", "1", "--policy", "fast_path")
        child = start("ingest", "-w", "ws", story, *options)
        deadline = time.monotonic() + 30
        while len(server.requests) < 300 and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(name)
        _, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert "Run the same command again" in err
    assert "Traceback" not in err
    [run] = json.loads(process("runs", "-w", "ws", "--json").out)
    assert (run["status"], run["result"]["stopped_by"]) == ("stopped", "interrupt")
    assert json.loads(process("doctor", "-w", "ws", "--json").out)["well"] is True
    with ModelServer(answer) as server:
        again = json.loads(process("ingest", "-w", "ws", story, *options[:3], server.url, *options[4:], "--json").out)
    assert again["run"] == run["run"]
    assert again["lines"]["unchanged"] > 0


@pytest.mark.slow
def test_an_interrupt_says_what_models_had_answered(process, start, story: Path) -> None:
    """Lines that were read and judged and are not in the graph yet are counted, and cost nothing again."""
    process("init", "ws")
    story.write_text("".join(f"Rama gave bow {number} to Lakshmana.\n" for number in range(7)), "utf-8")

    def model(request, number):
        return HANG if asked_for(request) == "verdicts" else answer(request, number)

    with ModelServer(model) as server:
        options = ("--model", "m", "--base-url", server.url)
        child = start("ingest", "-w", "ws", story, *options)
        while not any(asked_for(request) == "scores" for request in server.requests):
            time.sleep(0.05)
        time.sleep(1.0)  # the votes arrive
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "0 of 7 lines are done and kept. 7 more lines were read, 7 of them judged" in err


def test_second_interrupt_ends_at_once(process) -> None:
    """A second Ctrl-C ends the process even while it is deep in something else."""
    code = (
        "import anyio, sys, time\nfrom pramana.cli.interrupt import until_interrupted\n"
        "async def work(): sys.stdout.write('at work\\n'); sys.stdout.flush(); time.sleep(60)\n"
        "anyio.run(until_interrupted, work, lambda: None)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "at work\n"
        child.send_signal(signal.SIGINT)
        time.sleep(0.2)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=5) == 130


@pytest.mark.slow
def test_reader_that_leaves_early_is_no_error(process, program, told: Path) -> None:
    """Piped into `head`, a command ends without a complaint."""
    (told / "many.txt").write_text(
        "".join(f"Rama gave bow {number} to Lakshmana.\n" for number in range(1500)), "utf-8"
    )
    process("ingest", told / "many.txt")
    command = f"{shlex.join(program)} ledger --limit 100000 | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (141, "")
    assert done.stdout.count("\n") == 1


HOSTILE_NAME = "a\x1b]0;owned\x07[red]b.txt"


@pytest.mark.slow
def test_documents_cannot_write_to_the_terminal(process, in_terminal, tmp_path: Path) -> None:
    """Escape sequences and markup in names and lines reach a terminal as visible text only."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / HOSTILE_NAME).write_text("Rama gave \u202e[bold]the bow[/bold]\u0085 to Lakshmana \x7f:bow:.\n", "utf-8")
    (folder / "empty\x1b[2J.txt").touch()
    process("init", "ws")
    sent = b""
    for command in (["ingest", folder], ["status"], ["show", "line", f"{HOSTILE_NAME}:1"], ["ledger"], ["runs"],
                    ["ask", "Who gave \x1b[2J it?"], ["show", "line", f"{HOSTILE_NAME}:7"], ["estimate", folder]):  # fmt: skip
        sent += in_terminal("-w", "ws", *command, NO_COLOR="1", TERM="dumb")
    text = sent.decode()
    assert "owned" in text
    assert "[red]b" in text
    assert not set(text) & {"\x1b", "\x07", "\x9b", "\x85", "\x7f", "\u202e"}


@pytest.mark.slow
def test_live_progress_leaves_a_clean_screen(process, in_terminal, story: Path) -> None:
    """On a terminal the bar is live, and gone when the summary comes, the cursor shown again."""
    process("init", "ws")
    sent = in_terminal("ingest", "-w", "ws", story, TERM="xterm").decode()
    assert sent.count("\x1b[?25l") == sent.count("\x1b[?25h") == 1
    assert "Run 1" in sent


def test_locale_without_unicode_gets_escapes(program, told: Path) -> None:
    """Where standard output cannot hold a character, it is escaped, and JSON stays UTF-8."""
    done = subprocess.run(
        [*program, "show", "fact", "rama.txt_L1_K1 -HAS_KARTA-> Rama"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"HAS_KART\\u0100" in done.stdout
