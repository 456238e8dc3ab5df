"""What both interfaces read from a workspace, as JSON: the same values that commands print with `--json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from pramana.app import AsyncWorkspace, ObserveAnswer, Run, WorkspaceGasl, can_replay
from pramana.errors import InputError, UnknownName
from pramana.serialization import json_value
from pramana.views import (
    Fact,
    Reply,
    ShownPage,
    TimelineReader,
    TimeWindow,
    checked_limit,
    graph_around,
    page_of,
    run_json,
    workspace_graph,
)

Json = dict[str, Any]
LONGEST_TEXT = 10_000
"""Characters of a question, a query or a command, at most."""


def check_length(what: str, text: str, most: int = LONGEST_TEXT) -> str:
    """Return a text that is not empty and not too long. Raises InputError, which names `what`."""
    if not text.strip():
        raise InputError(f"The {what} is empty.")
    if len(text) > most:
        raise InputError(f"The {what} has {len(text):,} characters; at most {most:,} are read.")
    return text


async def read_status(ws: AsyncWorkspace) -> Json:
    """Return the status of a workspace, without its place on the disk."""
    found = ws.status().as_json()
    found.pop("folder", None)
    documents = [{**each, "origin": _origin_name(each["origin"])} for each in found["documents"]]
    return {**found, "documents": documents, "graph_hash": ws.graph_hash()}


def _origin_name(origin: str) -> str:
    """Return an address as it is, and of a file its name: readers elsewhere need no folders of this machine."""
    return Path(origin).name if Path(origin).is_absolute() else origin


async def ask(ws: AsyncWorkspace, question: str, observe: ObserveAnswer | None = None) -> Json:
    """Return the answer to a question, with the facts that it rests on. `observe` hears of the plan and the lines."""
    return reply_json(await ws.ask(check_length("question", question), observe))


def reply_json(reply: Reply) -> Json:
    """Return an answer as JSON, with the facts that it rests on."""
    return {**reply.model_dump(mode="json"), "facts": [each.as_json() for each in reply.facts]}


async def search(ws: AsyncWorkspace, query: str, limit: int) -> list[Json]:
    """Return the best lines for a query."""
    return [each.as_json() for each in await ws.search(check_length("query", query), limit)]


async def check(ws: AsyncWorkspace, claims: Sequence[str]) -> Json:
    """Return the verdict about each claim, with the lines that decide."""
    if not claims:
        raise InputError("Give at least one claim.")
    return (await ws.check(*claims)).as_json()


def fact_json(fact: Fact) -> Json:
    """Return a fact with its evidence, the text of its lines and why it is in the graph."""
    return {**fact.as_json(), "lines": list(fact.texts), "why": fact.why().as_json()}


async def read_fact(ws: AsyncWorkspace, fact: str) -> Json:
    """Return one fact, written `rama.txt_L1_K1 -HAS_KARTA-> Rama`."""
    return fact_json(ws.inspector.fact(check_length("fact", fact)))


async def read_line(ws: AsyncWorkspace, place: str) -> Json:
    """Return a line, written `rama.txt:7`, with what it says and what was refused there."""
    return ws.line(check_length("line", place)).as_json()


async def read_event(ws: AsyncWorkspace, event: str) -> Json:
    """Return an event by its id, with its facts and why it is in the graph."""
    found = ws.inspector.kriya(check_length("event", event))
    return {**found.as_json(), "why": found.why.as_json()}


async def read_entity(ws: AsyncWorkspace, name: str, limit: int) -> list[Json]:
    """Return who goes by a name, each under all its names; several are homonyms."""
    return [each.as_json() for each in ws.entity(check_length("name", name), limit)]


async def read_neighbours(ws: AsyncWorkspace, name: str, limit: int) -> list[Json]:
    """Return who and what takes part in events with an entity."""
    return [each.as_json() for each in ws.catalogue.neighbours(check_length("name", name), limit)]


async def read_paths(ws: AsyncWorkspace, one: str, other: str, limit: int) -> list[Json]:
    """Return the shortest ways from one entity to another."""
    found = ws.catalogue.paths(check_length("name", one), check_length("name", other), limit)
    return [{"names": list(each.names), "facts": [fact_json(fact) for fact in each.facts]} for each in found]


async def read_graph(ws: AsyncWorkspace, about: str | None, limit: int, steps: int, whys: bool) -> bytes:
    """Return the part of the graph around a name or a node's id; without one, what is nearest to the busiest entity.

    As JSON: of 50,000 edges the canonical form takes as long as reading them.
    """
    if about is None:
        found = workspace_graph(ws.stores, None, checked_limit(limit), whys)
    else:
        found = graph_around(ws.stores, check_length("name", about), checked_limit(limit), steps, whys)
    return json.dumps(found.page_data(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


async def read_report(ws: AsyncWorkspace) -> Json:
    """Return the reading report, without its place on the disk, and its page as HTML."""
    found = ws.report()
    return {**found.as_json(), "folder": ws.folder.resolve().name, "page": found.html()}


def read_timeline(ws: AsyncWorkspace, window: TimeWindow, after: int, limit: int) -> ShownPage:
    """Return events by time."""
    return TimelineReader(ws.stores).events(window, after, limit)


def read_review(ws: AsyncWorkspace, after: int, limit: int) -> ShownPage:
    """Return what rules and models left unsure about who is who."""
    return page_of(ws.review_items(), after, limit)


def read_runs(ws: AsyncWorkspace, kind: str | None, newest: bool, after: int, limit: int) -> ShownPage:
    """Return runs, all or those of a kind, the oldest or the newest first. `after` is the number of the last shown."""
    numbers = ws.ledger.numbers(*([kind] if kind else ()))
    if newest:
        numbers = [each for each in reversed(numbers) if not after or each < after]
    else:
        numbers = [each for each in numbers if each > after]
    shown = numbers[:limit]
    items = tuple(run_json(ws.ledger.run(number)) for number in shown)
    return ShownPage(items, shown[-1] if len(numbers) > limit else None)


def known_run(ws: AsyncWorkspace, number: int) -> Run:
    """Return a run. Raises UnknownName, which an address that names it is answered with."""
    numbers = ws.ledger.numbers()
    if number not in numbers:
        raise UnknownName("run", str(number), [], f"The newest is {numbers[-1]}." if numbers else "None is recorded.")
    return ws.ledger.run(number)


async def read_run(ws: AsyncWorkspace, number: int) -> Json:
    """Return one run with what it was given."""
    run = known_run(ws, number)
    return {**run_json(run), "manifest": json_value(dict(run.manifest)), "replays": can_replay(run)}


def read_steps(ws: AsyncWorkspace, number: int, below: str, after: int, limit: int) -> ShownPage:
    """Return the steps of a run at or below a path."""
    steps = list(islice(ws.ledger.steps(known_run(ws, number).id, below), after, after + limit + 1))
    return ShownPage(tuple(steps[:limit]), after + limit if len(steps) > limit else None)


async def run_gasl(ws: AsyncWorkspace, command: str, limit: int) -> Json:
    """Return what a GASL command or script brings, at most `limit` rows. Its state is empty, and is not kept."""
    rows = await WorkspaceGasl(ws, keep=False, lowers_caps=True).run(check_length("command", command))
    shown = [fact_json(each) if isinstance(each, Fact) else json_value(each) for each in rows[:limit]]
    return {"status": str(rows.status), "count": len(rows), "rows": shown, "cut": len(rows) > limit}


async def gasl_evidence(ws: AsyncWorkspace, command: str, key: str) -> Json:
    """Run a GASL script over an empty state, and return where each item under a key of that state comes from."""
    session = WorkspaceGasl(ws, keep=False, lowers_caps=True)
    await session.run(check_length("command", command))
    return session.evidence(check_length("key", key)).as_json()


def explain_gasl(ws: AsyncWorkspace, command: str) -> list[Json]:
    """Return what each command of a script would read and take. Nothing is run."""
    return [each.as_json() for each in WorkspaceGasl(ws, keep=False).explain(check_length("command", command))]


def page_json(page: ShownPage) -> Json:
    """Return a page's items as JSON, and where the next one begins."""
    items = [fact_json(each) if isinstance(each, Fact) else json_value(each) for each in page.items]
    return {"items": items, "after": page.after}


async def decide(ws: AsyncWorkspace, what: str, one: str, other: str, number: int | None, why: str) -> Json:
    """Record a decision about who is who (merge, split), or about a claim (accept, refuse), or take one back (undo).

    Raises InputError where it lacks what it is about.
    """
    if what == "undo":
        if number is None:
            raise InputError("An undo needs the number of a decision: the list of decisions has it.")
        return (await ws.undo_decision(number, why)).as_json()
    if what in ("accept", "refuse"):
        return (await ws.decide_claim(check_length("one", one), what == "accept", why)).as_json()
    if not one.strip() or not other.strip():
        raise InputError("A decision is about two names: `one` and `other`.")
    return (await (ws.merge if what == "merge" else ws.split)(one, other, why)).as_json()
