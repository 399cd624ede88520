"""Being told of one's turn: opting in on a device, and what the service worker shows."""

from __future__ import annotations

import json
import signal
import sqlite3

import pytest
from driver import make_match, wait_for_answer
from running import Server

from quatrefoil.cli import main

#: The browser's own push service cannot be reached here: a device is made up in its place.
_DEVICE = """
const device = {
  toJSON: () => ({ endpoint: 'https://push.example.org/device',
    keys: { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) } }),
  endpoint: 'https://push.example.org/device',
  unsubscribe: async () => { window.subscribed = null; return true; },
};
window.subscribed = null;
PushManager.prototype.subscribe = async function (options) {
  window.key = options.applicationServerKey;
  return (window.subscribed = device);
};
PushManager.prototype.getSubscription = async () => window.subscribed;
"""
_ACTIVE = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return found?.active?.state === 'activated';
}"""


@pytest.fixture
def telling(tmp_path):
    """A server that is set up for Web Push."""
    keys = tmp_path / "push.pem"
    assert main(["push-keys", str(keys)]) == 0
    running = Server(tmp_path)
    running.options = ["--push-keys", str(keys), "--push-contact", "mailto:host@example.org"]
    running.start()
    yield running
    running.kill(signal.SIGTERM)


def _devices(server: Server) -> list[str]:
    with sqlite3.connect(server.database) as database:
        return [row[0] for row in database.execute("SELECT endpoint FROM subscriptions")]


@pytest.mark.whole_browser
def test_a_device_opts_in_and_out_and_shows_what_comes(visit, telling):
    made = make_match(telling.url, {"game": "blinq", "seats": [{"kind": "me"}, {"kind": "open"}]})
    theirs = visit(made["link"])
    theirs.get_by_role("button", name="Sit down and play").click()
    page = visit(telling.url, service_workers="allow", permissions=["notifications"])
    page.add_init_script(_DEVICE)
    page.goto(made["take_along"])
    page.wait_for_selector(".board.active")
    page.get_by_role("button", name="Notify me").click()
    page.locator(".toast", has_text="even with the page closed").wait_for(timeout=60_000)
    assert _devices(telling) == ["https://push.example.org/device"]
    assert len(page.evaluate("window.key")) == 87

    # A message is shown while the match is out of sight, and opens it.
    wait_for_answer(page, _ACTIVE)
    page.goto(telling.url)
    message = {"match": made["id"], "title": "Your turn in Blinq", "body": "Ada has moved."}
    _deliver(page, telling.url, message)
    shown = """async () => {
      const found = await (await navigator.serviceWorker.getRegistration()).getNotifications();
      return found.length && found.map(({ title, body, tag }) => ({ title, body, tag }));
    }"""
    (note,) = wait_for_answer(page, shown)
    assert note == {"title": message["title"], "body": message["body"], "tag": made["id"]}

    page.goto(made["link"])
    page.wait_for_selector(".board.active")
    page.evaluate("() => PushManager.prototype.subscribe({})")
    page.get_by_role("button", name="Notify me").click()
    page.wait_for_selector("button[aria-pressed=false] >> text=Notify me")
    wait_for_answer(page, "async () => window.subscribed === null")
    assert _devices(telling) == []


def _deliver(page, origin: str, message: dict[str, str]) -> None:
    """Bring a message to the service worker, as the browser's push service would."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(0)
    for _ in range(600):
        if found:
            break
        page.wait_for_timeout(100)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": json.dumps(message)},
    )
