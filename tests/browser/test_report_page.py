"""The page of a report, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import Chromium
from oracle import answer
from sentences import text

import pramana
from pramana.testing.model_server import ModelServer

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_is_drawn(page: Chromium, tmp_path: Path, scheme: str) -> None:
    """Its plots have a size, none of their texts is cut off, and the page is no wider than the window."""
    (tmp_path / "made.txt").write_text(text(30), "utf-8")
    model = {"model": "test", "concurrency": 8, "price": {"input": 3, "output": 15}}
    with ModelServer(answer) as server:
        llm = {"default": "it", "models": {"it": {**model, "base_url": server.url}}}
        with pramana.open(tmp_path / "ws", create=True, llm=llm) as ws:
            ws.ingest(tmp_path / "made.txt")
            file = ws.report().save(tmp_path / "report.html")
    page.prefer(scheme)
    page.open(file.as_uri())
    assert page.run("[...document.querySelectorAll('main > section > svg')].length") >= 4
    cut = page.run(
        """[...document.querySelectorAll('svg text')].filter((each) => {
          const [own, whole] = [each.getBBox(), each.ownerSVGElement.viewBox.baseVal];
          return own.x < 0 || own.x + own.width > whole.width || own.y < 0 || own.y + own.height > whole.height;
        }).map((each) => each.textContent)"""
    )
    assert cut == []
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    page.resize(420, 900)
    assert page.run("document.documentElement.scrollWidth <= innerWidth")
    page.resize(1000, page.run("document.documentElement.scrollHeight"))
