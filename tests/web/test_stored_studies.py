"""Studies on the server: two edit at once, one reads live, another site has it in a frame."""

from __future__ import annotations

import http.server
import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from driver import wait_for_answer

TREE = ".tree-box .tree"


def comment_on(page, node: int, words: str) -> None:
    """Go to a move and write about it."""
    page.locator(f"{TREE} [data-node='{node}']").click()
    page.wait_for_selector(f"{TREE} [data-node='{node}'][aria-current=true]")
    field = page.get_by_role("textbox", name="Comment")
    field.fill(words)
    field.blur()


def shows(page, *texts: str) -> None:
    """Wait until the list of moves has all texts."""
    wait = """(texts) => {
      const said = document.querySelector('.tree')?.textContent ?? "";
      return texts.every((text) => said.includes(text));
    }"""
    wait_for_answer(page, wait, list(texts))


def test_a_study_from_saving_to_deleting(visit, server):
    ada = visit("/analysis/trickle#moves=f8-f9+f4-f3+h6-i5&ply=2")
    ada.get_by_role("button", name="Save as study").click()
    dialog = ada.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Title").fill("The north gate")
    dialog.get_by_role("button", name="Save as study").click()
    ada.wait_for_url("**/s/*")
    ada.wait_for_selector(".kept")
    # She is still at the move that she was at.
    ada.wait_for_selector(f"{TREE} [data-node='2'][aria-current=true]")

    # The links: the secret to edit is in a fragment, and leaves the address at once.
    ada.get_by_role("button", name="Share", exact=True).click()
    links = ada.locator("dialog input.link")
    to_read, to_edit = links.nth(0).input_value(), links.nth(1).input_value()
    assert to_edit.startswith(f"{to_read}#")
    framed = links.nth(2).input_value()
    assert "/embed/s/" in framed
    assert 'title="The north gate' in framed, "a frame has a name for who hears the page"
    ada.get_by_role("button", name="Close").click()
    bob = visit(to_edit)
    bob.wait_for_selector(".kept input.study-title")
    assert bob.url == to_read
    eve = visit(to_read, color_scheme="dark", viewport={"width": 390, "height": 844})
    eve.get_by_role("heading", name="The north gate").first.wait_for()
    assert not eve.locator("input.study-title").count()

    # Both edit in the same moment; all three see what both did.
    comment_on(ada, 1, "Ada was here")
    comment_on(bob, 2, "Bob too")
    for page in (ada, bob, eve):
        shows(page, "Ada was here", "Bob too")
    bob.get_by_role("textbox", name="Title").fill("The south gate")
    bob.get_by_role("textbox", name="Title").press("Enter")
    eve.get_by_role("heading", name="The south gate").first.wait_for()

    # A reader takes a copy of their own.
    eve.get_by_role("button", name="Clone").click()
    eve.wait_for_selector(".kept input.study-title")
    assert eve.url != to_read

    # It is on the list of one's own; and whoever may edit may delete it for all.
    ada.get_by_role("button", name="Share", exact=True).click()
    ada.get_by_text("Delete", exact=True).last.click()
    ada.get_by_role("button", name="Delete for good").click()
    for page in (ada, bob):
        page.get_by_text("This study was deleted.").first.wait_for()
    bob.goto(f"{server.url}/study/trickle")
    bob.get_by_role("link", name="The south gate").wait_for()


def make_study(server) -> dict[str, str]:
    tree = {
        "format": "quatrefoil-tree",
        "version": 1,
        "game": "blinq",
        "rules_version": 1,
        "options": {"size": 3},
        "start": None,
        "lines": [{"moves": ["1a1W", "1a2N"]}],
        "notes": {"1": {"comment": "West."}},
        "tags": {},
    }
    request = urllib.request.Request(
        f"{server.url}/api/studies",
        json.dumps({"tree": tree, "title": "In a frame"}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, str] = json.load(answer)
    return made


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """Have a site at another origin, with one page."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *given):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{site.server_port}/"
    finally:
        site.shutdown()
        site.server_close()


def test_another_site_shows_it_in_a_frame_and_nothing_else(browser, server):
    made = make_study(server)
    frames = [f"{server.url}/embed/s/{made['id']}", f"{server.url}/s/{made['id']}"]
    page_text = "".join(f'<iframe src="{each}" width=480 height=640></iframe>' for each in frames)
    with another_site(page_text) as address:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(address)
        framed = page.frame_locator("iframe").nth(0)
        framed.get_by_role("heading", name="In a frame").wait_for()
        framed.locator(".walk-row button").nth(2).click()
        framed.locator(".said", has_text="West.").wait_for()
        assert framed.locator("textarea, input").count() == 0
        # It is live as well.
        request = urllib.request.Request(
            f"{server.url}/api/studies/{made['id']}",
            json.dumps({"title": "Another name"}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {made['secret']}"},
        )
        urllib.request.urlopen(request).close()
        framed.get_by_role("heading", name="Another name").wait_for()
        refused = page.frames[2]
        assert refused.url.startswith("chrome-error:"), "only the embedded page may be framed"
        context.close()
