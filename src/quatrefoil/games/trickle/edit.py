"""Trickle's positions as they are put together: beads, the latest move, points borne off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.games.trickle.notation import (
    faults_of,
    most_off,
    read_bead,
    read_cell,
    read_latest,
    read_off,
)
from quatrefoil.view.editing import Brush, Control, Draft, Rough, Tools


def tools(rules: Any) -> Tools:
    """Return a bead of each value that the game has, and what else there is to set."""
    plain = rules.options["bead_values"] == "plain"
    values = sorted(set(rules.first_beads.values()))
    controls = [
        Control("turn", "player", choices=tuple(range(1, rules.players + 1))),
        Control("last", "places", count=2, optional=True),
    ]
    if rules.options["bear_off"]:
        controls.append(Control("off", "whole", high=most_off(rules, {}), each=True))
    return Tools(
        brushes=tuple(Brush(str(v), "bead", text="" if plain else str(v)) for v in values),
        places=tuple(rules.board.names),
        controls=tuple(controls),
    )


def read(rules: Any, rough: Rough) -> Draft:
    """Return the beads that have a cell, the latest move and the points."""
    fields = rough.fields
    beads: dict[str, str] = {}

    def read_entry(name: Any, value: Any) -> None:
        read_cell(rules, fields, "beads", name)
        beads[name] = str(read_bead(rules, name, value))

    for name, value in rough.entries("beads", dict).items():
        rough.attempt("beads", read_entry, name, value)
    values: dict[str, Any] = {
        "turn": rough.attempt("turn", fields.whole, "turn", 1, rules.players, otherwise=1)
    }
    latest = rough.attempt("last", read_latest, rules, fields)
    values["last"] = latest and [rules.board.names[cell] for cell in latest]
    nothing = [0] * rules.players
    off = rough.attempt("off", read_off, rules, fields, otherwise=nothing)
    if rules.options["bear_off"]:
        values["off"] = off
    return Draft(beads, values)


def write(rules: Any, draft: Draft) -> dict[str, Any]:
    """Return the beads in the order of their cells, as a position does."""
    return {
        "beads": {
            name: int(draft.pieces[name]) for name in rules.board.names if name in draft.pieces
        },
        "turn": draft.values["turn"],
        "last": draft.values["last"],
        "off": draft.values.get("off", [0] * rules.players),
    }


def faults(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Return why beads, latest move or points cannot be what they are."""
    number, last = rules.board.cells_by_name, draft.values["last"]
    beads = {number[name]: int(value) for name, value in draft.pieces.items()}
    latest = last and (number[last[0]], number[last[1]])
    off = draft.values.get("off", [0])
    return faults_of(rules, beads, draft.values["turn"] - 1, latest, off)


def doubts(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield beads that are missing, and a latest move that the board does not show."""
    missing = len(rules.first_beads) - len(draft.pieces)
    if missing > 0 and not rules.options["bear_off"]:
        message = f"{missing} beads are missing: no bead ever leaves the board"
        yield FormatError(message, "odd-missing", count=missing)
    if draft.values["last"] is None:
        return
    start, end = draft.values["last"]
    if start in draft.pieces:
        message = f"the latest move came from {start}, and a bead is there"
        yield FormatError(message, "odd-start", cell=start)
    if end not in draft.pieces:
        message = f"the latest move went to {end}, and no bead is there"
        yield FormatError(message, "odd-end", cell=end)
