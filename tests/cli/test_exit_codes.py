"""Exit codes follow one table: every command is run in each state that the table has for it."""

from __future__ import annotations

import ast
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import typer
from igg_plans import PAYLOAD, add
from stategraphs import edge, graph, node

import pramana.cli
from pramana.cli import main
from pramana.cli.program import EPILOG, app
from pramana.cli.reference import reference
from pramana.errors import ExitCode
from pramana.testing.model_server import ModelServer
from pramana.trace import TraceStep, WorkflowTrace

TALE = "Sita lived in Videha. Rama married Sita. Rama gave the bow to Lakshmana. Anna saw Rama."
PEOPLE = "id\tlabel\tdescription\taliases\ttypes\n1\tSita\twife of Rama\t\thuman\n"
HANDLERS = """
from pramana.stategraph import Registry

def fail(n):
    raise ValueError("no luck")

registry = Registry()
registry.python("inc", lambda n: {"n": n + 1})
registry.python("fail", fail)
"""
REVIEWS = [{"id": "a", "reviews": [{"text": "I was vomiting after the nuts.", "date": "2024-05-01"}]}]
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<node id="Rama"/><node id="Sita"/><edge source="Rama" target="Sita"/></graph></graphml>"""
KEPT = [
    # The code, and the command; in order, in one workspace. `SERVER` is one that answers nothing useful.
    (2, "evals questions missing.tsv"),
    (0, "demo shown"),
    (2, "demo shown"),
    (0, "init"),
    (2, "init"),
    (0, "estimate tale.txt"),
    (3, "estimate tale.txt broken.pdf"),
    (2, "estimate none.txt"),
    (0, "ingest tale.txt --quiet"),
    (0, "ingest tale.txt --quiet"),
    (3, "ingest tale.txt broken.pdf more.txt --quiet"),
    (2, "ingest none.txt"),
    (2, "ingest tale.txt --since soon"),
    (2, "watch none"),
    (1, "ingest fremd.txt --quiet"),
    (1, "ingest refused.txt --quiet --model m --base-url SERVER --policy fast_path"),
    (2, "ingest tale.txt --model nope"),
    (4, "ingest other.txt --quiet --model m --base-url SERVER --max-calls 0"),
    (0, "rebuild --quiet"),
    (0, 'ask "Who married Sita?"'),
    (0, "search Sita"),
    (1, "search zeppelin"),
    (2, 'search ""'),
    (1, 'ask "Who married Indra?"'),
    (1, 'ask "Wer hat Sita gesehen?"'),
    (0, "entity show Rama"),
    (2, "entity show Nobody"),
    (0, "entity merge Rama Anna"),
    (0, "entity undo 1"),
    (2, "entity undo 77"),
    (0, "entity split Rama Anna"),
    (2, "entity split Rama Nobody"),
    (0, "entity decisions"),
    (0, "entity link Sita 1"),
    (0, "entity unlink Sita"),
    (2, "entity link Sita 77"),
    (0, "link"),
    (0, "show line tale.txt:2"),
    (2, "show line tale.txt:99"),
    (0, "show kriya tale.txt_L2_K1"),
    (2, "show kriya tale.txt_L9_K9"),
    (0, "show entity Rama"),
    (2, "show entity Nobody"),
    (0, 'show fact "tale.txt_L2_K1 -HAS_KARTA-> Rama"'),
    (2, 'show fact "x -y-> z"'),
    (0, "view -o page.html"),
    (2, "view none.graphml"),
    (0, "ledger"),
    (2, "ledger --run 999"),
    (0, "gasl check find.gasl"),
    (2, "gasl check broken.gasl"),
    (2, "gasl check none.gasl"),
    (0, "gasl card"),
    (0, "gasl fmt find.gasl"),
    (2, "gasl fmt broken.gasl"),
    (0, "gasl run find.gasl"),
    (1, "gasl run nothing.gasl"),
    (2, "gasl run broken.gasl"),
    (4, "gasl run process.gasl --model m --base-url SERVER --max-calls 0"),
    (0, "gasl explain find.gasl"),
    (2, "gasl explain broken.gasl"),
    (0, "gasl evidence study"),
    (2, "gasl evidence nothing"),
    (0, "gasl run find.gasl -s st.json"),
    (0, "gasl replay -s st.json"),
    (1, "gasl replay -g g.graphml -s st.json"),
    (0, "gasl repl < find.gasl"),
    (1, "gasl repl < broken.gasl"),
    (0, 'investigate "How are Rama and Sita connected?"'),
    (1, 'investigate "How are Sita and Zarathustra connected?"'),
    (2, 'investigate ""'),
    (4, 'investigate "Who is Rama?" --model m --base-url SERVER --max-calls 0'),
    (0, 'check "Rama married Sita." --source tale.txt'),
    (1, 'check "Sita never married Rama." --source tale.txt'),
    (1, "check --jsonl claims.jsonl --source tale.txt"),
    (3, 'check "Rama married Sita." --source tale.txt --source broken.pdf'),
    (2, "check --jsonl none.jsonl --source tale.txt"),
    (2, 'check "Rama married Sita." --source none.txt'),
    (2, "check --source tale.txt"),
    (0, 'check "Rama married Sita."'),
    (0, "audit g.graphml --source tale.txt"),
    (3, "audit g.graphml --source tale.txt broken.pdf"),
    (2, "audit g.graphml --source none.txt"),
    (2, "audit g.graphml"),
    (0, "import g.graphml"),
    (2, "import tale.txt"),
    (2, "push neo4j://neo4j:secret@localhost"),
    (2, "push g.graphml"),
    (2, "push nowhere://localhost"),
    (0, "schema infer g.graphml -o s.json"),
    (0, "schema check s.json g.graphml"),
    (1, "schema check strict.json g.graphml"),
    (2, "schema check none.json g.graphml"),
    (0, "schema diff s.json s.json"),
    (1, "schema diff s.json strict.json"),
    (2, "schema diff s.json none.json"),
    (0, "igg begin plan.json"),
    (2, "igg begin plan.json"),
    (0, "igg observe plan"),
    (2, "igg observe nobody"),
    (0, "igg act plan one.json"),
    (3, "igg act plan both.json"),
    (1, "igg act plan one.json"),
    (2, "igg act nobody one.json"),
    (0, "igg pause plan -o kept.json"),
    (2, "igg continue kept.json"),
    (2, "igg continue nobody"),
    (2, "igg pause nobody"),
    (0, "igg finish plan"),
    (2, "igg finish plan"),
    (2, "igg act plan one.json"),
    (0, "igg sessions"),
    (0, "igg replay plan"),
    (0, "igg show plan"),
    (0, "igg diff plan plan"),
    (2, "igg diff plan nobody"),
    (0, "igg view plan -o growth.html"),
    (2, "igg view nobody"),
    (0, "igg export plan -o grown.graphml"),
    (2, "igg show nobody"),
    (0, "igg schema"),
    (3, "igg run loop.json --model m --base-url SERVER"),
    (4, "igg run limited.json --model m --base-url SERVER --max-calls 0"),
    (2, "igg run none.json"),
    (0, "anot new g1a -o g1a.json"),
    (2, "anot new nothing"),
    (0, "anot check g1a.json"),
    (2, "anot check bad.json"),
    (0, "anot show g1a.json"),
    (0, "anot diff g1a.json g1a.json"),
    (1, "anot diff g1a.json s1.json"),
    (0, "anot schema"),
    (0, "anot run g1a.json data.jsonl -o out.jsonl"),
    (0, "anot explain . n_moderate -e a"),
    (2, "anot explain . nothing -e a"),
    (3, "anot run g1a.json part.jsonl -o part.csv"),
    (1, "anot run g1a.json none.jsonl -o none.csv"),
    (2, "anot run g1a.json missing.jsonl -o x.jsonl"),
    (0, "anot eval g1a.json data.jsonl truth.csv"),
    (3, "anot eval g1a.json data.jsonl truth-more.csv"),
    (2, "anot eval g1a.json data.jsonl missing.csv"),
    (0, "anot replay"),
    (2, "anot replay 999"),
    (2, "anot compile none.txt"),
    (2, "anot compile tale.txt"),
    (0, "stategraph validate count.json --handlers handlers.py"),
    (2, "stategraph validate broken.json --handlers handlers.py"),
    (0, "stategraph show count.json"),
    (2, "stategraph show none.json"),
    (0, "stategraph schema"),
    (0, "stategraph run count.json -i inputs.json --handlers handlers.py"),
    (4, "stategraph run count.json -i inputs.json --handlers handlers.py --max-steps 1"),
    (5, "stategraph run failing.json -i inputs.json --handlers handlers.py"),
    (2, "stategraph run broken.json -i inputs.json --handlers handlers.py"),
    (0, "stategraph resume RUN --handlers handlers.py"),
    (0, "stategraph fork RUN 1 --handlers handlers.py"),
    (2, "stategraph fork RUN 99 --handlers handlers.py"),
    (2, "stategraph resume 1 --handlers handlers.py"),
    (0, "stategraph runs"),
    (0, "audit-trace trace.json -a good.json"),
    (1, "audit-trace trace.json -a failing-audit.json"),
    (2, "audit-trace trace.json -a none.json"),
    (0, "distil plain.json -o m.py"),
    (2, "distil broken.json"),
    (0, "cluster traces.json -o clustered.json"),
    (2, "cluster none.json"),
    (0, "status"),
    (0, "report"),
    (1, "review"),
    (0, "passes list"),
    (0, "passes run"),
    (0, "passes run resolution"),
    (2, "passes run none"),
    (0, "passes undo resolution"),
    (2, "passes undo none"),
    (0, "runs"),
    (0, "replay 1"),
    (2, "replay 999"),
    (0, "export all.graphml"),
    (2, "export all.doc"),
    (0, "prompts list"),
    (0, "prompts show kriya_extraction_prompt"),
    (2, "prompts show none"),
    (0, "prompts diff"),
    (0, "prompts export prompts-all.json"),
    (2, "prompts edit none --file tale.txt"),
    (0, "prompts edit KEY --file mine.txt"),
    (0, "prompts reset KEY"),
    (2, "prompts reset none"),
    (2, "prompts compare shipped shipped"),
    (0, "doctor"),
    (1, "doctor --call"),
    (0, "remove more.txt"),
    (2, "remove none.txt"),
    (2, "serve -w none"),
    (2, "serve --read-only --allow-writes"),
    (2, "serve --token short"),
    (2, "serve --host localhos"),
    (2, "mcp -w none"),
]
ELSEWHERE = {
    "push": "tests/servers/test_neo4j_push.py",
    "igg run": "tests/cli/test_igg_commands.py",
    "igg promote": "tests/cli/test_igg_commands.py",
    "igg continue": "tests/app/test_igg_agents.py",
    "anot compile": "tests/cli/test_anot_command.py",
    "prompts compare": "tests/cli/test_prompts_compare_command.py",
    "review": "tests/cli/test_review_command.py",
    "setup": "tests/cli/test_setup.py",
    "serve": "tests/server/test_jobs.py",
    "mcp": "tests/server/test_agents.py",
    "watch": "tests/app/test_watching.py",
    "evals questions": "tests/cli/test_demo_command.py",
}
"""Commands whose success needs a model with something to say, or names that were not joined, and where it is tested."""


def leaves(command: Any, path: str = "") -> Iterator[str]:
    inner = getattr(command, "commands", {})
    if not inner:
        yield path
    for name, child in inner.items():
        yield from leaves(child, f"{path} {name}".strip())


COMMANDS = sorted(leaves(typer.main.get_command(app)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files for every row of the table."""
    made = tmp_path_factory.mktemp("codes")
    for name, text in texts().items():
        (made / name).write_text(text, "utf-8")
    return made


def texts() -> dict[str, str]:
    both = {"n": "n"}
    nodes = [node("a", "inc", both, both), node("z", "identity", both, {"n": "answer"})]
    count = graph(nodes, [edge("a", "z", "state['n'] >= 3"), edge("a", "a")], name="count")
    failing = graph([node("a", "fail", both, both)], [], name="failing")
    plain = graph([node("z", "identity", both, {"n": "answer"})], [], name="plain")
    steps = [
        TraceStep("find", "python", "find", {}, {"n": 1}, 0),
        TraceStep("tell", "ptool", "tell", {"n": 1}, {"n": 2}),
    ]
    trace = WorkflowTrace("small", {}, steps).to_dict()
    schema = {"node_types": {"Person": {}}}
    return {
        "tale.txt": TALE,
        "more.txt": "Ravana saw Sita.",
        "other.txt": "Hanuman found Sita.",
        "refused.txt": "Hanuman jumped to Lanka.",
        "fremd.txt": "Der Hund hat die Katze gesehen. Die Katze hat den Hund nicht gesehen.",
        "broken.pdf": "no PDF",
        "pramana.toml.later": '[kb]\nkind = "gazetteer"\nfile = "people.tsv"\n',
        "people.tsv": PEOPLE,
        "g.graphml": GRAPHML,
        "find.gasl": 'FIND nodes WHERE type = "Entity" AS n\nUPDATE study WITH n\n',
        "nothing.gasl": 'FIND nodes WHERE type = "Nothing" AS n\n',
        "process.gasl": 'FIND nodes WHERE type = "Entity" AS n\nPROCESS n USING "sum up" AS m\n',
        "broken.gasl": "FINDE nodes\n",
        "strict.json": json.dumps(schema),
        "plan.json": json.dumps(PAYLOAD),
        "loop.json": json.dumps({**PAYLOAD, "session_id": "loop"}),
        "limited.json": json.dumps({**PAYLOAD, "session_id": "limited", "goal_prompt": "Who else is there?"}),
        "one.json": json.dumps([add("Anna")]),
        "both.json": json.dumps([add("Ben"), add("Anna")]),
        "bad.json": "{}",
        "data.jsonl": "".join(json.dumps(each) + "\n" for each in REVIEWS),
        "part.jsonl": "".join(json.dumps(each) + "\n" for each in REVIEWS) + "{broken\n",
        "none.jsonl": "{broken\n",
        "truth.csv": "entity,n_moderate\na,1\n",
        "truth-more.csv": "entity,n_moderate\na,1\nzz,1\n",
        "handlers.py": HANDLERS,
        "inputs.json": '{"n": 0}',
        "count.json": json.dumps(count.to_dict()),
        "failing.json": json.dumps(failing.to_dict()),
        "plain.json": json.dumps(plain.to_dict()),
        "broken.json": json.dumps({**count.to_dict(), "start": "nowhere"}),
        "trace.json": json.dumps(trace),
        "traces.json": json.dumps([trace] * 4),
        "good.json": '[{"audit": "order", "before": "find", "after": "tell"}]',
        "claims.jsonl": '"Rama married Sita."\n{"claim": "Anna saw Sita."}\n',
        "failing-audit.json": '[{"audit": "order", "before": "tell", "after": "find"}]',
        "mine.txt": "",
    }


class Shell:
    """Runs commands in this process, in a folder, with what stands for a run's number, a server or a prompt replaced."""

    def __init__(self, server: ModelServer) -> None:
        self.server, self.words = server, {"SERVER": server.url}

    def run(self, command: str) -> tuple[int, str]:
        for word, value in self.words.items():
            command = re.sub(rf"\b{word}\b", value, command)
        words, _, given = command.partition(" < ")
        out, err = TextIOWrapper(BytesIO(), write_through=True), StringIO()
        before = sys.stdin
        sys.stdin = StringIO(Path(given).read_text() if given else "")
        try:
            with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
                main(shlex.split(words))
        finally:
            sys.stdin = before
        return int(ended.value.code or 0), err.getvalue()


def useless(request: Any, number: int) -> Any:
    return {"candidates": [], "kriyas": [], "actions": [], "reasoning": ""}


@pytest.mark.slow
def test_every_command_ends_with_the_code_of_its_state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole table, in order, in one workspace; the codes that differ are shown with what was said."""
    monkeypatch.chdir(folder)
    wrong = []
    with ModelServer(useless) as server:
        shell = Shell(server)
        for code, command in KEPT:
            if command == "anot check bad.json":
                seed = (folder / "g1a.json").read_text().replace("== 'mild'", "== 'midl'")
                (folder / "bad.json").write_text(seed)
                shell.run("anot new s1 -o s1.json")
            if command.startswith("stategraph resume RUN"):
                shell.words["RUN"] = str(newest_run("stategraph"))
            if command.startswith("prompts edit KEY"):
                shell.words["KEY"] = "mining.route"
                (folder / "mine.txt").write_text(prompt("mining.route"))
            if command == "doctor --call":  # of a server that is not there
                monkeypatch.setenv("PRAMANA_MODEL", "m")
                monkeypatch.setenv("PRAMANA_BASE_URL", "http://127.0.0.1:9/v1")
            found, said = shell.run(command)
            monkeypatch.delenv("PRAMANA_MODEL", raising=False)
            monkeypatch.delenv("PRAMANA_BASE_URL", raising=False)
            if command == "entity decisions":
                (folder / "pramana.toml").write_text((folder / "pramana.toml.later").read_text())
            if found != code:
                wrong.append((command, code, found, said[:200]))
    assert wrong == [], "\n".join(map(str, wrong))
    assert set(COMMANDS) - {path for path in COMMANDS if done(path)} == set(ELSEWHERE)


def done(path: str) -> bool:
    return any(code == 0 and (command == path or command.startswith(f"{path} ")) for code, command in KEPT)


def newest_run(kind: str) -> int:
    import pramana

    with pramana.open() as ws:
        return max(run.id for run in ws.runs() if run.kind == kind and run.status == "done")


def prompt(key: str) -> str:
    import pramana

    with pramana.open() as ws:
        return ws.prompts()[key] + "\nBe brief."


@pytest.mark.parametrize("path", COMMANDS)
def test_a_misspelt_option_is_bad_input(run: Any, path: str) -> None:
    """In every command: code 2, and nothing on standard output."""
    ended = run(*path.split(), "--no-such-option")
    assert (ended.code, ended.out) == (ExitCode.BAD_INPUT, "")


def test_a_command_without_its_workspace_is_bad_input(run: Any) -> None:
    """Those that need one say so."""
    for command in (
        "status",
        "ask x",
        "runs",
        "ledger",
        "report",
        "export g.json",
        "remove x",
        "passes list",
        "replay 1",
    ):
        assert run(*command.split()).code == ExitCode.BAD_INPUT, command


def test_no_code_is_written_as_a_number() -> None:
    """The command line takes every code from the table."""
    for file in Path(pramana.cli.__file__).parent.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in ("Exit", "_exit")
            ):
                numbers = [
                    each for each in ast.walk(call) if isinstance(each, ast.Constant) and type(each.value) is int
                ]
                assert numbers == [], f"{file.name}:{call.lineno}"


def test_the_table_is_in_help_and_documentation() -> None:
    """Each code with its meaning."""
    page = reference()
    for code in ExitCode:
        assert f"{code.value} {code.meaning}" in EPILOG
        assert f"| {code.value} | {code.meaning} |" in page


class Interrupting(BytesIO):
    """Standard input at which Ctrl-C is pressed."""

    @property
    def buffer(self) -> Interrupting:
        return self

    def read(self, *_: Any) -> bytes:
        raise KeyboardInterrupt


def test_an_interrupt_ends_a_command_that_only_reads(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C outside of any work that stops cleanly is 130, too, and no fault."""
    monkeypatch.setattr(sys, "stdin", Interrupting())
    done = run("gasl", "check", "-")
    assert (done.code, done.out, "fault" in done.err) == (ExitCode.INTERRUPTED, "", False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_a_failure(run: Any, tmp_path: Path) -> None:
    """No other input would have helped."""
    (tmp_path / "g.json").write_text(texts()["plain.json"])
    assert run("distil", "g.json", "-o", "/dev/full").code == ExitCode.FAILED


def test_all_lines_without_an_answer_are_a_failure(run: Any, tmp_path: Path) -> None:
    """A server that is not there: nothing was read; with one line read before, it is done in part."""
    (tmp_path / "a.txt").write_text("Rama saw Sita.")
    run("init")
    (tmp_path / "pramana.toml").write_text("[llm.models.m]\nmodel='m'\nbase_url='http://127.0.0.1:9'\nretries=0\n")
    assert run("ingest", "a.txt", "--model", "m", "--quiet").code == ExitCode.FAILED
