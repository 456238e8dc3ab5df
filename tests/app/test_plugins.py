"""One plug-in of each kind, from another package or built in, is found by its name and does its work."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from plugin_package import blocks, build_in_plugins, install_plugins

import pramana
from pramana.errors import ConfigError, UnknownName
from pramana.llm import EMBEDDERS, PROVIDERS, LlmSettings

SOURCE = Path(pramana.__file__).parent
FILES = {
    "tale.note": "# Sita is not in this line.\nRama married Sita. Rama lifted the bow, whereupon the king praised Rama.\n",
    "site.links": "home -> news\nnews -> about\n",
    "pages.gasl": 'FIND nodes WHERE type = "Page" AS pages\n',
    "shops.jsonl": '{"id": "shop", "reviews": [{"id": "r1", "text": "The cup was broken."}, '
    '{"id": "r2", "text": "It came late."}]}\n',
}
"""What the page's commands work on."""
DRIVER = """
import shlex, sys
from pramana.cli import main
for command in sys.argv[1:]:
    print("$", command, flush=True)
    try:
        main(shlex.split(command)[1:])
    except SystemExit as ended:
        print("= ", ended.code, flush=True)
"""


class Place:
    """A folder with a workspace, and what `pramana` says there with the plug-ins on its search path."""

    def __init__(self, folder: Path, path: Path) -> None:
        self.folder = folder
        self.path = path
        for name, text in FILES.items():
            (folder / name).write_text(text, "utf-8")

    def run(self, *commands: str) -> dict[str, str]:
        """Run commands in one process, and return what each printed on standard output."""
        env = {**os.environ, "PYTHONPATH": str(self.path)}
        done = subprocess.run(
            [sys.executable, "-c", DRIVER, *commands],
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        told = dict(re.findall(r"^\$ (.*)\n((?:.*\n)*?)=  \d+\n", done.stdout, re.M))
        codes = re.findall(r"^=  (\d+)$", done.stdout, re.M)
        assert (done.returncode, set(codes)) == (0, {"0"}), done.stdout + done.stderr
        return told


@pytest.fixture(params=["installed", "built in"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where the plug-ins are another package's, or modules in the folders of this package's own entries."""
    path = tmp_path / "path"
    if request.param == "installed":
        install_plugins(path)
    else:
        shutil.copytree(SOURCE, path / "pramana", ignore=shutil.ignore_patterns("__pycache__"))
        build_in_plugins(path / "pramana")
    found = Place(tmp_path, path)
    found.run("pramana init ws")
    (tmp_path / "ws" / "pramana.toml").write_text(blocks("toml")[1], "utf-8")
    return found


@pytest.mark.slow
def test_one_of_each_kind_does_its_work(place: Place) -> None:
    """Every command of the page succeeds, and shows the work of the plug-in that it is about."""
    (console,) = blocks("console")
    commands = [line.removeprefix("$ ") for line in console.splitlines()]
    told = dict(zip((shlex.split(each)[1] for each in commands), place.run(*commands).values(), strict=False))
    assert re.search(r"checked +2 lines", told["ingest"])  # the loader left the comment out
    assert re.search(r"whereupon +1 checked", told["ingest"])
    assert "Sita, for “Siita”" in told["ask"]  # the embedder: both names have nearly the same letters
    assert "Sita = family:1" in told["link"]
    assert "tale.note_L1_K1\tCITED_IN\ttale.note_L1\n" in (place.folder / "graph.triples").read_text("utf-8")
    assert "9 nodes" in told["import"]
    assert "home" in told["gasl"]
    assert "complain" in told["anot"]
    ledger = place.run("pramana doctor -w ws --call", "pramana replay -w ws 1")
    assert re.search(r"well +mine +parrot grey", ledger["pramana doctor -w ws --call"])
    assert "vectors of 26 numbers" in ledger["pramana doctor -w ws --call"]
    assert "identical" in ledger["pramana replay -w ws 1"]


@pytest.mark.slow
def test_replay_says_that_a_plugin_has_changed(tmp_path: Path) -> None:
    """The source of a plug-in that takes part is part of the engine."""
    path = tmp_path / "path"
    install_plugins(path)
    place = Place(tmp_path, path)
    told = place.run("pramana init ws", "pramana ingest -w ws tale.note", "pramana replay -w ws 1")
    assert "Another version" not in told["pramana replay -w ws 1"]
    with (path / "my_plugins" / "loader.py").open("a", encoding="utf-8") as file:
        file.write("# another comment\n")
    said = place.run("pramana replay -w ws 1")["pramana replay -w ws 1"]
    assert "identical" in said
    assert "Another version of the engine is at work now than when the run was made." in said


def test_settings_refuse_an_unknown_provider_with_those_that_are_known() -> None:
    """The message has the nearest name, and all names."""
    with pytest.raises(
        ValueError, match=r"There is no provider 'opnai'\. Did you mean openai\? There are: anthropic, "
    ):
        LlmSettings.model_validate({"models": {"m": {"provider": "opnai", "model": "x"}}})
    with pytest.raises(ValueError, match=r"There is no embedder 'ngram'\. Did you mean ngrams\?"):
        LlmSettings.model_validate({"embedder": {"provider": "ngram"}})
    with pytest.raises(UnknownName, match="Did you mean anthropic"):
        PROVIDERS["antropic"]


def test_a_provider_is_looked_up_without_importing_the_others() -> None:
    """A plug-in is imported when it is asked for, and its libraries when it is opened."""
    program = (
        "import sys; from pramana.llm import PROVIDERS; PROVIDERS['openai']; "
        "print([name for name in sys.modules if name.startswith('pramana.llm.providers.builtin.')], "
        "[name for name in ('openai', 'anthropic', 'torch', 'httpx2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['pramana.llm.providers.builtin.openai'] []"
    assert list(EMBEDDERS) == ["ngrams", "openai", "sentence-transformers", "transformers"]


def test_two_loaders_for_one_ending_are_refused(tmp_path: Path) -> None:
    """Which of them reads a file would depend on names that nobody chose."""
    install_plugins(tmp_path)
    loader = tmp_path / "my_plugins" / "loader.py"
    loader.write_text(loader.read_text("utf-8").replace('".note"', '".txt"'), "utf-8")
    program = "from pramana.documents import document_suffixes; document_suffixes()"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=False)
    assert f"{ConfigError.__name__}: The loaders 'text' and 'note' both read files that end in .txt." in done.stderr


@pytest.mark.slow
def test_a_command_of_gasl_is_one_source_file(tmp_path: Path) -> None:
    """A module in the folder of commands is parsed, run and described."""
    shutil.copytree(SOURCE, tmp_path / "pramana", ignore=shutil.ignore_patterns("__pycache__"))
    commands = tmp_path / "pramana" / "gasl" / "commands"
    source = (commands / "select.py").read_text("utf-8").partition("SELECT_WHERE = ")[0]
    (commands / "pick.py").write_text(source.replace("SELECT", "PICK").replace("Select", "Pick"), "utf-8")
    place = Place(tmp_path, tmp_path)
    (tmp_path / "g.json").write_text('{"nodes": [{"id": "a", "age": 9}], "links": []}', "utf-8")
    (tmp_path / "q.gasl").write_text("FIND nodes AS all\nPICK all FIELDS id, age AS short\n", "utf-8")
    told = place.run("pramana gasl run q.gasl --graph g.json")
    assert re.search(r"a +9", told["pramana gasl run q.gasl --graph g.json"])
