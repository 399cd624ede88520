"""The pictures of the site, light and dark, drawn by the program itself while the site is built.

A document asks for one by a comment, which readers of the repository do not see:

    <!-- draw trickle --moves f8-f9 -->      what `quatrefoil draw` makes of it
    <!-- film trickle 24 -->                 some moves of the computer with itself, as a film
    <!-- showcase trickle -->                the position that stands for a game

Rules pages have blocks `position`, with a caption.
"""

from __future__ import annotations

import html
import json
import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.draw import Look, draw
from quatrefoil.search import player
from quatrefoil.view.markdown import diagram_of, read
from quatrefoil.view.showcase import showcase_of

_COMMENT = re.compile(r"^<!-- (draw|film|showcase) (.*?) -->$", re.MULTILINE)
THEMES = ("light", "dark")
#: Words that the site adds to what it shows.
WORDS = {
    "en": {"move": "See it move"},
    "fi": {"move": "Katso liikkeessä"},
}


@dataclass
class Gallery:
    """The pictures of one site, numbered, in a folder of their own."""

    folder: Path
    language: str
    #: Whether films are made, which takes longest; else stills stand for them.
    whole: bool = True
    made: int = 0

    def fill(self, text: str, page: str) -> str:
        """Return a text with the pictures that its comments ask for."""
        makers = {"draw": self._drawn, "film": self._film, "showcase": self._showcase}
        return _COMMENT.sub(lambda found: makers[found[1]](shlex.split(found[2]), page), text)

    def diagram(self, block: str, page: str, indent: str) -> str:
        """Return a block `position` as two pictures with a caption."""
        diagram = diagram_of(read(f"```position\n{dedent(block)}```\n")[0])
        assert diagram
        position = quatrefoil.position(diagram.position)
        names = []
        for theme in THEMES:
            look = Look(theme=theme, arrows=diagram.arrows, language=self.language, size=360)
            names.append(self._write(draw(position, look).encode(), f"{theme}.svg"))
        return _indented(self._both(names, page, diagram.caption), indent)

    def _drawn(self, words: list[str], page: str) -> str:
        names = []
        for theme in THEMES:
            name = self._name(f"{theme}.svg")
            _run("draw", *words, "--theme", theme, "--language", self.language, "-o", name)
            names.append(Path(name).name)
            self.made += theme == THEMES[-1]
        return self._both(names, page)

    def _showcase(self, words: list[str], page: str) -> str:
        position, _ = showcase_of(quatrefoil.game(words[0]))
        file = self.folder / "showcase.json"
        file.write_text(json.dumps(position), encoding="utf-8")
        return self._drawn([str(file), "--no-coordinates"], page)

    def _film(self, words: list[str], page: str) -> str:
        rules, moves = words[0], int(words[1])
        record = self.folder / "film.json"
        record.write_text(_played(rules, moves), encoding="utf-8")
        still = self._drawn([str(record)], page)
        if not self.whole:
            return still
        names = []
        for theme in THEMES:
            name = self._name(f"{theme}.film.svg")
            _run("draw", str(record), "--animate", "--theme", theme, "-o", name)
            names.append(Path(name).name)
        self.made += 1
        # Nothing moves before somebody wants it to.
        summary = f"<summary>{WORDS[self.language]['move']}</summary>"
        return (
            f'{still}\n<details class="film">{summary}\n\n{self._both(names, page)}\n</details>\n'
        )

    def _both(self, names: list[str], page: str, caption: str = "") -> str:
        """Return pictures for light and dark as one thing with its caption."""
        alt = _described((self.folder / names[0]).read_text(encoding="utf-8"))
        shown = "\n".join(
            f"![{alt}]({_up(page)}pictures/{name}){{.only-{theme}}}"
            for theme, name in zip(THEMES, names, strict=True)
        )
        below = f"\n\n{caption}" if caption else ""
        return f"::::{{container}} board\n{shown}{below}\n::::\n"

    def _name(self, ending: str) -> str:
        return str(self.folder / f"{self.made:03d}.{ending}")

    def _write(self, data: bytes, ending: str) -> str:
        path = Path(self._name(ending))
        path.write_bytes(data)
        self.made += not ending.startswith(THEMES[0])
        return path.name


@cache
def _played(text: str, moves: int) -> str:
    """Return a record of the computer with itself, the same every time."""
    rules = quatrefoil.rules(text)
    line = quatrefoil.Line(rules.start())
    level, rng = player(rules, 2, seed=7), quatrefoil.Rng(7)
    while len(line) < moves and not line.position.is_over:
        rolls = line.position.turn == quatrefoil.CHANCE
        line.push(line.position.random_move(rng) if rolls else level.choose(line))
    return quatrefoil.Record.of(line).dumps()


def _run(*words: str) -> None:
    if main(words) != 0:
        raise SystemExit(f"quatrefoil {shlex.join(words)} failed")


def _described(svg: str) -> str:
    """Return what a picture shows in words, which it carries itself."""
    found = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    text = html.unescape(found[1]) if found else ""
    return re.sub(r"([\[\]*_`\\])", r"\\\1", " ".join(text.split()))


def _up(page: str) -> str:
    return "../" * page.count("/")


def _indented(text: str, indent: str) -> str:
    return "".join(f"{indent}{line}\n" if line else "\n" for line in text.splitlines())
