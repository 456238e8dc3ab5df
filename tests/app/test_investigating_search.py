"""`pramana investigate --search mcts` as a process: interrupted, killed, bounded, and gone on with to the same tree."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from investigator import searched
from planners import FIRM

from pramana.cli import main
from pramana.graph.io import ListedGraph, write_graph
from pramana.testing.model_server import ModelServer

PROGRAM = [sys.executable, "-c", "from pramana.cli import main; main()"]


class Place:
    """A folder of its own for one command, which asks one server."""

    def __init__(self, folder: Path, server: ModelServer) -> None:
        folder.mkdir()
        self.folder, self.server = folder, server
        self.model: tuple[str, ...] = ("--model", "it", "--base-url", server.url, "--concurrency", "2")
        write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), folder / "firm.json")

    @property
    def arguments(self) -> list[str]:
        asked = ["investigate", "Who works for Orbit?", "--graph", "firm.json", "--search", "mcts", *self.model]
        return [*asked, "--tree", "tree.json"]

    def start(self, *more: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "OPENAI_API_KEY": "none"}
        return subprocess.Popen(
            [*PROGRAM, *self.arguments, *more],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *more: str) -> tuple[int, str, str]:
        """Run the command in this process."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(self.folder)
            patch.setenv("OPENAI_API_KEY", "none")
            with pytest.raises(SystemExit) as ended:
                main([*self.arguments, *more])
        return int(ended.value.code or 0), out.getvalue(), err.getvalue()

    def stopped(self, by: signal.Signals, after: int, *more: str) -> int:
        """Start the command, send a signal when `after` more requests have come in, and return how it ended."""
        seen = len(self.server.requests)
        process = self.start(*more)
        while process.poll() is None and len(self.server.requests) < seen + after:
            time.sleep(0.005)
        process.send_signal(by)
        process.communicate(timeout=60)
        return process.returncode

    @property
    def tree(self) -> Any:
        return json.loads((self.folder / "tree.json").read_text("utf-8"))

    def steps(self) -> int:
        with sqlite3.connect(self.folder / "pramana-investigations.db") as database:
            (count,) = database.execute("SELECT count(*) FROM step").fetchone()
        database.close()
        return int(count)


def asked(server: ModelServer) -> Counter[str]:
    return Counter(json.dumps(request, sort_keys=True) for request in server.requests)


@pytest.mark.slow
@pytest.mark.parametrize("bound", [(), ("--max-calls", "7")])
def test_interrupted_and_killed_a_search_ends_in_the_same_tree(tmp_path: Path, bound: tuple[str, ...]) -> None:
    """Ctrl-C once, kill -9 thrice, then the same command: the tree of an undisturbed one, also where a budget ended
    it; and no request was made twice but those that were in flight."""
    with ModelServer(searched) as server:
        whole = Place(tmp_path / "whole", server)
        code, out, _ = whole.run(*bound)
        undisturbed = asked(server)
    with ModelServer(searched, delay_s=0.15) as server:
        place = Place(tmp_path / "stopped", server)
        assert place.stopped(signal.SIGINT, 2, *bound) == 130
        ended = [place.stopped(signal.SIGKILL, 2, *bound) for _ in range(3)]
        assert ended.count(-signal.SIGKILL) >= 2
        assert place.steps() > 0, "what was asked is in the ledger while the search runs"
        again = place.run(*bound)
        seen = asked(server)
    assert again[:2] == (code, out)
    assert place.tree == whole.tree
    assert set(seen) == set(undisturbed)
    assert seen.total() - len(seen) <= 4


@pytest.mark.slow
def test_each_bound_stops_a_search_and_more_of_it_goes_on(tmp_path: Path) -> None:
    """Calls and time end it with exit code 4 and their names, and with more of them it goes on from there; where an
    answer was found by then, the command says that more of it may find a better one."""
    with ModelServer(searched) as server:
        place = Place(tmp_path / "bounded", server)
        for bound, told in ((("--max-calls", "2"), "no answer (budget)"), (("--time", "0"), "no answer (time)")):
            code, out, err = place.run(*bound)
            assert (code, out.startswith(told)) == (4, True), (bound, out, err)
            assert "Run the same command with a larger bound to resume" in err
        paid = len(server.requests)
        code, _, err = place.run("--iterations", "1")
        assert code == 0 and "Run the same command with a larger bound to continue the search" in err
        code, out, err = place.run("--max-calls", "30")
        assert (code, out.splitlines()[0]) == (0, "COMPLETE: 2 of them work for Orbit."), err
        assert paid <= 2 and asked(server).most_common(1)[0][1] == 1
        assert place.tree["spent"]["calls"] == len(server.requests)


PRICED = """
[llm]
default = "it"
[llm.models.it]
provider = "openai"
model = "it"
base_url = "{url}"
price = {{input = 1000.0, output = 1000.0}}
"""


@pytest.mark.slow
def test_money_stops_a_search_before_the_call_that_could_pass_it(tmp_path: Path) -> None:
    """A model of unknown price is refused under a budget of money; with a price, nothing is asked that could pass it,
    and with more money the same command goes on."""
    with ModelServer(searched) as server:
        place = Place(tmp_path / "priced", server)
        code, _, err = place.run("--max-money", "1")
        assert code == 2 and "the price of" in err and not server.requests
        (place.folder / "pramana.toml").write_text(PRICED.format(url=server.url), "utf-8")
        place.model = ()
        code, out, _ = place.run("--max-money", "0.5")
        assert (code, out.startswith("no answer (budget): The budget is 0.500000 US dollars")) == (4, True)
        assert not server.requests
        code, out, _ = place.run("--max-money", "50")
    assert (code, out.splitlines()[0]) == (0, "COMPLETE: 2 of them work for Orbit.")


def test_the_time_ends_a_search_in_the_middle_of_a_call(tmp_path: Path) -> None:
    """A call that takes long is cancelled when the time is over, and what was found until then is the tree."""
    with ModelServer(searched, delay_s=30.0) as server:
        place = Place(tmp_path / "late", server)
        began = time.monotonic()
        code, out, _ = place.run("--time", "0.5")
    assert time.monotonic() - began < 15
    assert (code, place.tree["reason"]) == (4, "time") and out.startswith("no answer (time): The time, 0.5 seconds")


def test_what_a_search_does_is_told_while_it_does_it(tmp_path: Path) -> None:
    """Each round is a line on standard error, and at the end it says why this answer is believed."""
    with ModelServer(searched) as server:
        _, _, err = Place(tmp_path / "told", server).run()
    assert "round 1: 2 states, 1 answer; leading: 1 of them work for Orbit. (judged 20%)" in err
    assert "1 other answer weighed less. It was judged to be right with 90%: It fits." in err


def test_a_search_is_rolled_out_by_the_rules(tmp_path: Path) -> None:
    """`--rollout rules` has the embedded model play on: its answer is in the tree, and costs no request."""
    with ModelServer(searched) as server:
        place = Place(tmp_path / "rolled", server)
        assert place.run("--rollout", "rules", "--iterations", "1")[0] == 0
        answers = {node["answer"]["text"] for node in place.tree["nodes"] if "answer" in node}
        assert "Ann Ray and Bob Orr." in answers
        assert {each["response_format"]["json_schema"]["name"] for each in server.requests} <= {
            f"investigate_{name}" for name in ("hypothesise", "evaluate", "answer", "score")
        }
