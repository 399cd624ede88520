"""A page of another site asks in a visitor's name: it is refused, by Origin or by the body's type.

Once a form of any page made matches here, and an Origin that is no address was an error of ours.
"""

import pytest
from attack_tools import Wire, ask, new_duel, note, serving

FOREIGN = "https://elsewhere.example"
MATCH = {"game": "trickle", "seats": [{"kind": "me"}, {"kind": "open"}]}
#: What browsers send along when a page of another site asks here.
WAYS = {
    "a form of plain text": {"Content-Type": "text/plain", "Origin": FOREIGN},
    "a form, by a browser that sends no Origin": {"Content-Type": "text/plain"},
    "a form as forms are": {"Content-Type": "application/x-www-form-urlencoded"},
    "fetch without asking": {
        "Content-Type": "text/plain;charset=UTF-8",
        "Origin": FOREIGN,
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "no-cors",
    },
    "a frame without origin": {"Origin": "null"},
    "an origin that is no address": {"Origin": "http://["},
    "another server of the same machine": {"Origin": "http://127.0.0.1:1"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("sites")) as running:
        yield running


@pytest.mark.parametrize("way", WAYS)
def test_pages_of_other_sites_make_no_match(server, way):
    status, answer = ask(server, "/api/matches", MATCH, WAYS[way])
    note(f"a match made by {way}", status)
    assert status in (403, 415)
    assert answer["code"] in ("not-allowed", "bad-type")


@pytest.mark.parametrize("origin", [FOREIGN, "null", "http://[", "http://127.0.0.1:1", ""])
def test_pages_of_other_sites_open_no_socket(server, origin):
    match, ada, _ = new_duel(server)
    wire = Wire(server, match, ada, headers=f"Origin: {origin}\r\n")
    wire.close()
    note(f"a socket from {origin!r}", wire.status)
    assert wire.status == 403


def test_other_sites_may_link_here_but_not_ask(server):
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    hidden, _ = ask(server, "/api/games", headers=elsewhere | {"Sec-Fetch-Mode": "no-cors"})
    linked, _ = ask(server, "/api/games", headers=elsewhere | {"Sec-Fetch-Mode": "navigate"})
    assert (hidden, linked) == (403, 200)


def test_our_own_page_and_programs_may_ask(server):
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    for headers in (own, {}, {"Content-Type": "application/json; charset=utf-8"}):
        assert ask(server, "/api/matches", MATCH, headers)[0] == 201
