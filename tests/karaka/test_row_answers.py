"""Questions about tables: a cell answers where its column and a value of another column are named, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pramana
from pramana.karaka.row_answers import RowLine, cells_of, row_answers

TABLE = """Company,City,Rent,Signed on
Fjord Logistics,Leith,180000,12 May 2023
Harbour Foods,Aberdeen,95000,3 June 2024
Tay Cranes,Leith,40000,1 July 2024
"""
ROWS = [
    RowLine("rents.csv", 1, "Company: Fjord Logistics | City: Leith | Rent: 180000 | Signed on: 12 May 2023"),
    RowLine("rents.csv", 2, "Company: Harbour Foods | City: Aberdeen | Rent: 95000 | Signed on: 3 June 2024"),
    RowLine("rents.csv", 3, "Company: Tay Cranes | City: Leith | Rent: 40000 | Signed on: 1 July 2024"),
]


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What is the rent of Fjord Logistics?", ["180000"]),
        ("How much rent does Harbour Foods pay?", ["95000"]),
        ("Which companies are in Leith?", ["Fjord Logistics", "Tay Cranes"]),
        ("In which city is Tay Cranes?", ["Leith"]),
        ("What rent does Tay Cranes pay in Leith?", ["40000"]),
    ],
)
def test_a_cell_answers(question: str, cells: list[str]) -> None:
    assert [each.cell.value for each in row_answers(question, ROWS)] == cells


@pytest.mark.parametrize(
    "question",
    [
        "What is the rent of Contoso?",  # no such value
        "What is the rent?",  # of whom?
        "What is the rent and the city of Tay Cranes?",  # two columns
        "Which companies are not in Leith?",
        "Which company other than Tay Cranes is in Leith?",
        "How many companies are in Leith?",  # a number, not names
        "What rent did Harbour Foods refuse?",  # "refuse" is no column
        "What is the total rent in Leith?",
        "Is the rent of Tay Cranes 40000?",
        "What is the rent of Fjord?",  # half of a value
        "Sum up the minutes.",
    ],
)
def test_what_asks_for_more_than_a_cell_is_not_answered(question: str) -> None:
    assert row_answers(question, ROWS) == []


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("What is the monthly rent of Chen Wei?", ["970"]),
        ("What is the rent of Quay 2?", ["1240"]),
        ("When does the lease of Baker & Sons end?", ["2026-12-31"]),
        ("What is the yearly rent of Quay 2?", []),  # "yearly" is no column
        ("Which tenant pays the highest rent?", []),
    ],
)
def test_a_column_is_named_as_people_would(question: str, cells: list[str]) -> None:
    """Headers of files have underscores, units, and words that nobody says."""
    rows = [
        RowLine("r.csv", 1, "tenant: Baker & Sons | unit: Quay 2 | monthly_rent_eur: 1240 | lease_ends: 2026-12-31"),
        RowLine("r.csv", 2, "tenant: Chen Wei | unit: Quay 3 | monthly_rent_eur: 970 | lease_ends: 2024-09-30"),
    ]
    assert [each.cell.value for each in row_answers(question, rows)] == cells


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("Who rents Quay 1?", ["Baker & Sons"]),
        ("Who leases Quay 1?", ["Baker & Sons"]),
        ("Who owns Quay 1?", ["Port Trust"]),
        ("Who bought Quay 1?", []),  # an owner may have built it
        ("What does Baker & Sons rent?", ["Quay 1"]),
        ("Which quay does Baker & Sons rent?", ["Quay 1"]),
        ("How much does Baker & Sons pay for Quay 1?", ["1240"]),
        ("How much is the rent for Quay 1?", ["1240"]),
        ("Who is the tenant of Quay 1?", ["Baker & Sons"]),
    ],
)
def test_a_verb_names_the_column_of_who_does_it(question: str, cells: list[str]) -> None:
    """*Rents* asks for the tenant and not for the column `rent`; nobody is a number."""
    row = RowLine("r.csv", 1, "tenant: Baker & Sons | owner: Port Trust | quay: Quay 1 | rent: 1240")
    found = [each.cell.value for each in row_answers(question, [row])]
    assert found == cells


@given(
    st.dictionaries(
        st.sampled_from(["City", "Rent", "Tenant", "Opened", "Floor"]),
        st.text("abcdefgh 0123", min_size=1, max_size=12).map(str.strip).filter(bool),
        min_size=2,
    )
)
def test_a_row_has_the_cells_that_it_was_made_of(cells: dict[str, str]) -> None:
    text = " | ".join(f"{name}: {value}" for name, value in cells.items())
    assert {cell.name: cell.value for cell in cells_of(text)} == cells


@pytest.mark.parametrize("text", ["The board met.", "Time: 10 o'clock", "a | b", "Leith | Rent: 4", ""])
def test_a_line_that_is_no_row_has_no_cells(text: str) -> None:
    assert cells_of(text) == ()


def test_a_table_is_asked(tmp_path: Path) -> None:
    """The whole way: a file of rows, a question, the cell with its row as citation, replayed."""
    (tmp_path / "rents.csv").write_text(TABLE, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "rents.csv")
        reply = ws.ask("What is the rent of Harbour Foods?")
        assert (reply.status, reply.answer.split(":")[0]) == ("FROM_TEXT", "95000")
        assert [(each.line_number, each.part) for each in reply.sources] == [(2, "row 3")]
        assert ws.replay(reply.run).identical
        assert ws.ask("What is the rent of Contoso?").status == "NO_MATCH"
