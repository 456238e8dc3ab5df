"""Formats with two files: the paths of the node file and of the edge file."""

from __future__ import annotations

from pathlib import Path

from pramana.errors import GraphFileError

PARTS = ("nodes", "edges")
ENDINGS = (".csv", ".parquet", ".arrow")


def written_pair(path: Path) -> tuple[Path, Path]:
    """Return the two files of a name: `graph.csv` means `graph.nodes.csv` and `graph.edges.csv`."""
    stem = _stem(path)
    nodes, edges = (path.with_name(f"{stem}.{part}{path.suffix}") for part in PARTS)
    return nodes, edges


def found_pair(path: Path) -> tuple[Path, Path]:
    """Return the node and edge files of a graph, given a folder, one of the files, or their common name.

    Raises GraphFileError if the two files do not exist.
    """
    found = _existing_pair(path)
    if found is None:
        looked = " and ".join(file.name for file in _choices(path)[0])
        raise GraphFileError(path, f"not a graph: expected {looked}")
    return found


def is_alone(path: Path) -> bool:
    """Return whether a file is not part of a pair, nor named as one of nodes."""
    return path.is_file() and path.stem.rpartition(".")[2] != PARTS[0] and _existing_pair(path) is None


def _existing_pair(path: Path) -> tuple[Path, Path] | None:
    return next((pair for pair in _choices(path) if all(file.is_file() for file in pair)), None)


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
