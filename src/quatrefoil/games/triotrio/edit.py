"""TrioTrio's positions as they are put together: pieces, the phase, the Cow's counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.games.triotrio.notation import (
    PLAYERS,
    most_quiet,
    phase_faults,
    piece_faults,
    read_cow,
    read_mover,
    read_must_leave,
    read_piece,
    read_roll,
    read_square,
    twice,
)
from quatrefoil.games.triotrio.position import COW_TURNS, PHASES, PIECES, TrioTrioPosition
from quatrefoil.view.editing import Brush, Control, Draft, Rough, Tools

#: A player's pieces: kind by square.
Army = dict[int, int]

_FACES = (1, 2, 3, 4, 5, 6)


def tools(rules: Any) -> Tools:
    """Return three pieces of each player, and what phase, die and Cow need."""
    return Tools(
        brushes=tuple(
            Brush(f"{player}-{kind}", f"{player}-{kind}", number)
            for number, player in enumerate(PLAYERS)
            for kind in PIECES
        ),
        places=tuple(rules.square_name(square) for square in range(rules.size**2)),
        controls=(
            Control("turn", "player", choices=PLAYERS, when=("phase", tuple(PHASES[1:]))),
            Control("phase", "choice", choices=tuple(PHASES)),
            Control("square", "place", optional=True, when=("phase", ("change-roll",))),
            Control(
                "roll",
                "choice",
                _FACES,
                optional=True,
                when=("phase", ("move",)),
                initial=_FACES[0],
            ),
            Control("cow", "whole", high=COW_TURNS, each=True),
            Control("must_leave", "flag", each=True),
            Control("cow_at_start", "flag"),
            Control("quiet", "whole", high=most_quiet(rules)),
        ),
    )


def read(rules: Any, rough: Rough) -> Draft:
    """Return the pieces that have a square of their own, and everything else that fits."""
    fields = rough.fields
    pieces: dict[str, str] = {}

    def read_entry(player: str, name: Any, kind: Any) -> None:
        square, number = read_piece(rules, player, name, kind)
        if name in pieces:
            raise twice(rules, square)
        pieces[rules.square_name(square)] = f"{player}-{PIECES[number]}"

    for player in PLAYERS:
        for name, kind in rough.entries(player, dict).items():
            rough.attempt(player, read_entry, player, name, kind)
    phase = rough.attempt("phase", fields.choice, "phase", PHASES, otherwise="change")
    mover = rough.attempt("turn", read_mover, fields, phase, otherwise=0)
    square = rough.attempt("square", read_square, rules, fields)
    army = _armies(rules, pieces)[mover]
    on_cow = phase != "first" and rules.cow in army
    values = {
        "turn": PLAYERS[mover],
        "phase": phase,
        "square": None if square is None else rules.square_name(square),
        "roll": rough.attempt("roll", read_roll, fields),
        "cow": rough.attempt("cow", read_cow, fields, otherwise=[0, 0]),
        "must_leave": rough.attempt("must_leave", read_must_leave, fields, otherwise=[False] * 2),
        "cow_at_start": rough.attempt(
            "cow_at_start", fields.flag, "cow_at_start", on_cow, otherwise=on_cow
        ),
        "quiet": rough.attempt(
            "quiet", fields.whole, "quiet", 0, most_quiet(rules), 0, otherwise=0
        ),
    }
    return Draft(pieces, values)


def write(rules: Any, draft: Draft) -> dict[str, Any]:
    """Return the pieces in the order of their squares, as a position does.

    While it is rolled for who begins it is nobody's turn, and that is written as Yellow's.
    """
    armies = _armies(rules, draft.pieces)
    pieces = {
        player: {rules.square_name(square): PIECES[kind] for square, kind in army.items()}
        for player, army in zip(PLAYERS, armies, strict=True)
    }
    nobody = {"turn": PLAYERS[0]} if draft.values["phase"] == PHASES[0] else {}
    return pieces | dict(draft.values) | nobody


def faults(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield who has too many pieces, and what does not go with the phase."""
    armies = _armies(rules, draft.pieces)
    yield from piece_faults(armies)
    position, data = _set_up(rules, draft, armies)
    yield from phase_faults(position, data)


def doubts(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield pieces that stand where they would have been repelled or removed (TT-7, TT-9)."""
    position, _ = _set_up(rules, draft, _armies(rules, draft.pieces))
    for player in range(len(PLAYERS)):
        for square, kind in position.pieces(player).items():
            if position.is_out_of_place(square):
                name = rules.square_name(square)
                yield FormatError(
                    f"the {PIECES[kind]} on {name} could not have come there",
                    "odd-piece",
                    piece=f"@kind.{PIECES[kind]}",
                    square=name,
                )


def _armies(rules: Any, pieces: Any) -> tuple[Army, Army]:
    """Return the pieces of both players, in the order of the squares."""
    found: tuple[Army, Army] = {}, {}
    for name, brush in pieces.items():
        player, _, kind = brush.partition("-")
        found[PLAYERS.index(player)][rules.find_square(name)] = PIECES.index(kind)
    return dict(sorted(found[0].items())), dict(sorted(found[1].items()))


def _set_up(
    rules: Any, draft: Draft, armies: tuple[Army, Army]
) -> tuple[TrioTrioPosition, dict[str, Any]]:
    """Return the position, as far as it is one, and what it was set up with."""
    data = dict(draft.values)
    square = data["square"]
    data["mover"] = PLAYERS.index(data.pop("turn"))
    data["square"] = None if square is None else rules.find_square(square)
    position = TrioTrioPosition(rules)
    position.set_up(armies, **data)
    return position, data
