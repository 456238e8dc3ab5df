"""The status of a workspace. The sums are computed by SQLite; the steps of a run are never loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pramana.documents import Shelved
from pramana.graph import relation_code
from pramana.llm import Responses
from pramana.serialization import JsonRecord
from pramana.trace import UNFINISHED_STATUSES, path_part
from pramana.views.ledger import run_json
from pramana.views.metrics import LineSums, metrics
from pramana.views.reports import PassState, counts
from pramana.views.showing import InNotebook
from pramana.views.stores import Stores

LINKS = ("IS_SAME_AS", "CAUSES")
LAST_RUNS = 5
"""Runs that the status names, the newest first. `pramana runs` lists all."""
BEGUN_ANEW = ("ask", "anot compile", "stategraph")
"""Kinds of run that the same command begins anew: it does not resume the last one."""

NEWEST = """
    SELECT path, substr(path, 1, instr(path, '/') - 1) AS part, max(run) AS run,
        json_extract(body, '$.status') AS status,
        CASE WHEN json_extract(body, '$.status') IN ('refused', 'abstained', 'failed')
            THEN json_extract(body, '$.reason') ELSE '' END AS reason,
        1.0 * json_extract(body, '$.calls[0]') / json_extract(body, '$.calls[1]') AS calls,
        json_extract(body, '$.attempts') AS attempts
    FROM step WHERE kind = 'outcome' GROUP BY path
"""
"""The outcome of each line in the newest run that reached it."""
_SUMS = f"""
    SELECT part, run, status, reason, count(*), sum(calls), max(calls), sum(attempts), max(attempts),
        count(attempts), count(attempts = 1 OR NULL)
    FROM ({NEWEST}) GROUP BY part, run, status, reason ORDER BY part, run, status, reason
"""


@dataclass(slots=True)
class _Readings:
    """The outcomes of a document's present text, stored by run number `since`."""

    body: str = ""
    since: int = 0
    lines: int = 0


@dataclass(slots=True)
class _Lines:
    """Sums over the lines of the present documents."""

    read: dict[str, int] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    sums: LineSums = field(default_factory=LineSums)


@dataclass(frozen=True, slots=True, repr=False)
class WorkspaceStatus(InNotebook, JsonRecord):
    """The status of a workspace. `lines` counts lines by outcome, `unread` included; `money` is in millionths of a
    dollar.

    `passes` has the status of each; `links` counts what they added to the graph, by relation and verdict. `runs` are
    the last ones except those of passes. `metrics`: see `pramana.views.metrics`. `spending` is over all stored
    responses, by model. `unfinished` lists what another ingest would resume, a sentence each. `left_out` names the
    files that the last ingest could not read or passed over, each with the reason.
    """

    folder: str
    documents: list[dict[str, Any]]
    lines: dict[str, int]
    nodes: dict[str, int]
    edges: dict[str, int]
    verdicts: dict[str, int]
    passes: list[dict[str, Any]]
    links: dict[str, dict[str, int]]
    spending: list[dict[str, Any]]
    metrics: dict[str, Any]
    runs: list[dict[str, Any]]
    graph_hash: str
    unfinished: list[str]
    left_out: list[dict[str, str]]

    def __str__(self) -> str:
        told = {"lines": self.lines, "nodes": self.nodes, "edges": self.edges, "facts": self.verdicts}
        listed = [f"{name}: {counts(each) or 'none'}" for name, each in told.items()]
        return "\n".join([f"documents: {len(self.documents):,}", *listed, f"graph {self.graph_hash}", *self.unfinished])


class StatusReader:
    """Reads the status of an open workspace. Writes nothing."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def status(self, folder: Path, configuration: str, passes: Sequence[PassState]) -> WorkspaceStatus:
        """Return the status of the workspace in `folder`. `configuration` is that under which lines are read now."""
        documents = self._stores.shelf.all()
        lines = self._lines(documents)
        unread = sum(document.lines for document in documents) - lines.statuses.total()
        return WorkspaceStatus(
            folder=str(folder),
            documents=[_document(document, lines.read.get(document.doc_id, 0)) for document in documents],
            lines={**dict(sorted(lines.statuses.items())), **({"unread": unread} if unread > 0 else {})},
            nodes=self._stores.graph.count_nodes(),
            edges=self._stores.graph.count_edges(),
            verdicts=self._stores.graph.count_verdicts(),
            passes=[asdict(state) for state in passes],
            links=self._links(),
            spending=Responses(self._stores.database).spending_by_model(),
            metrics=metrics(self._stores.database, lines.sums),
            runs=[run_json(run) for run in self._stores.ledger.last(LAST_RUNS, without="pass")],
            graph_hash=self._stores.graph.hash(),
            unfinished=list(self._unfinished_work(documents, passes, configuration)),
            left_out=self._left_out(),
        )

    def _left_out(self) -> list[dict[str, str]]:
        """Return the files that the last ingest left out, by their names alone: folders are the machine's matter."""
        last = next(iter(self._stores.ledger.numbers("ingest")[-1:]), None)
        result = {} if last is None else self._stores.ledger.run(last).result
        files = [*result.get("refused_documents", ()), *result.get("skipped_files", ())]
        return [{"name": Path(str(each["path"])).name, "reason": str(each["reason"])} for each in files]

    def _lines(self, documents: Sequence[Shelved]) -> _Lines:
        """Return the outcome of every line of the stored documents, by the newest run that reached it."""
        found = _Lines()
        for document, status, reason, count, *sums in self.present(documents, _SUMS):
            found.read[document.doc_id] = found.read.get(document.doc_id, 0) + count
            found.statuses[status] += count
            found.sums.add(status, reason, count, *sums)
        return found

    def present(self, documents: Sequence[Shelved], sql: str) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query over NEWEST that are about the documents as they are now, each with its document.

        The query gives `part` and `run` first, and groups by them.
        """
        readings = self._readings()
        bodies = {path_part(document.doc_id): document for document in documents}
        for part, run, *row in self._stores.database.all(sql):
            document, reading = bodies.get(part), readings.get(part)
            if document is not None and reading and reading.body == document.body and run >= reading.since:
                yield document, *row

    def _readings(self) -> dict[str, _Readings]:
        """Return, by the documents' part of a path, since which run each has been what it is."""
        sql = "SELECT run, path, json_extract(body, '$.body') FROM step WHERE kind = 'document'"
        shelved = [(run, path.partition("/")[0], str(body)) for run, path, body in self._stores.database.all(sql)]
        removed = [
            (run.id, path_part(doc_id), "")
            for run in self._stores.ledger.runs("remove")
            for doc_id in run.manifest["documents"]
        ]
        found: dict[str, _Readings] = {}
        for run_id, part, body in sorted([*shelved, *removed]):
            reading = found.setdefault(part, _Readings())
            if reading.body != body:
                reading.body, reading.since = body, run_id
        return found

    def _links(self) -> dict[str, dict[str, int]]:
        """Return how many links of each relation rest on units of each verdict."""
        sql = (
            "SELECT relation, verdict, count(DISTINCT edge.key) FROM edge "
            "JOIN support ON kind = 1 AND fact = edge.key JOIN unit ON unit.id = support.unit "
            "WHERE relation_code IN (?, ?) GROUP BY relation, verdict ORDER BY relation, verdict"
        )
        found: dict[str, dict[str, int]] = {relation: {} for relation in LINKS}
        for relation, verdict, number in self._stores.database.all(sql, [*map(relation_code, LINKS)]):
            found[relation][verdict] = number
        return found

    def _unfinished_work(
        self, documents: Sequence[Shelved], passes: Sequence[PassState], configuration: str
    ) -> Iterator[str]:
        elsewhere = 0
        for document in documents:
            if not document.read_under:
                yield f"{document.doc_id} has lines that were not read, or at which no answer came."
            elsewhere += document.read_under not in ("", configuration)
        if elsewhere:
            yield f"{elsewhere} of the documents read by another version or configuration; an ingest reads them again."
        waiting = [state.name for state in passes if state.on and not state.current]
        if waiting:
            yield f"Lines or decisions changed since the last run of {', '.join(waiting)}: `pramana passes run`."
        for run in self._stores.ledger.last(1):
            if run.status in UNFINISHED_STATUSES and run.kind not in BEGUN_ANEW:
                yield f"Run {run.id} ({run.kind}) did not finish; resume it with the same command."


def _document(document: Shelved, read: int) -> dict[str, Any]:
    return {
        "doc_id": document.doc_id,
        "lines": document.lines,
        "read": read,
        "finished": bool(document.read_under),
        "loader": document.loader,
        "origin": document.origin,
        "date": document.date,
    }
