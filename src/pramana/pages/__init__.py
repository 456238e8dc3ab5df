"""Pages that need nothing else, and what is on them: plots as SVG, texts made harmless."""

from pramana.pages.fragments import (
    badge,
    bold,
    code,
    details_block,
    fragment,
    line,
    mark_places,
    own,
    pairs,
    soft,
    table,
)
from pramana.pages.page import content_hash, frame_page, part, render, save_page
from pramana.pages.plots import bars, columns, legend, stacked_bars
from pramana.pages.text import visible_text

__all__ = [
    "badge",
    "bars",
    "bold",
    "code",
    "columns",
    "content_hash",
    "details_block",
    "fragment",
    "frame_page",
    "legend",
    "line",
    "mark_places",
    "own",
    "pairs",
    "part",
    "render",
    "save_page",
    "soft",
    "stacked_bars",
    "table",
    "visible_text",
]
