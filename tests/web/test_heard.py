"""What is heard on each journey is compared, letter by letter, in the main ones in both languages.

After a change that is meant to change it:

    python -m tests.web.listening

writes tests/data/heard anew, and `git diff` shows what will be heard: read it as somebody who sees
nothing. A new journey comes into journeys.py.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from journeys import JOURNEYS
from listening import WRITING, Reader
from running import Server

FOLDER = Path(__file__).parents[1] / "data" / "heard"
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"
LOCALES = {"en": "en-GB", "fi": "fi"}

#: Every run hears the same: what is rolled follows from its number alone, and the computer has a
#: seed.
_REPEATED = """
import functools
from quatrefoil.match.dice import Dice
from quatrefoil.play.thinkers import Thinkers

Dice.number = lambda self, draw, count: (7 * draw.index + 3) % count
Thinkers.__init__ = functools.partialmethod(Thinkers.__init__, seed=1)
"""


@pytest.fixture(scope="module")
def repeating(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dice and computer do the same in every run."""
    folder = tmp_path_factory.mktemp("repeating")
    (folder / "sitecustomize.py").write_text(_REPEATED, encoding="utf-8")
    running = Server(folder)
    running.environment = {"PYTHONPATH": str(folder)}
    running.start()
    yield running
    running.kill(signal.SIGTERM)


def _wanted() -> list[tuple[str, str]]:
    every = THOROUGH or WRITING in os.environ
    return [
        (name, language)
        for name, (_, languages, quick) in JOURNEYS.items()
        for language in languages
        if every or (quick and language == languages[0])
    ]


@pytest.mark.parametrize(("name", "language"), _wanted())
def test_what_is_heard(name, language, visit, repeating):
    take, *_ = JOURNEYS[name]
    lines = [f"# {take.__doc__}", ""]

    def sit(called: str = "") -> Reader:
        page = visit("about:blank", locale=LOCALES[language])
        page.context.set_default_timeout(30_000)
        return Reader(page, lines, language, called)

    take(sit, repeating)
    heard = "\n".join([*lines, ""])
    file = FOLDER / f"{name}.{language}.txt"
    if WRITING in os.environ:
        file.write_text(heard, encoding="utf-8")
    assert heard == file.read_text(encoding="utf-8")


def test_every_file_has_a_journey():
    wanted = {
        f"{name}.{each}" for name, (_, languages, _) in JOURNEYS.items() for each in languages
    }
    assert {file.stem for file in FOLDER.glob("*.txt")} == wanted
