"""The notebook, executed in kernels of its own: with other values of its variables, cell by cell, as often as wanted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "karaka.ipynb"
DEMO = NOTEBOOK.parents[1] / "demo" / "documents"
CELLS = 12
"""The cells of the specification. What stands behind them only looks."""


class Kernel:
    """A notebook with its kernel. `run` executes cells, `value` asks for what stands in the kernel then."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def run(self, *numbers: int) -> None:
        """Execute the cells of these numbers, or all, from top to bottom. Raises CellExecutionError."""
        for index, cell in enumerate(self._client.nb.cells):
            if cell.cell_type == "code" and (not numbers or number_of(self._client.nb, index) in numbers):
                self._client.execute_cell(cell, index)

    def printed(self, number: int) -> str:
        """Return what a cell printed when it was last executed."""
        outputs = self._cell(number).outputs
        return "".join(each.text for each in outputs if each.output_type == "stream" and each.name == "stdout")

    def shown(self, number: int) -> list[str]:
        """Return what a cell showed as HTML."""
        outputs = self._cell(number).outputs
        return ["".join(each.data["text/html"]) for each in outputs if "text/html" in each.get("data", {})]

    def outputs(self) -> dict[int, list[str]]:
        """Return all that cells printed or showed, by number, without numbers of runs, times and the time it took."""
        numbers = range(1, CELLS + 1)
        return {n: [_timeless(text) for text in (self.printed(n), *self.shown(n))] for n in numbers}

    def value(self, expression: str) -> Any:
        """Return what an expression comes to in the kernel, as JSON."""
        from nbformat.v4 import new_code_cell

        cell = new_code_cell(f"import json as _json\nprint(_json.dumps({expression}))")
        self._client.nb.cells.append(cell)
        try:
            self._client.execute_cell(cell, len(self._client.nb.cells) - 1)
        finally:
            self._client.nb.cells.pop()
        return json.loads("".join(each.text for each in cell.outputs if each.output_type == "stream"))

    def kill(self) -> None:
        """End the kernel's process at once, as a runtime ends that is taken away."""
        self._client.km.provisioner.process.kill()

    def _cell(self, number: int) -> Any:
        notebook = self._client.nb
        return next(cell for i, cell in enumerate(notebook.cells) if number_of(notebook, i) == number)


def number_of(notebook: Any, index: int) -> int:
    """Return the number of a code cell: that of the heading before it (`Cell 7`), 0 for any other cell."""
    before = notebook.cells[index - 1]
    found = re.match(r"## Cell (\d+) ", before.source) if before.cell_type == "markdown" else None
    return int(found[1]) if found and notebook.cells[index].cell_type == "code" else 0


def _timeless(text: str) -> str:
    return re.sub(r"\brun \d+|Run \d+|\d+\.\d s\b", "…", text)


def read() -> Any:
    """Return the notebook as it stands in the repository."""
    import nbformat

    return nbformat.read(NOTEBOOK, as_version=4)


@contextmanager
def kernel(folder: Path, **variables: Any) -> Iterator[Kernel]:
    """Yield the notebook with a new kernel that works in `folder`, other values in the place of some variables."""
    from nbclient import NotebookClient

    notebook = read()
    cell = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ()))
    cell.source = with_values(cell.source, {"DOCUMENTS": DEMO, "WORKSPACE": folder / "workspace", **variables})
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(folder)}})
    with client.setup_kernel():
        yield Kernel(client)


def with_values(source: str, variables: Mapping[str, Any]) -> str:
    """Return the source of the first cell with other values. Each variable must be there, once."""
    for name, value in variables.items():
        written = f"Path({str(value)!r})" if isinstance(value, Path) else repr(value)
        lines = re.sub(
            rf"^{name} = (?:\[\n(?:    .*\n)*\]|.*)$", lambda _, w=f"{name} = {written}": w, source, flags=re.M
        )
        assert lines != source, name
        source = lines
    return source
