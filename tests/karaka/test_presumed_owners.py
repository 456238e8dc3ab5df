"""A pronoun behind a line about somebody is not somebody's wife, and one award is not another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pramana

TEXT = """Vellacott had two sons with his wife.
He retired in 1835 to a cottage at Thorley.
He died there of a fever on 2 March 1841.
The compensatory award is £11,340.
"""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pramana.Workspace]:
    folder: Path = tmp_path_factory.mktemp("owners")
    (folder / "t.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "t.txt")
        yield opened


@pytest.mark.parametrize("kin", ["wife", "daughter", "brother", "son", "neighbour"])
def test_a_pronoun_is_its_owner_and_not_whom_he_has(ws: pramana.Workspace, kin: str) -> None:
    """*He died* behind lines about Vellacott says when he died, and nothing of anybody of his."""
    assert ws.ask("When did Vellacott die?").answer.startswith("2 March 1841")
    for question in (f"When did Vellacott's {kin} die?", f"Of what did Vellacott's {kin} die?"):
        assert "1841" not in ws.ask(question).answer.split("nearest")[0]


@pytest.mark.parametrize("other", ["basic", "annual", "final"])
def test_another_adjective_is_another_thing(ws: pramana.Workspace, other: str) -> None:
    """*The compensatory award* answers for itself and for *the award*, and not surely for *the basic award*."""
    assert ws.ask("How much is the compensatory award?").status == "GROUNDED"
    assert ws.ask(f"How much is the {other} award?").status in {"NO_MATCH", "QUOTED"}
