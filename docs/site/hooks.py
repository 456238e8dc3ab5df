"""Hooks of the site: pages of the project's root, and links from the documentation to them and to code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Files of the root that are pages of the site."""
_LINK = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([\w./-]+)(#[\w-]+)?\)")
"""A link that leads out of `docs/`."""
_DOCS = re.compile(r"\]\(docs/([\w./-]+)")
"""A link of a page of the root into `docs/`."""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the root."""
    for name in PAGES:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead links to the pages of the root, and name files of the repository without a link."""
    if page.file.src_uri in PAGES:
        markdown = re.sub(r"\]\((README|LICENSE)[\w.]*\)", "]", _DOCS.sub(r"](\1", markdown))
    above = "../" * page.file.src_uri.count("/")
    return _LINK.sub(lambda found: _lead(found, above), markdown)


def _lead(found: re.Match[str], above: str) -> str:
    words, path, anchor = found[1], found[2], found[3] or ""
    return f"[{words}]({above}{path}{anchor})" if path in PAGES else f"{words} (`{path}`)"
