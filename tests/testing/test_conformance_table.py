"""The table of docs/adapters.md is that of tests/support/conformance_table.py for what runs everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance_table import HEAD, Outcomes

PAGE = Path(__file__).parents[2] / "docs" / "adapters.md"


def test_reasons_and_numbers_are_those_of_the_suite(tmp_path: Path) -> None:
    """Passed, skipped and failing tests are counted under their class, with the reasons that they give."""
    (tmp_path / "test_made.py").write_text(
        "import pytest\n"
        "class TestMadeConformance:\n"
        "    def test_one(self): pass\n"
        "    def test_two(self): pytest.skip('not built')\n"
        "    @pytest.mark.xfail(reason='a gap', strict=True)\n"
        "    def test_three(self): assert False\n"
    )
    outcomes = Outcomes()
    pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)], plugins=[outcomes])
    assert outcomes.table().splitlines()[2:] == ["| Made | 1 | not built (1) | a gap (1) |"]
    assert HEAD in PAGE.read_text("utf-8")


def test_each_suite_has_a_row() -> None:
    """A class that subclasses the suite has a row of the page, and each gap is named there with its reason."""
    page = PAGE.read_text("utf-8")
    for file in (PAGE.parents[1] / "tests").glob("*/**/test_*conformance.py"):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("class Test") and "Conformance(" in line:
                name = line.removeprefix("class Test").partition("Conformance(")[0]
                assert f"| {name} | " in page, file
