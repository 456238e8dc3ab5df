"""The outcome of the conformance suite for all adapters, as the table of docs/adapters.md.

python tests/support/conformance_table.py    # minutes: the servers' adapters need Java, Maven and their extras
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAD = "| suite | passed | not offered | fails, as expected |"


class Outcomes:
    """A plugin of pytest: the outcomes of each class, with their reasons."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        self.skipped: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.failing: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = report.nodeid.split("::")
        if len(parts) != 3:
            return
        name = parts[1].removeprefix("Test").removesuffix("Conformance")
        if report.when == "call" and report.outcome == "passed":
            self.passed[name] += 1
        elif report.outcome == "skipped" and hasattr(report, "wasxfail"):
            self.failing[name][report.wasxfail] += 1
        elif report.outcome == "skipped" and isinstance(report.longrepr, tuple):
            self.skipped[name][report.longrepr[2].removeprefix("Skipped: ")] += 1

    def table(self) -> str:
        """Return the table. What did not run has no row."""
        rows = [HEAD, "|" + "---|" * 4]
        for name in sorted(self.passed):
            notes = (
                ", ".join(f"{reason} ({n})" for reason, n in sorted(part[name].items())) or "–"
                for part in (self.skipped, self.failing)
            )
            rows.append(f"| {name} | {self.passed[name]} | {' | '.join(notes)} |")
        return "\n".join(rows)


def main() -> int:
    outcomes = Outcomes()
    folders = [str(ROOT / "tests" / part) for part in ("graph/adapters", "servers")]
    code = pytest.main(["-q", "-p", "no:cacheprovider", *folders, "-k", "Conformance"], plugins=[outcomes])
    sys.stdout.write(f"{outcomes.table()}\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
