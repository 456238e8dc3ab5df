"""Each option has one name in all commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pramana.cli.options import FORMER_NAMES
from pramana.cli.program import app

LONG = {
    *(
        "--about",
        "--actions",
        "--again",
        "--agent",
        "--all",
        "--allow-writes",
        "--allow-private",
        "--as",
        "--at",
        "--audits",
        "--backend",
        "--base-url",
        "--by",
        "--call",
        "--claims",
    ),
    *(
        "--batch-api",
        "--concurrency",
        "--data",
        "--date",
        "--deep",
        "--doc",
        "--encoding",
        "--entities",
        "--entity",
        "--errors",
        "--estimate",
        "--exact",
        "--explain",
        "--facts",
        "--file",
        "--format",
        "--from-texts",
    ),
    *(
        "--graph",
        "--handlers",
        "--held-out",
        "--hours",
        "--host",
        "--host-name",
        "--html",
        "--input",
        "--inputs",
        "--install-completion",
        "--items",
        "--iterations",
    ),
    *(
        "--json",
        "--jsonl",
        "--lightrag",
        "--limit",
        "--list",
        "--markdown",
        "--max-calls",
        "--max-money",
        "--max-steps",
    ),
    *(
        "--max-tokens",
        "--model",
        "--name",
        "--no-passes",
        "--order",
        "--output",
        "--policy",
        "--port",
        "--prune",
        "--purge",
    ),
    *(
        "--query",
        "--quiet",
        "--ray",
        "--read-only",
        "--reason",
        "--recorded",
        "--refused",
        "--relations",
        "--replace",
        "--rollout",
        "--rules-from",
        "--run",
        "--sample",
        "--score",
    ),
    *(
        "--search",
        "--seed",
        "--seen",
        "--set",
        "--show-completion",
        "--since",
        "--single-step",
        "--source",
        "--state",
        "--store",
    ),
    *(
        "--time",
        "--to",
        "--token",
        "--trace",
        "--tree",
        "--unsure",
        "--verdict",
        "--verify",
        "--version",
        "--why",
        "--window",
        "--with",
    ),
    *("--workers", "--workspace", "--write"),
}
"""All options. Before adding one, look here for an option that means the same."""
SHORT = {
    "-a": {"--audits"},
    "-e": {"--entity"},
    "-g": {"--graph"},
    "-i": {"--inputs"},
    "-o": {"--output"},
    "-q": {"--quiet"},
    "-s": {"--source", "--state"},
    "-w": {"--workspace"},
}


def every_command(command: Any, path: str = "pramana") -> Iterator[tuple[str, Any]]:
    yield path, command
    for name, child in getattr(command, "commands", {}).items():
        yield from every_command(child, f"{path} {name}")


COMMANDS = dict(every_command(typer.main.get_command(app)))
OPTIONS = [
    (path, option)
    for path, command in COMMANDS.items()
    for option in command.params
    if option.param_type_name == "option"
]


def test_options_have_names_from_one_list() -> None:
    """An option has one long name, and at most one short one."""
    assert {name for _, option in OPTIONS for name in option.opts if name.startswith("--")} == LONG
    assert [path for path, option in OPTIONS if sum(name.startswith("--") for name in option.opts) != 1] == []


def test_a_short_name_belongs_to_the_same_option_wherever_it_occurs() -> None:
    found: dict[str, set[str]] = {}
    for _, option in OPTIONS:
        for short in (name for name in option.opts if not name.startswith("--")):
            found.setdefault(short, set()).update(name for name in option.opts if name != short)
    assert found == SHORT


@pytest.mark.parametrize("name", ["--workspace", "--output", "--inputs", "--graph", "--state", "--quiet"])
def test_an_option_has_its_short_name_in_every_command(name: str) -> None:
    # In `investigate` -s is --source.
    named = [option for path, option in OPTIONS if name in option.opts and (path, name) != TAKEN]
    assert {len(option.opts) for option in named} == {2}


TAKEN = ("pramana investigate", "--state")


@pytest.mark.parametrize(("former", "present"), FORMER_NAMES.items())
def test_a_former_name_is_accepted_and_not_shown(former: str, present: str) -> None:
    """No option has a former name, so that it always means the present one."""
    assert f"--{former}" not in LONG
    assert f"--{present}" in LONG


def test_a_former_name_means_the_present_option(run: Any, told: Any) -> None:
    assert run("view", "--out", "page.html").code == 0
    assert (told / "page.html").is_file()


def test_a_group_takes_the_workspace_that_its_commands_take() -> None:
    """`-w` can be given before or after each word of a command."""
    takes = {path for path, option in OPTIONS if "--workspace" in option.opts}
    groups = {path.rsplit(" ", count)[0] for path in takes for count in range(path.count(" "))}
    assert groups <= takes


@pytest.mark.parametrize("place", range(3))
def test_the_workspace_can_be_given_anywhere(run: Any, told: Any, tmp_path: Any, monkeypatch: Any, place: int) -> None:
    words = ["passes", "list"]
    monkeypatch.chdir("/")
    done = run(*words[:place], "-w", told, *words[place:])
    assert (done.code, done.err) == (0, "")


def test_the_shell_completes_commands(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PRAMANA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "pramana ing")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert run().out.split() == ["ingest"]


@pytest.mark.parametrize("path", sorted({path for path, _ in OPTIONS}))
def test_help_shows_no_type_of_a_switch_and_loses_no_words(run: Any, path: str) -> None:
    shown = run(*path.split()[1:], "--help").out
    assert not re.search(r"<(bool|str|path|list.*?)>", shown)
    assert "( " not in shown  # `[word]` would be taken for markup, and vanish
