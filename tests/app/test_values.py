"""Times and quantities in the graph: beside their quotes, settled by the date of the document, asked for by GASL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.errors import InputError

TEXT = """\
The company lost €14.3m in 2019.
Adeyemi resigned before 1930.
The price fell by 12 %.
The council approved a plan on Tuesday.
The mayor will speak on Friday.
Marta died last June.
"""


def _properties(workspace: pramana.Workspace) -> dict[str, dict[str, Any]]:
    """Return the values of each edge of an event that has any, by its quote's entity."""
    held = [(fact.edge.target, dict(fact.edge.properties)) for fact in workspace.facts()]
    facts = [(target, properties) for target, properties in held if "events" not in properties]
    return {target: {k: v for k, v in held.items() if k != "marker"} for target, held in facts if len(held) > 1}


def _text(folder: Path, text: str = TEXT) -> Path:
    path = folder / "a.txt"
    path.write_text(text, "utf-8")
    return path


def test_values_are_beside_their_quotes(tmp_path: Path) -> None:
    """EDTF with the days that it allows, a number with its unit or currency; a measure on its event."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(_text(tmp_path), date="2019-03-14")
        found = _properties(ws)
        assert found["€14.3m"] == {"value": 14_300_000, "unit": "EUR"}
        assert found["2019"] == {"edtf": "2019", "earliest": "2019-01-01", "latest": "2019-12-31"}
        assert found["1930"] == {"edtf": "1930", "latest": "1929-12-31"}
        assert found["Tuesday"]["edtf"] == "2019-03-12"
        assert found["Friday"]["edtf"] == "2019-03-15"
        assert found["last June"]["edtf"] == "2018-06"
        (fallen,) = ws.gasl('FIND nodes WHERE verb = "fall" AS f')
        assert fallen["measures"] == [{"quote": "12 %", "marker": "by", "value": 12, "unit": "%"}]


def test_gasl_asks_for_values(tmp_path: Path) -> None:
    """*Before 1930* is a comparison of days; both spellings of an edge's property are read."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(_text(tmp_path))
        for condition, targets in (
            ('latest < "1930-01-01"', ["1930"]),
            ('edge.earliest >= "2019-01-01"', ["2019"]),
            ("edge.value > 100", ["€14.3m"]),
            ('unit = "EUR" AND value < 100', []),
        ):
            rows = ws.gasl(f"FIND edges WHERE {condition} AS found")
            assert [row.edge.target for row in rows] == targets, condition


def test_another_date_reads_only_the_lines_that_need_it(tmp_path: Path) -> None:
    """Without a date relative times have no value; the date stays where an ingest gives none."""
    path = _text(tmp_path)
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(path)
        assert not {"Tuesday", "Friday", "last June"} & _properties(ws).keys()
        again = ws.ingest(path, date="2020-03-12")
        assert (again.lines.total(), again.lines["unchanged"]) == (6, 3)
        assert _properties(ws)["last June"]["edtf"] == "2019-06"
        assert ws.ingest(path).documents == 0
        assert _properties(ws)["last June"]["edtf"] == "2019-06"
        assert ws.status().documents[0]["date"] == "2020-03-12"


def test_a_file_that_says_its_date_needs_none(tmp_path: Path) -> None:
    """Front matter settles *last June*; a date that is given comes first; a replay finds the same graph."""
    path = tmp_path / "a.md"
    path.write_text("---\ndate: 2019-03-14\n---\n\nMarta died last June.\n", "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        report = ws.ingest(path)
        assert _properties(ws)["last June"]["edtf"] == "2018-06"
        assert ws.replay(report.run).identical
        ws.ingest(path, date="2021-03-14")
        assert _properties(ws)["last June"]["edtf"] == "2020-06"


def test_a_part_of_a_number_has_no_value(tmp_path: Path) -> None:
    """Of a score, a range or a rank: *5* of *5-1*, *3* of *No. 3*."""
    path = _text(tmp_path, "Golovin overcame a 5--1 deficit. Julia defeated World No. 3 at home.\n")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(path)
        assert _properties(ws) == {}


def test_what_is_no_date_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    """With the forms that are read."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        with pytest.raises(InputError, match=r"'14/03/2019' is not a date. Give .* 2019-03-14"):
            ws.ingest(_text(tmp_path), date="14/03/2019")
        assert ws.runs() == []
