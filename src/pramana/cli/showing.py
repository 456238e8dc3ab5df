"""`show line`, `show entity`, `show kriya`, `show fact`: one thing, and all that it rests on."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import print_json, say, show_parts
from pramana.cli.session import reading
from pramana.cli.switches import GroupOfCommands


class LinesOrCommands(GroupOfCommands):
    """A group that reads `rama.txt:1` as a line to show."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Take `show rama.txt:1` for `show line rama.txt:1`."""
        is_line = args[0] not in self.commands and re.search(r":\d+$", args[0])
        return super().resolve_command(ctx, ["line", *args] if is_line else args)


show = typer.Typer(
    name="show",
    help="Show a line (pramana show rama.txt:1), an entity, a Kriyā or a fact, with all that it rests on.",
    cls=LinesOrCommands,
    no_args_is_help=True,
)


@show.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@show.command()
def line(
    where: Annotated[str, typer.Argument(metavar="DOC:LINE", help="As answers cite it: rama.txt:1.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a line: its text, its place in the source, and the facts that rest on it.

    `pramana show rama.txt:1` is short for it.
    """
    from pramana.views import line_parts

    with reading(workspace) as ws:
        view = ws.inspector.line(where)
        if as_json:
            print_json(view.as_json())
        else:
            show_parts(line_parts(view))


@show.command()
def kriya(
    identity: Annotated[str, typer.Argument(metavar="ID", help="rama.txt_L1_K1: the first Kriyā of line 1.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a Kriyā: its verb, who takes part in it and how, and why it is in the graph."""
    from pramana.views import kriya_with_line_parts

    with reading(workspace) as ws:
        view = ws.inspector.kriya(identity)
        if as_json:
            print_json({**view.as_json(), "why": view.why.as_json()})
            return
        show_parts(kriya_with_line_parts(view))


@show.command()
def entity(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name in any case, or the id of an entity.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 20,
) -> None:
    """Show an entity: the names it goes by, and what it takes part in."""
    from pramana.views import entity_parts

    with reading(workspace) as ws:
        views = ws.inspector.entities(name, limit)
        if as_json:
            print_json([view.as_json() for view in views])
            return
        for number, view in enumerate(views):
            if number:
                say()
            show_parts(entity_parts(view))


@show.command()
def fact(
    said: Annotated[str, typer.Argument(metavar="FACT", help='"rama.txt_L1_K1 -HAS_KARTA-> Rama"')],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a fact: its evidence, marked in its line, why it is there, and the rivals that were refused."""
    from pramana.views import fact_parts

    with reading(workspace) as ws:
        found = ws.inspector.fact(said)
        if as_json:
            print_json({**found.as_json(), "why": found.why().as_json()})
        else:
            show_parts(fact_parts(found, [ws.inspector.text(item) for item in found.evidence]))
