"""`check`: does a text say a claim?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.audit import AnswerStore
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import show_estimate, working
from pramana.errors import InputError

if TYPE_CHECKING:
    from pramana.app import ClaimReport


@options.with_model("concurrency", *options.BUDGET)
def check(
    claim: Annotated[
        str | None, typer.Argument(metavar="CLAIM", help="A sentence, in quotes.", show_default=False)
    ] = None,
    source: Annotated[
        list[Path] | None,
        typer.Option("--source", "-s", metavar="FILES", help="The text: files or folders. Default: the workspace's."),
    ] = None,
    jsonl: Annotated[
        Path | None,
        typer.Option(
            "--jsonl",
            metavar="FILE",
            show_default=False,
            help='Many claims, one a line: a JSON string, or an object with "claim". Prints a JSON object for each.',
        ),
    ] = None,
    store: AnswerStore = None,
    only_estimate: options.OnlyEstimate = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Say whether a text says a claim: supported, contradicted, not_stated or unsure, with the lines and the reasons.

    Without --source the documents of the workspace are the text, with the links that its graph accepted.
    Rules decide; --model has a configured model judge what they leave unsure, up to ten claims a call. Exit code 1
    where a claim is not supported; 3 where a file of text could not be read and was left out.
    """
    import anyio

    from pramana.app import check_claims, read_claims

    if (claim is None) == (jsonl is None):
        raise InputError("Give one claim in quotes, or --jsonl FILE with many.")
    claims = [claim] if claim is not None else read_claims(jsonl or "")
    if only_estimate:
        _show_estimate(claims, source, store, workspace, flags, as_json)
        return
    if source:
        settings = _settings_file(workspace)
        judged = bool(flags.get("model") or flags.get("base_url"))
        work = partial(check_claims, claims, source, judged=judged, store=store, settings=settings, flags=flags)
        found = anyio.run(work)
    else:
        found = working(workspace, lambda ws: ws.check(*claims), flags)
    _print_report(found, as_json, jsonl is not None)
    raise typer.Exit(found.exit_code)


def _show_estimate(
    claims: list[str],
    source: list[Path] | None,
    store: Path | None,
    workspace: Path | None,
    flags: options.Flags,
    as_json: bool,
) -> None:
    """Print what the model's verdicts would take."""
    import anyio

    from pramana.app import JudgeSession, estimate_check

    if source:
        session = JudgeSession(None, store, settings=_settings_file(workspace), flags=flags)
        show_estimate(anyio.run(estimate_check, claims, source, session), as_json)
    else:
        show_estimate(working(workspace, lambda ws: ws.estimate_check(*claims), flags), as_json)


def _settings_file(workspace: Path | None) -> Path | None:
    from pramana.cli.gasl_run import _settings

    return _settings(workspace)


def _print_report(found: ClaimReport, as_json: bool, many: bool) -> None:
    import json

    from pramana.cli.output import faithful
    from pramana.views import claim_parts

    if as_json:
        print_json(found.as_json())
    elif many:
        for each in found.claims:
            faithful(json.dumps(each.as_json(), ensure_ascii=False))
    else:
        show_parts(claim_parts(found.claims, found.counts))
    for error in found.refused:
        note(("left out: ", "yellow"), str(error))
