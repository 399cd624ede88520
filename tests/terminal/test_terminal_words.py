"""Texts in both languages, clicks as moves, and the command."""

import sys

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.terminal.app import theme_of
from quatrefoil.terminal.picking import Picking
from quatrefoil.terminal.words import language_of, own_words
from quatrefoil.view.data import Path, Phrase, view_of
from quatrefoil.view.words import words_of


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "sv_SE"}, "en"),
        ({"LC_ALL": "C", "LANG": "fi"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, language):
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("environment", "theme"),
    [({}, "night"), ({"COLORFGBG": "0;15"}, "paper"), ({"COLORFGBG": "15;default;0"}, "night")],
)
def test_the_terminal_chooses_light_or_dark(environment, theme):
    assert theme_of(environment) == theme


def test_phrases():
    words = words_of("trickle", "en")
    assert words.say(Phrase("fact.score", {"count": 1})) == "1 point"
    assert words.say(Phrase("say.pass", {"player": "@player.1"})) == "Blue passes"
    assert own_words("en")("no.such.key") == "no.such.key"


# ---- clicks -----------------------------------------------------------------------------------


@pytest.fixture
def board():
    rules = quatrefoil.rules("trickle")
    return view_of(rules).board(rules)


def test_a_path_is_walked_click_by_click(board):
    picking = Picking(board, [Path("a", ("a1", "a2")), Path("pass", ("pass",))])
    assert (picking.places, picking.buttons) == ({"a1"}, ["pass"])
    assert picking.click("a1") is None
    assert picking.places == {"a2"}
    assert picking.click("a2") == "a"
    assert picking.picked == ()
    assert picking.click("pass") == "pass"


def test_where_more_could_follow_the_last_place_again_stops(board):
    picking = Picking(board, [Path("short", ("a1", "a2")), Path("long", ("a1", "a2", "a3"))])
    assert [picking.click("a1"), picking.click("a2")] == [None, None]
    assert picking.complete == "short"
    assert picking.click("a2") == "short"
    assert [picking.click(place) for place in ("a1", "a2", "a3")] == [None, None, "long"]


def test_a_click_elsewhere_starts_again(board):
    picking = Picking(board, [Path("one", ("a1", "a2")), Path("two", ("b1", "b2"))])
    picking.click("a1")
    assert picking.click("b1") is None
    assert picking.picked == ("b1",)
    assert picking.click("c1") is None
    assert picking.picked == ()


# ---- the command ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim"], "no game is called 'nim'"),
        (["http://example.org/"], "a match's link is like"),
        (["trickle", "--seat", "3"], "--seat takes a number from 1 to 2, not 3"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(arguments, message, capsys):
    assert main(["terminal", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_without_textual_the_command_names_the_extra(monkeypatch, capsys):
    for name in [name for name in sys.modules if name.startswith("quatrefoil.terminal")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setitem(sys.modules, "textual.app", None)
    assert main(["terminal"]) == 1
    assert "pip install 'quatrefoil[terminal]'" in capsys.readouterr().err
