"""A replay says that a run is identical only where what is stored is what was written."""

from __future__ import annotations

from pathlib import Path

import pytest
from damage import DATABASE, tampering

import pramana
from pramana.trace.ledger import FREQUENT

ALTERED = {
    "proposal": "UPDATE proposal SET verdict = 'verified'",
    "step": f"UPDATE step SET packed = pack('{FREQUENT}', replace(body, 'rules', 'other')) WHERE kind = 'call'",
    "line": "UPDATE line SET text = replace(text, 'bow', 'sword')",
    "evidence": "UPDATE unit_fact SET quote = 'invented' WHERE line IS NOT NULL",
    "unit": "UPDATE unit SET verdict_code = 'verified'",
}


@pytest.mark.parametrize("table", ALTERED)
def test_altered_evidence_is_a_difference(table: str, tmp_path: Path) -> None:
    """The table is named, whichever part of the evidence was altered; the unaltered run is identical."""
    (tmp_path / "rama.txt").write_text("Rama gave the bow to Lakshmana. Ravana did not release Sita.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True, karaka={"passes": []}) as ws:
        run = ws.ingest(tmp_path / "rama.txt").run or 0
        assert ws.replay(run).identical
    with tampering(tmp_path / "ws" / DATABASE) as database:
        database.execute(ALTERED[table])
    database.close()
    with pramana.open(tmp_path / "ws", karaka={"passes": []}) as ws:
        replayed = ws.replay(run)
    assert not replayed.identical
    assert table in {difference.path for difference in replayed.differences}
