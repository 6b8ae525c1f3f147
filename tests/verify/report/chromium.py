"""Headless Chromium over the pipe of its DevTools protocol: one browser, pages one after the other."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
TAB_STOPS = """[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
  .filter((one) => one.tabIndex >= 0 && one.checkVisibility({contentVisibilityAuto: true})).length"""
WIDER = """[...document.querySelectorAll('math')].filter((one) => one.checkVisibility()).filter((one) => {
  let box = one.parentElement;
  while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) { box = box.parentElement; }
  return !box && one.getBoundingClientRect().right > innerWidth + 1;
}).length"""
"""Formulas that stick out of the page and stand in no box of their own that scrolls."""
FIRST_SCREEN = """(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), seen = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange(); range.selectNodeContents(node);
    if ([...range.getClientRects()].some((box) => box.width > 0 && box.bottom <= innerHeight)) { seen.push(node.data); }
  }
  return seen.join(' ').replace(/\\s+/g, ' ');
})()"""


class Chromium:
    """A browser; ``complaints`` are what pages wrote on the console as errors."""

    def __init__(self, profile: Path) -> None:
        program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
        assert program, f"none of {', '.join(PROGRAMS)} is installed"
        ours, theirs = os.pipe(), os.pipe()
        fixed = ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={profile}")
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (ours[0], theirs[1])]  # clear of the places that the browser reads and writes at

        def placed() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen([program, *fixed], preexec_fn=placed, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (ours[0], theirs[1], *ends):
            os.close(end)
        self.out, self.into = os.fdopen(ours[1], "wb", buffering=0), os.fdopen(theirs[0], "rb")
        self.number, self.rest, self.session = 0, b"", None
        self.complaints: list[str] = []
        self.events: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Mapping[str, Any]:
        """The answer to one command; events that come before it are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        self.out.write(json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != self.number:
            self._keep(answer)
        assert "error" not in answer, answer
        result: Mapping[str, Any] = answer["result"]
        return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            more = self.into.read1(1 << 20)
            assert more, "the browser ended"
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def _keep(self, event: Mapping[str, Any]) -> None:
        self.events.append(str(event.get("method")))
        if event.get("method") == "Runtime.exceptionThrown" or (event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"):
            self.complaints.append(json.dumps(event["params"]))

    def open(self, address: str, *, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        """Show a page; returns when it has been loaded."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        self.call("Page.navigate", url=address)
        while "Page.loadEventFired" not in self.events:
            self._keep(self._next())

    def ask(self, expression: str) -> Any:
        """The value of an expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """A PNG of what is seen, or of the whole page."""
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    def close(self) -> None:
        """End the browser."""
        self.process.terminate()
        self.process.wait(timeout=30)
        self.out.close()
        self.into.close()
