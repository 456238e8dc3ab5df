"""The jobs of batch APIs that are under way and the requests in them: by these a later process fetches the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.store import Database, Schema, seal_column

BATCH_SCHEMA = Schema(
    "llm_batches",
    f"""
    CREATE TABLE batch_job (
        job TEXT PRIMARY KEY, model TEXT NOT NULL, server_id TEXT, requests INTEGER NOT NULL,
        {seal_column("job", "model", "server_id", "requests")}
    ) WITHOUT ROWID;
    CREATE TABLE batch_request (
        model TEXT NOT NULL, request TEXT NOT NULL, job TEXT NOT NULL REFERENCES batch_job ON DELETE CASCADE,
        {seal_column("model", "request", "job")},
        PRIMARY KEY (model, request)
    ) WITHOUT ROWID;
    CREATE INDEX batch_request_job ON batch_request (job);
    """,
)


@dataclass(frozen=True, slots=True)
class BatchJob:
    """A job: our name for it, the server's (None: it may not have arrived there), and how many requests it held."""

    job: str
    server_id: str | None
    requests: int


class BatchJobs:
    """The jobs of one model (`provider:model at URL`), in the workspace's database."""

    def __init__(self, database: Database, model: str) -> None:
        self._database = database
        self._model = model
        database.add(BATCH_SCHEMA)

    def begin(self, job: str, requests: Sequence[str]) -> None:
        """Note a job before it is sent: a process that is killed meanwhile can look for it at the server."""
        with self._database.transaction():
            self._database.execute("INSERT INTO batch_job VALUES (?, ?, NULL, ?)", (job, self._model, len(requests)))
            rows = ((self._model, request, job) for request in requests)
            self._database.executemany("INSERT INTO batch_request VALUES (?, ?, ?)", rows)

    def note_sent(self, job: str, server_id: str) -> None:
        """Note the server's name of a job that it took."""
        with self._database.transaction():
            self._database.execute("UPDATE batch_job SET server_id = ? WHERE job = ?", (server_id, job))

    def forget(self, requests: Iterable[str]) -> None:
        """Forget requests whose answers are stored, or will never come; then the jobs in which none is left."""
        with self._database.transaction():
            gone = [(self._model, request) for request in requests]
            self._database.executemany("DELETE FROM batch_request WHERE model = ? AND request = ?", gone)
            empty = "DELETE FROM batch_job WHERE model = ? AND job NOT IN (SELECT job FROM batch_request)"
            self._database.execute(empty, (self._model,))

    def open(self) -> list[BatchJob]:
        """Return the jobs with requests whose answers have not been taken, in the order of their names."""
        sql = "SELECT job, server_id, requests FROM batch_job WHERE model = ? ORDER BY job"
        return [BatchJob(*row) for row in self._database.all(sql, (self._model,))]

    def requests(self, job: str) -> list[str]:
        """Return the requests of a job whose answers have not been taken, sorted."""
        sql = "SELECT request FROM batch_request WHERE model = ? AND job = ? ORDER BY request"
        return [request for (request,) in self._database.all(sql, (self._model, job))]

    def job_of(self, request: str) -> str | None:
        """Return the job in which a request was sent, None where it was not."""
        sql = "SELECT job FROM batch_request WHERE model = ? AND request = ?"
        row = self._database.one(sql, (self._model, request))
        return None if row is None else row[0]
