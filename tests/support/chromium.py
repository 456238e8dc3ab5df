"""A headless Chromium for tests, driven over its own protocol through a pair of pipes: no port, no other package."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
)
PATIENCE = 60.0
"""Seconds to wait for an answer of the browser, or for something to become so on a page."""


def find_chromium() -> str | None:
    """Return where Chromium is installed, None where it is not."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _pipe() -> tuple[int, int]:
    """Return a pipe whose ends are none of the descriptors that Chromium uses."""
    low = os.pipe()
    high = fcntl.fcntl(low[0], fcntl.F_DUPFD_CLOEXEC, 10), fcntl.fcntl(low[1], fcntl.F_DUPFD_CLOEXEC, 10)
    for end in low:
        os.close(end)
    return high


class PageError(AssertionError):
    """What a page's script threw when it was asked something."""


class Chromium:
    """A browser with one page. Use it as a context manager."""

    def __init__(self, program: str, width: int = 1280, height: int = 800) -> None:
        self._folder = tempfile.mkdtemp(prefix="chromium-")
        (to_read, self._to), (self._from, to_write) = _pipe(), _pipe()
        size = f"--window-size={width},{height}"
        # Chromium reads commands on descriptor 3 and answers on 4.
        shell = f'exec 3<&{to_read} 4>&{to_write}; exec "$0" "$@"'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", shell, program, *FLAGS, size, f"--user-data-dir={self._folder}", "about:blank"],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._sent, self._buffer = 0, b""
        self._events: deque[dict[str, Any]] = deque()
        self.log: list[str] = []
        """What pages wrote to the console as an error or a warning, and what they threw."""
        self.requested: list[str] = []
        """What pages asked for, by URL."""
        self._session = ""
        self._attach(width, height)

    def _attach(self, width: int, height: int) -> None:
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.send("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its answer. Raises PageError where the browser refuses it."""
        self._sent += 1
        message: dict[str, Any] = {"id": self._sent, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._sent:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result
            self._notice(answer)

    def _read(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            if not select.select([self._from], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer.")
            part = os.read(self._from, 1 << 20)
            if not part:
                raise ConnectionError("Chromium has gone.")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def _notice(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                self.log.append(f"{details['text']} {details.get('exception', {}).get('description', '')}")
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                self.log.append(" ".join(str(each.get("value", each.get("description"))) for each in told["args"]))
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.log.append(told["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requested.append(told["request"]["url"])
        self._events.append(event)

    def open(self, url: str) -> None:
        """Go to a page, and wait until it is loaded."""
        self._events.clear()
        self.send("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, expression: str) -> Any:
        """Return what an expression comes to on the page, awaited, as JSON. Raises PageError with what it threw."""
        found = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            details = found["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description", details["text"]))
        return found["result"].get("value")

    def until(self, expression: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true on the page. Raises TimeoutError."""
        end = time.monotonic() + patience
        while not self.run(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise TimeoutError(f"It never came to be so: {expression}")
            time.sleep(0.05)

    def click(self, x: float, y: float, times: int = 1) -> None:
        """Click at a point of the page, as a person would."""
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased") * times:
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=times, buttons=1)

    def click_on(self, selector: str) -> None:
        """Click on the middle of an element."""
        script = (
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'nearest'}});"
            "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        self.click(*self.run(script))

    def move(self, x: float, y: float) -> None:
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def choose_files(self, selector: str, *paths: Path) -> None:
        """Choose files in a field for them, as a person would."""
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", files=[str(path) for path in paths], nodeId=node)

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)

    def key(self, key: str, code: int = 0) -> None:
        """Press a key by its name: `Enter`, `Tab`, `ArrowDown`, `/`."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        common = {"key": key, "windowsVirtualKeyCode": code or codes.get(key, ord(key[0].upper()))}
        self.send("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def prefer(self, scheme: str) -> None:
        """Prefer `light` or `dark`."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def begin(self) -> None:
        """Show an empty page of the usual size in light colours, and forget what was written and asked for."""
        self.open("data:text/html,")
        self.resize(1280, 800)
        self.prefer("light")
        self.log.clear()
        self.requested.clear()

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """End the browser, and delete what it stored."""
        os.close(self._to)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._from)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def serious_findings(page: Chromium, axe: str) -> list[Any]:
    """Return what axe-core (its text is `axe`) finds serious or critical on a page: impact, rule, elements."""
    page.run(f"{axe}; 0")
    found = page.run("axe.run().then((r) => r.violations.map((v) => [v.impact, v.id, v.nodes.map((n) => n.html)]))")
    return [each for each in found if each[0] in ("serious", "critical")]
