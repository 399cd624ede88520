"""The page as an app: installed, opened without the server, brought up to date as a whole."""

from __future__ import annotations

import json
import signal

import pytest
from driver import wait_for_answer
from test_stored_studies import make_study

import quatrefoil

#: The service worker has kept everything.
_KEPT = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return found?.active?.state === 'activated';
}"""
PATIENT = 60_000


@pytest.fixture
def kept(visit, own_server):
    """A page whose service worker has kept all files."""
    page = visit(own_server.url, service_workers="allow")
    page.wait_for_selector(".card .board")
    wait_for_answer(page, _KEPT)
    return page


@pytest.mark.whole_browser
def test_it_can_be_installed_and_read_without_the_server(kept, own_server):
    session = kept.context.new_cdp_session(kept)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Tests run in profiles that keep nothing, which is no reason of ours.
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []

    # What is made for frames is no part of the app: it is the server's own, with its own headers.
    made = make_study(own_server)
    answer = kept.goto(f"{own_server.url}/embed/s/{made['id']}")
    assert "x-frame-options" not in answer.headers
    kept.get_by_role("heading", name="In a frame").wait_for()

    own_server.kill()
    kept.goto(own_server.url)
    kept.wait_for_selector(".card .board .piece")
    # A lesson is played: what is wrong is wrong, what is right goes on.
    kept.goto(f"{own_server.url}/learn/trickle/1")
    kept.wait_for_selector(".board.active .target")
    lesson = json.loads(quatrefoil.game("trickle").resource("learn.json").read_text())["lessons"][0]
    _play(kept, "f6", "f7")
    kept.get_by_role("button", name="Start again").click()
    _play(kept, *lesson["accept"][0][0].split("-"))
    kept.wait_for_selector(".lesson .note.good")
    # Rules have their diagrams.
    kept.goto(f"{own_server.url}/rules/blinq")
    kept.wait_for_selector("figure svg .piece", timeout=PATIENT)
    # What needs the server says so.
    kept.goto(f"{own_server.url}/m/AAAAAAAAAAAAAAAA")
    kept.get_by_role("heading", name="The server can't be reached").wait_for()


def _play(page, *places: str) -> None:
    for place in places:
        page.locator(f".target[data-click='{place}']").click(force=True)


def test_who_is_offline_is_told_so(visit):
    page = visit("/")
    page.wait_for_selector(".card")
    page.context.set_offline(True)
    page.locator(".strip", has_text="You are offline").wait_for()
    page.context.set_offline(False)
    page.locator(".strip").wait_for(state="detached")


_CACHES = "() => caches.keys()"
#: Another version, as another release would have it.
_OTHER = "import quatrefoil\nquatrefoil.__version__ = 'another'\n"


def test_a_new_version_comes_as_a_whole(kept, own_server, tmp_path):
    (first,) = kept.evaluate(_CACHES)
    own_server.kill(signal.SIGTERM)
    (tmp_path / "sitecustomize.py").write_text(_OTHER, encoding="utf-8")
    own_server.environment = {"PYTHONPATH": str(tmp_path)}
    own_server.start()
    kept.reload()  # the old one opens at once, and looks for a new one meanwhile
    kept.locator(".strip", has_text="There is a new version").wait_for(timeout=PATIENT)
    both = kept.evaluate(_CACHES)
    assert first in both
    assert len(both) == 2
    kept.get_by_role("button", name="Use it now").click()
    kept.wait_for_selector(".card .board")
    kept.wait_for_selector(".strip.update", state="detached", timeout=PATIENT)
    only = "async (first) => { const all = await caches.keys(); return !all.includes(first); }"
    wait_for_answer(kept, only, first)
    assert kept.locator(".strip", has_text="There is a new version").count() == 0
