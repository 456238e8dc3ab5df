"""Pages that need nothing else, and what is on them: plots as SVG, texts made harmless."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.pages.fragments import (
        badge,
        bold,
        code_html,
        details_block,
        escape_text,
        fragment,
        join_line,
        mark_places,
        muted_text,
        pair_table,
        table,
    )
    from pramana.pages.page import content_hash, frame_page, page_script, page_style, part, render, save_page
    from pramana.pages.plots import bars, columns, legend, stacked_bars
    from pramana.pages.text import visible_text
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "badge",
    "bars",
    "bold",
    "code_html",
    "columns",
    "content_hash",
    "details_block",
    "escape_text",
    "fragment",
    "frame_page",
    "join_line",
    "legend",
    "mark_places",
    "muted_text",
    "page_script",
    "page_style",
    "pair_table",
    "part",
    "render",
    "save_page",
    "stacked_bars",
    "table",
    "visible_text",
]
