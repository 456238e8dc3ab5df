"""Pages that need nothing else, and what is on them: plots as SVG, texts made harmless."""

from pramana.pages.page import content_hash, framed, part, render, save_page
from pramana.pages.plots import bars, columns, legend, stacked
from pramana.pages.text import seen

__all__ = [
    "bars",
    "columns",
    "content_hash",
    "framed",
    "legend",
    "part",
    "render",
    "save_page",
    "seen",
    "stacked",
]
