"""`check`: does a text say a claim?"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.audit import AnswerStore
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import hinting, show_estimate, working
from pramana.cli.writing import sources_of
from pramana.errors import InputError, WorkspaceNotFound

if TYPE_CHECKING:
    from pramana.app import ClaimReport, GivenClaim, GivenDocument


@options.with_model("concurrency", *options.BUDGET)
def check(
    claim: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAIM", help="A sentence or a paragraph, in quotes; - is standard input.", show_default=False
        ),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            "-s",
            metavar="FILES",
            help="The text: files or folders; - is standard input. Default: the workspace's.",
        ),
    ] = None,
    jsonl: Annotated[
        Path | None,
        typer.Option(
            "--jsonl",
            metavar="FILE",
            show_default=False,
            help='Many claims, one a line: a JSON string, or an object with "claim"; - is standard input. '
            "Prints a JSON object for each, with what else its line has.",
        ),
    ] = None,
    store: AnswerStore = None,
    only_estimate: options.OnlyEstimate = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Say whether a text says a claim: supported, contradicted, not_stated or unsure, with the lines and the reasons.

    A paragraph is cut into its sentences, each with a verdict. Without --source the text is the workspace's, with the
    links of its graph. Rules decide; --model has a configured model judge what they leave unsure, up to ten claims a
    call. Exit code 1 where a sentence is not supported; 3 where a file of text was left out.
    """
    if (claim is None) == (jsonl is None):
        raise InputError("Give one claim in quotes, or --jsonl FILE with many.")
    if [claim, str(jsonl), *(source or ())].count("-") > 1:
        raise InputError("Standard input (-) is read once: it is the claim, the claims or the text.")
    rows = _given_claims(claim, jsonl)
    claims = [row.claim for row in rows]
    sources = sources_of(source or ())
    if only_estimate:
        return _show_estimate(claims, sources, store, workspace, flags, as_json)
    found = _check(claims, sources, store, workspace, flags)
    _print_report(found, as_json, rows if jsonl is not None else None)
    raise typer.Exit(found.exit_code)


def _check(
    claims: list[str],
    sources: Sequence[str | GivenDocument],
    store: Path | None,
    workspace: Path | None,
    flags: options.Flags,
) -> ClaimReport:
    """Return the check of claims against sources, without any against the workspace."""
    if not sources:
        with hinting(WorkspaceNotFound, "Texts outside a workspace are named with --source FILES."):
            return working(workspace, lambda ws: ws.check(*claims), flags)
    import anyio

    from pramana.app import check_claims

    judged, settings = bool(flags.get("model") or flags.get("base_url")), _settings_file(workspace)
    return anyio.run(partial(check_claims, claims, sources, judged=judged, store=store, settings=settings, flags=flags))


def _given_claims(claim: str | None, jsonl: Path | None) -> list[GivenClaim]:
    """Return the claims of an argument, a file or standard input."""
    from pramana.app import GivenClaim, parse_claims, read_claims

    if jsonl is None:
        return [GivenClaim(sys.stdin.read().strip() if claim == "-" else claim or "")]
    return parse_claims(sys.stdin.read(), "standard input") if str(jsonl) == "-" else read_claims(jsonl)


def _show_estimate(
    claims: list[str],
    sources: Sequence[str | GivenDocument],
    store: Path | None,
    workspace: Path | None,
    flags: options.Flags,
    as_json: bool,
) -> None:
    """Print what the model's verdicts would take."""
    import anyio

    from pramana.app import JudgeSession, estimate_check

    if sources:
        session = JudgeSession(None, store, settings=_settings_file(workspace), flags=flags)
        show_estimate(anyio.run(estimate_check, claims, sources, session), as_json)
    else:
        show_estimate(working(workspace, lambda ws: ws.estimate_check(*claims), flags), as_json)


def _settings_file(workspace: Path | None) -> Path | None:
    from pramana.cli.gasl_run import _settings

    return _settings(workspace)


def _print_report(found: ClaimReport, as_json: bool, rows: Sequence[GivenClaim] | None) -> None:
    """Print a report; of claims of JSON lines (`rows`) a line each, with what else the line of a claim has."""
    import json

    from pramana.cli.output import faithful
    from pramana.views import claim_parts

    if as_json:
        print_json(found.as_json())
    elif rows is not None:
        for row, each in zip(rows, found.claims, strict=True):
            faithful(json.dumps({**row.others, **each.as_json()}, ensure_ascii=False))
    else:
        show_parts(claim_parts(found.claims, found.counts))
    for error in found.refused:
        note(("left out: ", "yellow"), str(error))
