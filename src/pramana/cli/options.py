"""The options that several commands share, and what becomes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def _inherited(context: typer.Context, value: Path | None) -> Path | None:
    """Take the workspace named before the command where none is named after it."""
    if value is None:
        inherited: Path | None = context.obj
        return inherited
    context.obj = value
    return value


Folder = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        "-w",
        metavar="FOLDER",
        callback=_inherited,
        show_default=False,
        help="The workspace. Without it: $PRAMANA_WORKSPACE, else the nearest folder upward with a pramana.toml.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", metavar="", help="Print one JSON value on standard output, and nothing else there.")
]
Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="Show at most so many.")]

_PANEL = "Model and budget (each wins over pramana.toml and the environment)"
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        rich_help_panel=_PANEL,
        show_default=False,
        help="A model of pramana.toml by its name there, `rules` (the embedded one), or any model of a server.",
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        rich_help_panel=_PANEL,
        show_default=False,
        help="The OpenAI-compatible server to ask, e.g. http://localhost:11434/v1.",
    ),
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="POLICY",
        rich_help_panel=_PANEL,
        show_default=False,
        help="How hard to check: batched, fast_path or full.",
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        "--concurrency",
        metavar="N",
        min=1,
        rich_help_panel=_PANEL,
        show_default=False,
        help="How many calls may be in flight at once.",
    ),
]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        "--max-calls",
        metavar="N",
        min=0,
        rich_help_panel=_PANEL,
        show_default=False,
        help="Stop before more calls than this; the same command resumes.",
    ),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens",
        metavar="N",
        min=0,
        rich_help_panel=_PANEL,
        show_default=False,
        help="Stop before more tokens than this.",
    ),
]
MaxMoney = Annotated[
    str | None,
    typer.Option(
        "--max-money",
        metavar="DOLLARS",
        rich_help_panel=_PANEL,
        show_default=False,
        help="Stop before it would cost more than this, in US dollars.",
    ),
]
NoPasses = Annotated[
    bool,
    typer.Option(
        "--no-passes",
        metavar="",
        help="Carry out no pass over the graph afterwards; `pramana passes run` does it later.",
    ),
]


def flags(
    model: str | None,
    base_url: str | None,
    policy: str | None = None,
    concurrency: int | None = None,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    max_money: str | None = None,
    *,
    no_passes: bool = False,
) -> dict[str, Any]:
    """Return the options nested as in pramana.toml. None stands for what was not given."""
    return {
        "model": model,
        "base_url": base_url,
        "concurrency": concurrency,
        "gsv": {"policy": policy},
        "karaka": {"passes": [] if no_passes else None},
        "budget": {"calls": max_calls, "tokens": max_tokens, "money": max_money},
    }
