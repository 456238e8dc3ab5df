"""`entity`: who goes by a name, under all its names; and people's decisions about that."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, say, show_parts
from pramana.cli.session import hinting, reading, working
from pramana.cli.switches import GroupOfCommands
from pramana.errors import InputError, UnknownName

if TYPE_CHECKING:
    from pramana.app import DecisionReport

SHOW = "show"


class NamesOrCommands(GroupOfCommands):
    """A group that reads an unknown command as a name to show."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Take `entity Scrooge` for `entity show Scrooge`."""
        known = args[0] in self.commands
        return super().resolve_command(ctx, args if known else [SHOW, *args])


entity = typer.Typer(
    name="entity",
    help="Show who goes by a name (pramana entity NAME), or decide which names are one.",
    cls=NamesOrCommands,
    no_args_is_help=True,
)
Why = Annotated[str, typer.Option("--why", metavar="TEXT", show_default=False, help="The reason, kept with it.")]
One = Annotated[str, typer.Argument(metavar="A", help="A name in any case, or the id of an entity.")]
Other = Annotated[str, typer.Argument(metavar="B", help="Another.")]


@entity.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@entity.command(SHOW)
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name in any case, or the id of an entity.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 10,
) -> None:
    """Show an entity under all its names: what joins them, what was refused, what people decided, what it does.

    `pramana entity NAME` is short for it.
    """
    from pramana.views import cluster_parts

    with hinting(UnknownName, "`pramana search` finds lines by their words."), reading(workspace) as ws:
        views = ws.entity(name, limit)
    if as_json:
        print_json([view.as_json() for view in views])
        return
    for number, view in enumerate(views):
        if number:
            say()
        show_parts(cluster_parts(view, limit))
    if len(views) > 1:
        note()
        note(f"{len(views)} that go by {name!r}. If two are one: pramana entity merge A B --why TEXT")


@entity.command()
@options.with_budget
def merge(
    one: One,
    other: Other,
    why: Why = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Decide that two names are one entity. Kept whatever is read later; `entity undo` takes it back."""
    _print_report(working(workspace, lambda ws: ws.merge(one, other, why), flags), as_json)


@entity.command()
@options.with_budget
def split(
    one: One,
    other: Annotated[
        str, typer.Argument(metavar="B", show_default=False, help="Another entity, distinguished from it.")
    ] = "",
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at", metavar="PLACE", help="Where A means another bearer: rama.txt, or rama.txt:7; repeatable."
        ),
    ] = None,
    called: Annotated[
        str, typer.Option("--as", metavar="TEXT", show_default=False, help="What distinguishes that bearer: mason.")
    ] = "",
    why: Why = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Decide that two names are not one entity, or (--at) that one name means another bearer in some places.

    Kept whatever is read later; `entity undo` takes it back.
    """
    if bool(other) == bool(at):
        raise InputError("Give either two names, or one and where it means somebody else: --at rama.txt:7.")
    if at:
        _print_report(working(workspace, lambda ws: ws.part(one, at, called, why), flags), as_json)
    else:
        _print_report(working(workspace, lambda ws: ws.split(one, other, why), flags), as_json)


@entity.command("link")
@options.with_budget
def link_(
    name: One,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="An id of the knowledge base: people:17, or 17.")],
    why: Why = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Decide that an entity is an entry of the knowledge base. Kept whatever is read later."""
    _print_report(working(workspace, lambda ws: ws.link_entity(name, entry, why), flags), as_json)


@entity.command()
@options.with_budget
def unlink(
    name: One,
    entry: Annotated[
        str, typer.Argument(metavar="ENTRY", show_default=False, help="Default: the one that it is linked to.")
    ] = "",
    why: Why = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Decide that an entity is not an entry of the knowledge base. Kept whatever is read later."""
    _print_report(working(workspace, lambda ws: ws.unlink_entity(name, entry, why), flags), as_json)


@entity.command()
@options.with_budget
def undo(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of a decision (entity decisions).")],
    why: Why = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Undo a decision. An undo is a decision, too: undoing it restores the first."""
    _print_report(working(workspace, lambda ws: ws.undo_decision(number, why), flags), as_json)


@entity.command()
def decisions(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List what people decided about entities, oldest first, and whether it is in force."""
    from pramana.views import rulings_parts

    with reading(workspace) as ws:
        found = ws.decisions()
    if as_json:
        print_json([ruling.as_json() for ruling in found])
    elif found:
        show_parts(rulings_parts(found))
    else:
        note("Nothing was decided yet.")


def _print_report(report: DecisionReport, as_json: bool) -> None:
    from pramana.views import passes_parts

    if as_json:
        print_json(report.as_json())
        return
    ruling = report.ruling
    say((f"Decision {ruling.number}", "bold"), f": {ruling}.")
    show_parts(passes_parts([each for each in report.passes if each.run is not None]))
    if not report.heeded:
        name = "homonyms" if ruling.places else "links" if ruling.what in ("link", "unlink") else "resolution"
        note(f"The pass that heeds decisions is off, so nothing changed yet: pramana passes run {name}")
    note(f"Next: pramana entity {shlex.quote(ruling.one)} shows it; pramana entity undo {ruling.number} takes it back.")
