"""The sessions of the tutorial, where the game that it makes is installed."""

from tests.test_docs import TUTORIAL, check_console, check_python


def test_dash_answers_as_the_tutorial_shows():
    check_python(TUTORIAL)


def test_dash_prints_what_the_tutorial_shows(capsys):
    check_console(TUTORIAL, capsys)
