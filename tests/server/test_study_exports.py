"""A study as a record, a picture, a GIF, a PDF, a card; and the pages that show it."""

import io
import re

import pytest
from PIL import Image
from server_tools import app_client
from study_tools import MOVES, edit, new_study, small_tree

import quatrefoil
from quatrefoil import Record
from quatrefoil.core.tree import ROOT, Note, Tree
from quatrefoil.server.studies import exports


@pytest.fixture(scope="module")
def made(client):
    return new_study(client, title="Zwölf <Wege>")


def get(client, made, what):
    return client.get(f"/api/studies/{made['id']}/{what}")


def test_record_and_tree(client, made):
    answer = get(client, made, "record")
    assert Record.from_json(answer.json()).moves == MOVES
    assert f'filename="trickle-{made["id"]}.record.json"' in answer.headers["content-disposition"]
    assert get(client, made, "tree").json() == small_tree().to_json()


def test_a_study_of_mid_game_has_no_record_but_pictures(client):
    start = small_tree().line_at(2).position.copy()
    made = new_study(client, Tree(quatrefoil.rules("trickle"), start).add(ROOT, ["h6-i5"])[0])
    assert get(client, made, "record").status_code == 403
    assert get(client, made, "picture.svg").status_code == 200
    assert get(client, made, "film.gif").status_code == 200
    assert get(client, made, "positions.pdf").content.startswith(b"%PDF")


def test_a_position_as_svg(client, made):
    end, start = get(client, made, "picture.svg"), get(client, made, "picture.svg?node=0")
    assert end.headers["content-type"].startswith("image/svg+xml")
    assert end.text != start.text
    assert "arrow" in start.text or "marker" in start.text or "path" in start.text
    bare = new_study(client, Tree(quatrefoil.rules("trickle")))
    assert get(client, bare, "picture.svg").text != start.text, "the arrow is drawn"
    assert get(client, made, "picture.svg?node=4&dark=1&flipped=1").text != end.text
    assert get(client, made, "picture.svg?node=99").status_code == 404
    assert get(client, made, "picture.svg?node=x").status_code == 400
    assert get(client, made, "picture.svg?version=7").status_code == 409


def test_a_line_as_gif(client, made):
    gif = Image.open(io.BytesIO(get(client, made, "film.gif").content))
    assert gif.n_frames == len(MOVES) + 1
    branch = Image.open(io.BytesIO(get(client, made, "film.gif?node=4&from=1").content))
    assert branch.n_frames == 2
    assert get(client, made, "film.gif?from=9").status_code == 403


def test_positions_with_comments_as_pdf(client, made):
    answer = get(client, made, "positions.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert b"/Type/Pages/Count 1/" in answer.content
    assert get(client, made, "positions.pdf?paper=letter&language=fi").content != answer.content
    assert get(client, made, "positions.pdf?paper=a5").status_code == 400


def test_a_pdf_takes_any_text(client):
    tree = small_tree().annotate(
        2, Note('#panic("x") \\ *a* $1$ \x07 \u202e …\n\n\U0001f600 @b <c>')
    )
    assert get(client, new_study(client, tree), "positions.pdf").content.startswith(b"%PDF")


def test_a_pdf_has_a_bounded_number_of_positions(client, monkeypatch):
    monkeypatch.setattr(exports, "MAX_POSITIONS", 2)
    drawn = []
    plain = exports._shapes
    monkeypatch.setattr(exports, "_shapes", lambda *given: drawn.append(1) or plain(*given))
    tree = small_tree().annotate(2, Note("a")).annotate(3, Note("b"))
    assert get(client, new_study(client, tree), "positions.pdf").status_code == 200
    assert len(drawn) == 2


def test_what_would_take_too_long_is_refused_before_it_is_drawn(client, made, monkeypatch):
    monkeypatch.setattr(exports, "_MOST_PLACES", 100)
    monkeypatch.setattr(exports, "draw", None)
    edit(client, made, title="so that nothing is kept")
    for what in ("film.gif", "positions.pdf"):
        answer = get(client, made, what)
        assert answer.status_code == 403, what
        assert "of a board this large" in answer.json()["message"]
    monkeypatch.setattr(exports, "MAX_FRAMES", 2)
    assert "1 to 2 positions" in get(client, made, "film.gif").json()["message"]


def test_link_previews(client, made):
    edit(client, made, title="Zwölf <Wege>")
    page = client.get(f"/s/{made['id']}", headers={"Accept-Language": "en"})
    assert page.status_code == 200
    assert page.headers["x-robots-tag"] == "noindex"
    assert "<title>Zwölf &lt;Wege&gt;: Trickle</title>" in page.text
    image = re.search(r'og:image" content="([^"]+)"', page.text)[1].replace("&amp;", "&")
    card = client.get(image[image.index("/api/") :], headers={"Sec-Fetch-Site": "cross-site"})
    assert card.headers["cross-origin-resource-policy"] == "cross-origin"
    assert Image.open(io.BytesIO(card.content)).size == (1200, 630)
    assert client.get("/s/nobody-knows-this").status_code == 404
    assert made["secret"] not in page.text


def test_only_the_embedded_page_may_be_framed(client, made):
    framed = client.get(f"/embed/s/{made['id']}")
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    assert "main.js" not in framed.text, "no other page is reached from there"
    for path in (
        "/",
        f"/s/{made['id']}",
        "/embed/",
        f"/embed/s/{made['id']}/",
        f"/embed/m/{made['id']}",
        f"/api/studies/{made['id']}",
        "/static/embed.html",
        f"//embed/s/{made['id']}",
    ):
        headers = client.get(path).headers
        assert headers["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path


def test_without_the_extra_there_are_boards_only(tmp_path, monkeypatch):
    monkeypatch.setattr("quatrefoil.server.pictures.can_draw", lambda: False)
    with app_client(tmp_path) as client:
        made = new_study(client)
        assert get(client, made, "picture.svg").status_code == 200
        for what in ("film.gif", "positions.pdf", "card.png"):
            assert get(client, made, what).status_code == 503
