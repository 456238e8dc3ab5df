"""The tables that runs of graph growth are kept in. Every workspace has them, and most never read one."""

from __future__ import annotations

from pramana.store import Schema, seal_column

IGG_SCHEMA = Schema(
    "igg",
    f"""
    CREATE TABLE igg_run (
        session TEXT PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,
        context TEXT NOT NULL, lifetime REAL, expires REAL, ended TEXT NOT NULL DEFAULT '',
        {seal_column("session", "run", "kind", "payload", "context", "lifetime", "ended")}
    ) WITHOUT ROWID;
    CREATE INDEX igg_run_by_run ON igg_run (run);
    """,
    exempt=(("igg_run.expires", "a time"),),
)
