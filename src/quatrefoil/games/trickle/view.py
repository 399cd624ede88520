"""Trickle's board as data: beads that go from cell to cell, and the score.

A bead is moved by a click on its cell and one on every landing. How it all looks is in art.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from quatrefoil.games.trickle import art
from quatrefoil.games.trickle.board import EDGES
from quatrefoil.games.trickle.notation import PASS, place_name
from quatrefoil.view.data import Board, Change, Fact, Mark, Path, Phrase, Piece, Scene

# ---- the seven questions ------------------------------------------------------------------------


def board(rules: Any) -> Board:
    """Return the cells, the bands of the edges and their owners' signs."""
    drawing = art.Drawing(rules)
    return Board(
        width=drawing.width,
        height=drawing.height,
        backdrop=(*drawing.ground(), *drawing.bands(), *drawing.cells()),
        places=(*drawing.cell_places(), *drawing.edge_places()),
        labels=tuple(drawing.labels()),
        symbols={"bead": art.bead()},
        buttons=(PASS,),
        bar=(("done",),) if rules.options["chain_jumps"] else (),
    )


def scene(position: Any) -> Scene:
    """Return the beads, with their values where they differ, and the score so far."""
    rules = position.rules
    beads = position.beads_by_cell()
    if rules.options["bead_values"] == "plain":
        known = _plain_pieces(rules.board)
        pieces = tuple([known[cell] for cell in beads])
    else:
        names = rules.board.names
        pieces = tuple([_piece(names[cell], str(value)) for cell, value in beads.items()])
    marks = (*_scored(rules, beads), *_no_return(position), *_covered_worth(rules, beads))
    return Scene(pieces, marks, tuple(_facts(position, beads)))


def paths(position: Any) -> list[Path]:
    """Return each move as a click on its bead and one on every landing, or on an edge."""
    routes = position.legal_routes()
    known = _known_paths(position.rules.board)
    found = [*filter(None, map(known.get, routes))]
    if len(found) == len(routes):
        return found
    return [known.get(route) or _path(position, route) for route in routes]


def changes(before: Any, move: int) -> list[Change]:
    """Return how the bead goes: it slides a step, hops over others, or leaves the board."""
    return list(_changes(before.is_jump(move), *_clicks(before, move)))


def say(position: Any, move: int) -> Phrase:
    """Return a move in words."""
    return _said(position.turn, position.is_jump(move), *_clicks(position, move))


def describe(position: Any) -> list[Phrase]:
    """Return whose turn it is or who won, the score, and where the beads lie."""
    rules = position.rules
    beads = _named_beads(position)
    phrases = [_headline(position)]
    phrases += [
        Phrase("describe.score", {"player": f"@player.{player}", "count": int(score)})
        for player, score in enumerate(position.scores())
    ]
    for edge, name in enumerate(EDGES):
        phrases += _beads_on(f"describe.edge.{name}", beads, rules.board.edge_cells[edge][1:-1])
    corners = [cells[0] for cells in rules.board.edge_cells]
    phrases += _beads_on("describe.corners", beads, corners)
    inside = [cell for cell in beads if not rules.board.is_rim(cell)]
    return phrases + _beads_on("describe.inside", beads, inside)


def explain(position: Any, place: str) -> list[Phrase]:
    """Return for whom a cell counts, why a bead there may not move, and what can move there."""
    rules = position.rules
    names = list(rules.board.names)
    if place not in names:
        return []
    cell = names.index(place)
    found = list(_counting(rules, cell))
    if position.is_over:
        return found
    if cell in position.beads_by_cell():
        return found + list(_resting(position, cell))
    starts = sorted({names[route[0]] for route in position.legal_routes() if route[-1] == cell})
    if starts:
        return [*found, Phrase("explain.to", {"cell": place, "starts": ", ".join(starts)})]
    return [*found, Phrase("explain.not-to", {"cell": place})]


def _resting(position: Any, cell: int) -> Iterator[Phrase]:
    """Yield why a bead can't move, or where it may not go."""
    rules = position.rules
    names = rules.board.names
    latest = position.latest_move()
    came = latest is not None and latest[1] == cell
    if all(route[0] != cell for route in position.legal_routes()):
        movers = rules.movers(cell)
        if not movers:
            yield Phrase("explain.home", {"cell": names[cell]})
        elif position.turn not in movers:
            yield Phrase("explain.owner", {"cell": names[cell], "player": f"@player.{movers[0]}"})
        else:
            yield Phrase("explain.rests" if came else "explain.blocked", {"cell": names[cell]})
    if came:
        yield Phrase("mark.no-return", {"bead": names[cell], "cell": names[latest[0]]})


def _counting(rules: Any, cell: int) -> Iterator[Phrase]:
    """Yield for whom a rim cell counts; nobody's corner says so."""
    name = rules.board.names[cell]
    for player in rules.scorers(cell):
        yield Phrase("explain.counts", {"cell": name, "player": f"@player.{player}"})
    if rules.board.is_corner(cell) and not rules.is_goal(cell):
        yield Phrase("explain.corner", {"cell": name})


# ---- what is on it -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _plain_pieces(board: Any) -> list[Piece]:
    """Return a bead for every cell of a board."""
    return [_piece(name, "") for name in board.names]


@lru_cache(maxsize=4096)
def _piece(cell: str, value: str) -> Piece:
    return Piece("bead", cell, text=value)


def _clicks(position: Any, move: int) -> tuple[str, ...]:
    """Return the places to click for a move: the bead's cell, and every landing or an edge."""
    route = position.route(move)
    path = _known_paths(position.rules.board).get(route) or _path(position, route)
    return path.clicks


@lru_cache(maxsize=16384)
def _said(turn: int, is_jump: bool, start: str, *landings: str) -> Phrase:
    player = f"@player.{turn}"
    if not landings:
        return Phrase("say.pass", {"player": player})
    values = {"player": player, "start": start, "end": landings[-1]}
    if landings[-1] in EDGES:
        return Phrase("say.off", {**values, "end": f"@edge.{landings[-1]}"})
    if not is_jump:
        return Phrase("say.step", values)
    if len(landings) == 1:
        return Phrase("say.jump", values)
    return Phrase("say.chain", {**values, "via": ", ".join(landings[:-1])})


@lru_cache(maxsize=4096)
def _changes(is_jump: bool, start: str, *landings: str) -> tuple[Change, ...]:
    if not landings:
        return ()
    if landings[-1] in EDGES:
        return (Change("vanishes", start=start),)
    how = "hops" if is_jump else "slides"
    return (Change(how, start=start, end=landings[-1], via=landings[:-1]),)


@lru_cache(maxsize=64)
def _known_paths(board: Any) -> dict[tuple[int, ...], Path]:
    """Return where the paths on a board are kept, by the routes of their moves."""
    return {}


def _path(position: Any, route: tuple[int, ...]) -> Path:
    """Make the path of a move; keep it where it will come again."""
    clicks = tuple(place_name(position, place) for place in route)
    path = Path("-".join(clicks), clicks)
    if len(route) <= 2:
        _known_paths(position.rules.board)[route] = path
    return path


def _facts(position: Any, beads: Iterable[int]) -> Iterator[Fact]:
    """Yield each player's score, and how many beads are still on their way."""
    for player, score in enumerate(position.scores()):
        yield _score(player, int(score))
    board = position.rules.board
    ring, rim = board.ring, board.rings
    yield _on_their_way(sum([ring[cell] != rim for cell in beads]))


@lru_cache(maxsize=4096)
def _score(player: int, score: int) -> Fact:
    return Fact(Phrase("fact.score", {"count": score}), player)


@lru_cache(maxsize=256)
def _on_their_way(count: int) -> Fact:
    return Fact(Phrase("fact.inside", {"count": count}))


def _scored(rules: Any, beads: Iterable[int]) -> list[Mark]:
    """Return who scores the beads that lie on an edge (TK-10)."""
    known = _scored_marks(rules)
    return [known[cell] for cell in beads if cell in known]


@lru_cache(maxsize=64)
def _scored_marks(rules: Any) -> dict[int, Mark]:
    """Return the ring of its owner's colour for every cell that counts for one player."""
    if rules.options["bear_off"]:
        return {}  # there a bead counts when it leaves
    drawing = art.Drawing(rules)
    return {
        cell: Mark("scored", player=scorers[0], shapes=drawing.scored(cell, scorers[0]))
        for cell in range(len(rules.board.names))
        if len(scorers := rules.scorers(cell)) == 1
    }


def _no_return(position: Any) -> Iterator[Mark]:
    """Yield the cell to which the bead that moved last may not go straight back (TK-8)."""
    latest = position.latest_move()
    if latest is None or position.is_over:
        return
    names = position.rules.board.names
    yield _no_return_mark(names[latest[0]], names[latest[1]])


@lru_cache(maxsize=4096)
def _no_return_mark(start: str, end: str) -> Mark:
    words = Phrase("mark.no-return", {"bead": end, "cell": start})
    return Mark("no-return", places=(start,), words=words, on_demand=True)


def _covered_worth(rules: Any, beads: Iterable[int]) -> Iterator[Mark]:
    """Yield what cells count where a bead hides it (TK-17)."""
    if rules.options["goal_values"] != "flat":
        known = _worth_marks(rules)
        yield from (known[cell] for cell in beads if cell in known)


@lru_cache(maxsize=64)
def _worth_marks(rules: Any) -> dict[int, Mark]:
    """Return what stands at a bead's shoulder, for every cell that counts more than one."""
    return {
        cell: Mark("worth", shapes=(text,))
        for cell, text in art.Drawing(rules).worths(26, -28).items()
    }


def _headline(position: Any) -> Phrase:
    outcome = position.outcome()
    if outcome is None:
        return Phrase("describe.turn", {"player": f"@player.{position.turn}"})
    winners = outcome.winners
    if len(winners) == 1:
        return Phrase("describe.won", {"player": f"@player.{winners[0]}"})
    sharers = ", ".join(f"@player.{winner}" for winner in winners)
    return Phrase("describe.shared", {"players": sharers})


def _named_beads(position: Any) -> dict[int, str]:
    """Return the beads by their cells: the cell's name, with the bead's value where they differ."""
    names = position.rules.board.names
    plain = position.rules.options["bead_values"] == "plain"
    return {
        cell: names[cell] if plain else f"{names[cell]} ({value})"
        for cell, value in position.beads_by_cell().items()
    }


def _beads_on(key: str, beads: Mapping[int, str], cells: Iterable[int]) -> list[Phrase]:
    lying = [beads[cell] for cell in cells if cell in beads]
    return [Phrase(key, {"cells": ", ".join(lying)})] if lying else []
