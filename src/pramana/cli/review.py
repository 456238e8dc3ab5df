"""`review`: a person decides what rules and models left unsure."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, say
from pramana.cli.session import reading, working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace
    from pramana.views import ReviewItem

KEYS = (
    "y one and the same (of a claim: the lines say it), n not the same (they do not), s skip, u undo the last, q quit; "
    "a reason may follow: y the letter says so"
)


def review(
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 50,
    claims: Annotated[bool, typer.Option("--claims", help="Only claims, no names.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only show what is open.")] = False,
) -> None:
    """Decide, one by one, which names are one entity, and whether lines say a claim, where rules and models are unsure.

    Claims are those that `check` and `ask` left open in this workspace. Keys: y (one and the same; the lines say it),
    n (not the same; they do not), s (skip), u (undo the last), q (quit), each with Enter; words after a key are the
    reason. Decisions are kept, whatever is read later; `entity decisions` lists them, `entity undo` takes one back.
    Exit code 1 where nothing is open.
    """
    with reading(workspace) as ws:
        items = [item for item in ws.review_items() if item.kind == "claim" or not claims]
    if as_json:
        print_json([item.as_json() for item in items[:limit]])
    elif listed:
        for item in items[:limit]:
            _print_item(item)
    elif items:
        working(workspace, lambda ws: _decide(ws, items[:limit]))
    if not items:
        note("Nothing is open.")
    raise typer.Exit(ExitCode.DONE if items else ExitCode.NOTHING)


def _print_item(item: ReviewItem) -> None:
    say((item.question, "bold"))
    say(f"  {'open' if item.kind == 'claim' else 'not joined'}: {item.reason}")
    for line in item.lines:
        say(f"  {line}")


async def _decide(ws: AsyncWorkspace, items: list[ReviewItem]) -> None:
    """Ask about one item after the other until they are done or the input ends; not about what a decision settled."""
    note(KEYS)
    place = 0
    made: list[tuple[int, int]] = []  # the number of each decision, and the place of its item
    while place < len(items):
        say(f"{place + 1} of {len(items)}")
        _print_item(items[place])
        key, _, why = (sys.stdin.readline() or "q").strip().partition(" ")
        key = key.casefold()
        if key in ("q", "quit"):
            break
        if key in ("u", "undo") and made:
            number, place = made.pop()
            await ws.undo_decision(number, why)
        elif key in _SAME:
            made.append((await _decision(ws, items[place], _SAME[key], why), place))
            place = _next_open(ws, items, place + 1)
        elif key in ("s", "skip"):
            place += 1
        else:
            note("Nothing was decided that could be undone." if key in ("u", "undo") else KEYS)
    still = {(item.one, item.other) for item in ws.review_items()}
    note(f"{len(made)} decided, {sum((item.one, item.other) in still for item in items)} open.")


_SAME = {"y": True, "yes": True, "n": False, "no": False}


async def _decision(ws: AsyncWorkspace, item: ReviewItem, same: bool, why: str) -> int:
    """Record a decision, and return its number."""
    if item.kind == "claim":
        report = await ws.decide_claim(item.one, same, why)
    else:
        report = await (ws.merge if same else ws.split)(item.one, item.other, why)
    say(f"  decision {report.ruling.number}: {report.ruling}")
    return report.ruling.number


def _next_open(ws: AsyncWorkspace, items: list[ReviewItem], place: int) -> int:
    """Return the place of the next item that decisions have not settled."""
    still = {(each.one, each.other) for each in ws.review_items()}
    return next((at for at in range(place, len(items)) if (items[at].one, items[at].other) in still), len(items))
