"""What tests of the dashboard share: the real server at an address of its own, and a real browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

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
    with _running([sys.executable, "-c", script], ROOT, port):
        yield f"http://127.0.0.1:{port}"


# A page with nothing but boards; it can put the board away, and has a field and a button beside it.
_BOARDS = """
import json
from pathlib import Path

import streamlit as st

from dashboard.boards import BOARDS

st.set_page_config(layout="wide")
system, game = st.query_params["system"], st.query_params["game"]
if not st.checkbox("Put the board away"):
    BOARDS[system].show_board(json.loads((Path(__file__).parent / f"{game}.json").read_text(encoding="utf-8")), "board")
st.text_input("A field")
st.button("Again")
"""


@contextmanager
def boards(folder: Path, games: Mapping[str, Any]) -> Iterator[str]:
    """A small app that shows the data of boards, by name, at an address of its own."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium on the path")
    for name, data in games.items():
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / "app.py").write_text(_BOARDS, encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {"port": port, "address": "127.0.0.1", "headless": "true", "fileWatcherType": "none"}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--browser.gatherUsageStats=false"]
    command += [f"--server.{name}={value}" for name, value in options.items()]
    with _running(command, folder, port):
        yield f"http://127.0.0.1:{port}/"


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    server = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(timeout=20)


def opened(page: Page, address: str, system: str = "boba", **query: object) -> Page:
    """The page with a board that `boards` shows."""
    page.goto(f"{address}?system={system}&" + "&".join(f"{name}={value}" for name, value in query.items()))
    page.locator(".board").wait_for(timeout=30_000)
    return page


def step_of(page: Page) -> int:
    """The step that the board shows."""
    return int(page.locator(".caption .place").inner_text().split("/")[0])


def step_in_address(page: Page, step: int) -> bool:
    """Wait until the address tells a step."""
    page.wait_for_function("step => new URLSearchParams(location.search).get('step') === String(step)", arg=step)
    return True


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


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
