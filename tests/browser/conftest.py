from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium, find_chromium

ABSENT = "Chromium is not installed. On Debian: apt-get install chromium; .ci/run does it."
AXE = "axe_playwright_python"
"""The package whose copy of axe-core is run; .ci/run installs it without what it needs for itself."""
SHOTS = os.environ.get("BROWSER_SHOTS")
"""A folder for screenshots, to be looked at by people; none are made without it."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser of the session. Without one tests are skipped; where BROWSER_TESTS=required, they fail."""
    program = find_chromium()
    if program is None:
        (pytest.fail if os.environ.get("BROWSER_TESTS") == "required" else pytest.skip)(ABSENT)
    with Chromium(program) as browser:
        yield browser


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core. Without the package tests are skipped; where BROWSER_TESTS=required, they fail."""
    found = importlib.util.find_spec(AXE)
    if found is None or found.origin is None:
        (pytest.fail if os.environ.get("BROWSER_TESTS") == "required" else pytest.skip)(f"{AXE} is not installed.")
    return Path(found.origin).with_name("axe.min.js").read_text("utf-8")


@pytest.fixture
def page(chromium: Chromium, request: pytest.FixtureRequest) -> Iterator[Chromium]:
    """The browser's page. A page of ours writes nothing to the console, and asks for nothing but itself."""
    chromium.begin()
    yield chromium
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        chromium.screenshot(Path(SHOTS) / f"{request.node.name}.png")
    assert chromium.log == []
    assert [url for url in chromium.requested if not url.startswith(("file:", "data:text/html", "about:"))] == []
