"""Formats of two files: where the nodes are, and where the edges."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError

PARTS = ("nodes", "edges")
ENDINGS = (".csv", ".parquet", ".arrow")


def written_pair(path: Path) -> tuple[Path, Path]:
    """Return the files for a name: `graph.csv` stands for `graph.nodes.csv` and `graph.edges.csv`."""
    stem = _stem(path)
    nodes, edges = (path.with_name(f"{stem}.{part}{path.suffix}") for part in PARTS)
    return nodes, edges


def found_pair(path: Path) -> tuple[Path, Path]:
    """Return the files that hold a graph's nodes and edges: for a folder, for either file, or for the name of both.

    Raises GraphFileError where there are no such two.
    """
    choices = _choices(path)
    for nodes, edges in choices:
        if nodes.is_file() and edges.is_file():
            return nodes, edges
    looked = " and ".join(file.name for file in choices[0])
    raise GraphFileError(path, f"is half of a graph, or none: {looked} are looked for")


def _choices(path: Path) -> list[tuple[Path, Path]]:
    if path.is_dir():
        return [_in_folder(path, ending) for ending in ENDINGS]
    if path.stem in PARTS:
        return [_in_folder(path.parent, path.suffix)]
    return [written_pair(path)]


def has_pair(folder: Path, ending: str) -> bool:
    """Return whether a folder holds the two files of a graph, such as `nodes.csv` and `edges.csv`."""
    return all(file.is_file() for file in _in_folder(folder, ending))


def _in_folder(folder: Path, ending: str) -> tuple[Path, Path]:
    return folder / f"nodes{ending}", folder / f"edges{ending}"


def _stem(path: Path) -> str:
    stem = path.stem
    return next((stem.removesuffix(f".{part}") for part in PARTS if stem.endswith(f".{part}")), stem)
