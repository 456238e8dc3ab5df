"""Files that are replaced whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.errors import InputError
from pramana.store import replacing, replacing_paths


def test_file_is_replaced_when_it_is_whole(tmp_path: Path) -> None:
    """Until the block ends the old file is there; after it the new one, and nothing else."""
    path = tmp_path / "graph.json"
    path.write_text("old", "utf-8")
    with replacing(path) as file:
        file.write("new\n")
        assert path.read_text("utf-8") == "old"
    assert path.read_bytes() == b"new\n"
    assert list(tmp_path.iterdir()) == [path]


def test_error_leaves_the_old_files(tmp_path: Path) -> None:
    """Where one of several cannot be finished, none is replaced, and no draft stays."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("old", "utf-8")
    with pytest.raises(RuntimeError), replacing_paths(one, other) as (draft, _):
        draft.write_text("new", "utf-8")
        raise RuntimeError
    assert one.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [one]


def test_file_keeps_its_permissions_from_the_first_byte(tmp_path: Path) -> None:
    """What only its owner may read is not readable to others while it is being replaced."""
    path = tmp_path / "state.json"
    path.touch(0o600)
    with replacing_paths(path) as (draft,):
        draft.write_text("new", "utf-8")
        assert draft.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_mode & 0o777 == 0o600


def test_link_stays_a_link(tmp_path: Path) -> None:
    """What a link leads to is replaced, in its own folder."""
    (tmp_path / "far").mkdir()
    path, link = tmp_path / "far" / "graph.json", tmp_path / "link.json"
    link.symlink_to(path)
    for text in ("first", "second"):
        with replacing(link) as file:
            file.write(text)
        assert link.is_symlink()
        assert path.read_text("utf-8") == text
    assert list(path.parent.iterdir()) == [path]


def test_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The error names the path that was asked for."""
    path = tmp_path / "none" / "graph.json"
    with (
        pytest.raises(InputError, match=r"none/graph\.json cannot be written: No such file or directory\.$"),
        replacing(path),
    ):
        pass
