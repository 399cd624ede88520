"""TrioTrio in text: tokens, positions as JSON, and the board as a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quatrefoil.core.constants import OVER
from quatrefoil.core.errors import FormatError, TokenError, shortened
from quatrefoil.core.fields import Fields, is_whole
from quatrefoil.core.grids.names import letters
from quatrefoil.games.triotrio.position import (
    COW_TURNS,
    FULL,
    KINDS,
    PHASES,
    PIECES,
    TrioTrioPosition,
    decode,
    encode,
)

if TYPE_CHECKING:
    from quatrefoil.games.triotrio.rules import TrioTrioRules

PLAYERS = ("yellow", "blue")

#: Kinds of moves whose name is the whole token.
_WORDS = ("keep", "hold", "roll", "stay", "decline")
_FACES = ("1", "2", "3", "4", "5", "6")
_TRAVEL = re.compile(r"([a-z]+[0-9]+)-([a-z]+[0-9]+)")

#: What each phase asks for; `change-roll` also names a square.
_DEMANDS = {
    "first": "A roll decides who begins",
    "change": "{name} may change a piece, or keep",
    "decide": "{name} may roll to move, or hold",
    "move-roll": "{name} rolls to move",
    "move": "{name} rolled {roll}: one piece moves as many steps",
    "reclaim": "{name} may reclaim a piece, or decline",
}

#: The highest quiet count that is read where no limit ends it.
_MOST_QUIET = 1_000_000_000


# ---- tokens -----------------------------------------------------------------------------------


def format_move(position: TrioTrioPosition, move: int) -> str:
    """Return the token of a move."""
    name = position.rules.square_name
    kind, first, second = decode(move)
    if kind == "choose":
        return f"change:{name(first)}"
    if kind == "travel":
        return f"{name(first)}-{name(second)}"
    if kind == "retake":
        return f"reclaim:{PIECES[first]}"
    if kind == "die":
        return f"!{first}"
    if kind == "begin":
        return f"!{PLAYERS[first]}"
    return kind


def parse_move(position: TrioTrioPosition, token: str) -> int:
    """Return the move that a token names, legal or not."""
    if token in _WORDS:
        return _encode(token)
    if token.startswith("!") and token[1:] in _FACES:
        return _encode("die", int(token[1:]))
    if token.startswith("!") and token[1:] in PLAYERS:
        return _encode("begin", PLAYERS.index(token[1:]))
    head, _, tail = token.partition(":")
    if token.startswith("change:"):
        return _encode("choose", _parse_square(position, tail, token))
    if token.startswith("reclaim:") and tail in PIECES:
        return _encode("retake", PIECES.index(tail))
    travel = _TRAVEL.fullmatch(head)
    if travel and head == token:
        start, end = (_parse_square(position, name, token) for name in travel.groups())
        return _encode("travel", start, end)
    raise TokenError(
        f"{shortened(token)} is not a move of TrioTrio: moves are keep, change:c1, hold, roll,"
        " c1-d3, stay, reclaim:rock, decline, and the rolls !1 to !6, !yellow and !blue"
    )


def _encode(kind: str, first: int = 0, second: int = 0) -> int:
    move: int = encode(KINDS.index(kind), first, second)
    return move


def _parse_square(position: TrioTrioPosition, name: str, token: str) -> int:
    square: int | None = position.rules.find_square(name)
    if square is None:
        raise TokenError(
            f"{shortened(token)} names no square {shortened(name)}:"
            f" squares are a1 to {position.rules.last_name}"
        )
    return square


# ---- JSON -------------------------------------------------------------------------------------


def to_json(position: TrioTrioPosition) -> dict[str, Any]:
    """Return the position as plain data. A game that is over stands in phase `change`."""
    name = position.rules.square_name
    pieces = {
        PLAYERS[player]: {name(s): PIECES[kind] for s, kind in position.pieces(player).items()}
        for player in range(2)
    }
    return pieces | {
        "turn": PLAYERS[position.mover],
        "phase": PHASES[position.phase],
        "square": name(position.square) if position.square >= 0 else None,
        "roll": position.roll or None,
        "cow": list(position.cow),
        "must_leave": [bool(flag) for flag in position.must_leave],
        "cow_at_start": bool(position.cow_at_start),
        "quiet": position.quiet,
    }


def from_json(rules: TrioTrioRules, fields: Fields) -> TrioTrioPosition:
    """Read a position, and refuse what is malformed or contradicts itself or the options.

    What merely cannot be reached by play, such as like pieces side by side, has a clear future
    and is good for study.
    """
    pieces = [
        dict(read_piece(rules, player, *entry) for entry in fields.mapping(player).items())
        for player in PLAYERS
    ]
    for square in pieces[0].keys() & pieces[1].keys():
        raise twice(rules, square)
    phase = fields.choice("phase", PHASES)
    mover = read_mover(fields, phase)
    on_cow = phase != "first" and rules.cow in pieces[mover]
    data: dict[str, Any] = {
        "mover": mover,
        "phase": phase,
        "square": read_square(rules, fields),
        "roll": read_roll(fields),
        "cow": read_cow(fields),
        "must_leave": read_must_leave(fields),
        "cow_at_start": fields.flag("cow_at_start", default=on_cow),
        "quiet": fields.whole("quiet", 0, most_quiet(rules), default=0),
    }
    for fault in piece_faults(pieces):
        raise fault
    position = TrioTrioPosition(rules)
    position.set_up(pieces, **data)
    for fault in phase_faults(position, data):
        raise fault
    return position


def read_piece(rules: TrioTrioRules, player: str, name: Any, kind: Any) -> tuple[int, int]:
    """Return the square and the kind of a player's piece."""
    square = rules.find_square(name) if isinstance(name, str) else None
    if square is None:
        raise FormatError(
            f"{player!r} has a piece on {shortened(name)}: squares are a1 to {rules.last_name}",
            "square",
            square=shortened(name),
            last=rules.last_name,
        )
    if kind not in PIECES:
        raise FormatError(
            f"the piece of {player!r} on {name} is one of {', '.join(PIECES)},"
            f" not {shortened(kind)}",
            "kind",
            square=name,
            kind=shortened(kind),
        )
    return square, PIECES.index(kind)


def twice(rules: TrioTrioRules, square: int) -> FormatError:
    """Return the error for a square with two pieces."""
    name = rules.square_name(square)
    message = f"two pieces stand on {name}; there is room for one"
    return FormatError(message, "piece-twice", square=name)


def most_quiet(rules: TrioTrioRules) -> int:
    """Return the highest quiet count that is read."""
    return rules.options["quiet_turns"] or _MOST_QUIET


def read_mover(fields: Fields, phase: str) -> int:
    """Take whose turn it is; in phase first it is nobody's yet, and `turn` says nothing."""
    if phase != "first":
        return PLAYERS.index(fields.choice("turn", PLAYERS))
    turn = fields.take("turn", None)
    if turn not in (None, *PLAYERS):
        raise fields.refuse("turn", "null, yellow or blue in phase first", turn)
    return 0


def read_square(rules: TrioTrioRules, fields: Fields) -> int | None:
    """Take the square of the piece that is to be changed."""
    name = fields.take("square", None)
    square = rules.find_square(name) if isinstance(name, str) else None
    if name is not None and square is None:
        raise fields.refuse("square", f"null or a square from a1 to {rules.last_name}", name)
    return square


def read_roll(fields: Fields) -> int | None:
    """Take what the die shows."""
    roll = fields.take("roll", None)
    if roll is not None and not is_whole(roll, 1, 6):
        raise fields.refuse("roll", "null or a whole number from 1 to 6", roll)
    return roll  # type: ignore[no-any-return]


def read_cow(fields: Fields) -> list[int]:
    """Take the cow counts of both players."""
    return _read_pair(fields, "cow", 0, "whole numbers from 0 to 3", _is_cow_count)


def read_must_leave(fields: Fields) -> list[bool]:
    """Take whose piece must leave the Cow."""
    return _read_pair(fields, "must_leave", False, "of true or false", _is_flag)


def _read_pair(
    fields: Fields, name: str, default: Any, wanted: str, fits: Callable[[Any], bool]
) -> list[Any]:
    """Take a list of two values, Yellow's and Blue's."""
    values = fields.take(name, [default, default])
    if not (isinstance(values, list | tuple) and len(values) == 2 and all(map(fits, values))):
        raise fields.refuse(name, f"a list of two {wanted}", values)
    return list(values)


def _is_cow_count(value: Any) -> bool:
    return is_whole(value, 0, COW_TURNS)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def piece_faults(pieces: Sequence[Mapping[int, int]]) -> Iterator[FormatError]:
    """Yield who has more pieces than there are."""
    for player, name in enumerate(PLAYERS):
        count = len(pieces[player])
        if count > FULL:
            yield FormatError(
                f"{name!r} has {count} pieces; nobody has more than {FULL}",
                "pieces",
                player=f"@player.{player}",
                count=count,
                most=FULL,
            )


def phase_faults(position: TrioTrioPosition, data: Mapping[str, Any]) -> Iterator[FormatError]:
    """Yield why a phase does not go with the options, the pieces or the rest of the data."""
    if position.is_over:
        return  # then nothing of it matters
    mover, phase, square, roll = (data[name] for name in ("mover", "phase", "square", "roll"))
    player = f"@player.{mover}"
    if phase == "first" and position.rules.options["first"] != "roll":
        message = "phase first needs the option first=roll: here it is decided who begins"
        yield FormatError(message, "phase-first")
    if (square is not None) != (phase == "change-roll"):
        message = "'square' is the piece to be changed in phase change-roll, and else null"
        yield FormatError(message, "phase-square")
    elif square is not None and square not in position.pieces(mover):
        name = position.rules.square_name(square)
        message = f"{PLAYERS[mover]} has no piece on 'square' {name}"
        yield FormatError(message, "phase-no-piece", player=player, square=name)
    if (roll is not None) != (phase == "move"):
        message = "'roll' is the number rolled in phase move, and else null"
        yield FormatError(message, "phase-roll")
    # Later than this, a change may have removed the piece in the same turn.
    untouched = phase in ("first", "change", "change-roll")
    if data["cow_at_start"] and untouched and not position.cow_at_start:
        message = "'cow_at_start' is true, but nobody whose turn it is stands on the Cow"
        yield FormatError(message, "phase-cow")
    if phase == "reclaim" and not position.is_reclaiming():
        yield FormatError(
            f"phase reclaim needs {PLAYERS[mover]} to have a cow count of 3, one or two pieces,"
            " one of them on the Cow, and a centre start where some piece could appear",
            "phase-reclaim",
            player=player,
        )


# ---- drawing ----------------------------------------------------------------------------------


def draw(position: TrioTrioPosition) -> str:
    """Return the board as text, and what the players need to know."""
    rules = position.rules
    marks = dict.fromkeys(range(rules.size**2), "·")
    marks[rules.cow] = "☆"
    for kind, square in rules.permanent.items():
        marks[square] = _PERMANENT[kind]
    for player in range(2):
        for square, kind in position.pieces(player).items():
            marks[square] = _LETTERS[player][kind]
    files = "     " + "   ".join(letters(x) for x in range(rules.size))
    rows = [_draw_row(rules, marks, row) for row in reversed(range(rules.size))]
    return "\n".join([files, *rows, files, "", _draw_legend(rules), *_draw_state(position)])


#: Rock, Paper, Scissors of Yellow and of Blue, and on the board for good.
_LETTERS = ("RPS", "rps")
_PERMANENT = ("", "▭", "✕")


def _draw_row(rules: TrioTrioRules, marks: dict[int, str], row: int) -> str:
    cells = []
    for square in range(row * rules.size, (row + 1) * rules.size):
        if square == rules.cow:
            cells.append(f"({marks[square]})")
        elif square in rules.permanent.values():
            cells.append(f"[{marks[square]}]")
        else:
            cells.append(f" {marks[square]} ")
    return f"{row + 1:>2}  {' '.join(cells)}  {row + 1}"


def _draw_legend(rules: TrioTrioRules) -> str:
    parts = ["R P S Yellow", "r p s Blue", "(☆) Golden Cow"]
    parts += [f"[{_PERMANENT[kind]}] permanent {PIECES[kind].title()}" for kind in rules.permanent]
    return "   ".join(parts)


def _draw_state(position: TrioTrioPosition) -> list[str]:
    lines = [_describe_phase(position)]
    for player, name in enumerate(position.rules.player_names):
        number = len(position.pieces(player))
        line = f"{name}: {number} piece{'' if number == 1 else 's'}"
        if position.must_leave[player]:
            line += ", must leave the Cow"
        elif position.cow[player]:
            line += f", cow count {position.cow[player]} of {COW_TURNS}"
        lines.append(line)
    limit = position.rules.options["quiet_turns"]
    return [*lines, f"Quiet turns: {position.quiet}{f' of {limit}' if limit else ''}"]


def _describe_phase(position: TrioTrioPosition) -> str:
    """Return who is to do what."""
    rules = position.rules
    name = rules.player_names[position.mover]
    phase = PHASES[position.phase]
    if position.turn == OVER:
        outcome = position.outcome()
        assert outcome is not None
        won = [rules.player_names[player] for player in outcome.winners]
        return f"{'A draw' if len(won) > 1 else f'{won[0]} won'}: {outcome.reason}"
    if phase == "decide" and position.must_leave[position.mover]:
        return f"{name} must roll: the piece on the Cow has to leave"
    if phase == "change-roll":
        return f"{name} rolls to change the piece on {rules.square_name(position.square)}"
    return _DEMANDS[phase].format(name=name, roll=position.roll)
