"""Runs repeated from stored responses alone: does the same come out?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.app.anot import COMPILE, compile_anew, compile_result, failed_result
from pramana.app.anot_replay import replay_run
from pramana.app.anot_runs import KIND as EXECUTE
from pramana.app.anot_runs import AnotRuns
from pramana.app.engine import engine_hash, investigation_hash
from pramana.app.igg import KINDS as GROWN
from pramana.app.igg import IggRuns
from pramana.app.importing import Importer, import_path, made_of
from pramana.app.ingest import CHAIN, Shelving, read_lines
from pramana.app.investigating import KIND as INVESTIGATE
from pramana.app.investigating import replay_investigation
from pramana.app.passes import Passes
from pramana.app.remove import document_path, take_document
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import canonical, digest
from pramana.documents import LoadedDocument
from pramana.errors import InputError, PramanaError, ReplayMiss
from pramana.llm import Mode
from pramana.trace import Run, Step, Trail
from pramana.views import Difference, ReplayReport


class Replayer:
    """Repeats runs of a workspace in a scratch copy of it, in memory."""

    def __init__(self, workspace: WorkspaceResources) -> None:
        self._ws = workspace

    async def replay(self, number: int) -> ReplayReport:
        """Repeat a run and compare. A run that changed the graph is repeated with all those it built on."""
        run = self._ws.ledger.run(number)
        if run.kind in CHAIN:
            return await self._replay_chain(run)
        if run.kind == COMPILE:
            return await self._replay_compile(run)
        if run.kind == EXECUTE:
            return await self._replay_execution(run)
        if run.kind in GROWN:
            return await IggRuns(self._ws).replay(run)
        if run.kind == INVESTIGATE:
            return await self._replay_investigation(run)
        if run.kind == "compare":
            return await self._replay_comparison(run)
        if run.kind != "ask":
            raise InputError(f"Run {number} is of the kind {run.kind!r}, which is not replayed by this command.")
        return await self._replay_ask(run)

    async def _replay_execution(self, run: Run) -> ReplayReport:
        async with self._ws.scratch() as scratch:
            runs = AnotRuns(self._ws.database, self._ws.ledger, scratch.gateway, self._ws.config, Mode.REPLAY)
            return await replay_run(runs, run)

    async def _replay_compile(self, run: Run) -> ReplayReport:
        expected, trail = digest(dict(run.result)), Trail(recorded=self._ws.ledger.recorded(run.id))
        differences: list[Difference] = []
        async with self._ws.scratch() as scratch:
            try:
                found = digest(compile_result(await compile_anew(scratch.gateway, run.manifest, trail)))
            except PramanaError as error:
                found = digest(failed_result(error))
                if isinstance(error, ReplayMiss) or found != expected:
                    differences.append(Difference(trail.path or "compile", str(error)))
        differences += self._compare(run.id, {step.path: step for step in trail.steps})
        return ReplayReport(
            run.id, found == expected and not differences, expected, found, tuple(differences), self._changed(run)
        )

    async def _replay_chain(self, run: Run) -> ReplayReport:
        expected = str(run.result.get("graph_hash", ""))
        async with self._ws.scratch() as scratch:
            differences = await self._rebuild(scratch, run.id)
            found = scratch.graph.hash()
            if found != expected:
                differences += self._absent(run, scratch)
        return ReplayReport(
            run.id, found == expected and not differences, expected, found, tuple(differences), self._changed(run)
        )

    async def _replay_ask(self, run: Run) -> ReplayReport:
        expected = digest(dict(run.result))
        async with self._ws.scratch() as scratch:
            differences = await self._rebuild(scratch, run.id - 1)
            if scratch.graph.hash() != run.manifest["graph"]:
                what = (
                    "the graph that was asked cannot be rebuilt: it was being written then, or parts were purged since"
                )
                differences.append(Difference("graph", what))
            trail = Trail(recorded=self._ws.ledger.recorded(run.id))
            try:
                result = await scratch.pipeline.answer_query(str(run.manifest["question"]), trail)
                found = digest(result.model_dump(mode="json"))
            except PramanaError as error:
                found, differences = "", [*differences, Difference(trail.path or "ask", str(error))]
            differences += self._compare(run.id, {step.path: step for step in trail.steps})
        return ReplayReport(
            run.id, found == expected and not differences, expected, found, tuple(differences), self._changed(run)
        )

    async def _replay_investigation(self, run: Run) -> ReplayReport:
        expected, found = digest(dict(run.result)), ""
        trail = Trail(recorded=self._ws.ledger.recorded(run.id))
        async with self._ws.scratch() as scratch:
            differences = await self._rebuild(scratch, run.id - 1)
            try:
                found = digest(await replay_investigation(scratch, run, trail))
            except PramanaError as error:
                differences.append(Difference(trail.path or "investigate", str(error)))
            differences += self._compare(run.id, {step.path: step for step in trail.steps})
        changed = run.manifest["engine"] != investigation_hash()
        return ReplayReport(run.id, found == expected and not differences, expected, found, tuple(differences), changed)

    async def _replay_comparison(self, run: Run) -> ReplayReport:
        from pramana.app.comparing import workbench  # only where it is wanted
        from pramana.evals import repeat_comparison

        expected, found, steps, differences = await repeat_comparison(
            workbench(self._ws), run, self._ws.ledger.recorded(run.id)
        )
        differences += self._compare(run.id, steps) if found else []
        same = found == expected and not differences
        return ReplayReport(run.id, same, expected, found, tuple(differences), self._changed(run))

    def _absent(self, run: Run, scratch: WorkspaceResources) -> Iterator[Difference]:
        """Yield the documents of a run whose text is no longer there."""
        for doc_id, _ in run.manifest["documents"] if run.kind == "ingest" else ():
            if scratch.shelf.get(doc_id) is None:
                yield Difference(doc_id, "its text was purged since, or could not be read then")

    def _changed(self, run: Run) -> bool:
        return bool(run.manifest.get("engine", run.manifest.get("identity", {}).get("engine")) != engine_hash())

    async def _rebuild(self, scratch: WorkspaceResources, last: int) -> list[Difference]:
        """Repeat every run up to number `last` that changed the graph, and return what came out otherwise."""
        differences: list[Difference] = []
        for run in self._ws.ledger.runs(*CHAIN):
            if run.id <= last:
                again = scratch.ledger.begin(run.kind, run.manifest)
                try:
                    await self._repeat(scratch, run, again.id)
                except ReplayMiss as error:
                    differences.append(Difference(f"run {run.id}", str(error)))
                steps = {step.path: step for step in scratch.ledger.steps(again.id)}
                differences += self._compare(run.id, steps)
        return differences

    async def _repeat(self, scratch: WorkspaceResources, run: Run, again: int) -> None:
        if run.kind == "pass":
            return await Passes(scratch).repeat(run, again, self._ws.ledger.recorded(run.id))
        if run.kind == "decision":
            return None  # its manifest is what was decided, and is there by now
        if run.kind == "import":
            return self._import(scratch, run, again)
        if run.kind == "remove":
            for doc_id in run.manifest["documents"]:
                take_document(scratch.graph, scratch.shelf, scratch.index, doc_id)
            return None
        recorded = self._ws.ledger.recorded(run.id)
        doc_ids = [doc_id for doc_id, _ in run.manifest["documents"]]
        for doc_id in doc_ids:
            step = recorded.get(document_path(doc_id))
            if step is not None:
                Shelving(scratch.database, scratch.graph).put(again, self._stored(doc_id, step.body), "")
        shelved = [doc_id for doc_id in doc_ids if scratch.shelf.get(doc_id) is not None]
        await read_lines(scratch, again, shelved, lambda _: None, recorded)
        return None

    def _import(self, scratch: WorkspaceResources, run: Run, again: int) -> None:
        name = str(run.manifest["import"])
        step = self._ws.ledger.recorded(run.id).get(import_path(name))
        imported = None if step is None else Importer(self._ws).stored(step)
        if imported is None:
            raise ReplayMiss(f"The graph {name} was purged.")
        Importer(scratch).put(again, name, made_of(name, imported))

    def _stored(self, doc_id: str, body: Mapping[str, Any]) -> LoadedDocument:
        lines = self._ws.shelf.body(str(body["body"]))
        if lines is None:
            raise ReplayMiss(f"The text of {doc_id} was purged.")
        return LoadedDocument(doc_id, str(body["sha"]), str(body["loader"]), lines)

    def _compare(self, run: int, found: Mapping[str, Step]) -> list[Difference]:
        return list(differences(self._ws.ledger.recorded(run), found))


def differences(recorded: Mapping[str, Step], found: Mapping[str, Step]) -> Iterator[Difference]:
    """Yield where two records of a run part: steps that only one has, and what in a step is not the same."""
    for path in sorted({*recorded, *found}, key=_natural):
        if path not in found:
            yield Difference(path, "was recorded, and did not happen now")
        elif path not in recorded:
            yield Difference(path, "happened now, and was not recorded")
        else:
            before, now = recorded[path].body, found[path].body
            names = [
                name for name in sorted({*before, *now}) if canonical(before.get(name)) != canonical(now.get(name))
            ]
            if names:
                yield Difference(
                    path, "; ".join(f"{name} was {_said(before, name)}, is {_said(now, name)}" for name in names)
                )


def _natural(path: str) -> tuple[tuple[bool, int, str], ...]:
    """Sort `line/9` before `line/10`."""
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in path.split("/"))


def _said(body: Mapping[str, Any], name: str) -> str:
    text = canonical(body.get(name))
    return text if len(text) <= 200 else f"{text[:200]}…"
