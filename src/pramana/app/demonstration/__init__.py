"""The demonstration: three short documents as people have them at work, and questions about them.

The texts were written for this project (CC0): minutes of a meeting, a news item, and a lease, about one firm.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

DEMO_DOCUMENTS = ("lease.txt", "minutes.txt", "news.txt")
DEMO_QUESTIONS = (
    ("Who voted against the lease?", "An answer cites the line that states it."),
    ("Why did Tyler Brooks vote against the lease?", "A reason is given only where a line states it."),
    ("Did the board approve the bonus?", "What the text denies is answered as denied."),
    ("Who resigned before the sale?", "The text says “after the sale”, which does not answer the question."),
    ("Who owns Fjord Logistics?", "Where the documents do not say, nothing is invented."),
)
"""Questions, each with what its answer shows."""


def write_documents(folder: Path) -> list[Path]:
    """Write the documents into a new folder, and return their paths. Raises FileExistsError where it exists."""
    folder.mkdir(parents=True)
    written = []
    for name in DEMO_DOCUMENTS:
        written.append(folder / name)
        written[-1].write_text(files(__name__).joinpath(name).read_text("utf-8"), "utf-8")
    return written


__all__ = ["DEMO_DOCUMENTS", "DEMO_QUESTIONS", "write_documents"]
