"""What the page reads without the server: the answers that its lessons, rules and pictures need.

The page asks the server to look at positions, as it knows no rule itself. What it will ask in
lessons, in the diagrams of rules and for the pictures of the home page is known beforehand: a file
for each game has these requests with their answers, and the service worker (web/worker.js) answers
by it where the server cannot be reached.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

import orjson

from quatrefoil.core.game import Game
from quatrefoil.core.line import Line
from quatrefoil.core.registry import position_from_json
from quatrefoil.server import blocking
from quatrefoil.view.markdown import to_html
from quatrefoil.view.showcase import showcase_of

#: A lesson that is solved by any win: the most tries that a file answers, and moves of each.
_MOST_TRIES, _MOST_MOVES = 60, 2
_DIAGRAM = re.compile(r'data-position="([^"]*)"')


def offline_answers(game: Game) -> bytes:
    """Return the file of a game."""
    requests: dict[bytes, tuple[str, Any]] = {}
    for position, tokens in _looks(game):
        options = position.get("options", {})
        asked: tuple[tuple[str, dict[str, Any]], ...] = (
            ("/api/rules", {"game": game.name, "options": options}),
            ("/api/look", {"position": position, "tokens": tokens}),
        )
        for path, body in asked:
            key = path.encode() + orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
            requests.setdefault(key, (path, body))
    answers = [
        {"path": path, "body": body, "answer": _ANSWERS[path](orjson.dumps(body))}
        for path, body in requests.values()
    ]
    return orjson.dumps({"answers": answers})


_ANSWERS = {"/api/rules": blocking.describe_rules, "/api/look": blocking.look}


def _looks(game: Game) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield what the page looks at: positions, and moves from there."""
    start = game.rules().start().to_json()
    yield {**start, "options": {}}, []  # for the board of the usual rules
    position, line = showcase_of(game)
    yield from ((position, line[:moves]) for moves in range(len(line) + 1))
    if game.has("learn.json"):
        data = json.loads(game.resource("learn.json").read_text(encoding="utf-8"))
        for lesson in data["lessons"]:
            yield from ((lesson["position"], tokens) for tokens in _tries(lesson))
    for name in game.resources:
        if name.endswith(".md"):
            page = to_html(game.resource(name).read_text(encoding="utf-8"))
            for text in _DIAGRAM.findall(page):
                yield json.loads(unescape(text)), []


def _tries(lesson: dict[str, Any]) -> Iterator[list[str]]:
    """Yield what may be played in a lesson and is right so far."""
    yield []
    if lesson["accept"] != "win":
        for line in lesson["accept"]:
            yield from (line[:moves] for moves in range(1, len(line) + 1))
        return
    line = Line(position_from_json(lesson["position"]))
    yield from islice(_wins(line, line.position.turn, []), _MOST_TRIES)


def _wins(line: Line, me: int, played: list[str]) -> Iterator[list[str]]:
    """Yield the moves by which a player wins within the turn, with all that lead there."""
    for token in line.position.legal_tokens():
        line.play(token)
        tried = [*played, token]
        outcome = line.position.outcome()
        if outcome:
            if outcome.winners == (me,):
                yield tried
        elif line.position.turn == me and len(tried) < _MOST_MOVES:
            yield tried
            yield from _wins(line, me, tried)
        line.pop()
