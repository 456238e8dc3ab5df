"""Passes over a graph that changes: whatever happened before, the result is that of a computation from scratch."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from oracle import answer, fields

import pramana
from pramana.app.passes import Passes
from pramana.errors import InputError, UnknownName
from pramana.karaka import PASSES, Blocks, PassRunner
from pramana.testing.model_server import ModelServer
from pramana.trace import Ledger, Run

SENTENCES = (
    *("John Smith, a mason, lived in York.", "John Smith, a doctor, left York.", "Smith paid the mason."),
    *("Dr. Aris founded the clinic in Lyon.", "Aris hired Maria Lopez because the clinic grew.", "He liked her."),
    *("Maria Lopez married Aris Thorne in 1990.", "Lopez married Thorne in May 1990.", "She wept, since he was ill."),
    *("People fled because of the fire.", "The mill burned in 1920.", "The fire destroyed the mill.", "Tom slept."),
    *("The school closed because people had fled.", "Therefore the clinic closed.", "Anna Barlow met Tom Barlow."),
    *("Barlow gave the letter to Anna.", "Her clerk, Bob, read it.", "The clerk laughed.", "It was cold."),
    *("Fabrikam acquired Contoso in 1995.", "Contoso was bought by Fabrikam in 1995.", "Fabrikam Ltd. grew."),
    *("Captain Ingrid Solheim sailed to Malta.", "The captain wept.", "Paris loved Helen.", "Bob lived in Paris."),
    *("According to Anna Barlow, she won the prize.", "Captain Solheim slept.", "Captain Solheim met Ingrid Solheim."),
    *("Ann Quist founded Veltra in 1990.", "Veltra was founded by Quist in 1990.", "The company grew.", "She left it."),
)
"""Names that several go by, short forms, pronouns, descriptions, causes, relations, and events that two tell."""
NAMES = ("John Smith", "Tom")
"""What is named in decisions where the graph has no name."""


class History:
    """A workspace to which things happen at random; what happened last to each document, and what was decided."""

    def __init__(self, folder: Path, seed: str, **config: Any) -> None:
        self._folder, self._chance, self._config = folder, Random(seed), config
        (folder / "docs").mkdir(parents=True)
        self.documents: dict[str, str] = {}
        self.steps: list[str] = []
        self.version: Counter[str] = Counter()
        self.ws = pramana.open(folder / "ws", create=True, **config)

    def fill(self) -> None:
        """Begin with four documents, so that names, descriptions and events are shared from the start."""
        for name in "abcd":
            self._write(f"{name}.txt", self._chance.choices(SENTENCES, k=6))

    def _names(self) -> list[str]:
        """Return the names of the graph that decisions may be about."""
        nodes = self.ws._call(lambda: list(self.ws._ws.graph.nodes("Entity")))
        return sorted(node.id for node in nodes if node.id[:1].isupper() and "@" not in node.id)

    def step(self) -> None:
        """Do something, and hold the graph against one that is computed anew."""
        chance = self._chance
        kinds = ("add", "change", "change", "remove", "decide", "decide", "split", "undo", "again")
        what = chance.choice((*kinds, "interrupt", "upgrade", "wait", "purge"))
        done = getattr(self, f"_{what}")()
        self.steps.append(f"{what} {done}")

    def _write(self, name: str, lines: list[str]) -> None:
        (self._folder / "docs" / name).write_text("\n".join(lines) + "\n", "utf-8")
        self.documents[name] = "\n".join(lines)
        self.ws.ingest(self._folder / "docs" / name)

    def _add(self) -> str:
        name = f"{self._chance.choice('abcdefgh')}.txt"
        self._write(name, self._chance.choices(SENTENCES, k=self._chance.randint(1, 6)))
        return name

    def _change(self) -> str:
        if not self.documents:
            return self._add()
        name = self._chance.choice(sorted(self.documents))
        lines = self.documents[name].splitlines()
        at = self._chance.randrange(len(lines))
        lines[at : at + self._chance.randint(0, 1)] = self._chance.choices(SENTENCES, k=self._chance.randint(0, 2))
        self._write(name, lines or ["Tom slept."])
        return name

    def _remove(self) -> str:
        if not self.documents:
            return "nothing"
        name = self._chance.choice(sorted(self.documents))
        self.ws.remove(name)
        del self.documents[name]
        return name

    def _decide(self) -> str:
        one, other = self._chance.sample(self._names() or NAMES, 2)
        decide = self._chance.choice((self.ws.merge, self.ws.split))
        return self._attempt(lambda: decide(one, other, why="so it is"))

    def _split(self) -> str:
        if not self.documents:
            return "nothing"
        name = self._chance.choice(self._names() or NAMES)
        held = self.ws._call(lambda: self.ws._ws.graph.node_evidence(name))
        place = self._chance.choice(sorted({item.doc_id for item in held}) or sorted(self.documents))
        return self._attempt(lambda: self.ws.part(name, place, why="another one"))

    def _undo(self) -> str:
        standing = [ruling.number for ruling in self.ws.decisions() if ruling.state != "taken back"]
        return self._attempt(lambda: self.ws.undo_decision(self._chance.choice(standing or [1])))

    def _again(self) -> str:
        name = self._chance.choice([state.name for state in self.ws.passes()])
        self.ws.undo_pass(name)
        return self._attempt(lambda: self.ws.run_passes(name)) and self._attempt(self.ws.run_passes)

    def _interrupt(self) -> str:
        """Stop the passes after a change of the graph that they make, and run them again."""
        chance, name = self._chance, f"{self._chance.choice('abcdefgh')}.txt"
        left = chance.randint(0, 12)
        accept = PassRunner._accept

        def stopping(runner: PassRunner, *given: Any) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise InputError("stopped")
            accept(runner, *given)

        with patch.object(PassRunner, "_accept", stopping):
            lines = chance.choices(SENTENCES, k=chance.randint(1, 6))
            stopped = self._attempt(lambda: self._write(name, lines))
        if chance.random() < 0.5:
            self._change()
        self.ws.run_passes()
        return f"{name} {stopped}"

    def _wait(self) -> str:
        """Read a document and leave its passes for later; some of them run before another document changes."""
        name = f"{self._chance.choice('abcdefgh')}.txt"
        with patch.object(Passes, "run", _run_none):
            self._write(name, self._chance.choices(SENTENCES, k=3))
        some = self._chance.sample([state.name for state in self.ws.passes() if state.on], 2)
        self.ws.run_passes(*some)
        return f"{name} {some}, {self._change()}"

    def _upgrade(self) -> str:
        """Go on with other code that decides the same: what is stored was begun by what decided before.

        It is the code of some passes, or that of names, which all passes but `causes` rest on.
        """
        self.ws.close()
        passes = [name for name in PASSES if name != "links"]
        changed = self._chance.sample(passes, self._chance.randint(1, 3))
        if self._chance.random() < 0.4:
            changed = ["names", *(name for name in passes if name != "causes")]
        self.version.update(changed)
        self.ws = pramana.open(self._folder / "ws")
        if self._chance.random() < 0.5:
            self.ws.run_passes(self._chance.choice([state.name for state in self.ws.passes() if state.on]))
        return f"{changed} {self._change()}"

    @contextmanager
    def versions(self) -> Iterator[None]:
        """Have passes run as those of `version`: they keep nothing that another version stored."""
        begin, code_of = Blocks.__init__, Passes._code_of

        def begin_blocks(blocks: Blocks, database: Any, graph: Any, basis: str, *given: Any) -> None:
            begin(blocks, database, graph, f"{basis} {self.version['names']}", *given)

        def versioned_code(passes: Passes, name: str) -> str:
            return f"{code_of(passes, name)} {self.version[name]}"

        with patch.object(Blocks, "__init__", begin_blocks), patch.object(Passes, "_code_of", versioned_code):
            yield

    def _purge(self) -> str:
        if not self.documents:
            return "nothing"
        name = self._chance.choice(sorted(self.documents))
        self.ws.remove(name, purge=True)
        del self.documents[name]
        return name

    @staticmethod
    def _attempt(do: Any) -> str:
        try:
            return str(do())
        except (InputError, UnknownName) as refused:
            return f"refused: {refused}"

    def anew(self, folder: Path) -> str:
        """Return the hash of the graph of a new workspace with the same documents and decisions."""
        with pramana.open(folder, create=True, **self._config | {"karaka": {"passes": []}}) as fresh:
            if self.documents:
                fresh.ingest(*[self._folder / "docs" / name for name in sorted(self.documents)])
            decisions = [run for run in self.ws.runs() if run.kind == "decision"]
            fresh._call(lambda: [_repeat_decision(fresh._ws.ledger, run) for run in sorted(decisions, key=_number)])
            fresh.run_passes(*[state.name for state in fresh.passes()])
            return fresh.graph_hash()


async def _run_none(*_: Any, **__: Any) -> list[Any]:
    return []


def _number(run: Run) -> int:
    return run.id


def _repeat_decision(ledger: Ledger, run: Run) -> None:
    ledger.end(ledger.begin("decision", run.manifest).id, run.status, run.result)


def check(folder: Path, seed: str, steps: int, **config: Any) -> None:
    history = History(folder, seed, **config)
    with history.versions():
        history.fill()
        for number in range(steps):
            history.step()
            expected = history.anew(folder / f"anew{number}")
            assert history.ws.graph_hash() == expected, "\n".join([seed, *history.steps])
        replayed = history.ws.replay(history.ws.runs()[-1].id)
        # What rested on purged text cannot be repeated, and one version finds nothing to judge where another began anew.
        only_hash = any(step.startswith(("purge", "upgrade")) for step in history.steps)
        same = replayed.found == replayed.expected if only_hash else replayed.identical
        assert same, "\n".join([seed, *history.steps, str(replayed)])
        history.ws.close()


def by_whole_batch(request: dict[str, Any], number: int) -> Any:
    """Answer as the oracle does, but judge each link by all that its call shows: history cannot hide in batches."""
    found = answer(request, number)
    shown = fields(request)
    if "statements" in shown and isinstance(found, dict):
        share = blake2b(repr(sorted(shown.items())).encode(), digest_size=1).digest()[0] % 4
        for entry in found.get("scores", found.get("verdicts", ())):
            if entry.get("item", 0) % 4 == share:
                entry.update({"score": 20} if "score" in entry else {"valid": False})
    return found


def test_a_short_history_ends_as_a_computation_from_scratch(tmp_path: Path) -> None:
    """Without a model: a few changes, each held against a graph that is computed anew."""
    check(tmp_path, "short", 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_histories_end_as_a_computation_from_scratch(tmp_path: Path, seed: int) -> None:
    """Documents added, changed and removed, decisions made and taken back, passes undone: one graph, and it replays."""
    check(tmp_path, str(seed), 12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_histories_with_a_model_end_as_a_computation_from_scratch(tmp_path: Path, seed: int) -> None:
    """The same where a model reads and judges, and answers by all that a call shows."""
    with ModelServer(by_whole_batch) as server:
        llm = {"default": "it", "models": {"it": {"model": "test", "base_url": server.url}}}
        check(tmp_path, f"model {seed}", 5, llm=llm)
    assert any("statements" in fields(request) for request in server.requests), "no link was judged"


HASHED = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from test_passes_again import History
history = History(Path(sys.argv[1]), "hashed")
history.fill()
for _ in range(8):
    history.step()
print(history.steps, history.ws.graph_hash())
"""


@pytest.mark.slow
def test_two_hash_seeds_give_one_graph_after_a_history(tmp_path: Path) -> None:
    """Under two PYTHONHASHSEEDs the same history ends with the same graph."""
    places = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
    found = set()
    for seed in ("1", "4242"):
        command = [sys.executable, "-c", HASHED, str(tmp_path / seed), *places]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, check=True, capture_output=True, env=environment, text=True)
        found.add(done.stdout.replace(str(tmp_path / seed), ""))
    assert len(found) == 1


def test_only_what_changed_is_decided_again(tmp_path: Path) -> None:
    """A document more: passes that read documents read that one alone."""
    history = History(tmp_path, "none")
    with history.ws as ws:
        history._write("a.txt", ["Anna Barlow met Tom Barlow.", "She wept, since he was ill."])
        history._write("b.txt", ["People fled because of the fire."])
        path = tmp_path / "docs" / "c.txt"
        path.write_text("The clinic closed because the mill burned. It was cold.\n", "utf-8")
        reports = ws.ingest(path).passes
        causes = next(report for report in reports if report.name == "causes")
        run = next(run for run in reversed(ws.runs()) if run.manifest.get("pass") == "causes")
    assert (causes.decided, causes.documents) == (1, 3)
    assert "(1 of 3 documents decided again)" in str(causes)
    assert (run.result["decided"], run.result["documents"]) == (1, 3)
    read = {report.name: report.decided for report in reports if not report.by_name}
    assert read == dict.fromkeys(("coreference", "events", "sources", "causes", "relations"), 1)


@pytest.mark.parametrize(
    ("name", "again"), [("causes", ["causes"]), ("events", ["events", "sources"]), ("types", ["types", "relations"])]
)
def test_a_pass_of_other_code_decides_again_with_those_that_follow_its_links(
    tmp_path: Path, name: str, again: list[str]
) -> None:
    """The others have nothing to do, and the graph is that of a computation from scratch."""
    history = History(tmp_path, "none")
    with history.versions():
        history._write("a.txt", ["Fabrikam acquired Contoso in 1995.", "She wept, since he was ill."])
        history._write("b.txt", ["Contoso was bought by Fabrikam in 1995."])
        history.version[name] += 1
        reports = {report.name: report for report in history.ws.run_passes()}
        assert [each for each, report in reports.items() if report.run is not None] == again
        assert reports[name].decided == reports[name].documents > 0
        assert history.ws.graph_hash() == history.anew(tmp_path / "anew")
        history.ws.close()


def test_rows_of_documents_that_were_removed_under_other_code_are_gone(tmp_path: Path) -> None:
    """A document goes while a pass has other code than made its rows: nothing is decided by these."""
    history = History(tmp_path, "none")
    with history.versions():
        history._write("a.txt", ["Fabrikam acquired Contoso in 1995."])
        history._write("b.txt", ["Contoso was bought by Fabrikam in 1995."])
        history.version.update(("events", "relations", "coreference"))
        history.ws.remove("b.txt")
        held = history.ws._call(lambda: history.ws._ws.database.all("SELECT DISTINCT document FROM document_row"))
        assert held == [("a.txt",)]
        history.ws.close()


def test_causes_are_not_read_again_where_other_senses_alone_came_or_went(tmp_path: Path) -> None:
    """Without *b.txt* the mason of *a.txt* has his name for himself; what caused what there is as before."""
    history = History(tmp_path, "none")
    with history.ws as ws:
        history._write("a.txt", ["John Smith, a mason, lived in York.", "John Smith fled because the mill burned."])
        history._write("b.txt", ["John Smith, a doctor, left York."])
        parted = _writers(ws, "a.txt")
        ws.remove("b.txt")
        del history.documents["b.txt"]
        runs = {run.manifest["pass"]: run.result for run in ws.runs() if run.kind == "pass"}
        assert ws.graph_hash() == history.anew(tmp_path / "anew")
    assert "pass/homonyms" in parted
    assert (runs["homonyms"]["taken_back"] > 0, runs["coreference"]["decided"]) == (True, 1)
    assert (runs["causes"]["decided"], runs["causes"]["documents"]) == (0, 1)


def _writers(ws: Any, doc_id: str) -> set[str]:
    return {writer for each, writer, _ in ws._call(ws._ws.graph.changes) if each == doc_id}


def test_a_link_is_held_to_lines_again_only_if_they_changed(tmp_path: Path) -> None:
    """What lines said against a link is known until its document changes, and is forgotten with the link."""
    history = History(tmp_path, "none")
    with history.ws as ws:
        history._write("a.txt", ["Captain Ingrid Solheim sailed to Malta.", "The captain wept."])
        before = _checks(ws)
        history._write("b.txt", ["Anna Barlow met Tom Barlow.", "She wept."])
        both = _checks(ws)
        history._write("b.txt", ["Anna Barlow met Tom Barlow.", "It rained.", "She wept."])
        moved = _checks(ws)
        ws.remove("b.txt")
        left = _checks(ws)
    assert before
    assert before.items() <= both.items()
    assert len(both) == len(before) + 1
    assert before.items() <= moved.items()
    assert not (both.items() ^ before.items()) & moved.items()
    assert left == before


def test_a_line_that_denies_a_link_is_heard_wherever_it_comes(tmp_path: Path) -> None:
    """The places of a link stay the same; what else its document says comes and goes."""
    lines = ["Captain Ingrid Solheim sailed to Malta.", "The captain wept."]
    history = History(tmp_path, "none")
    with history.ws as ws:
        found = []
        for more in ([], ["Captain Ingrid Solheim never wept."], []):
            history._write("a.txt", [*lines, *more])
            found.append(("captain", "Captain Ingrid Solheim") in _links(ws))
            assert ws.graph_hash() == history.anew(tmp_path / f"anew{len(found)}")
    assert found == [True, False, True]


BEYOND = {
    "a name that only another document has": (
        ["According to Anna Barlow, she won the prize."],
        ["Anna Barlow slept."],
        {("she@a.txt_L1:26", "Anna Barlow")},
    ),
    "names that another document holds apart": (
        ["Captain Ingrid Solheim sailed to Malta.", "Captain Solheim opened the letter.", "The captain wept."],
        ["Captain Solheim met Captain Ingrid Solheim."],
        {("Captain Ingrid Solheim", "Captain Solheim"), ("captain", "Captain Solheim")},
    ),
    "a description that another document has, too": (
        ["The mayor, Bob, slept."],
        ["The mayor laughed."],
        set(),
    ),
}
"""Lines of a document, those of another one, and the links of the first that the other one makes or takes away."""


@pytest.mark.parametrize("about", BEYOND)
def test_what_another_document_says_reaches_an_unchanged_one(tmp_path: Path, about: str) -> None:
    """Absences count, too: a name that is not there yet, and nobody else who bears it."""
    lines, others, changing = BEYOND[about]
    history = History(tmp_path, "none")
    with history.ws as ws:
        history._write("a.txt", lines)
        alone = _links(ws)
        history._write("b.txt", others)
        assert _links(ws) ^ alone >= changing
        assert ws.graph_hash() == history.anew(tmp_path / "both")
        ws.remove("b.txt")
        del history.documents["b.txt"]
        assert _links(ws) == alone
        assert ws.graph_hash() == history.anew(tmp_path / "one")


def _links(ws: pramana.Workspace) -> set[tuple[str, str]]:
    return {(fact.edge.source, fact.edge.target) for fact in ws.facts("IS_SAME_AS")}


def _checks(ws: pramana.Workspace) -> dict[str, str]:
    """Return, by slot of a link, the hash of what it was held to."""
    return dict(ws._call(lambda: ws._ws.database.all("SELECT slot, basis FROM pass_check")))
