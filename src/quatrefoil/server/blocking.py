"""What would block the event loop: plain functions, for a thread of `Workers`.

They get what was sent as bytes and return plain data. Nothing of it is changed by the event loop
meanwhile.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import segno

from quatrefoil.core.documents import document_from_json
from quatrefoil.core.fields import read_json
from quatrefoil.core.line import Line
from quatrefoil.core.record import Record
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.tree import Tree
from quatrefoil.match import Event, RefusedError
from quatrefoil.match.messages import MAX_MOVES
from quatrefoil.match.setup import Setup
from quatrefoil.play import present
from quatrefoil.play.analyses import presented
from quatrefoil.server.forms import ANALYSE, JUDGE, LEVEL_NUMBERS, LOOK, RULES
from quatrefoil.study.analysis import Analysis
from quatrefoil.view.data import view_of


def read_body(body: bytes) -> Any:
    """Return the data of a body."""
    try:
        return read_json(body.decode())
    except UnicodeDecodeError:
        raise RefusedError("bad-request", "the body is not UTF-8 text") from None


def describe_rules(body: bytes) -> dict[str, Any]:
    """Return what rules say of a game, and its board."""
    given = RULES.read(read_body(body))
    rules = rules_of(game_of(given["game"]).name, given["options"])
    return {
        "game": rules.game.name,
        "rules": str(rules),
        "options": dict(rules.options),
        "changed": dict(rules.changed),
        "players": rules.players,
        "player_names": rules.player_names,
        "has_dice": rules.has_dice,
        "board": present.drawn(view_of(rules).board(rules)),
        "start": rules.start().to_json(),
    }


def read_setup(body: bytes, holder: str) -> Setup:
    """Return what a new match is to be."""
    setup = Setup.from_json(read_body(body), LEVEL_NUMBERS, holder)
    rules_of(str(setup.rules))  # as the match will ask for them: their tables take time
    return setup


def read_record(body: bytes) -> Record:
    """Return a record that is no longer than a match may be."""
    return Record.from_json(read_body(body), MAX_MOVES)


def read_analysis(body: bytes) -> tuple[Line, int]:
    """Return what is to be analysed, and by which level."""
    given = ANALYSE.read(read_body(body))
    record, position = given["record"], given["position"]
    if (record is None) == (position is None):
        raise RefusedError("bad-request", "an analysis is of a record or of a position")
    line = (
        Record.from_json(record, MAX_MOVES).replay()
        if position is None
        else Line(position_from_json(position))
    )
    if line.position.is_over:
        raise RefusedError("not-allowed", "there is nothing to choose: the game is over")
    return line, given["level"]


def read_turn(body: bytes) -> tuple[Line, list[str]]:
    """Return where a turn is to be judged, and the turn."""
    given = JUDGE.read(read_body(body))
    return Line(position_from_json(given["position"])), given["tokens"]


def show_analysis(line: Line, found: Analysis) -> dict[str, Any]:
    """Return what an analyst says of a position, and the first move of the best turn."""
    best = found.turns[0].tokens[0] if found.turns else None
    return {"best": best, "value": round(found.values[0], 4), **presented(line.position, found)}


def look(body: bytes) -> dict[str, Any]:
    """Return a position, and what moves from it lead to."""
    given = LOOK.read(read_body(body))
    line = Line(position_from_json(given["position"]))
    return present.look(line, given["tokens"], given["place"], given["past"])


def read_document(body: bytes) -> dict[str, Any]:
    """Return a position, a record or a tree as a tree, with who makes each move in it."""
    found = document_from_json(read_body(body))
    if isinstance(found, Record):
        kind, tree = "record", Tree.of(found)
    elif isinstance(found, Tree):
        kind, tree = "tree", found
    else:
        is_first = found.to_json() == found.rules.start().to_json()
        kind, tree = "position", Tree(found.rules, None if is_first else found)
    movers = [mover if mover >= 0 else None for mover in tree.movers()]
    return {"kind": kind, "tree": tree.to_json(), "movers": movers}


def list_events(log: Iterable[Event], last: int) -> dict[str, Any]:
    """Return the events of a log as everybody may see them, and the number of its last one."""
    return {"events": [event.public() for event in log], "last": last}


@lru_cache(maxsize=100)
def draw_qr(text: str) -> bytes:
    """Return a QR code as SVG."""
    picture = io.BytesIO()
    segno.make(text, error="m").save(picture, kind="svg", border=2, xmldecl=False, svgns=True)
    return picture.getvalue()
