"""What tests of the dashboard share: the real server at an address of its own, and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = shutil.which("chromium")
# A machine that runs all tests at once is slow; nothing here is about speed.
expect.set_options(timeout=20_000)


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """The real command, listening at an address of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = f"from dashboard.server import run; run({str(database)!r}, '127.0.0.1', {port})"
    server = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()  # noqa: S310 (our own server)
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("There is no chromium on this machine (Debian: apt-get install chromium)")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*flags, "--disable-sync"])
        yield found
        found.close()
