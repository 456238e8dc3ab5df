"""Which folder is a workspace, which database belongs to it, and what makes one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import pramana
from pramana.app import init
from pramana.app.workspace import DATABASE
from pramana.errors import ConfigError, DatabaseForeign, WorkspaceNotFound

ID = re.compile(r'^workspace_id = "([0-9a-f]{16})"', re.M)


def file_id(folder: Path) -> str:
    found = ID.search((folder / "pramana.toml").read_text("utf-8"))
    assert found is not None
    return found[1]


def test_opening_a_folder_that_is_no_workspace_makes_nothing(tmp_path: Path) -> None:
    """A misspelt name is an error that names the workspaces beside it; nothing is written."""
    init(tmp_path / "letters")
    for missing in ("leters", "somewhere/else"):
        with pytest.raises(WorkspaceNotFound):
            pramana.open(tmp_path / missing)
        assert not (tmp_path / missing).exists()
    with pytest.raises(WorkspaceNotFound, match=r"Did you mean .*letters\? Create one with `pramana init"):
        pramana.open(tmp_path / "leters")
    (tmp_path / "empty").mkdir()
    with pytest.raises(WorkspaceNotFound):
        pramana.open(tmp_path / "empty")
    assert list((tmp_path / "empty").iterdir()) == []


def test_create_makes_a_workspace_once(tmp_path: Path) -> None:
    """With `create` a folder becomes a workspace; opening it again keeps its settings and its id."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        assert ws.config.workspace_id == file_id(tmp_path / "ws")
    before = (tmp_path / "ws" / "pramana.toml").read_bytes()
    with pramana.open(tmp_path / "ws", create=True), pramana.open(tmp_path / "ws"):
        pass
    assert (tmp_path / "ws" / "pramana.toml").read_bytes() == before


def test_workspaces_have_ids_of_their_own(tmp_path: Path) -> None:
    """Two workspaces never share an id, however alike they are."""
    assert file_id(init(tmp_path / "a")) != file_id(init(tmp_path / "b"))


def test_the_database_of_another_workspace_is_refused(tmp_path: Path) -> None:
    """A database that was put into the wrong folder is named, with both ids and what to do; it is not changed."""
    a, b = init(tmp_path / "a"), init(tmp_path / "b")
    shutil.copy(a / DATABASE, b / DATABASE)
    before = (b / DATABASE).read_bytes()
    with pytest.raises(DatabaseForeign, match=f"{DATABASE} belongs to another workspace") as caught:
        pramana.open(b)
    assert file_id(a) in str(caught.value)
    assert file_id(b) in str(caught.value)
    assert f'workspace_id = "{file_id(a)}"' in caught.value.__notes__[0]
    assert (b / DATABASE).read_bytes() == before
    settings = (b / "pramana.toml").read_text("utf-8").replace(file_id(b), file_id(a))
    (b / "pramana.toml").write_text(settings, "utf-8")
    with pramana.open(b):
        pass


def test_a_copied_or_moved_workspace_opens(tmp_path: Path) -> None:
    """The id belongs to both files, not to the place."""
    init(tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    with pramana.open(tmp_path / "b"):
        pass


def test_settings_without_an_id_accept_any_database(tmp_path: Path) -> None:
    """A pramana.toml that people wrote themselves, or kept from an older version, names no database."""
    folder = init(tmp_path / "a")
    (folder / "pramana.toml").write_text("[gsv]\n", "utf-8")
    with pramana.open(folder):
        pass
    (folder / "pramana.toml").write_text("workspace_id = 3\n", "utf-8")
    with pytest.raises(ConfigError, match="workspace_id"):
        pramana.open(folder)


def test_init_makes_the_database_that_the_settings_name(tmp_path: Path) -> None:
    """After a clone that holds pramana.toml alone, `init` makes a database with its id; a lost file gets the id back."""
    folder = init(tmp_path / "a")
    wanted = file_id(folder)
    (folder / DATABASE).unlink()
    init(folder)
    with pramana.open(folder):
        pass
    (folder / "pramana.toml").unlink()
    init(folder)
    assert file_id(folder) == wanted
