"""`quatrefoil draw`: pictures from files, from standard input and from the start of a game."""

import io
import json
import sys
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

import quatrefoil
from quatrefoil.cli import main


@pytest.fixture
def record(tmp_path):
    line = quatrefoil.Line(quatrefoil.rules("blinq(size=4)").start())
    for token in ("1a1N", "1a2E", "1b1S", "1b2W", "2a1N"):
        line.play(token)
    made = quatrefoil.Record.of(line)
    made.save(tmp_path / "game.json")
    return made


def draw(*arguments):
    return main(["draw", *map(str, arguments)])


@pytest.fixture
def refused(capsys):
    """Draw something that is refused, and return why."""

    def refuse(*arguments):
        assert draw(*arguments) == 1
        shown = capsys.readouterr()
        assert not shown.out
        return shown.err

    return refuse


def test_svg_goes_to_standard_output(capsys):
    assert draw("trickle", "--moves", "f8-f9") == 0
    line = quatrefoil.Line(quatrefoil.rules("trickle").start())
    line.play("f8-f9")
    assert capsys.readouterr().out == line.to_svg()


def test_a_record_is_drawn_at_its_end_or_earlier(record, tmp_path):
    path = tmp_path / "picture.svg"
    for at, wish in ((None, ()), (0, ("--at", 0)), (3, ("--at", 3))):
        assert draw(tmp_path / "game.json", "-o", path, *wish) == 0
        assert path.read_text(encoding="utf-8") == record.to_svg(at=at)


def test_a_position_comes_from_standard_input(record, monkeypatch, capsys):
    position = record.replay().position
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(position.to_json())))
    assert draw("-") == 0
    assert capsys.readouterr().out == position.to_svg()


def test_every_wish_is_heard(capsys):
    wishes = "--theme dark --size 200 --flip --no-coordinates --details --language fi"
    wishes += " --last 1a1 --highlight 1b1 1b2 --arrow 1a1 1b2 --arrow 1b1 1a2"
    assert draw("blinq(size=4)", *wishes.split()) == 0
    assert capsys.readouterr().out == quatrefoil.rules("blinq(size=4)").start().to_svg(
        theme="dark",
        size=200,
        flipped=True,
        coordinates=False,
        details=True,
        language="fi",
        last=["1a1"],
        highlights=["1b1", "1b2"],
        arrows=[("1a1", "1b2"), ("1b1", "1a2")],
    )


def test_the_name_says_what_is_made(record, tmp_path):
    for kind in ("png", "PNG", "gif"):
        path = tmp_path / f"picture.{kind}"
        assert draw(tmp_path / "game.json", "-o", path, "--size", 100, "--no-captions") == 0
        with Image.open(path) as picture:
            assert picture.format == kind.upper()
            assert picture.size == (100, 100)


def test_the_format_can_be_said(record, tmp_path, capfdbinary):
    assert draw(tmp_path / "game.json", "--format", "png", "--size", 64) == 0
    assert Image.open(io.BytesIO(capfdbinary.readouterr().out)).size == (64, 64)


def test_a_record_moves(record, tmp_path):
    path = tmp_path / "game.svg"
    assert draw(tmp_path / "game.json", "-o", path, "--animate", "--from", 1, "--to", 3) == 0
    assert path.read_text(encoding="utf-8") == record.to_animated_svg(start=1, stop=3)


def test_moves_from_the_start_move_too(record, tmp_path, capsys):
    assert draw("blinq(size=4)", "--moves", *record.moves, "--animate") == 0
    assert capsys.readouterr().out == record.to_animated_svg()


def test_what_is_drawn_can_be_read_by_others(record, tmp_path):
    path = tmp_path / "picture.svg"
    draw(tmp_path / "game.json", "-o", path)
    assert ET.parse(path).getroot().get("viewBox")


def test_what_cannot_be_drawn_says_why(record, tmp_path, refused):
    game = tmp_path / "game.json"
    position = tmp_path / "position.json"
    position.write_text(json.dumps(record.replay().position.to_json()), encoding="utf-8")
    assert "after move 9 there is nothing" in refused(game, "--at", 9)
    assert "ends in .svg, .png or .gif" in refused(game, "-o", "picture.bmp")
    assert "cannot write" in refused(game, "-o", tmp_path / "no" / "picture.svg")
    assert "'z9' is no place" in refused(game, "--highlight", "z9")
    assert "a record has its own" in refused(game, "--moves", "1c1N")
    assert "a PNG does not move" in refused(game, "--animate", "-o", "picture.png")
    assert "--at is for a record" in refused(position, "--at", 1)
    assert "shows a record" in refused(position, "-o", "picture.gif")
    assert "no game is called" in refused("chess")
    assert "from 16 to 8192" in refused("blinq", "--size", 1)
    assert "cannot read" in refused(tmp_path / "nothing.json")


def test_pixels_are_not_poured_into_a_terminal(monkeypatch, refused):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "a terminal cannot show a PNG" in refused("blinq", "--format", "png")


@pytest.mark.parametrize(("module", "kind"), [("typst", "png"), ("typst", "gif"), ("PIL", "gif")])
def test_without_the_extra_it_says_which_is_missing(
    module, kind, record, tmp_path, monkeypatch, refused
):
    for name in [
        name
        for name in sys.modules
        if name.startswith(("quatrefoil.draw.png", "quatrefoil.draw.gif"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    reason = refused(tmp_path / "game.json", "-o", tmp_path / f"picture.{kind}")
    assert f"{module} is not installed" in reason
    assert "quatrefoil[pictures]" in reason


def test_svg_needs_no_extra(record, tmp_path, monkeypatch, capsys):
    for module in ("typst", "PIL"):
        monkeypatch.setitem(sys.modules, module, None)
    assert draw(tmp_path / "game.json", "--animate") == 0
