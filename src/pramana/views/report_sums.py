"""The sums that a report is made of: SQLite adds them up, and no run is loaded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pramana.documents import Shelved
from pramana.store import Database
from pramana.views.reports import ACCEPTED
from pramana.views.status import NEWEST, StatusReader
from pramana.views.stores import Stores

SLOWEST = 10
"""Lines that a report names, the slowest first."""
SCORE_STEP = 5
"""Points of one bar of scores: twenty bars for 0 to 100."""
READING = "karaka.kriya_"
"""How the names of ptools begin that read lines."""

_OUTCOMES = f"""
    SELECT part, run, status, reason, attempts, round(calls, 1), count(*), min(path)
    FROM ({NEWEST}) GROUP BY part, run, status, reason, attempts, round(calls, 1)
"""
_READ = "run IN (SELECT id FROM run WHERE kind = 'ingest')"
_JUDGED = f"""
    WITH failed AS (
        SELECT json_extract(body, '$.verifier_choice') AS choice, body FROM step
        WHERE kind = 'gsv_failure' AND {_READ}
    ), averaged AS (
        SELECT choice, (
            SELECT max((SELECT avg(value) FROM json_each(votes.value))) FROM json_each(body, '$.scores') AS votes
        ) AS highest, (
            SELECT avg(vote.value) FROM json_each(body, '$.candidates') AS candidate, json_each(
                json_extract(body, '$.scores[' || candidate.key || ']')
            ) AS vote WHERE candidate.value = choice
        ) AS chosen FROM failed
    )
    SELECT CASE WHEN choice = '' THEN 'unheard' WHEN choice = 'ALL_INVALID' THEN 'none'
        WHEN chosen >= highest THEN 'low' ELSE 'other' END AS judged, count(*)
    FROM averaged GROUP BY judged
"""
_SCORES = f"""
    SELECT verdict, CAST((SELECT avg(value) FROM json_each(scores)) AS INTEGER) / {SCORE_STEP} * {SCORE_STEP} AS score,
        count(*) FROM proposal WHERE scores <> '[]' AND {_READ} GROUP BY verdict, score ORDER BY score
"""
_REFUSED = f"""
    SELECT substr(reason, 1, instr(reason || '. ', '. ')), count(*), min(path) FROM proposal
    WHERE verdict = 'refused' AND {_READ} GROUP BY 1
"""
_SLOWEST = f"""
    SELECT run, substr(path, 1, at - 1) AS part,
        CAST(substr(path, at + 6, instr(substr(path, at + 6) || '/', '/') - 1) AS INTEGER) AS line,
        sum(seconds) AS taken, count(*)
    FROM (SELECT run, path, seconds, instr(path, '/line/') AS at FROM timing WHERE cached = 0 AND {_READ})
    WHERE at > 0 GROUP BY run, part, line ORDER BY taken DESC, run, part, line LIMIT {SLOWEST}
"""
_BEFORE = re.compile(r"^Not accepted in .*? The last: ")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”")
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Reason:
    """Why something was not accepted, without the numbers and quotes that differ; how often, and where for one."""

    count: int = 0
    place: str = ""

    def add(self, count: int, path: str) -> None:
        """Count further cases; the place that is kept is the first by its path."""
        self.count += count
        self.place = min(filter(None, (self.place, path)))


@dataclass(slots=True)
class OutcomeSums:
    """What became of the present lines. `attempts`: lines by how many they took, and how many of these were accepted.

    `documents` has the statuses of each document's lines, `calls` the number of lines by their calls, to a tenth.
    """

    documents: dict[str, Counter[str]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    attempts: Counter[int] = field(default_factory=Counter)
    accepted: Counter[int] = field(default_factory=Counter)
    calls: Counter[float] = field(default_factory=Counter)
    reasons: dict[tuple[str, str], Reason] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SlowLine:
    """A line whose calls took long: their seconds together, without those that were answered from the store."""

    run: int
    part: str
    line: int
    seconds: float
    calls: int


def outcome_sums(stores: Stores, documents: Sequence[Shelved]) -> OutcomeSums:
    """Return the outcome of every present line, by the newest run that reached it."""
    found = OutcomeSums()
    rows = StatusReader(stores).present(documents, _OUTCOMES)
    for document, status, reason, attempts, calls, count, path in rows:
        found.documents.setdefault(document.doc_id, Counter())[status] += count
        found.statuses[status] += count
        found.calls[calls] += count
        if attempts is not None:
            found.attempts[attempts] += count
            found.accepted[attempts] += count if status in ACCEPTED else 0
        if reason:
            found.reasons.setdefault((status, fold_reason(reason)), Reason()).add(count, path)
    return found


def judgements(database: Database) -> dict[str, int]:
    """Return how scorers and verifiers agreed, over all runs that read lines, in attempts.

    `agreed`: what was scored highest was chosen, and accepted. `none`: the verifier held every candidate to be wrong;
    `other`: it chose one that was not scored highest; `low`: what it chose was not scored high enough; `unheard`: no
    verdict came.
    """
    found: dict[str, int] = dict.fromkeys(("agreed", "none", "other", "low", "unheard"), 0)
    found.update(database.all(_JUDGED))
    accepted = database.one(f"SELECT count(*) FROM proposal WHERE verdict = 'verified' AND {_READ}")
    found["agreed"] = accepted[0] if accepted else 0
    return found


def score_counts(database: Database) -> dict[int, dict[str, int]]:
    """Return how many proposals were accepted and refused, by the mean of their scores in steps of five."""
    found: dict[int, dict[str, int]] = {}
    for verdict, score, count in database.all(_SCORES):
        kind = "refused" if verdict == "refused" else "accepted"
        counts = found.setdefault(score, {"accepted": 0, "refused": 0})
        counts[kind] += count
    return found


def refusals(database: Database) -> dict[str, Reason]:
    """Return why proposals about lines were refused, over all runs."""
    found: dict[str, Reason] = {}
    for reason, count, path in database.all(_REFUSED):
        found.setdefault(fold_reason(reason), Reason()).add(count, path)
    return found


def slowest(database: Database) -> list[SlowLine]:
    """Return the lines whose calls took longest, the slowest first."""
    return [SlowLine(*row) for row in database.all(_SLOWEST)]


def fold_reason(reason: str) -> str:
    """Return a reason without what differs from case to case.

    >>> fold_reason("Not accepted in 6 attempts. The last: Validation in a batch scored it 78; 80 are needed.")
    'Validation in a batch scored it n; n are needed.'
    """
    told = _QUOTED.sub("…", _BEFORE.sub("", reason))
    return _NUMBER.sub("n", told).strip()
