"""How far lines have come that are not in the graph yet: read and judged by a model, batch by batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import BaseModel


@dataclass(slots=True)
class AnsweredLines:
    """Hears which ptools were answered about which lines. Equal lines count once, so both counts are at least."""

    changed: Callable[[], None]
    generated: set[str] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)

    def hear(self, ptool: str, value: BaseModel) -> None:
        """Note an answer of a ptool that reads or judges lines."""
        if not ptool.startswith("karaka.kriya_"):
            return
        items = getattr(value, "lines", None) or getattr(value, "items", None) or [value]
        heard = self.generated if ptool.endswith("extraction") else self.judged
        heard.update(str(each.text) for each in items)
        self.changed()
