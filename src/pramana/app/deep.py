"""What `doctor` finds in a workspace; with `--deep`, every cell held to the digest, text or sum that it must fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import sleep

from pramana.anot import ANOT_SCHEMA
from pramana.app.files_checked import checked_files
from pramana.app.workspace import DATABASE, SCHEMAS, WorkspaceResources
from pramana.errors import InputError, StoreError
from pramana.gasl import GASL_SCHEMA
from pramana.investigate import PROFILE_SCHEMA
from pramana.llm import BATCH_SCHEMA, Responses
from pramana.store import Blobs, Database, Flaw, cell_flaws, log_state, seal_flaws, table_flaws
from pramana.views import Check, Inspector

ALL_SCHEMAS = (*SCHEMAS, GASL_SCHEMA, ANOT_SCHEMA, PROFILE_SCHEMA, BATCH_SCHEMA)
"""The tables that a workspace may have, those that come with their first use included."""
_MOST = 100
"""How many flaws of one check are listed: a damaged page may hold thousands."""
_SHOWN = 5
_SETTLED = 0.3
"""Seconds after which a frame that another process was writing is whole."""
Flaws = Callable[[], Iterator[Flaw]]


def workspace_checks(folder: Path, *, deep: bool = False) -> list[Check]:
    """Check a workspace's database and the files beside it; what keeps it from being opened is one check."""
    found = [log_check(folder / DATABASE)]
    try:
        workspace = WorkspaceResources.open(folder)
    except InputError:  # the configuration: nothing of the database
        raise
    except Exception as error:  # damage may raise anything
        reason = str(error) if isinstance(error, StoreError) else f"cannot be opened: {type(error).__name__}: {error}"
        return [*found, Check("database", False, " ".join([reason, *getattr(error, "__notes__", ())]))]
    try:
        found += [*Inspector(workspace.stores).integrity(), *checked_files(workspace)]
        return found + (deep_checks(workspace) if deep else [])
    finally:
        workspace.database.close()


def log_check(path: Path) -> Check:
    """Check the log beside a database, before it is opened: SQLite skips what it cannot read, and deletes it."""
    state = log_state(path)
    if not state.well:  # another process may be writing its last frame
        sleep(_SETTLED)
        state = log_state(path)
    return Check("write-ahead log", state.well, state.seen)


def deep_checks(workspace: WorkspaceResources) -> list[Check]:
    """Compare all that is stored with what it must fit. Nothing is written, and no check ends the others.

    Takes about as long as reading all rows once, and 150 bytes of memory for each step of the longest run.
    """
    database = workspace.database
    checks: dict[str, Flaws] = {
        "tables": lambda: table_flaws(database, ALL_SCHEMAS),
        "cells": lambda: cell_flaws(database),
        "rows and their digests": lambda: seal_flaws(database, ALL_SCHEMAS),
        "stored bodies": Blobs(database).flaws,
        "lines and the stored text": workspace.shelf.flaws,
        "ledger and its chains": workspace.ledger.flaws,
        "responses": Responses(database).flaws,
        "units of the graph": workspace.graph.flaws,
        "quotes and lines": lambda: quote_flaws(database),
        "full text (passages)": workspace.line_search.index.flaws,
    }
    with database.reading_damage():
        return [_check(what, flaws) for what, flaws in checks.items()]


def _check(what: str, flaws: Flaws) -> Check:
    """Return what a check found. Damage may raise anything: that is what was found then."""
    listed: list[str] = []
    try:
        for flaw in islice(flaws(), _MOST):
            listed.append(str(flaw))
    except Exception as error:  # damage may raise anything: no JSON, no such key, no UTF-8
        listed.append(f"{what} cannot be read further: {error or type(error).__name__}")
    listed = [line.encode("utf-8", "backslashreplace").decode() for line in listed]
    shown = "; ".join(listed[:_SHOWN]) + (f"; and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else "")
    return Check(what, not listed, shown or "as written", listed)


def run_flaws(workspace: WorkspaceResources, run: int, *, texts: bool) -> list[Flaw]:
    """Return what is not as it was written of a run's record and, with `texts`, of lines, quotes and units: up to 100
    of each."""
    sources: list[Flaws] = [lambda: workspace.ledger.flaws(run)]
    if texts:
        sources += [workspace.shelf.flaws, lambda: quote_flaws(workspace.database), workspace.graph.flaws]
    return [flaw for source in sources for flaw in islice(source(), _MOST)]


def quote_flaws(database: Database) -> Iterator[Flaw]:
    """Yield evidence whose quote is not what its line has at its place, for all documents that the workspace holds."""
    rows = database.execute(
        "SELECT doc_id, place.line, place.start, place.end, quote, text FROM unit_fact place "
        "JOIN source ON source.id = place.source JOIN document USING (doc_id) "
        "LEFT JOIN line ON line.document = document.key AND line.number = place.line"
    )
    for doc_id, number, start, end, quote, text in rows:
        if text is None or not 0 <= start <= end or text[start:end] != quote:
            yield Flaw("evidence", f"{doc_id}:{number}", f"the line does not have {quote!r} at {start}:{end}")
