"""Takes the pictures of the explorer that the documentation shows: `python docs/site/pictures.py`. It needs Chromium.

The documents are those of `pramana demo`, so that everybody can open the same pages.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from chromium import Chromium, find_chromium  # noqa: E402
from served import Served  # noqa: E402

import pramana  # noqa: E402
from pramana.app import write_documents  # noqa: E402

PICTURES = {
    "explorer-answer.png": ("#/harbour/ask/Why%20did%20Tyler%20Brooks%20vote%20against%20the%20lease%3F", ".status"),
    "explorer-graph.png": ("graph?workspace=harbour", "svg, canvas"),
}
"""The file, its page, and what is on the page when it is ready."""


def main() -> None:
    program = find_chromium()
    if program is None:
        raise SystemExit("No Chromium was found.")
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "harbour"
        with pramana.open(folder, create=True) as ws:
            ws.ingest(*write_documents(Path(home) / "documents"))
        with Served(folder, options=("--read-only",), log=Path(home) / "log") as server:
            browser = Chromium(program, 1100, 640)
            for name, (page, ready) in PICTURES.items():
                browser.open("data:text/html,")
                browser.open(f"{server.url}/{page}")
                browser.until(f"document.querySelector({ready!r})")
                browser.run("new Promise((done) => setTimeout(done, 1500))")
                browser.screenshot(ROOT / "docs" / name)
                sys.stdout.write(f"Wrote docs/{name}\n")
            browser.close()


if __name__ == "__main__":
    main()
