"""Excel files: each row of each sheet is a record, by openpyxl. Needs the extra `office`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from pramana.documents.loader import Loader, Part
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.tables import Row, records
from pramana.documents.zipped import opening_office


def parts(body: bytes) -> Iterator[Part]:
    """Yield the records of all sheets that are shown. Of a formula the value that was stored last. Raises Unusable."""
    with opening_office(body, ".xlsx", "an Excel file") as file:
        import openpyxl

        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible":
            yield from records(_rows(sheet), f"sheet {sheet.title}, ")


def _rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a file says of its size may be wrong
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells = [_cell_text(cell) for cell in row]
        if any(cells):
            yield Row(number, cells)


def _cell_text(cell: Any) -> str:
    """Return a cell as its reader sees it: percentages as such, days as ISO dates, numbers without a trailing `.0`."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        percent = "%" in str(cell.number_format)
        return f"{value * 100:.10g} %" if percent else f"{value:.15g}"
    return str(value)


PLUGIN = Loader((".xlsx",), parts, unwrapped_blocks, sandboxed=True, seconds=30, seconds_per_mib=30, memory_per_byte=60)
