"""`pramana prompts …`: show, change, export and compare what models are asked."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import faithful, note, print_json, say, show_parts
from pramana.cli.prompts_compare import compare
from pramana.cli.session import open_workspace
from pramana.errors import InputError, PromptError

if TYPE_CHECKING:
    from pramana.app import PromptBook

prompts = typer.Typer(name="prompts", help="Show and change what models are asked.", no_args_is_help=True)
prompts.command()(compare)
Key = Annotated[str, typer.Argument(metavar="KEY", help="A prompt's key (pramana prompts list).")]
FILE = "prompts.json"
_SLOT = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


@prompts.callback()
def root(workspace: options.Folder = None) -> None:
    pass


def _book(workspace: Path | None) -> tuple[Path, PromptBook]:
    ws = open_workspace(workspace)
    ws.database.close()
    return ws.folder / FILE, ws.prompts


def _keys(book: PromptBook) -> list[str]:
    return book.keys()


def _own(book: PromptBook) -> dict[str, str]:
    """Return what the user put in the place of built-in prompts."""
    return {key: book.get_prompt(key) for key in _keys(book) if book.overridden(key)}


@prompts.command("list")
def list_all(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List all prompts: key, whether yours is in its place, hash."""
    from pramana.views import prompts_parts

    _, book = _book(workspace)
    listed = [{"key": key, "overridden": book.overridden(key), "hash": book.hash(key)} for key in _keys(book)]
    if as_json:
        print_json(listed)
        return
    show_parts(prompts_parts(book, _keys(book)))


@prompts.command()
def show(key: Key, workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """Print the prompt in force."""
    _, book = _book(workspace)
    text = book.get_prompt(key)
    if as_json:
        print_json({"key": key, "overridden": book.overridden(key), "hash": book.hash(key), "text": text})
    else:
        faithful(text)


@prompts.command()
def diff(
    key: Annotated[str | None, typer.Argument(metavar="KEY", help="Default: all that you changed.")] = None,
    workspace: options.Folder = None,
) -> None:
    """Show how your prompts differ from the built-in ones."""
    from difflib import unified_diff

    _, book = _book(workspace)
    wanted = [key] if key is not None else list(_own(book))
    if not any(book.overridden(name) for name in wanted if book.builtin(name)):
        note("The built-in prompt is in force." if key else "All prompts are the built-in ones.")
    for name in wanted:
        before, after = book.builtin(name).splitlines(), book.get_prompt(name).splitlines()
        for line in unified_diff(before, after, f"{name} (built in)", f"{name} (yours)", lineterm=""):
            say((line, {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")))


@prompts.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The JSON file to write.")],
    workspace: options.Folder = None,
) -> None:
    """Write all prompts in force to one JSON file, key to text.

    Such a file is a version for `pramana prompts compare`, and as `prompts.json` in a workspace it overrides the
    built-in prompts.
    """
    from pramana.app import replacing

    _, book = _book(workspace)
    with replacing(file) as draft:
        json.dump({key: book.get_prompt(key) for key in _keys(book)}, draft, indent=2, ensure_ascii=False)
    say(f"Wrote {len(_keys(book))} prompts to {file}")


@prompts.command()
def edit(
    key: Key,
    workspace: options.Folder = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Take the prompt from a file, without an editor.")
    ] = None,
) -> None:
    """Change a prompt in $EDITOR. It is checked, and kept in the workspace's prompts.json."""
    store, book = _book(workspace)
    before = book.get_prompt(key)
    after, draft = (_read_prompt(file), None) if file is not None else _edit_copy(key, before)
    if after.rstrip("\n") == before.rstrip("\n"):
        note("Nothing was changed.")
        return
    try:
        _keep(store, book, key, after.rstrip("\n"))
    except PromptError as error:
        kept = f"\nYour draft is in {draft}; correct it there, then: pramana prompts edit {key} --file {draft}"
        raise PromptError(f"{error}{kept if draft else ''}") from None
    if draft is not None:
        draft.unlink()
    say("Your ", (key, "bold"), f" is in force, from {store}.")
    note("Lines read with the earlier one are read again at the next ingest.")


def _edit_copy(key: str, before: str) -> tuple[str, Path]:
    """Let the user edit a copy. Returns the text and the file that it is in."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command:
        raise InputError("No editor is set. Set EDITOR, or give the prompt with --file.")
    with tempfile.NamedTemporaryFile("w", suffix=f".{key}.txt", delete=False, encoding="utf-8") as copy:
        copy.write(before + "\n")
    try:
        done = subprocess.run([*shlex.split(command), copy.name], check=False)
    except OSError as error:
        raise InputError(f"The editor {command!r} cannot be started: {error.strerror}.") from None
    if done.returncode != 0:
        raise InputError(f"The editor ended with code {done.returncode}; nothing was changed.")
    return _read_prompt(Path(copy.name)), Path(copy.name)


def _read_prompt(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read as UTF-8 text ({type(error).__name__}).") from None


def _keep(store: Path, book: PromptBook, key: str, text: str) -> None:
    """Check a prompt and store it. Raises PromptError, and stores nothing, where a slot is wrong."""
    from pramana.app import PromptBook, all_prompts, all_ptools

    if not text.strip():
        raise PromptError("The prompt is empty. `pramana prompts reset` puts the built-in one back.")
    own = _own(book) | {key: text}
    asked = [ptool for ptool in all_ptools() if ptool.prompt == key]
    for ptool in asked:
        PromptBook(all_prompts(), own).prompt_for(ptool)
    if not asked:
        _same_slots(key, book.builtin(key), text)
    _store(store, {name: words for name, words in own.items() if words != book.builtin(name)})


def _same_slots(key: str, builtin: str, text: str) -> None:
    """Hold a prompt that goes into others to the slots that it has."""
    wanted, found = set(_SLOT.findall(builtin)), set(_SLOT.findall(text))
    if wanted != found:
        listed = ", ".join(f"{{{slot}}}" for slot in sorted(wanted)) or "none"
        raise PromptError(f"The prompt {key!r} must hold its slots, and no others: {listed}.")


def _store(store: Path, own: dict[str, str]) -> None:
    if not own:
        store.unlink(missing_ok=True)
        return
    from pramana.app import replacing

    with replacing(store) as file:
        file.write(json.dumps(own, ensure_ascii=False, indent=2, sort_keys=True) + "\n")


@prompts.command()
def reset(key: Key, workspace: options.Folder = None) -> None:
    """Restore the built-in prompt."""
    store, book = _book(workspace)
    if book.get_prompt(key) == book.builtin(key) and not book.overridden(key):
        note("The built-in prompt is in force.")
        return
    _store(store, {name: text for name, text in _own(book).items() if name != key})
    say("The built-in ", (key, "bold"), " is in force.")
