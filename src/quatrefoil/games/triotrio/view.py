"""TrioTrio's board as data: flat printed pieces with bold signs.

A piece is moved by a click on it and one on a square; the rest are buttons, some beside a square.
How it all looks is in art.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import cos, radians, sin
from typing import Any

from quatrefoil.games.triotrio import art
from quatrefoil.games.triotrio.art import MARGIN, Layout, layout_of
from quatrefoil.games.triotrio.position import COW_TURNS, FULL, PHASES, PIECES, decode
from quatrefoil.games.triotrio.tables import hunter_of, prey_of
from quatrefoil.view.data import Board, Change, Fact, Mark, Path, Phrase, Scene, Shape

BUTTONS = (
    "change",
    "keep",
    "roll",
    "hold",
    "stay",
    *(f"reclaim:{kind}" for kind in PIECES),
    "decline",
)

#: A player's pieces: kind by square.
Army = Mapping[int, int]


# ---- the seven questions ------------------------------------------------------------------------


def board(rules: Any) -> Board:
    """Return the printed board, and every square as a place."""
    layout = layout_of(rules.size)
    return Board(
        width=layout.side,
        height=layout.side,
        backdrop=tuple(art.backdrop(rules, layout)),
        places=tuple(art.places(layout)),
        labels=tuple(art.labels(layout)),
        symbols=art.symbols(),
        buttons=BUTTONS,
        bar=(("keep",), ("roll",), ("hold", "stay")),
        turns="parts",
        opposite=True,
    )


def scene(position: Any) -> Scene:
    """Return the pieces, what the Cow and the die have to say, and how each player stands."""
    layout = layout_of(position.rules.size)
    armies = position.pieces(0), position.pieces(1)
    pieces = tuple(
        layout.pieces[player][kind][square]
        for player in (0, 1)
        for square, kind in armies[player].items()
    )
    marks = tuple(_marks(position, armies, layout))
    return Scene(pieces, marks, tuple(_facts(position, armies)))


def paths(position: Any) -> list[Path]:
    """Return the legal moves: pieces and squares to click, and buttons for the rest.

    A piece to be changed asks for one more click: there is no way back from the die. One that comes
    back is chosen where it will stand.
    """
    if position.turn < 0:
        return []
    layout = layout_of(position.rules.size)
    centre = position.rules.centre[position.mover]
    return [_path(layout, move, centre, _way(position, move)) for move in position.legal_moves()]


def _way(position: Any, move: int) -> tuple[int, ...]:
    """Return the squares that a piece crosses."""
    kind, start, end = decode(move)
    return tuple(position.route(start, end)[:-1]) if kind == "travel" else ()


@lru_cache(maxsize=20_000)
def _path(layout: Layout, move: int, centre: int, way: tuple[int, ...]) -> Path:
    kind, first, second = decode(move)
    if kind == "travel":
        start, end = layout.names[first], layout.names[second]
        return Path(f"{start}-{end}", (start, end), tuple(layout.names[square] for square in way))
    if kind == "choose":
        return Path(f"change:{layout.names[first]}", (layout.names[first], "change"))
    token = f"reclaim:{PIECES[first]}" if kind == "retake" else kind
    back = kind in ("retake", "decline")
    return Path(token, (layout.names[centre], token) if back else (token,))


def changes(before: Any, move: int) -> list[Change]:
    """Return what a move does: pieces walk, capture, change, are lost, or come back."""
    names = layout_of(before.rules.size).names
    kind = decode(move)[0]
    if kind == "travel":
        return _travel(before, move, names)
    if kind == "die" and before.square >= 0:
        return _change(before, move, names[before.square])
    if kind == "retake":
        return [Change("appears", end=names[before.rules.centre[before.mover]])]
    return []


def say(position: Any, move: int) -> Phrase:
    """Return a move in words."""
    kind, first, _ = decode(move)
    name = position.rules.square_name
    values: dict[str, str | int | float] = {"player": f"@player.{position.mover}"}
    if kind == "choose":
        piece = position.pieces(position.mover)[first]
        values |= {"piece": _kind(piece), "square": name(first)}
    elif kind == "travel":
        return _say_travel(position, move, values)
    elif kind == "retake":
        centre = position.rules.centre[position.mover]
        values |= {"piece": _kind(first), "square": name(centre)}
    elif kind == "begin":
        values = {"player": f"@player.{first}"}
    elif kind == "die":
        return _say_die(position, move, first)
    return Phrase(f"say.{kind}", values)


def describe(position: Any) -> list[Phrase]:
    """Return what is to be done, the pieces, and what the Cow means for whom."""
    rules = position.rules
    armies = position.pieces(0), position.pieces(1)
    words = [_headline(position)]
    for player in (position.mover, 1 - position.mover):
        words.append(_describe_army(rules, player, armies[player]))
    words.append(Phrase("describe.cow", {"square": rules.square_name(rules.cow)}))
    words += [
        Phrase("describe.permanent", {"piece": _kind(kind), "square": rules.square_name(square)})
        for kind, square in rules.permanent.items()
    ]
    for fact in _player_facts(position, armies):
        if fact.words.key.startswith("fact.cow"):
            values = {**fact.words.values, "player": f"@player.{fact.player}"}
            words.append(Phrase(f"describe.{fact.words.key}", values))
    return words


def explain(position: Any, place: str) -> list[Phrase]:
    """Return what the Cow does, who takes whom, what gets to a square, and why a piece can't go."""
    layout = layout_of(position.rules.size)
    if place not in layout.names:
        return []
    square = layout.names.index(place)
    armies = position.pieces(0), position.pieces(1)
    if square in armies[position.mover] and position.turn >= 0:
        return list(_own_piece(position, square, armies[position.mover][square]))
    return [*_standing(position, square, armies), *_arrivals(position, square)]


def _standing(position: Any, square: int, armies: tuple[Army, Army]) -> Iterator[Phrase]:
    """Yield what is on a square that is no piece of the player to move."""
    for army in armies:
        if square in army:
            kind = army[square]
            prey, hunter = _kind(prey_of(kind)), _kind(hunter_of(kind))
            yield Phrase("explain.beats", {"piece": _kind(kind), "prey": prey, "by": hunter})
            return
    if square == position.rules.cow:
        yield Phrase("explain.cow", {"count": COW_TURNS})
    for kind, at in position.rules.permanent.items():
        if at == square:
            yield Phrase("explain.permanent", {"piece": _kind(kind)})


def _arrivals(position: Any, square: int) -> Iterator[Phrase]:
    """Yield which pieces get to a square with what was rolled, or that none does."""
    if position.turn < 0 or PHASES[position.phase] != "move":
        return
    moves = [decode(move) for move in position.legal_moves()]
    starts = {start for kind, start, end in moves if kind == "travel" and end == square}
    names = sorted(position.rules.square_name(start) for start in starts)
    values = {"square": position.rules.square_name(square), "count": position.roll}
    if names:
        yield Phrase("explain.reach", {**values, "starts": ", ".join(names)})
    else:
        yield Phrase("explain.no-reach", values)


def _own_piece(position: Any, square: int, kind: int) -> Iterator[Phrase]:
    """Yield what a piece of the player to move risks, or why it can't go."""
    phase = PHASES[position.phase]
    name = position.rules.square_name(square)
    if phase == "change":
        fatal = position.fatal_kinds(square)
        if fatal:
            values = {"square": name, "kind": _kind(fatal[0]), "other": _kind(fatal[-1])}
            yield Phrase(f"mark.risk.{len(fatal)}", values)
    elif phase == "decide":
        yield Phrase("explain.roll-first", {})
    elif phase == "move":
        starts = {decode(move)[1] for move in position.legal_moves()}
        if square in starts:
            return
        must_leave = position.must_leave[position.mover] and square != position.rules.cow
        values = {"piece": _kind(kind), "square": name, "count": position.roll}
        yield Phrase("explain.leave-first" if must_leave else "explain.no-way", values)


# ---- marks --------------------------------------------------------------------------------------


def _marks(position: Any, armies: tuple[Army, Army], layout: Layout) -> Iterator[Mark]:
    if position.is_over:
        yield from _won(position, armies, layout)
        return
    phase = PHASES[position.phase]
    cow = position.rules.cow
    for player in (0, 1):
        if len(armies[player]) < FULL:
            yield _lost(layout, player, FULL - len(armies[player]))
        if position.must_leave[player]:
            yield _must_leave(layout, cow, player)
        elif position.counts_on_cow(player):
            yield _cow_ring(layout, cow, player, position.cow[player])
    if phase == "first":
        return
    if phase == "change-roll":
        yield Mark("chosen", (layout.names[position.square],), position.mover)
    if phase == "move":
        yield _die(layout, position.roll)
        yield from _sacrifices(position, armies, layout)
    yield from _repelled(position, armies, layout)
    if phase == "change":
        yield from _risks(position, armies, layout)


def _won(position: Any, armies: tuple[Army, Army], layout: Layout) -> Iterator[Mark]:
    """Yield the pieces of the winner."""
    outcome = position.outcome()
    if len(outcome.winners) == 1:
        winner = outcome.winners[0]
        yield Mark("winning", tuple(layout.names[square] for square in armies[winner]), winner)


@lru_cache
def _lost(layout: Layout, player: int, count: int) -> Mark:
    """Return the pieces that a player has lost, beside the board on her side."""
    return Mark("lost", (), player, art.lost(layout, player, count))


@lru_cache
def _die(layout: Layout, face: int) -> Mark:
    corner = layout.side - MARGIN / 2
    return Mark("die", shapes=art.die(face, corner, corner, 0.53))


@lru_cache
def _cow_ring(layout: Layout, cow: int, player: int, turns: int) -> Mark:
    """Return three arcs around the Cow, as many of them full as turns have counted (TT-12)."""
    names = ["arc full" if turn < turns else "arc" for turn in range(COW_TURNS)]
    arcs = tuple(
        Shape("path", {"class": name, "d": _arc(layout, cow, turn)})
        for turn, name in enumerate(names)
    )
    return Mark("cow", (), player, arcs)


def _arc(layout: Layout, cow: int, number: int) -> str:
    """Return a third of a circle around a square, less a gap, clockwise from the top."""
    x, y = layout.middles[cow]

    def rim(angle: float) -> str:
        return f"{x + 46.5 * sin(radians(angle)):.1f},{y - 46.5 * cos(radians(angle)):.1f}"

    return f"M{rim(120 * number + 9)}A46.5,46.5 0 0 1 {rim(120 * number + 111)}"


@lru_cache
def _must_leave(layout: Layout, cow: int, player: int) -> Mark:
    """Return arrows that point away from the Cow, and why (TT-14)."""
    x, y = layout.middles[cow]
    arrows = "M-9,-52L0,-62L9,-52M-9,52L0,62L9,52M-52,-9L-62,0L-52,9M52,-9L62,0L52,9"
    shape = Shape("path", {"class": "away", "d": art.placed(arrows, x, y)})
    words = Phrase("mark.must-leave", {"player": f"@player.{player}"})
    return Mark("must-leave", (), player, (shape,), words)


def _sacrifices(position: Any, armies: tuple[Army, Army], layout: Layout) -> Iterator[Mark]:
    """Yield the captures that cost the capturing piece too (TT-10)."""
    mine = armies[position.mover]
    for move in position.legal_moves():
        kind, start, end = decode(move)
        if kind == "travel" and position.is_sacrifice(start, end):
            values = {"piece": _kind(mine[start]), "square": layout.names[end]}
            yield Mark(
                "sacrifice",
                (layout.names[end],),
                words=Phrase("mark.sacrifice", values),
                on_demand=True,
                piece=layout.names[start],
            )


def _repelled(position: Any, armies: tuple[Army, Army], layout: Layout) -> Iterator[Mark]:
    """Yield, for each piece of the mover, the empty squares that its like keep it from (TT-9)."""
    taken = armies[0].keys() | armies[1].keys()
    is_first = True
    for square, kind in armies[position.mover].items():
        squares = tuple([s for s in position.repelled_from(square) if s not in taken])
        if squares:
            yield _repelled_mark(layout, position.mover, square, kind, squares, is_first)
            is_first = False


@lru_cache(maxsize=4096)
def _repelled_mark(
    layout: Layout, player: int, square: int, kind: int, squares: tuple[int, ...], explained: bool
) -> Mark:
    return Mark(
        "repelled",
        player=player,
        shapes=(_signs_out(layout, kind, squares),),
        words=Phrase("mark.repelled", {"player": f"@player.{player}"}) if explained else None,
        on_demand=True,
        piece=layout.names[square],
    )


def _signs_out(layout: Layout, kind: int, squares: Iterable[int]) -> Shape:
    """Return small signs that are crossed out, each kind in its own part of a square."""
    return Shape("path", {"class": "no", "d": "".join([layout.out[kind][s] for s in squares])})


def _risks(position: Any, armies: tuple[Army, Army], layout: Layout) -> Iterator[Mark]:
    """Yield, for each piece of the mover, what it cannot become and live (TT-7)."""
    for square in armies[position.mover]:
        fatal = position.fatal_kinds(square)
        if not fatal:
            continue
        name = layout.names[square]
        shapes = tuple(shape for kind in fatal for shape in _plate(layout, kind, square))
        values = {"square": name, "kind": _kind(fatal[0]), "other": _kind(fatal[-1])}
        words = Phrase(f"mark.risk.{len(fatal)}", values)
        yield Mark("risk", (), position.mover, shapes, words, on_demand=True, piece=name)


def _plate(layout: Layout, kind: int, square: int) -> tuple[Shape, Shape]:
    """Return a crossed-out sign on a round plate, so that it can be read on a piece."""
    x, y = art.small_sign_at(*layout.middles[square], kind)
    ground = Shape("circle", {"class": "plate", "cx": x, "cy": y, "r": 19})
    return ground, _signs_out(layout, kind, (square,))


# ---- facts --------------------------------------------------------------------------------------


def _facts(position: Any, armies: tuple[Army, Army]) -> Iterator[Fact]:
    if not position.is_over:
        yield _step(position)
        limit = position.rules.options["quiet_turns"]
        if 0 < limit <= 2 * position.quiet:
            yield Fact(Phrase("fact.quiet", {"count": limit - position.quiet}))
    yield from _player_facts(position, armies)


def _step(position: Any) -> Fact:
    """Return what is to be done now."""
    phase = PHASES[position.phase]
    if phase == "move":
        stuck = decode(position.legal_moves()[0])[0] == "stay"
        return _step_fact("stay" if stuck else "move", position.roll)
    must_leave = phase == "decide" and position.must_leave[position.mover]
    return _step_fact("leave" if must_leave else phase)


@lru_cache
def _step_fact(step: str, roll: int = 0) -> Fact:
    return Fact(Phrase(f"fact.step.{step}", {"count": roll} if roll else {}))


def _player_facts(position: Any, armies: tuple[Army, Army]) -> Iterator[Fact]:
    for player in (0, 1):
        number = len(armies[player])
        yield _pieces_fact(player, number)
        if position.must_leave[player]:
            yield Fact(Phrase("fact.cow.leave"), player)
        elif position.rules.cow in armies[player]:
            yield _cow_fact(player, number, position.cow[player])
        elif 0 < number < FULL:
            yield Fact(Phrase("fact.cow.could", {"count": COW_TURNS}), player)


@lru_cache
def _pieces_fact(player: int, number: int) -> Fact:
    return Fact(Phrase("fact.pieces", {"count": number}), player)


@lru_cache
def _cow_fact(player: int, number: int, turns: int) -> Fact:
    """Return what standing on the Cow means (TT-12, TT-13)."""
    if number == FULL:
        return Fact(Phrase("fact.cow.full"), player)
    if turns == COW_TURNS:
        return Fact(Phrase("fact.cow.ready"), player)
    return Fact(Phrase("fact.cow", {"turns": turns, "count": COW_TURNS - turns}), player)


# ---- changes ------------------------------------------------------------------------------------


def _travel(before: Any, move: int, names: tuple[str, ...]) -> list[Change]:
    """Return the steps of a piece, its capture, and its loss beside its own kind (TT-10)."""
    _, start, end = decode(move)
    *via, _last = (names[square] for square in before.route(start, end))
    found = [Change("slides", names[start], names[end], tuple(via))]
    if end in before.pieces(1 - before.mover):
        found.insert(0, Change("vanishes", names[end]))
        if before.is_sacrifice(start, end):
            found.append(Change("vanishes", names[end]))
    return found


def _change(before: Any, move: int, place: str) -> list[Change]:
    """Return a piece's new kind, if it is new, and its loss if it cannot be that here (TT-7)."""
    old = before.pieces(before.mover)
    new = _after(before, move).pieces(before.mover)
    if new == old:
        return []
    becomes = Change("becomes", place, place)
    return [becomes] if before.square in new else [becomes, Change("vanishes", place)]


def _after(before: Any, move: int) -> Any:
    after = before.copy()
    after.push(move)
    return after


# ---- words --------------------------------------------------------------------------------------


def _kind(kind: int) -> str:
    return f"@kind.{PIECES[kind]}"


def _say_travel(position: Any, move: int, values: dict[str, str | int | float]) -> Phrase:
    _, start, end = decode(move)
    name = position.rules.square_name
    piece = position.pieces(position.mover)[start]
    values |= {"piece": _kind(piece), "start": name(start), "end": name(end)}
    prey = position.pieces(1 - position.mover).get(end)
    if prey is None:
        return Phrase("say.travel", values)
    values["prey"] = _kind(prey)
    sacrifice = position.is_sacrifice(start, end)
    return Phrase("say.sacrifice" if sacrifice else "say.capture", values)


def _say_die(position: Any, move: int, face: int) -> Phrase:
    """Return what the die shows, and what it does to a piece that is to change."""
    if position.square < 0:
        return Phrase("say.die", {"face": face})
    square = position.square
    old = position.pieces(position.mover)[square]
    values = {"face": face, "square": position.rules.square_name(square)}
    new = _after(position, move).pieces(position.mover).get(square)
    if new is None:
        return Phrase("say.die.lost", {**values, "kind": _kind((face - 1) // 2)})
    return Phrase("say.die.same" if new == old else "say.die.new", {**values, "kind": _kind(new)})


def _headline(position: Any) -> Phrase:
    outcome = position.outcome()
    if outcome is not None:
        won = len(outcome.winners) == 1
        values = {"player": f"@player.{outcome.winners[0]}"} if won else {}
        return Phrase("describe.won" if won else "describe.draw", values)
    phase = PHASES[position.phase]
    values = {"player": f"@player.{position.mover}"}
    if phase == "decide" and position.must_leave[position.mover]:
        phase = "leave"
    if phase == "change-roll":
        values["square"] = position.rules.square_name(position.square)
    if phase == "move":
        return Phrase("describe.move", {**values, "count": position.roll})
    return Phrase(f"describe.{phase}", values)


def _describe_army(rules: Any, player: int, army: Army) -> Phrase:
    values: dict[str, str | int | float] = {"player": f"@player.{player}"}
    for number, (square, kind) in enumerate(army.items(), start=1):
        values |= {f"kind{number}": _kind(kind), f"square{number}": rules.square_name(square)}
    return Phrase(f"describe.pieces.{len(army)}", values)
