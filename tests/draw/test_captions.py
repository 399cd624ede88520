"""Captions of moving pictures: names, scores and moves, in one size for all frames."""

import io
import re

import pytest
from PIL import Image

import quatrefoil
from quatrefoil.draw import Look, draw_line
from quatrefoil.draw.captions import Captions, captions_of
from quatrefoil.draw.film import Reel
from quatrefoil.draw.gif import animate

RECORD = {
    "format": "quatrefoil-record",
    "version": 1,
    "game": "blinq",
    "rules_version": 1,
    "options": {"size": 3},
    "moves": [
        *("1a1W", "1a2N", "1a3W", "1c2N", "1c1W", "1b3N"),
        *("2a2S", "1c3N", "2b2S", "1b1S", "2a1E"),
    ],
    "end": None,
    "result": [1, 0],
    "tags": {"red": "Ada", "black": "Grace & Co <x>"},
}


@pytest.fixture
def record():
    return quatrefoil.Record.from_json(RECORD)


def texts(svg):
    return re.findall(r"<text[^>]*>(.*?)</text>", svg)


def caption(record, at, **look):
    chosen = Look(**look)
    line = record.line_at(at)
    return captions_of(record, chosen).around(draw_line(line, chosen), line)


def test_names_scores_and_moves_are_told(record):
    told = texts(caption(record, 3, coordinates=False))
    assert told[-2:] == ["3. 1a3W", "Red places a block on a3, red to the west"]
    assert "Ada (Red)" in told
    assert any(text.startswith("Grace &amp; Co &lt;x&gt;") for text in told)
    assert told.count("5 blocks left") == 2


def test_at_the_end_there_are_results_and_a_star_for_the_winner(record):
    told = caption(record, 11, coordinates=False)
    assert "Ada (Red)  1" in texts(told)
    assert told.count('<path d="M0,-0.5L') == 1
    assert "M-0.28,-0.42" not in told


def test_before_the_end_a_sign_stands_by_whose_turn_it_is(record):
    told = caption(record, 2)
    assert told.count("M-0.28,-0.42") == 1
    assert "M0,-0.5L" not in told


def test_without_moves_the_game_is_named_and_without_names_the_sides(record):
    nameless = quatrefoil.Record(record.rules, record.moves)
    told = texts(caption(nameless, 0, language="fi", coordinates=False))
    assert told[-1] == "Blinq"
    assert "Punainen" in told


@pytest.mark.parametrize(
    "text", ["trickle(players=6)", "trickle(players=3)", "triotrio", "trifoil"]
)
def test_all_frames_have_one_size_and_all_players_are_named(text):
    rules = quatrefoil.rules(text)
    line = quatrefoil.Line(rules.start())
    rng = quatrefoil.Rng(3)
    look = Look(size=300)
    captions = Captions(rules, look, ["A name that is far too long for its place on the picture"])
    sizes = set()
    for _ in range(12):
        told = captions.around(draw_line(line, look), line)
        sizes.add(re.match(r'<svg[^>]*width="(\d+)" height="(\d+)"', told).groups())
        assert told.count("<circle cx=") >= rules.players
        if line.position.is_over:
            break
        line.push(line.position.random_move(rng))
    assert len(sizes) == 1
    assert "…" in told


def test_a_gif_with_captions_is_higher_than_without(record):
    reel = Reel(record, 0, 2, 0.1)
    plain, told = (
        Image.open(io.BytesIO(animate(reel, Look(size=120), captions))).size
        for captions in (None, captions_of(record, Look(size=120)))
    )
    assert told[0] == plain[0]
    assert told[1] > plain[1]
