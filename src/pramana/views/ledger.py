"""The ledger, of which no more is loaded than is shown: a run can hold millions of proposals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pramana.serialization import JsonRecord
from pramana.store import Database
from pramana.trace import Run, Verdict
from pramana.views.abstentions import merge_causes
from pramana.views.kriyas import proposal_in_words


@dataclass(frozen=True, slots=True)
class LedgerEntry(JsonRecord):
    """One line of the ledger: a proposal, or a line at which none was made (`abstained`, `failed`; `body` is None)."""

    run: int
    path: str
    verdict: str
    reason: str
    scores: tuple[int, ...] = ()
    body: Any = None

    @property
    def accepted(self) -> bool:
        return self.verdict in tuple(verdict for verdict in Verdict if verdict.accepted)

    def __str__(self) -> str:
        return f"run {self.run}, {self.path}: {self.verdict}: {self.in_words}"

    @property
    def in_words(self) -> str:
        scores = f" (scores {', '.join(map(str, self.scores))})" if self.scores else ""
        said = "" if self.body is None else f"{proposal_in_words(self.body)}: "
        return f"{said}{self.reason}{scores}"


_PLACES = """
    SELECT path, 1 AS proposed FROM proposal WHERE run = :run {where}
    UNION ALL
    SELECT path, 0 FROM step
    WHERE kind = 'outcome' AND run = :run {below} AND json_extract(body, '$.status') IN ('abstained', 'failed')
"""
"""Where a run has proposals, and where lines were left out at which none was accepted."""
_ABSTENTIONS = """
    SELECT json_extract(body, '$.reason'), count(*) FROM step
    WHERE kind = 'outcome' AND run = :run {below} AND json_extract(body, '$.status') = 'abstained' GROUP BY 1
"""
_BELOW = "AND path >= :below AND path < :below || '0' AND (path = :below OR path >= :below || '/')"
"""At a place or below it ("0" is the character after "/"), as one range of the index."""


class Entries:
    """The entries of runs in their order, of all documents or of one (`below`: its part of a path)."""

    def __init__(self, database: Database, runs: Sequence[int], below: str = "", refused: bool = False) -> None:
        self._database = database
        self._runs = runs
        self._below = below
        self._refused = "AND verdict = 'refused'" if refused else ""

    def count(self) -> int:
        """Return how many entries there are."""
        sql = f"SELECT count(*) FROM ({self._places(self._below)})"
        return sum(self._query(sql, run, self._below)[0][0] for run in self._runs)

    def abstentions(self) -> dict[str, int]:
        """Return how many lines were abstained from, by cause."""
        found: Counter[str] = Counter()
        for run in self._runs:
            rows = self._query(_ABSTENTIONS.format(below=_BELOW if self._below else ""), run, self._below)
            found.update({str(reason): int(count) for reason, count in rows})
        return merge_causes(found)

    def first(self, limit: int | None = None) -> list[LedgerEntry]:
        """Return the first entries, or all of them."""
        return list(islice(self._entries(), limit))

    def part(self, after: int, limit: int) -> list[LedgerEntry]:
        """Return at most `limit` entries behind the first `after`, which are not loaded."""
        return list(islice(self._entries(after), limit))

    def _entries(self, after: int = 0) -> Iterator[LedgerEntry]:
        for run, path, proposed in islice(self._places_in_order(), after, None):
            yield self._proposal(run, path) if proposed else self._left_out(run, path)

    def _places_in_order(self) -> Iterator[tuple[int, str, bool]]:
        """Yield the run and the path of each entry, and whether something was proposed there."""
        for run in self._runs:
            for part in [self._below] if self._below else self._parts(run):
                places = self._query(self._places(part), run, part)
                for path, proposed in sorted(places, key=lambda place: natural(place[0])):
                    yield run, path, bool(proposed)

    def _places(self, below: str) -> str:
        within = _BELOW if below else ""
        return _PLACES.format(where=f"{self._refused} {within}", below=within)

    def _parts(self, run: int) -> list[str]:
        """Return the first parts of the paths of a run: its documents, or what else it was about."""
        sql = f"SELECT DISTINCT substr(path, 1, instr(path || '/', '/') - 1) FROM ({self._places('')})"
        return sorted((part for (part,) in self._query(sql, run, "")), key=natural)

    def _proposal(self, run: int, path: str) -> LedgerEntry:
        sql = "SELECT verdict, reason, scores, body FROM proposal WHERE run = :run AND path = :below"
        verdict, reason, scores, body = self._query(sql, run, path)[0]
        return LedgerEntry(run, path, verdict, reason, tuple(json.loads(scores)), json.loads(body))

    def _left_out(self, run: int, path: str) -> LedgerEntry:
        sql = "SELECT body FROM step WHERE run = :run AND path = :below"
        outcome = json.loads(self._query(sql, run, path)[0][0])
        return LedgerEntry(run, path, str(outcome["status"]), str(outcome["reason"]))

    def _query(self, sql: str, run: int, below: str) -> list[tuple[Any, ...]]:
        return self._database.all(sql, {"run": run, "below": below})


_ABOUT = {
    "pass": ("pass", "undo"),
    "decision": ("what", "one", "other", "places", "why", "undoes"),
    "remove": ("documents",),
    "import": ("import", "format"),
    "stategraph": ("graph",),
    "compare": ("names", "lines"),
    "investigate": ("question",),
    "check": ("claims",),
}
"""What of a run's manifest says what it was about, by the kind of run."""


def run_json(run: Run) -> dict[str, Any]:
    times = {"started": run.started, "ended": run.ended}
    about = {name: run.manifest[name] for name in _ABOUT.get(run.kind, ()) if name in run.manifest}
    if about.get("claims"):  # a check may have thousands
        about = {"claim": about["claims"][0], "claims": len(about["claims"])}
    return {
        "run": run.id,
        "kind": run.kind,
        "status": run.status.value,
        **times,
        "about": about,
        "result": dict(run.result),
    }


def natural(path: str) -> tuple[tuple[bool, int, str], ...]:
    """Return the key that sorts `line/9` before `line/10`."""
    parts = path.split("/")
    return tuple((not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts)
