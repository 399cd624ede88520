"""A real server in a process of its own, and a real browser that plays on it.

Without a browser these tests are skipped; under CI that is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import pytest
from running import Server

CHROMIUM = os.environ.get("QUATREFOIL_BROWSER") or shutil.which("chromium") or ""
#: The same without what people see around pages: a third less of the processor.
SHELL = os.environ.get("QUATREFOIL_BROWSER") or shutil.which("chromium-headless-shell") or CHROMIUM
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Shows the turns of others at once, or at another pace: most tests need not watch.
PACE = """(() => {
  try {
    const settings = JSON.parse(localStorage.getItem("quatrefoil.settings") ?? "{}");
    settings.pace ??= %s;
    localStorage.setItem("quatrefoil.settings", JSON.stringify(settings));
  } catch {
    // This page has no store.
  }
})()"""

#: Where the page's files are.
_FILES = ("/static/", "/style/", "/games/")

try:
    from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
except ImportError:  # the tests say so themselves
    sync_playwright = None  # type: ignore[assignment]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill(signal.SIGTERM)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may go away, without harm to other tests."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill(signal.SIGTERM)


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[[str], Browser]]:
    """Start browsers, each program once."""
    if sync_playwright is None or not CHROMIUM:
        _do_without("playwright (pip) and chromium (apt), or QUATREFOIL_BROWSER")
    running: dict[str, Browser] = {}
    with sync_playwright() as playwright:

        def started(program: str) -> Browser:
            if program not in running:
                running[program] = playwright.chromium.launch(executable_path=program, args=FLAGS)
            return running[program]

        yield started
        for browser in running.values():
            browser.close()


@pytest.fixture
def browser(launch: Callable[[str], Browser], request: pytest.FixtureRequest) -> Browser:
    """The smallest browser that can do what the test needs."""
    whole = request.node.get_closest_marker("whole_browser")
    return launch(CHROMIUM if whole else SHELL)


@pytest.fixture(scope="session")
def axe() -> Any:
    """The checker of barriers."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        _do_without("axe-playwright-python (pip)")
    return Axe()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open addresses, each in a browser profile of its own.

    Fail on errors in their consoles, and if anything is asked of another host.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(address: str = "/", pace: str = "at-once", **options: Any) -> Page:
        # Most tests are about the page as the server has it: nothing is kept from page to page.
        wishes: dict[str, Any] = {
            "viewport": {"width": 1440, "height": 900},
            "locale": "en-GB",
            "service_workers": "block",
        }
        context = browser.new_context(**{**wishes, **options})
        context.set_default_timeout(10_000)
        context.add_init_script(PACE % json.dumps(pace))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: _note(problems, message))
        page.on("request", lambda request: _note_stranger(problems, request.url))
        page.on("websocket", lambda socket: _note_stranger(problems, socket.url))
        page.goto(server.url + address if address.startswith("/") else address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems


def _note_stranger(problems: list[str], url: str) -> None:
    if urlsplit(url).hostname not in (None, "127.0.0.1"):  # data: and blob: have no host
        problems.append(f"asked of another host: {url}")


def _do_without(wanted: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"the browser tests need {wanted}")
    pytest.skip(f"no browser: {wanted}")


def _note(problems: list[str], message: Any) -> None:
    # The browser itself notes a server that is away, requests that the server refuses, and pages
    # that are not there. A file that is missing is a fault of ours.
    path = urlsplit(message.location.get("url", "")).path
    missing_page = "status of 404" in message.text and not path.startswith(_FILES)
    expected = "net::ERR_" in message.text or path.startswith("/api/") or missing_page
    if message.type == "error" and not expected:
        problems.append(f"{message.text} {message.location.get('url', '')}")
