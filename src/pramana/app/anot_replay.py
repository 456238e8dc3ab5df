"""Runs of seeds repeated from stored responses alone: the same results, and the same files, to the byte?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pramana.anot import ANOT_SCHEMA, EntityResult, FormulaSeed, Results, ResultSummary, file_hash, read_entities
from pramana.app.anot_runs import AnotRuns, write_files
from pramana.app.differences import differences, short_json
from pramana.app.engine import execution_hash
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import canonical
from pramana.errors import PramanaError
from pramana.llm import GatewayMode
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, Run, Trail
from pramana.views import Difference, ReplayReport

MOST_DIFFERENCES = 20
"""Differences that are reported. The first explains most of the others, which follow from it."""


async def replay_run(runs: AnotRuns, run: Run, data: Path | None = None, entities: Path | None = None) -> ReplayReport:
    """Repeat a run of a seed and compare every result, every call that it made, and every file that it wrote.

    `runs` has a gateway that calls no model. `data` and `entities` are the files of items and of entities; None means
    those that the run read.
    A run that was stopped is repeated up to where it stopped. Answers that the run reused from earlier runs are taken
    from the newest stored responses.
    """
    kept = Results(runs.database, run.id)
    expected = _hash(kept.texts())
    changed = run.manifest["engine"] != execution_hash()
    path = data or Path(str(run.result.get("data", run.manifest["data"]["name"])))
    fields = _fields_path(run, entities)
    problem = _data_difference(path, run.manifest["data"])
    if problem is None and fields is not None:
        problem = _data_difference(fields, run.manifest["data"]["fields"])
    if problem:
        return ReplayReport(run.id, False, expected, "", (problem,), changed)
    with Database(None, (TRACE_SCHEMA, ANOT_SCHEMA)) as scratch:
        again = Ledger(scratch).begin(run.kind, run.manifest)
        found = Results(scratch, again.id)
        differences = await _repeat(runs, run, (path, fields), found)
        differences += _results(kept, found)
        differences += _files(run, found) if not differences else []
        text = _hash(found.texts())
    return ReplayReport(
        run.id, text == expected and not differences, expected, text, tuple(differences[:MOST_DIFFERENCES]), changed
    )


async def replay_execution(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat a run of a seed in a workspace."""
    async with workspace.scratch() as scratch:
        runs = AnotRuns(workspace.database, workspace.ledger, scratch.gateway, workspace.config, GatewayMode.REPLAY)
        return await replay_run(runs, run)


def _fields_path(run: Run, entities: Path | None) -> Path | None:
    """Return the file of entities that a run read beside its items, None where it read none."""
    named = run.manifest["data"].get("fields")
    return None if named is None else entities or Path(str(run.result.get("fields", named["name"])))


async def _repeat(runs: AnotRuns, run: Run, data: tuple[Path, Path | None], found: Results) -> list[Difference]:
    """Execute the run's seed over as many entities as have results, and compare its calls with those recorded."""
    executor = runs.executor(FormulaSeed.from_dict(run.manifest["seed"]), runs.ledger.recorded_steps(run.id))
    made: list[Difference] = []
    if executor.reader.identity != run.manifest["identity"]:
        what = "another model, prompt or extraction is at work now than when the run was made"
        made.append(Difference("identity", what))
    outputs, recorded = executor.seed.output_fields, runs.ledger.recorded_steps(run.id)

    def accept(results: Sequence[EntityResult], trail: Trail) -> None:
        steps = {step.path: step for step in trail.steps}
        made.extend(differences({path: recorded[path] for path in steps if path in recorded}, steps))
        found.put([(each.position, each.entity, each.status, each.output_line(outputs)) for each in results])

    count = Results(runs.database, run.id).next_position()
    try:
        await executor.run(islice(read_entities(data[0], run.manifest["data"].get("by"), data[1]), count), accept)
    except PramanaError as error:
        made.append(Difference(type(error).__name__, str(error)))
    return made


def _results(kept: Results, found: Results) -> Iterator[Difference]:
    """Yield the first place of each entity in which its result is another one."""
    for before, now in zip_longest(kept.texts(), found.texts()):
        if before == now:
            continue
        if before is None or now is None:
            body = json.loads(before or now or "")
            yield Difference(f"entity {body['entity']}", "has a result now only" if now else "has no result now")
            continue
        old, new = json.loads(before), json.loads(now)
        place, one, other = first_difference(old, new) or ("", before, now)
        yield Difference(f"entity {old['entity']}, {place}", f"was {short_json(one)}, is {short_json(other)}")


def _files(run: Run, found: Results) -> list[Difference]:
    """Write the run's files again, elsewhere, and compare their hashes; and those of the files that are still there."""
    written: Mapping[str, Mapping[str, str]] = run.result.get("files", {})
    if not written:
        return []
    seed = FormulaSeed.from_dict(run.manifest["seed"])
    paths = {name: Path(each["path"]) for name, each in written.items()}
    made: list[Difference] = []
    with TemporaryDirectory() as folder:
        drafts = [Path(folder) / name / paths[name].name if name in paths else None for name in ("output", "page")]
        again = write_files(found, seed, ResultSummary.of(found, seed.output_fields), drafts[0], drafts[1])
    for name, path in paths.items():
        before, now = written[name]["hash"], again[name]["hash"]
        if now != before:
            made.append(Difference(str(path), f"its hash was {before}, and is {now} when it is written again"))
        elif path.is_file() and file_hash(path) != before:
            made.append(Difference(str(path), "was changed after the run had written it"))
    return made


def first_difference(one: Any, other: Any, place: str = "") -> tuple[str, Any, Any] | None:
    """Return the path of the first difference of two JSON values and both values at it; None if they are equal.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]})
    ('a.1', 2, 3)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one.get(key), other.get(key)) for key in dict.fromkeys((*one, *other))]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(str(index), *both) for index, both in enumerate(zip(one, other, strict=True))]
    else:
        return None if canonical(one) == canonical(other) else (place, one, other)
    deeper = (first_difference(a, b, f"{place}.{key}" if place else key) for key, a, b in pairs)
    return next((found for found in deeper if found is not None), None)


def _data_difference(path: Path, data: Mapping[str, str]) -> Difference | None:
    if not path.is_file():
        what = f"the file {path} no longer exists; name its copy with `pramana anot replay --data FILE`"
        return Difference(f"data {data['name']}", what)
    now = file_hash(path)
    return None if now == data["hash"] else Difference(f"data {path}", f"its hash was {data['hash']}, and is {now}")


def _hash(texts: Iterator[str]) -> str:
    hashed = blake2b(digest_size=16)
    for text in texts:
        hashed.update(text.encode() + b"\n")
    return hashed.hexdigest()
