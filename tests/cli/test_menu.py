"""`quatrefoil` alone: on a terminal it asks, elsewhere it says how it is used."""

import importlib.util

import pytest

from quatrefoil.cli import app, menu


@pytest.fixture
def typed(monkeypatch):
    """Sit at a terminal and type these answers."""

    def typed(*answers):
        waiting = iter(answers)

        def answer(_question):
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr(menu, "can_ask", lambda: True)

    return typed


@pytest.mark.parametrize(
    ("answers", "command"),
    [
        (("1",), ["serve", "--open"]),
        (("3", "2"), ["serve", "--open", "/study/trickle"]),
        (("x", "0", "9", " 4 "), ["--help"]),
        (("q",), None),
        ((), None),
        (("3", "Q"), None),
    ],
)
def test_a_choice_is_a_command(typed, answers, command):
    typed(*answers)
    assert menu.ask() == command


def test_the_terminal_needs_its_extra(typed, monkeypatch):
    typed("2")
    assert menu.ask() == ["terminal"]
    typed("2")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert menu.ask() == ["play"]


def test_what_is_offered_can_be_run(typed):
    for answers in (("1",), ("2",), ("3", "1")):
        typed(*answers)
        app.parser().parse_args(menu.ask())


def test_leaving_is_fine(typed, run):
    typed("q")
    assert run()[0] == 0


def test_interrupting_is_no_traceback(typed, run, monkeypatch):
    typed()
    monkeypatch.setattr("builtins.input", _interrupt)
    code, _, err = run()
    assert (code, err) == (130, "\n")


def _interrupt(_question):
    raise KeyboardInterrupt


def test_without_a_terminal_usage_is_shown(run):
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err.startswith("usage: quatrefoil")
