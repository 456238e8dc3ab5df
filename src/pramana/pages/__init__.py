"""Pages that need nothing else, and what is on them: plots as SVG, texts made harmless."""

from pramana.pages.fragments import badge, bold, code, folded, fragment, line, marked, own, pairs, soft, table
from pramana.pages.page import content_hash, framed, part, render, save_page
from pramana.pages.plots import bars, columns, legend, stacked
from pramana.pages.text import seen

__all__ = [
    "badge",
    "bars",
    "bold",
    "code",
    "columns",
    "content_hash",
    "folded",
    "fragment",
    "framed",
    "legend",
    "line",
    "marked",
    "own",
    "pairs",
    "part",
    "render",
    "save_page",
    "seen",
    "soft",
    "stacked",
    "table",
]
