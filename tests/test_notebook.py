"""`%gasl` and `%%gasl`, in a real IPython where there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import pramana
from pramana.app.console import open_console
from pramana.errors import InputError, UnknownName
from pramana.notebook import parse_options
from pramana.pages import visible_text
from pramana.views.gasl_rows import row_count, shown_rows
from pramana.views.render.gasl import cell_html, table_html

HOSTILE = "<script>alert('x')</script>\u202e<b>"


def small_graph() -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_node("Rama", type="Person", age=30, source_id="chunk-1")
    graph.add_node("Sita", type="Person", age=25, source_id="chunk-1<SEP>chunk-2")
    graph.add_node("bow", type="Thing", note=HOSTILE)
    graph.add_edge("Rama", "Sita", relation="MARRIED")
    return graph


class Tags(HTMLParser):
    """Reads HTML: its tags in order, its text, and whether all that was opened was closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A shell of IPython with the extension loaded, and a graph `g`."""
    pytest.importorskip("IPython", reason="IPython is not here: pip install 'pramana[notebook]' to run this test")
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.chdir(tmp_path)
    InteractiveShell.clear_instance()
    made = InteractiveShell.instance(history_length=0)
    made.history_manager.enabled = False
    made.user_ns["g"] = small_graph()
    made.run_line_magic("load_ext", "pramana")
    yield made
    made.run_line_magic("unload_ext", "pramana")
    InteractiveShell.clear_instance()


def run(shell: Any, cell: str) -> Any:
    """Run a cell as a notebook does, and return its result."""
    done = shell.run_cell(cell)
    assert done.success, done.error_in_exec
    return done.result


def test_a_cell_runs_over_a_variable(shell: Any) -> None:
    """`%%gasl --graph g` carries out the cell's commands over the graph that the variable g holds."""
    done = run(shell, '%%gasl --graph g\n# people\nFIND nodes WHERE type = "Person" AS people\nCOUNT people AS size')
    assert [str(each.status) for each in done.results] == ["success", "success"]
    assert (done.value, list(done)) == (2, [2])


def test_variables_last_from_cell_to_cell(shell: Any) -> None:
    """What a cell names the next one may use; `${name}` is GASL's, even where Python has that name, too."""
    shell.user_ns["people"] = "another"
    run(shell, '%%gasl --graph g\nFIND nodes WHERE type = "Person" AS people')
    done = run(shell, "%gasl ASSERT LEN ${people} = 2")
    assert done.results[0].record.command == "ASSERT LEN ${people} = 2"


def test_a_line_is_a_value_for_python(shell: Any) -> None:
    """`rows = %gasl FIND …` puts the result into a variable of Python, whose items are the rows with provenance."""
    run(shell, '%gasl --graph g FIND nodes WHERE type = "Person" AS people')
    run(shell, "rows = %gasl SORT people BY age AS sorted")
    rows = shell.user_ns["rows"]
    assert [row["id"] for row in rows] == ["Sita", "Rama"]
    assert [record["source_id"] for record in rows[0]["provenance"]] == ["chunk-1", "chunk-2"]


def test_state_is_kept_in_its_file(shell: Any, tmp_path: Path) -> None:
    """--state names the file in which the state lasts, longer than the notebook."""
    run(shell, "%%gasl --graph g --state study.json\nFIND nodes AS all\nUPDATE found WITH all")
    run(shell, "%unload_ext pramana")
    run(shell, "%load_ext pramana")
    done = run(shell, "%gasl --graph g --state study.json COUNT found AS size")
    assert (done.value, (tmp_path / "study.json").exists()) == (3, True)


def test_a_cell_that_fails_says_how_and_ends_as_failed(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """What was done is shown, the rest is named, and the error has a message instead of a traceback."""
    done = shell.run_cell("%%gasl --graph g\nFIND nodes AS all\nCOUNT nobody AS n\nCOUNT all AS m")
    out = capsys.readouterr().out
    assert isinstance(done.error_in_exec, InputError)
    assert "success, 3: FIND nodes AS all" in out
    assert "ExecutionError: Command 2 ended in binding_failure. ${nobody} has no value." in out
    assert "1 more were not executed." in out and "Traceback" not in out


def test_a_mistake_is_shown_with_its_line_in_the_cell(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of a cell is carried out where one of its lines cannot be read; the caret stands under the place."""
    done = shell.run_cell('%%gasl --graph g\nFIND nodes AS all\nFIND nodes WHERE type == "x" AS n')
    out = capsys.readouterr().out
    assert (done.error_in_exec.line, done.error_in_exec.column) == (2, 24)
    assert '  FIND nodes WHERE type == "x" AS n\n                         ^\n' in out
    assert "Traceback" not in out


def test_what_the_options_may_be(shell: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A graph may be a path; without one, with an unknown one, or with an unknown option the message says what to do."""
    nx.write_graphml(nx.path_graph(3), tmp_path / "path.graphml")
    assert len(run(shell, "%gasl --graph path.graphml FIND nodes AS all")) == 3
    for cell, told in (
        ("%gasl --graf g COUNT a AS b", "There is no option '--graf'. Did you mean --graph?"),
        ("%gasl --graph gg COUNT a AS b", "There is no variable or path 'gg'. Did you mean g?"),
        ("%gasl --limit none COUNT a AS b", "--limit is a number of rows from 1 to 10,000, not 'none'."),
        ("%%gasl COUNT\nCOUNT a AS b", "'COUNT' is not an option"),
    ):
        assert not shell.run_cell(cell).success
        assert told in capsys.readouterr().out


def offered(shell: Any, text: str) -> list[str]:
    """Return what TAB offers at the end of a cell."""
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        return [each.text for each in shell.Completer.completions(text, len(text))]


@pytest.mark.slow
def test_a_cell_is_completed_by_the_grammar_and_the_names_of_its_graph(shell: Any) -> None:
    """TAB in a cell of GASL offers what may come there, and nothing of Python; other cells are completed as ever."""
    assert offered(shell, "%%gasl --graph g\nFIND no") == ["nodes"]
    run(shell, '%%gasl --graph g\nFIND nodes WHERE type = "Person" AS people')
    assert {'"Person"', '"Thing"'} <= {*offered(shell, "%%gasl\nFIND nodes AS all\nFIND nodes WHERE type = ")}
    assert offered(shell, "%gasl COUNT peo") == ["people"]
    assert offered(shell, "rows = %gasl --limit 5 COUNT peo") == ["people"]
    assert "print" in offered(shell, "prin")
    shell.run_line_magic("unload_ext", "pramana")
    assert "nodes" not in offered(shell, "%%gasl --graph g\nFIND no")
    shell.run_line_magic("load_ext", "pramana")


def test_an_error_on_purpose_is_shown_as_its_message(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """What lies between a cell and the message is ours, and not shown; where in the cell it came up is."""
    shell.user_ns["pramana"] = pramana
    done = shell.run_cell(
        "def look(ws):\n    return ws.ask('')\n\nwith pramana.open('ws', create=True) as ws:\n    look(ws)"
    )
    out = capsys.readouterr().out
    assert isinstance(done.error_in_exec, InputError)
    assert out == "InputError: The question is empty.\n  in line 5 of the cell\n  in line 2 of look\n"


def test_a_cell_works_where_an_event_loop_runs(shell: Any) -> None:
    """As in a notebook: cells run inside the loop of the kernel."""

    async def cell() -> Any:
        return shell.run_line_magic("gasl", "--graph g FIND nodes AS all")

    assert len(asyncio.run(cell())) == 3


def test_an_open_workspace_is_a_graph(shell: Any, tmp_path: Path) -> None:
    """A workspace that Python has open is asked where its work is done, and stays open."""
    story = tmp_path / "rama.txt"
    story.write_text("Rama gave the bow to Lakshmana.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        shell.user_ns["ws"] = ws
        done = run(shell, '%gasl --graph ws FIND edges WHERE relation = "HAS_KARTĀ" AS given')
        assert len(done) == 1 and "rama.txt:1" in done._repr_html_()
        run(shell, "%unload_ext pramana")
        run(shell, "%load_ext pramana")
        assert ws.gasl("COUNT given AS n").value == 1


def test_rows_of_a_workspace_are_a_table_in_a_notebook(tmp_path: Path) -> None:
    """What `ws.gasl` returns shows its first rows, with the lines that they come from."""
    story = tmp_path / "rama.txt"
    story.write_text("Rama gave the bow to Lakshmana.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        read = Tags(ws.gasl("FIND edges AS all")._repr_html_())
        one = Tags(ws.gasl("COUNT all AS n")._repr_html_())
    assert "rama.txt:1" in read.text and read.tags.count("tr") > 2
    assert one.text == "value" + str(read.tags.count("tr") - 1)


def test_html_is_escaped_whatever_a_graph_holds() -> None:
    """Text of a graph is text: no tag of it comes through, and what turns the direction is written out."""
    with open_console(small_graph()) as console:
        steps = [
            (each, shown_rows(console.items(each.value, 20), row_count(each)))
            for each in console.run(console.read("FIND nodes AS all"))
        ]
    read = Tags(cell_html(steps, problem=HOSTILE))
    assert not {"script", "b"} & {*read.tags}
    assert read.text.count(visible_text(HOSTILE)) == 2 and read.tags.count("td") == 18


def test_tables_are_bounded() -> None:
    """A table has the rows that were asked for, eight columns, and cells of 80 characters; it says what it left out."""
    items = [{f"field{number}": "x" * 200 for number in range(20)} for _ in range(5)]
    read = Tags(table_html(shown_rows(items, 1_000)))
    assert (read.tags.count("tr"), read.tags.count("td"), read.tags.count("th")) == (6, 40, 8)
    assert "… 995 more rows and 12 more columns" in read.text
    assert "x" * 81 not in read.text


def test_options_are_read_up_to_the_command() -> None:
    """Options stand first; quotes around a value come off, and what follows is the command."""
    line = """--graph "my graph.graphml" --state='s.json' FIND nodes WHERE a = "--limit 3" AS n"""
    assert parse_options(line) == (
        {"graph": "my graph.graphml", "state": "s.json"},
        ' FIND nodes WHERE a = "--limit 3" AS n',
    )
    with pytest.raises(UnknownName, match="Did you mean --graph"):
        parse_options("--grph g")


def test_a_console_takes_graphs_of_every_kind(tmp_path: Path) -> None:
    """A NetworkX graph, an adapter over one, and a file are graphs; anything else is refused by its kind."""
    from pramana.graph.adapters import NetworkXAdapter

    file = tmp_path / "g.graphml"
    nx.write_graphml(nx.path_graph(2), file)
    for graph in (small_graph(), NetworkXAdapter(small_graph()), file, str(file)):
        with open_console(graph) as console:
            assert next(iter(console.run(console.read("FIND nodes LIMIT 1 AS one")))).count == 1
    with pytest.raises(InputError, match="and no list"):
        open_console([1, 2])
