"""Rules pages: one screen for players, the exact rules folded below, two pages of paper."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise

import pytest

import quatrefoil

GAMES = [game.name for game in quatrefoil.all_games() if game.has("glance.md")]
PAGES = ["glance.md", "glance.fi.md"]


def _text(game: str, page: str) -> str:
    return quatrefoil.game(game).resource(page).read_text(encoding="utf-8")


def _diagrams(text: str) -> list[tuple[dict, list[list[str]]]]:
    found = [json.loads(data) for data in re.findall(r"```position\n(.*?)\n", text)]
    return [(data, data.pop("arrows", [])) for data in found]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("game", GAMES)
def test_cards_are_few_and_each_has_a_drawing(game, page):
    text = _text(game, page)
    titles = re.findall(r"^## ", text, re.M)
    assert len(titles) in (4, 6), "cards stand in even rows"
    assert len(_diagrams(text)) == len(titles)
    words = re.sub(r"```position.*?```", "", text, flags=re.S).split()
    assert len(words) < 260
    first = re.split(r"\s+", text.split("\n\n")[1])
    for author in re.findall(r"\w\S+(?= |,|$)", quatrefoil.game(game).authors):
        if author[0].isupper():
            # A Finnish name is inflected at its end.
            assert any(author[:4] in word for word in first), f"{author} is not credited"


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_draw_the_same(game):
    assert _diagrams(_text(game, PAGES[0])) == _diagrams(_text(game, PAGES[1]))


@pytest.mark.parametrize("game", GAMES)
def test_arrows_are_legal_moves(game):
    drawn = 0
    for data, arrows in _diagrams(_text(game, "glance.md")):
        if not arrows:
            continue
        drawn += 1
        legal = " ".join(quatrefoil.position(json.dumps(data)).legal_tokens())
        if all(end == start for (_, end), (start, _) in pairwise(arrows)):
            arrows = [[arrows[0][0], arrows[-1][1]]]  # one way, step by step
        for start, end in arrows:
            if start == end:  # a triangle goes round
                assert "theta-" in legal.split()
                continue
            # To the face of a Blink: a link that is placed there.
            move = f"{start}-" if end.startswith(f"{start}.") else f"{start}[->]{re.escape(end)}"
            assert re.search(rf"(?<!\S){move}", legal), (start, end)
    assert drawn or game == "blinq"


@pytest.mark.parametrize("game", GAMES)
def test_one_screen_then_everything_else_folded(visit, game):
    page = visit(f"/rules/{game}")
    cards = page.locator(".glance .card")
    cards.first.wait_for()
    page.wait_for_function("() => !document.querySelector('.glance figure:not(:has(svg))')")
    assert page.locator(".glance").bounding_box()["height"] > 300
    fold = page.locator("details summary", has_text="Exact rules and our readings")
    box = fold.bounding_box()
    assert box["y"] + box["height"] <= 900, "the cards leave no room for the fold"
    assert not page.locator(".exact").is_visible()
    fold.click()
    page.locator(".exact .reading").first.wait_for()
    page.locator(".exact figure svg").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440


@pytest.mark.parametrize("locale", ["en-GB", "fi-FI"])
@pytest.mark.parametrize("game", GAMES)
def test_two_pages_of_paper(visit, game, locale):
    """On A4 and on Letter, whatever the scheme is; what is folded is printed too."""
    from pypdf import PdfReader

    page = visit(f"/rules/{game}", locale=locale, color_scheme="dark")
    page.wait_for_function("() => document.querySelector('.glance figure svg')")
    page.wait_for_function("() => !document.querySelector('.glance figure:not(:has(svg))')")
    last = page.locator(".exact > :last-child").evaluate("(end) => end.textContent")
    for paper in ("A4", "Letter"):
        printed = PdfReader(io.BytesIO(page.pdf(format=paper))).pages
        assert len(printed) == 2, paper
        exact = printed[1].extract_text()
        assert _letters(last)[:40] in _letters(exact), "the end of the rules is missing"
    assert not page.locator("details").evaluate("(fold) => fold.open"), "it stays as it was"


def _letters(text: str) -> str:
    """Without spaces and hyphens, which paper breaks anew."""
    return re.sub(r"[\W_]+", "", text)
