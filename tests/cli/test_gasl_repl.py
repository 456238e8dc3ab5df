"""`pramana gasl repl`: at a prompt, on a terminal, from a pipe."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from pramana.app.console import GaslConsole, open_console
from pramana.cli.gasl_input import gather_commands
from pramana.cli.gasl_prompt import GaslLexer, GaslPrompt, state_folder
from pramana.cli.gasl_repl import Repl
from pramana.gasl.completing import KnownNames

TAB, ENTER, UP, CTRL_C, CTRL_D = "\t", "\r", "\x1b[A", "\x03", "\x04"
Typed = Callable[..., bool]


def small_graph() -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("Rama", type="Person", age=30, source_id="chunk-1")
    graph.add_node("Sita", type="Person", age=25, source_id="chunk-1<SEP>chunk-2<SEP>chunk-3")
    graph.add_node("bow", type="Thing", note="\x1b[31mred")
    graph.add_edge("Rama", "Sita", relation="MARRIED", year=1)
    graph.add_edge("Rama", "bow", relation="BROKE", year=1)
    return graph


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for the history that is the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "pramana"


@pytest.fixture
def console() -> Iterator[GaslConsole]:
    with open_console(small_graph()) as opened:
        yield opened


@pytest.fixture
def typed(home: Path, console: GaslConsole) -> Iterator[Typed]:
    """Type at a prompt, up to Ctrl-D. Returns whether anything failed."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def type_them(*strokes: str) -> bool:
            press(keys, *strokes, CTRL_D)
            return Repl(console).run_all(GaslPrompt(console.names).texts())

        yield type_them


def press(keys: PipeInput, *strokes: str) -> None:
    for stroke in strokes:
        keys.send_text(stroke)


@pytest.fixture
def graph_file(tmp_path: Path) -> Path:
    file = tmp_path / "small.graphml"
    graph = small_graph()
    del graph.nodes["bow"]["note"]  # XML has no control characters
    nx.write_graphml(graph, file)
    return file


def test_commands_show_tables_and_how_they_ended(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """A command prints its rows as a table, where each comes from, and its status with the count."""
    assert not typed('FIND nodes WHERE type = "Person" AS people', ENTER)
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "id     type     age   source_id                         from",
        "─" * 75,
        "Rama   Person   30    chunk-1                           chunk-1",
        "Sita   Person   25    chunk-1<SEP>chunk-2<SEP>chunk-3   chunk-1, chunk-2 +1",
        "success, 2 items",
    ]


def test_variables_last_from_command_to_command(typed: Typed, console: GaslConsole) -> None:
    """What one command names, the next may use; caps that were set stay set."""
    assert not typed("FIND nodes AS all", ENTER, "COUNT all AS size", ENTER, "SET adapter.caps.max_paths = 7", ENTER)
    assert console.context.get("size") == 3
    assert console.adapter.caps.max_paths == 7


def test_tab_completes_keywords_attributes_and_values(typed: Typed, console: GaslConsole) -> None:
    """TAB completes what only one thing can be: a keyword, an attribute of the graph, a value of it."""
    keys = ("FIND ", "n", TAB, " WH", TAB, " ty", TAB, ' = "Pe', TAB, " AS people", ENTER)
    assert not typed(*keys)
    assert console.history[0].command == 'FIND nodes WHERE type = "Person" AS people'


def test_tab_completes_variables_and_keys(typed: Typed, console: GaslConsole) -> None:
    """TAB completes variables where they are read, and keys of the state where those stand."""
    first = ("FIND nodes AS people", ENTER, "DECLARE study.authors AS LIST", ENTER)
    assert not typed(*first, "UPDATE study.au", TAB, " WITH pe", TAB, ENTER)
    assert console.history[-1].command == "UPDATE study.authors WITH people"


def test_a_block_takes_several_lines(typed: Typed, console: GaslConsole) -> None:
    """Enter begins a new line as long as a TRY is open; its END sends it as one command."""
    assert not typed(
        "TRY", ENTER, "COUNT nobody AS n", ENTER, "CATCH ANY", ENTER, "FIND nodes AS n", ENTER, "END", ENTER
    )
    assert console.history[-1].command == "TRY\nCOUNT nobody AS n\nCATCH ANY\nFIND nodes AS n\nEND"
    assert len(console.context.get("n")) == 3


def test_a_mistake_is_told_with_a_caret_and_the_session_goes_on(
    typed: Typed, console: GaslConsole, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be read is shown with a caret under the place and a command that works; nothing is recorded."""
    assert typed('FIND nodes WHERE type == "Person" AS p', ENTER, "FIND nodes AS q", ENTER)
    err = capsys.readouterr().err
    assert '    FIND nodes WHERE type == "Person" AS p\n                           ^\n' in err
    assert 'Example: FIND nodes WHERE type = "Person" AS p' in err
    assert [record.command for record in console.history] == ["FIND nodes AS q"]


def test_hints_say_why_nothing_was_found(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty search names the attribute that nothing has, and the nearest."""
    assert not typed("FIND nodes WHERE aeg > 3 AS old", ENTER)
    assert "hint: Nothing has an attribute aeg. Did you mean age?" in capsys.readouterr().err


def test_history_lasts_in_a_file_of_the_users_own(typed: Typed, home: Path, console: GaslConsole) -> None:
    """What was typed is kept for the next session, where only the user can read it; the up key brings it back."""
    assert not typed("FIND nodes LIMIT 2 AS first", ENTER)
    assert stat.S_IMODE((home / "gasl_history").stat().st_mode) == 0o600
    assert not typed(UP, ENTER)
    assert [record.command for record in console.history] == ["FIND nodes LIMIT 2 AS first"] * 2


def test_a_history_that_cannot_be_written_is_kept_in_memory(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, console: GaslConsole
) -> None:
    """A folder that cannot be made does not keep anybody from the prompt."""
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    assert not typed("FIND nodes AS n", ENTER)
    assert len(console.history) == 1


def test_ctrl_c_gives_up_what_is_typed(typed: Typed, console: GaslConsole) -> None:
    """Ctrl-C forgets the text that stands at the prompt, and asks anew."""
    assert not typed("FIND nodes AS wrong", CTRL_C, "FIND nodes AS right", ENTER)
    assert console.context.names() == ["right"]


def test_words_of_the_session(typed: Typed, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """:vars, :show, :state, :graph, :help and :save tell of the session; an unknown word names the nearest."""
    script = tmp_path / "s.gasl"
    words = (
        ":vars",
        ":show people",
        ":state",
        ":state study.people",
        ":graph",
        ":help sort",
        f":save {script}",
        ":stat",
    )
    strokes = [stroke for word in words for stroke in (word, ENTER)]
    begun = ('FIND nodes WHERE type = "Person" AS people', ENTER, "UPDATE study.people WITH people", ENTER)
    assert typed(*begun, *strokes)
    captured = capsys.readouterr()
    assert "\npeople  2 items\n" in captured.out
    assert "\nstudy         DICT  1\nstudy.people  LIST  2\n" in captured.out
    assert "\nnetworkx: 3 nodes, 2 edges\n" in captured.out
    assert "\ntype        Person, Thing\n" in captured.out
    assert "SORT name BY field [DESC], … [LIMIT n] AS name\n" in captured.out
    assert captured.out.count("chunk-1, chunk-2 +1") == 3
    assert "There is no word ':stat'. Did you mean :state" in captured.err
    assert script.read_text("utf-8") == f"{begun[0]}\n{begun[2]}\n"


@pytest.mark.parametrize("word", [":quit", ":q", "quit", "exit"])
def test_quit_ends(typed: Typed, console: GaslConsole, word: str) -> None:
    """:quit, or what people type for it elsewhere, ends the session."""
    assert not typed(word, ENTER, "FIND nodes AS n", ENTER)
    assert console.context.names() == []


def test_text_from_the_graph_cannot_act_on_the_terminal(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters in what a graph holds are made visible."""
    assert not typed('FIND nodes WHERE type = "Thing" AS things', ENTER)
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out and "\\x1b[31mred" in captured.out


def test_lines_are_gathered_into_commands() -> None:
    """From a pipe each line is a command, and a block is one; an END that never comes is left to the parser."""
    lines = ["COUNT a AS b\n", "TRY\n", "TRY\n", "COUNT c AS d\n", "END\n", "END\n", "try\n"]
    assert list(gather_commands(lines)) == ["COUNT a AS b", "TRY\nTRY\nCOUNT c AS d\nEND\nEND", "try"]


def test_colours_leave_the_text_as_it_is() -> None:
    """Whatever is coloured, its pieces together are the line."""
    line = """FIND nodes WHERE a = "x AND" AND b IN ${c} AS 'open # """
    from prompt_toolkit.document import Document

    pieces = GaslLexer().lex_document(Document(line))(0)
    assert "".join(piece[1] for piece in pieces) == line
    assert ("class:text", '"x AND"') in pieces and ("class:word", "AND") in pieces and ("class:name", "${c}") in pieces


def test_piped_commands_are_carried_out_to_the_end(
    run: Any, graph_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a terminal commands are read from standard input; one that fails makes the exit code 1, not the end."""
    monkeypatch.setattr("sys.stdin", io.StringIO("COUNT nobody AS n\nFIND nodes AS n\nUPDATE found WITH n\n"))
    done = run("gasl", "repl", "--graph", graph_file, "--state", tmp_path / "s.json")
    assert done.code == 1
    assert "error: ${nobody} has no value" in done.err
    assert "success, 3 items" in done.out
    monkeypatch.setattr("sys.stdin", io.StringIO(":state\n"))
    done = run("gasl", "repl", "--graph", graph_file, "--state", tmp_path / "s.json")
    assert (done.code, done.out) == (0, "found  LIST  3\n")


def test_interrupted_command_leaves_the_session_alive(console: GaslConsole, capsys: pytest.CaptureFixture[str]) -> None:
    """An interrupt ends the command that runs; what it had not persisted is forgotten, and the next one runs."""

    def interrupt(*_: object) -> list[dict[str, Any]]:
        raise KeyboardInterrupt

    repl = Repl(console)
    console.items = interrupt  # type: ignore[assignment,method-assign]
    assert repl.run_all(["FIND nodes AS n"])
    assert "interrupted: " in capsys.readouterr().err


def test_state_folder_is_the_systems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without $XDG_STATE_HOME history stands where the system's programs keep such things."""
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    ends = {"linux": ".local/state/pramana", "darwin": "Library/Application Support/pramana", "win32": "Local/pramana"}
    for platform, end in ends.items():
        monkeypatch.setattr("sys.platform", platform)
        assert state_folder() == tmp_path / end


def test_names_are_asked_for_when_they_are_needed(home: Path) -> None:
    """A prompt asks for names when TAB is pressed, not before: large graphs open at once."""
    asked: list[int] = []

    def names() -> KnownNames:
        asked.append(1)
        return KnownNames()

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        press(keys, "FIND nodes AS n", ENTER, CTRL_D)
        assert list(GaslPrompt(names).texts()) == ["FIND nodes AS n"]
    assert not asked


@pytest.fixture
def in_terminal(program: list[str], tmp_path: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[bytes], Screen]]]:
    """Start a session on a terminal of its own."""
    master, slave = pty.openpty()
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    children: list[subprocess.Popen[bytes]] = []

    def start(graph: Path) -> tuple[subprocess.Popen[bytes], Screen]:
        command = [*program, "gasl", "repl", "--graph", str(graph)]
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        children.append(subprocess.Popen(command, env=env, preexec_fn=_hears_interrupts, **streams))
        os.close(slave)
        return children[0], Screen(master)

    yield start
    children[0].kill()
    children[0].wait()
    os.close(master)


def _hears_interrupts() -> None:
    """What a shell starts in the background ignores SIGINT, and so do its children, these tests among them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
def test_on_a_terminal_of_its_own(in_terminal: Any, graph_file: Path) -> None:
    """On a real terminal: a greeting, a prompt, TAB, a table, and Ctrl-D ends with 0."""
    child, screen = in_terminal(graph_file)
    assert b"GASL over " in screen.until(ASKS)
    screen.send('FIND no\t WHERE type = "Person" AS people\r')
    seen = screen.until(b"success")
    assert b"Rama" in seen and b"Sita" in seen and b"chunk-2" in seen
    screen.until(ASKS)
    screen.send(CTRL_D)
    assert child.wait(timeout=20) == 0


@pytest.mark.slow
def test_an_interrupt_ends_a_long_search(in_terminal: Any, tmp_path: Path) -> None:
    """A search that would take minutes ends at an interrupt, and the next command is carried out."""
    nx.write_graphml(nx.complete_graph(80), tmp_path / "k.graphml")
    child, screen = in_terminal(tmp_path / "k.graphml")
    for cap in ("max_expansions = 900000000", "max_paths = 900000000", "max_path_length = 9"):
        screen.until(ASKS)
        screen.send(f"SET adapter.caps.{cap}\r")
        screen.until(b"success")
    screen.until(ASKS)
    screen.send('FIND paths WHERE start.id = "1" AND end.id = "2" AS p\r')
    screen.until(SENT)
    computing(child.pid, 0.3)
    child.send_signal(signal.SIGINT)
    assert b"interrupted: " in screen.until(ASKS)
    screen.send("COUNT p AS n\r")
    assert b"${p} has no value" in screen.until(ASKS)


def computing(pid: int, seconds: float) -> None:
    """Wait until a process has spent that much processor time from now on: it is at work, however busy the machine."""

    def spent() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    start = spent()
    while spent() < start + seconds:
        time.sleep(0.05)


ASKS, SENT = b"\x1b[?2004h", b"\x1b[?2004l"
"""What a terminal is sent when the prompt begins to read, and when it has what was typed."""


class Screen:
    """What a program sends to a terminal, read up to a word at a time."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._left = b""

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def until(self, wanted: bytes, seconds: float = 30.0) -> bytes:
        end = time.monotonic() + seconds
        while wanted not in self._left:
            assert time.monotonic() < end and select.select([self._master], [], [], seconds)[0], self._left
            self._left += os.read(self._master, 65536)
        before, self._left = self._left.split(wanted, 1)
        return before
