"""The notebook, executed. Each of the cases that its specification lists names the test that holds it:

*Cell Execution Tests*

1. Run all cells in sequence → `test_all_cells_run_from_top_to_bottom`, on the embedded model and on an endpoint.
2. Re-run of the extraction (here cell 9) → `test_running_everything_again_changes_nothing`, and
   `test_the_extraction_can_be_run_again`: no node is doubled, no line is read again.
3. Re-run of the queries (cell 12) → the same two: the same answers, citations and traces, and the same file.
4. Restart of the runtime → `test_after_a_restart_nothing_is_paid_twice`: all runs, and no model is asked again.

*Memory Tests*

5. Memory during ingestion → `test_memory_stays_within_bounds`.
6. 100, 500 and 1,000 lines → `test_a_larger_document_takes_no_more_than_its_share`; the figures: `bench/notebook.py`.
7. Size of the index → the same test: bytes a line.

And what a runtime may do besides: it ends in the middle (`test_a_runtime_that_is_taken_away_…`), it is interrupted
(`test_an_interrupt_…`), its time or money is up (`test_a_budget_…`).
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from notebook_kernels import CELLS, DEMO, kernel, number_of, read
from oracle import answer
from sentences import text

from pramana.testing.model_server import ModelServer

ABSENT = "The extra is not installed: pip install 'pramana[notebook]'; .ci/run does it."
pytestmark = [pytest.mark.notebook, pytest.mark.slow]


@pytest.fixture(autouse=True)
def extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra tests are skipped; where NOTEBOOK_TESTS=required, they fail."""
    try:
        import ipykernel  # noqa: F401
        import nbclient  # noqa: F401
    except ImportError:
        (pytest.fail if os.environ.get("NOTEBOOK_TESTS") == "required" else pytest.skip)(ABSENT)
    for name in [name for name in os.environ if name.startswith("PRAMANA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """A folder with one document of 24 lines."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "made.txt").write_text(text(24), "utf-8")
    return folder


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(answer) as running:
        yield running


def paid(server: ModelServer) -> Counter[str]:
    return Counter(json.dumps(request, sort_keys=True) for request in server.requests)


def endpoint(server: ModelServer, document: Path) -> dict[str, Any]:
    return {"MODEL": f"endpoint:{server.url}", "MODEL_NAME": "test", "DOCUMENTS": document}


def test_it_is_stored_without_outputs() -> None:
    """What came out once on some machine is no source: cells have no outputs and no numbers of execution."""
    notebook = read()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
        assert {*cell.metadata} <= {"tags"}


def test_it_has_the_cells_of_its_specification() -> None:
    """Twelve numbered cells, each once and in order, and one that names what may be changed."""
    notebook = read()
    numbers = [number_of(notebook, index) for index in range(1, len(notebook.cells))]
    assert [number for number in numbers if number] == list(range(1, CELLS + 1))
    assert [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ())] == [notebook.cells[2]]


def test_all_cells_run_from_top_to_bottom(tmp_path: Path) -> None:
    """As it stands, on the embedded model: answers with their lines, and the file of the results."""
    with kernel(tmp_path) as running:
        running.run()
        assert "4 documents, 241 lines read" in running.shown(9)[0]
        assert len(running.shown(12)) == 5
        assert ">Rama</mark> gave <mark" in running.shown(12)[0]
        assert running.value("[each.status for each in replies]") == ["GROUNDED"] * 4 + ["NO_MATCH"]
    found = json.loads((tmp_path / "workspace" / "query_results.json").read_text("utf-8"))
    assert found[0]["citations"] == [
        {"doc_id": "rama.txt", "line_number": 1, "text": "Rama gave the bow to Lakshmana."}
    ]


def test_running_everything_again_changes_nothing(tmp_path: Path) -> None:
    """All cells twice in the same kernel: the same graph, node by node, the same answers and the same file."""
    state = "[ws.graph_hash(), ws.status().nodes, ws.status().edges, [each.model_dump(exclude={'run'}) for each in replies]]"
    results = tmp_path / "workspace" / "query_results.json"
    with kernel(tmp_path) as running:
        running.run()
        first, file, shown = running.value(state), results.read_bytes(), running.outputs()
        running.run()
        assert running.value(state) == first
        assert results.read_bytes() == file
        again = running.outputs()
        assert "Nothing to do: 4 documents unchanged." in again[9][1]
        assert "nothing to do" in again[10][0]
        assert "closed, and opened again" in again[3][0]
        same = (1, 2, 4, 8, 11, 12)
        assert {number: again[number] for number in same} == {number: shown[number] for number in same}


def test_the_extraction_can_be_run_again(tmp_path: Path, document: Path, server: ModelServer) -> None:
    """Cells 9, 10 and 12 alone, on an endpoint: no node more, no call more, the same answers."""
    state = "[ws.graph_hash(), ws.status().nodes, [each.model_dump(exclude={'run'}) for each in replies]]"
    with kernel(tmp_path, **endpoint(server, document)) as running:
        running.run()
        first, before = running.value(state), len(server.requests)
        running.run(9, 10, 12)
        assert running.value(state) == first
    assert len(server.requests) == before > 24


def test_an_endpoint_verifies_what_it_proposes(tmp_path: Path, document: Path, server: ModelServer) -> None:
    """One variable chooses the model: facts are then verified, and the calls are counted."""
    with kernel(tmp_path, **endpoint(server, document)) as running:
        running.run(*range(1, 11))
        lines = running.value("report.lines")
        assert running.value("ws.status().verdicts")["verified"] > 0
        assert running.value("report.spending['calls']") > 0
    assert lines["verified"] + lines.get("refused", 0) + lines.get("empty", 0) == 24


def test_after_a_restart_nothing_is_paid_twice(tmp_path: Path, document: Path, server: ModelServer) -> None:
    """A new kernel runs all cells over the same workspace: the same graph and answers, and not one call."""
    state = "[ws.graph_hash(), [each.model_dump(exclude={'run'}) for each in replies]]"
    with kernel(tmp_path, **endpoint(server, document)) as running:
        running.run()
        first, before = running.value(state), len(server.requests)
    with kernel(tmp_path, **endpoint(server, document)) as running:
        running.run()
        assert running.value(state) == first
        assert running.value("report.run") is None
    assert len(server.requests) == before


def test_a_runtime_that_is_taken_away_goes_on_where_it_was(
    tmp_path: Path, document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel is killed while cell 9 reads; a new one comes to the graph of an undisturbed run, for no more calls
    than were in flight."""
    for setting in ("GENERATION", "VALIDATION"):  # so that some of 24 lines are accepted before the others
        monkeypatch.setenv(f"PRAMANA_GSV__LINES_PER_{setting}", "5")
    with ModelServer(answer) as server, kernel(tmp_path, **endpoint(server, document), POLICY="full") as running:
        running.run(*range(1, 11))
        whole, free = running.value("ws.graph_hash()"), paid(server)
        late = running.value("report.spending['calls']") * 15 // 16
    folder = tmp_path / "again"
    folder.mkdir()

    def slowly(request: dict[str, Any], number: int) -> Any:
        if number == late:
            os.kill(process, signal.SIGKILL)
        return answer(request, number)

    with ModelServer(slowly, delay_s=0.02) as server:
        with (
            pytest.raises(Exception, match="died"),
            kernel(folder, **endpoint(server, document), POLICY="full") as running,
        ):
            process = running.value("__import__('os').getpid()")
            running.run(*range(1, 11))
        with kernel(folder, **endpoint(server, document), POLICY="full") as running:
            running.run(*range(1, 11))
            assert running.value("ws.graph_hash()") == whole
            assert running.value("report.lines")["unchanged"] > 0
        twice = paid(server) - free
    assert sum(count for request, count in twice.items() if "n" not in json.loads(request)) <= 8
    assert {*without_count(paid(server))} == {*without_count(free)}


def without_count(requests: Counter[str]) -> list[str]:
    """Return requests without `n`: each process tries once whether the server gives several answers to one request."""
    return [json.dumps({k: v for k, v in json.loads(each).items() if k != "n"}, sort_keys=True) for each in requests]


def test_an_interrupt_leaves_what_was_read(tmp_path: Path, document: Path) -> None:
    """■ while cell 9 reads: it says so, the workspace stays open, and the cell goes on when it is run again."""
    kernel_id = 0

    def interrupted(request: dict[str, Any], number: int) -> Any:
        if number == 20:
            os.kill(kernel_id, signal.SIGINT)
            time.sleep(0.2)
        return answer(request, number)

    with ModelServer(interrupted) as server, kernel(tmp_path, **endpoint(server, document)) as running:
        kernel_id = running.value("__import__('os').getpid()")
        running.run(*range(1, 9))
        with pytest.raises(Exception, match="KeyboardInterrupt"):
            running.run(9)
        running.run(9, 10, 12)
        assert running.value("report.status") == "done"
        assert running.value("sum(ws.status().lines.values())") == 24


def test_a_budget_stops_the_cell_and_the_next_run_of_it_goes_on(
    tmp_path: Path, document: Path, server: ModelServer
) -> None:
    """Cell 9 says that it stopped, and why; run again with a new budget, it reads the rest."""
    with kernel(tmp_path, **endpoint(server, document), MOST_CALLS=20) as running:
        running.run(*range(1, 10))
        assert "⚠️  Stopped:" in running.printed(9) and "Run this cell again" in running.printed(9)
        assert len(server.requests) <= 20
        for _ in range(20):
            running.run(3, 9)
            if "Stopped" not in running.printed(9):
                break
        assert running.value("sum(ws.status().lines.values())") == 24


def test_a_folder_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    """The first cell ends it, and says what to do."""
    from nbclient.exceptions import CellExecutionError

    with (
        kernel(tmp_path, DOCUMENTS=tmp_path / "nowhere") as running,
        pytest.raises(CellExecutionError, match=r"is not here\. Upload"),
    ):
        running.run()


def test_a_model_that_is_none_is_said_at_once(tmp_path: Path) -> None:
    """The second cell names the three that there are."""
    from nbclient.exceptions import CellExecutionError

    with (
        kernel(tmp_path, MODEL="gpt") as running,
        pytest.raises(CellExecutionError, match="MODEL is 'gpt', not 'rules'"),
    ):
        running.run()


def test_a_local_model_is_configuration_until_it_is_asked(tmp_path: Path) -> None:
    """Cells 1 to 8 load nothing; without a name it is the default model."""
    with kernel(tmp_path, MODEL="local", EMBEDDER="local") as running:
        running.run(*range(1, 9))
        assert "transformers:nvidia/Llama-3.1-Nemotron-Nano-8B-v1" in running.shown(6)[0]
        assert running.value("'torch' in __import__('sys').modules") is False
    with kernel(tmp_path, MODEL="local", MODEL_NAME="my/model") as running:
        running.run(*range(1, 7))
        assert "transformers:my/model" in running.shown(6)[0]


MEMORY = "[int(line.split()[1]) // 1024 for line in open('/proc/self/status') if line.startswith('VmHWM')][0]"
"""The kernel's largest resident memory in MB."""


def test_memory_stays_within_bounds(tmp_path: Path) -> None:
    """Everything on the demonstration's documents, twice: the kernel has never held 400 MB. A free runtime has 12 GB."""
    with kernel(tmp_path) as running:
        running.run()
        running.run()
        assert running.value(MEMORY) < 400


def test_a_larger_document_takes_no_more_than_its_share(tmp_path: Path) -> None:
    """A thousand lines take at most 100 MB more than a hundred, and the workspace at most 20 kB a line."""
    peaks = {}
    for lines in (100, 1_000):
        folder = tmp_path / str(lines)
        (folder / "documents").mkdir(parents=True)
        (folder / "documents" / "made.txt").write_text(text(lines), "utf-8")
        with kernel(folder, DOCUMENTS=folder / "documents") as running:
            running.run(*range(1, 11))
            peaks[lines] = running.value(MEMORY)
            assert running.value("sum(ws.status().lines.values())") == lines
        size = sum(file.stat().st_size for file in (folder / "workspace").iterdir())
        assert size / lines < 20_000
    assert peaks[1_000] - peaks[100] < 100


def test_the_demonstration_is_what_the_notebook_reads() -> None:
    """The documents that it names are there."""
    assert "rama.txt" in {file.name for file in DEMO.iterdir()}
