"""Trickle's moves and positions as text and JSON, and its board as a drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields, is_whole
from quatrefoil.games.trickle.board import EDGES, Board
from quatrefoil.games.trickle.position import (
    MOST_HOPS,
    TricklePosition,
    encode_move,
)

if TYPE_CHECKING:
    from quatrefoil.games.trickle.rules import TrickleRules

#: What a token names that is no way to go on this board: a move without hops, never legal.
#: So is `pass` (TK-9), because there always is a bead to move.
_WITHOUT_HOPS = 0
PASS = "pass"


# ---- moves ------------------------------------------------------------------------------------


def format_move(position: TricklePosition, move: int) -> str:
    """Return `f8-f10`, with `chain_jumps` `f6-f8-h8`, with `bear_off` `k3-N`."""
    route = position.route(move)
    tokens: dict[tuple[int, ...], str] = position.rules.board.tokens
    token = tokens.get(route)
    if token is None:
        token = "-".join([place_name(position, place) for place in route])
        if len(route) <= 2:  # there are few of these, and they come again and again
            tokens[route] = token
    return token


def place_name(position: TricklePosition, place: int) -> str:
    """Return the name of a cell, or of the edge that lies before a place off the board."""
    names: list[str] = position.rules.board.names
    if place < len(names):
        return names[place]
    edge = position.edge_beyond(place)
    return "nowhere" if edge is None else EDGES[edge]


def parse_move(position: TricklePosition, token: str) -> int:
    """Return the move that `format_move` made a token of."""
    if token == PASS:
        return _WITHOUT_HOPS
    board = position.rules.board
    start, *goals = map(board.cells_by_name.get, token.split("-"))
    edge = token.rpartition("-")[2]
    if start is not None and len(goals) == 1 and edge in EDGES:
        move = encode_move(start, [board.direction_over(start, EDGES.index(edge))])
    elif start is not None and goals and None not in goals:
        move = _encode_path(board, [start, *goals])
    else:
        raise TokenError(
            f"a move like {board.names[0]}-{board.names[1]} names cells up to {board.names[-1]},"
            f" or at its end an edge ({', '.join(EDGES)}), not {shortened(token)}"
        )
    # In this position the hops may end elsewhere: a step onto a bead becomes a jump over it.
    return move if format_move(position, move) == token else _WITHOUT_HOPS


def _encode_path(board: Board, path: list[int]) -> int:
    """Return the move from cell to cell, if each is a step or a jump away from the one before."""
    directions = []
    for start, end in pairwise(path[: MOST_HOPS + 1]):
        direction = board.direction(start, end)
        if direction is None:
            return _WITHOUT_HOPS
        directions.append(direction)
    return encode_move(path[0], directions)


# ---- positions as JSON ------------------------------------------------------------------------


def to_json(position: TricklePosition) -> dict[str, Any]:
    """Return beads (cell → value), player to move, latest move and points borne off."""
    names = position.rules.board.names
    latest = position.latest_move()
    return {
        "beads": {names[cell]: value for cell, value in position.beads_by_cell().items()},
        "turn": position.to_move + 1,
        "last": latest and [names[latest[0]], names[latest[1]]],
        "off": position.borne_off(),
    }


def from_json(rules: TrickleRules, fields: Fields) -> TricklePosition:
    """Read what `to_json` wrote; `last` and `off` may be missing."""
    beads = {
        read_cell(rules, fields, "beads", name): read_bead(rules, name, value)
        for name, value in fields.mapping("beads").items()
    }
    to_move = fields.whole("turn", 1, rules.players) - 1
    latest = read_latest(rules, fields)
    off = read_off(rules, fields)
    for fault in faults_of(rules, beads, to_move, latest, off):
        raise fault
    position = TricklePosition(rules)
    position.set_up(beads, to_move, latest, off)
    return position


def read_bead(rules: TrickleRules, name: str, value: Any) -> int:
    """Return the value of the bead on a cell: one that the game starts with (TK-16)."""
    allowed = rules.first_beads.values()
    if not is_whole(value, 1, 5) or value not in allowed:
        values = ", ".join(map(str, sorted(set(allowed))))
        raise FormatError(
            f"the bead on {name} has one of the values {values}, not {shortened(value)}",
            "bead-value",
            cell=name,
            values=values,
        )
    return int(value)


def read_cell(rules: TrickleRules, fields: Fields, key: str, name: Any) -> int:
    """Return the number of the cell of that name."""
    names = rules.board.names
    if not isinstance(name, str) or name not in rules.board.cells_by_name:
        wanted = f"about cells from {names[0]} to {names[-1]}"
        message = str(fields.refuse(key, wanted, name))
        raise FormatError(message, "cell", cell=shortened(name), last=names[-1])
    return rules.board.cells_by_name[name]


def read_latest(rules: TrickleRules, fields: Fields) -> tuple[int, int] | None:
    """Read the first and the last cell of the latest move."""
    given = fields.take("last", None)
    if given is None:
        return None
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise fields.refuse("last", "null or a list of two cells", given)
    first, last = (read_cell(rules, fields, "last", name) for name in given)
    return first, last


def read_off(rules: TrickleRules, fields: Fields) -> list[int]:
    """Read the points borne off, by player (TK-14)."""
    off = fields.array("off", rules.players, default=[0] * rules.players)
    most = most_off(rules, {})
    if len(off) != rules.players or not all(is_whole(points, 0, most) for points in off):
        raise fields.refuse("off", f"a list of {rules.players} numbers from 0 to {most}", off)
    return [int(points) for points in off]


def most_off(rules: TrickleRules, beads: Mapping[int, int]) -> int:
    """Return the most points that the beads which are not on the board can have scored (TK-14)."""
    if not rules.options["bear_off"]:
        return 0
    highest = max(rules.worth(cell) for cell in rules.board.edge_cells[0])
    return highest * max(0, sum(rules.first_beads.values()) - sum(beads.values()))


def faults_of(
    rules: TrickleRules,
    beads: Mapping[int, int],
    to_move: int,
    latest: tuple[int, int] | None,
    off: Sequence[int],
) -> Iterator[FormatError]:
    """Yield why beads, latest move and points borne off cannot be what they are."""
    allowed = Counter(rules.first_beads.values())
    for value, count in sorted(Counter(beads.values()).items()):
        if count > allowed[value]:
            yield FormatError(
                f"there are at most {allowed[value]} beads of value {value}, not {count}",
                "beads" if len(allowed) == 1 else "beads-of-value",
                most=allowed[value],
                value=value,
                count=count,
            )
    yield from _latest_faults(rules, to_move, latest)
    most = most_off(rules, beads)
    if sum(off) > most:
        yield FormatError(
            f"'off' of a position is a list of at most {most} points in all, not {sum(off)}",
            "off",
            most=most,
            count=sum(off),
        )


def _latest_faults(
    rules: TrickleRules, to_move: int, latest: tuple[int, int] | None
) -> Iterator[FormatError]:
    """Yield why a latest move is none that the player before could make on some board.

    Beads are not compared with it: it only says what would be a way back (TK-8).
    """
    if latest is None:
        return
    mover = (to_move - 1) % rules.players
    if mover not in rules.movers(latest[0]) or not rules.can_lead(*latest):
        start, end = (rules.board.names[cell] for cell in latest)
        yield FormatError(
            f"'last' of a position is a move that {rules.player_names[mover]} could have made,"
            f" not {shortened([start, end])}",
            "latest",
            player=f"@player.{mover}",
            start=start,
            end=end,
        )


# ---- the board as text ------------------------------------------------------------------------


def draw(position: TricklePosition) -> str:
    """Return the board with the owners of its edges, and below it whose turn it is and why."""
    rules = position.rules
    beads = position.beads_by_cell()
    lines = [_row(rules, row, beads) for row in reversed(range(2 * rules.board.rings + 1))]
    north, south = _edge_label(rules, 0), _edge_label(rules, 3)
    width = len(lines[rules.board.rings])
    text = [north.center(width), *lines, south.center(width), "", _legend(rules)]
    return "\n".join(line.rstrip() for line in [*text, *_state(position)])


def _row(rules: TrickleRules, row: int, beads: dict[int, int]) -> str:
    """Return one row between the names of its ends, and the names of edges beside it."""
    board = rules.board
    cells = board.rows[row]
    inside = "".join(_cell(rules, cell, beads.get(cell, 0)).center(4) for cell in cells)
    indent = 2 * abs(row - board.rings)
    left, right = _side_labels(rules, row)
    start = f"{left:<{6 + indent}}{board.names[cells[0]]:>3}"
    return f"{start} {inside} {board.names[cells[-1]]:<3}{right:>{6 + indent}}"


def _side_labels(rules: TrickleRules, row: int) -> tuple[str, str]:
    """Return the labels of the edges whose middle is to the left and right of a row."""
    rings = rules.board.rings
    if row == rings + (rings + 1) // 2:
        return _edge_label(rules, 5), _edge_label(rules, 1)
    if row == rings - (rings + 1) // 2:
        return _edge_label(rules, 4), _edge_label(rules, 2)
    return "", ""


def _edge_label(rules: TrickleRules, edge: int) -> str:
    owner = rules.owners[edge]
    return f"{EDGES[edge]}: {'–' if owner is None else owner + 1}"


def _cell(rules: TrickleRules, cell: int, value: int) -> str:
    """Return a bead, or for an empty cell what a bead there would mean."""
    if value:
        return "●" if rules.options["bead_values"] == "plain" else f"({value})"
    if not rules.board.is_rim(cell):
        return "·"
    if rules.board.is_corner(cell):
        return "+"
    owner = rules.owners[rules.board.edges_of[cell][0]]
    if owner is None:
        return "–"
    return f"{owner + 1}" if rules.worth(cell) == 1 else f"{owner + 1}×{rules.worth(cell)}"


def _legend(rules: TrickleRules) -> str:
    signs = ["● bead" if rules.options["bead_values"] == "plain" else "(3) bead that counts 3"]
    signs += [f"1 edge of {rules.player_names[0]}"]
    if rules.options["goal_values"] != "flat":
        signs += ["1×3 where beads count threefold"]
    if None in rules.owners:
        signs += ["– nobody's edge"]
    return "   ".join([*signs, "+ corner", "· empty"])


def _state(position: TricklePosition) -> list[str]:
    names = position.rules.board.names
    players = position.rules.player_names
    scores = [f"{players[p]}: {score:g}" for p, score in enumerate(position.scores())]
    outcome, latest = position.outcome(), position.latest_move()
    if outcome:
        winners = [players[winner] for winner in outcome.winners]
        verb = "wins" if len(winners) == 1 else "share the win"
        state = f"Over: {outcome.reason}; {' and '.join(winners)} {verb}"
    else:
        state = f"{players[position.to_move]} to move"
        if latest:
            state += f"; the latest move was from {names[latest[0]]} to {names[latest[1]]}"
    return [state, "Score: " + ", ".join(scores)]
