"""The page at each address: what links to it show, and what is not there."""

import re
import struct
from html import unescape
from pathlib import Path

import pytest
from server_tools import bearer, new_duel, new_match

import quatrefoil
from quatrefoil.server import pages, pictures
from quatrefoil.server.static import ICONS

SCRIPT = Path(quatrefoil.__file__).parent / "web" / "js" / "main.js"


def metas(answer):
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', answer.text)
    return {name: unescape(text) for name, text in found}


def size_of_png(body):
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", body[16:24])


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/new/trickle", "/learn/trickle", "/learn/trickle/2", "/rules/trickle"),
        *("/robots.txt", "/manifest.webmanifest", "/favicon.ico", "/apple-touch-icon.png"),
    ],
)
def test_what_is_there_answers(client, path):
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/new", "/new/chess", "/learn/chess", "/rules/chess", "/rules/trickle/2"),
        *(
            "/m",
            "/m/",
            "/m/AAAAAAAAAAAAAAAA",
            "/m/x",
            "/m/AAAAAAAAAAAAAAAA/3",
            "/index.php",
            "/static.php",
        ),
    ],
)
def test_what_is_not_there_says_so_on_a_page(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert '<main id="main"' in answer.text
    assert "<title>There is nothing here</title>" in answer.text
    assert answer.headers["x-robots-tag"] == "noindex"


def test_the_page_and_the_server_know_the_same_addresses():
    script = SCRIPT.read_text(encoding="utf-8")
    theirs = re.findall(r"\[/\^\\/(.*?)\$/, ", script)
    assert len(theirs) >= 5
    plain = {pattern.replace(r"\/", "/").replace("(", "").replace(")", "") for pattern in theirs}
    ours = {pattern.replace("(", "").replace(")", "") for pattern, _ in pages._ADDRESSES}
    assert {one.replace("?:", "") for one in ours} == {one.replace("?:", "") for one in plain}


def test_a_link_to_an_invitation_says_who_invites_to_what(client):
    match, _ = new_match(
        client, game="trickle", clock={"kind": "realtime", "base": 300, "increment": 5}
    )
    found = metas(client.get(f"/m/{match}"))
    assert found["og:title"] == "Ada invites you to Trickle"
    assert found["og:description"].startswith("Two players · 5 min + 5 s. Nobody owns the beads")
    assert found["description"] == found["og:description"]
    assert found["og:url"] == f"http://testserver/m/{match}"
    address = f"http://testserver/api/matches/{match}/card.png?at=0&language=en"
    assert found["og:image"] == address
    assert found["twitter:card"] == "summary_large_image"
    in_finnish = client.get(f"/m/{match}", headers={"Accept-Language": "fi-FI,fi;q=0.9"})
    assert metas(in_finnish)["og:title"] == "Ada kutsuu sinut peliin Trickle"


def test_a_link_to_a_match_says_how_far_it_is(client):
    match, ada, _ = new_duel(client)
    move = {"do": "play", "tokens": ["f8-f9"], "at": 3}
    at = client.get(f"/api/matches/{match}").json()["last"]
    done = client.post(
        f"/api/matches/{match}/do", json={**move, "at": at}, headers=bearer(ada)
    ).json()
    assert done["ok"], done
    answer = client.get(f"/m/{match}")
    found = metas(answer)
    assert found["og:title"] == "Ada against Bob: Trickle"
    assert "1 move so far" in found["og:description"]
    assert "at=1" in found["og:image"]
    assert answer.headers["x-robots-tag"] == "noindex"
    assert "after move 0" in metas(client.get(f"/m/{match}/0"))["og:description"]
    client.post(f"/api/matches/{match}/do", json={"do": "resign"}, headers=bearer(ada))
    assert metas(client.get(f"/m/{match}"))["og:title"] == "Bob won: Trickle"


def test_the_computer_goes_by_the_name_of_its_level(client):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "computer", "level": 2}]
    match, _ = new_match(client, game="trickle", seats=seats)
    assert metas(client.get(f"/m/{match}"))["og:title"] == "Ada against Sprout: Trickle"
    in_finnish = client.get(f"/m/{match}", headers={"Accept-Language": "fi"})
    assert metas(in_finnish)["og:title"] == "Ada vastaan Taimi: Trickle"


def test_a_name_is_text_in_the_head(client):
    seats = [{"kind": "me", "name": '"><script>x()'}, {"kind": "open"}]
    match, _ = new_match(client, game="trickle", seats=seats)
    answer = client.get(f"/m/{match}")
    assert "<script>x" not in answer.text
    assert metas(answer)["og:title"] == '"><script>x() invites you to Trickle'


def test_previews_keep_drafts_and_secrets(client):
    match, ada, bob = new_duel(client, game="triotrio")
    text = client.get(f"/m/{match}").text
    assert ada not in text
    assert bob not in text
    before = client.get(f"/api/matches/{match}/picture.svg").content
    with_secret = client.get(f"/api/matches/{match}/picture.svg", headers=bearer(ada)).content
    assert before == with_secret


@pytest.mark.parametrize("name", ["@won", "@alice, @bob", "{game}"])
def test_a_name_is_no_key_of_a_text(client, name):
    """Values of phrases may be keys (`@player.0`); names that people gave themselves are none."""
    match, _ = new_match(client, seats=[{"kind": "me", "name": name}, {"kind": "open"}])
    assert metas(client.get(f"/m/{match}"))["og:title"] == f"{name} invites you to Trickle"
    assert client.get(f"/api/matches/{match}/card.png").status_code == 200


def test_icons_have_the_sizes_that_the_manifest_names(client):
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        body = client.get(icon["src"]).content
        if icon["type"] == "image/png":
            assert "x".join(map(str, size_of_png(body))) == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest.json()["icons"])
    for name, (size, _, _) in ICONS.items():
        assert size_of_png(client.get(f"/static/{name}").content) == (size, size)


def test_robots_may_look_at_previews_and_ask_nothing_else(client):
    text = client.get("/robots.txt").text
    assert "Disallow: /api/\n" in text
    assert "Allow: /api/matches/*/card.png" in text


def test_pictures_of_a_match(client):
    match, _, _ = new_duel(client)
    svg = client.get(f"/api/matches/{match}/picture.svg?dark=1&at=99")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    card = client.get(f"/api/matches/{match}/card.png", headers={"Sec-Fetch-Site": "cross-site"})
    assert card.headers["cross-origin-resource-policy"] == "cross-origin"
    assert size_of_png(card.content) == (1200, 630)
    film = client.get(f"/api/matches/{match}/film.gif")
    assert film.content[:6] == b"GIF89a"
    assert client.get(f"/api/matches/{match}/film.gif?from=3").json()["code"] == "not-allowed"
    assert client.get("/api/matches/AAAAAAAAAAAAAAAA/card.png").status_code == 404
    # A picture of another kind is for our own page alone.
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert client.get(f"/api/matches/{match}/film.gif", headers=elsewhere).status_code == 403


def test_a_game_is_printed_and_previewed(client):
    pdf = client.get("/api/games/trickle/sheet.pdf?paper=letter&language=fi")
    assert pdf.content[:5] == b"%PDF-"
    assert 'filename="trickle-letter-fi.pdf"' in pdf.headers["content-disposition"]
    assert size_of_png(client.get("/api/games/blinq/card.png").content) == (1200, 630)
    assert client.get("/api/games/chess/sheet.pdf").status_code == 404
    assert client.get("/api/games/trickle/sheet.pdf?paper=a3").status_code == 400


def test_without_the_extra_links_still_have_words(client, monkeypatch):
    match, _ = new_match(client, game="trickle")
    monkeypatch.setattr(pictures, "can_draw", lambda: False)
    monkeypatch.setattr(pages, "can_draw", lambda: False)
    found = metas(client.get(f"/m/{match}"))
    assert found["og:image"] == "http://testserver/static/icon-512.png"
    assert found["twitter:card"] == "summary"
    refused = client.get(f"/api/matches/{match}/card.png")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert client.get(f"/api/matches/{match}/picture.svg").status_code == 200


def test_a_picture_is_drawn_once_for_many(client, monkeypatch):
    match, _, _ = new_duel(client)
    drawn = []
    board = pictures.board
    monkeypatch.setattr(pictures, "board", lambda *how: drawn.append(how) or board(*how))
    for _ in range(3):
        assert client.get(f"/api/matches/{match}/picture.svg").status_code == 200
    assert len(drawn) == 1


def test_old_pictures_go_first():
    gallery = pictures.Gallery(most=10)
    gallery.keep("a", b"12345")
    gallery.keep("b", b"12345")
    assert gallery.get("a")
    gallery.keep("c", b"123")
    assert [gallery.get(what) for what in "abc"] == [b"12345", None, b"123"]
