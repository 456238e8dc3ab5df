"""`anot replay`: a run of a seed repeated without a model, from a workspace or a run's own database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.ledger import print_replay
from pramana.errors import InputError

if TYPE_CHECKING:
    from pramana.app import ReplayReport


@options.with_model()
def replay(
    number: Annotated[
        int | None,
        typer.Argument(metavar="RUN", show_default=False, help="The number of a run of a seed; else the newest."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", show_default=False, help="The data, if the file has moved."),
    ] = None,
    entities: Annotated[
        Path | None,
        typer.Option(
            "--entities", metavar="FILE", show_default=False, help="The file of --entities of the run, if it has moved."
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store", metavar="FILE", show_default=False, help="The database of the run; else the workspace."
        ),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Repeat a run of a seed from stored responses alone: results, calls and files are compared.

    Exit code 1 where it differs. A run with --model is repeated with the same --model; nothing is asked.
    """
    import anyio

    from pramana.app import AnotSession, GatewayMode, replay_run, results_of

    if store is not None and not store.is_file():
        raise InputError(f"No database {store}.")

    async def work() -> ReplayReport:
        folder = None if store is not None else _folder(workspace)
        async with AnotSession(folder, store, flags=flags, mode=GatewayMode.REPLAY) as session:
            run, _, _ = results_of(session.database, number)
            return await replay_run(session.runs, run, data, entities)

    print_replay(anyio.run(work), as_json)


def _folder(workspace: Path | None) -> Path:
    from pramana.app import find
    from pramana.errors import WorkspaceNotFound

    try:
        return find(workspace)
    except WorkspaceNotFound as error:
        raise InputError(f"{error} A run outside a workspace is kept beside its output: --store OUT.db.") from None
