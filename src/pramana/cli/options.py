"""The options that several commands share, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer

FORMER_NAMES = {
    "calls": "max-calls",
    "money": "max-money",
    "out": "output",
    "report": "html",
    "show": "limit",
    "text": "source",
}
"""Option names that the documentation showed before each option had one name. They are accepted but not shown."""

Command = TypeVar("Command", bound=Callable[..., None])


def current_name(name: str) -> str:
    """Return the present name of an option.

    >>> current_name("calls"), current_name("limit")
    ('max-calls', 'limit')
    """
    return FORMER_NAMES.get(name, name)


def _inherit_workspace(context: typer.Context, value: Path | None) -> Path | None:
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
        callback=_inherit_workspace,
        show_default=False,
        help="The workspace. Default: $PRAMANA_WORKSPACE, else the nearest folder upward with a pramana.toml.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON value on standard output, and nothing else there.")
]
OnlyEstimate = Annotated[bool, typer.Option("--estimate", help="Print the expected cost, and ask no model.")]
Handlers = Annotated[
    Path | None,
    typer.Option(
        "--handlers",
        metavar="FILE.py",
        show_default=False,
        help="Python code of yours that is run: its `registry` holds what nodes call, its `ptools` what models answer.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
Limit = Annotated[int, typer.Option("--limit", min=1, metavar="N", help="The maximum number to show.")]

_PANEL = "Model and budget (each wins over pramana.toml and the environment)"
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        rich_help_panel=_PANEL,
        show_default=False,
        help="A model of pramana.toml by its name there, `rules` (the embedded one), PRESET:MODEL, or any model of the "
        "server that --base-url names.",
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
        help="How thoroughly to check: batched, fast_path or full.",
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
BatchApi = Annotated[
    bool,
    typer.Option(
        "--batch-api",
        rich_help_panel=_PANEL,
        help="Ask through the server's batch API: half the price, within a day. The same command resumes.",
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
        help="Stop before more calls than this. The same command resumes.",
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
Relations = Annotated[
    Path | None,
    typer.Option(
        "--relations",
        metavar="FILE",
        show_default=False,
        help="Rules that map events to relations between entities (YAML). Default: pramana.toml, else common verbs.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        show_default=False,
        help="Processes that read lines with the embedded model. Default: one for each core, for long texts.",
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        show_default=False,
        help="Read on a Ray cluster: local, auto, or HOST:PORT. --workers is then how many workers it gets.",
    ),
]
NoPasses = Annotated[
    bool,
    typer.Option(
        "--no-passes",
        help="Run no passes afterwards; `pramana passes run` runs them later.",
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
    batch_api: bool = False,
    relations: Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
) -> dict[str, Any]:
    """Return the options nested as in pramana.toml. None: not given."""
    return {
        "model": model,
        "base_url": base_url,
        "concurrency": concurrency,
        "batch_api": batch_api or None,
        "gsv": {"policy": policy},
        "karaka": {"relations": None if relations is None else str(relations.absolute()), "workers": workers},
        "ray": {"address": ray},
        "budget": {"calls": max_calls, "tokens": max_tokens, "money": max_money},
    }


Flags = Mapping[str, Any]
"""Settings nested as in pramana.toml; they override it. None: not given."""
NONE: Flags = {}
BUDGET = ("max_calls", "max_tokens", "max_money")
_MODEL = {
    "model": ModelName,
    "base_url": BaseUrl,
    "policy": PolicyName,
    "concurrency": Concurrency,
    "batch_api": BatchApi,
    "relations": Relations,
    "workers": Workers,
    "ray": Ray,
    "max_calls": MaxCalls,
    "max_tokens": MaxTokens,
    "max_money": MaxMoney,
}
_DEFAULT = {"batch_api": False}
"""The defaults that are not None."""


def with_model(*more: str) -> Callable[[Command], Command]:
    """Give a command the options --model and --base-url, and `more` by name, in the place of its parameter `flags`.

    The command gets them as one `Flags`.

    >>> @with_model("concurrency", *BUDGET)
    ... def ask(question: str, flags: Flags = NONE) -> None:
    ...     print(question, flags["model"], flags["budget"]["calls"])
    >>> list(signature(ask).parameters)
    ['question', 'model', 'base_url', 'concurrency', 'max_calls', 'max_tokens', 'max_money']
    >>> ask(question="Who?", model="rules", max_calls=3)
    Who? rules 3
    """
    return _with_options("model", "base_url", *more)


def with_budget(command: Command) -> Command:
    """Give a command that runs passes in the end the options of the budget, in the place of its parameter `flags`."""
    return _with_options(*BUDGET)(command)


def _with_options(*names: str) -> Callable[[Command], Command]:
    added = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=_DEFAULT.get(name), annotation=_MODEL[name])
        for name in names
    ]

    def decorate(command: Command) -> Command:
        own = signature(command, eval_str=True)
        shown = [each for one in own.parameters.values() for each in (added if one.name == "flags" else [one])]

        @wraps(command)
        def call_command(**given: Any) -> None:
            chosen = {name: given.pop(name, None) for name in names}
            command(**given, flags=flags(chosen.pop("model", None), chosen.pop("base_url", None), **chosen))

        # What Typer reads a command's parameters from, in place of those of `called`.
        vars(call_command)["__signature__"] = own.replace(parameters=shown)
        call_command.__annotations__ = {each.name: each.annotation for each in shown}
        return cast("Command", call_command)

    return decorate
