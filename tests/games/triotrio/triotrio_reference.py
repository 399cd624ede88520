"""TrioTrio once more, slowly: the rulebook spelled out on the JSON of positions.

No bitboards, no tables: every path of a piece is walked. The tests compare the product with it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

State = dict[str, Any]

BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
FACES = {"1": "rock", "2": "rock", "3": "paper", "4": "paper", "5": "scissors", "6": "scissors"}
PLAYERS = ("yellow", "blue")
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS = {"rock": (STRAIGHT, DIAGONAL), "paper": (STRAIGHT,), "scissors": (DIAGONAL,)}


class Board:
    """What the options say about the squares."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.size = options.get("size", 9)
        self.limit = options.get("quiet_turns", 200)
        middle = self.size // 2
        self.cow = name(middle, middle)
        self.centre = {"yellow": name(middle, 0), "blue": name(middle, self.size - 1)}
        self.permanent = {}
        if options.get("restrictors", "centre") == "centre":
            self.permanent = {
                name(middle - 2, middle): "paper",
                name(middle + 2, middle): "scissors",
            }

    def step(self, square: str, direction: tuple[int, int]) -> str | None:
        x, y = "abcdefghijk".index(square[0]) + direction[0], int(square[1:]) - 1 + direction[1]
        return name(x, y) if 0 <= x < self.size and 0 <= y < self.size else None


def name(x: int, y: int) -> str:
    return f"{'abcdefghijk'[x]}{y + 1}"


def near(a: str, b: str) -> bool:
    return abs(ord(a[0]) - ord(b[0])) <= 1 and abs(int(a[1:]) - int(b[1:])) <= 1


def enemy(player: str) -> str:
    return "blue" if player == "yellow" else "yellow"


def all_pieces(state: State) -> dict[str, str]:
    return state["yellow"] | state["blue"]


def is_repelled(board: Board, others: dict[str, str], kind: str, square: str) -> bool:
    """Whether a like piece or a like permanent is within one square."""
    likes = [*others.items(), *board.permanent.items()]
    return any(like == kind and near(place, square) for place, like in likes)


def is_beaten_by_permanent(board: Board, kind: str, square: str) -> bool:
    return BEATS.get(board.permanent.get(square, "")) == kind


def ends(board: Board, state: State, start: str) -> set[str]:
    """Walk every path of a piece (TT-9) and return where they end."""
    mine, theirs = state[state["turn"]], state[enemy(state["turn"])]
    kind = mine[start]
    others = {square: k for square, k in all_pieces(state).items() if square != start}

    def may_end(square: str) -> bool:
        if square == start or is_beaten_by_permanent(board, kind, square):
            return False
        if square in theirs:
            return theirs[square] == BEATS[kind]
        return may_pass(square)

    def may_pass(square: str) -> bool:
        return square not in others and not is_repelled(board, others, kind, square)

    def walk(square: str, came_from: str | None, steps: int, way: Any) -> Iterator[str]:
        for direction in way:
            target = board.step(square, direction)
            if target is None or target == came_from:
                continue
            if steps == 1:
                if may_end(target):
                    yield target
            elif may_pass(target):
                yield from walk(target, square, steps - 1, way)

    return {end for way in WAYS[kind] for end in walk(start, None, state["roll"], way)}


def reclaimable(board: Board, state: State) -> list[str]:
    """Return the types that could appear on the centre start (TT-13)."""
    centre = board.centre[state["turn"]]
    if centre in all_pieces(state):
        return []
    return [kind for kind in BEATS if not is_repelled(board, all_pieces(state), kind, centre)]


def legal(board: Board, state: State) -> list[str]:
    """Return the legal tokens in ASCII order."""
    player, phase = state["turn"], state["phase"]
    leaving = state["must_leave"][PLAYERS.index(player)]
    if phase == "first":
        tokens = ["!yellow", "!blue"]
    elif phase in ("change-roll", "move-roll"):
        tokens = [f"!{face}" for face in FACES]
    elif phase == "change":
        tokens = ["keep"] + [f"change:{square}" for square in state[player]]
    elif phase == "decide":
        tokens = ["roll"] if leaving else ["roll", "hold"]
    elif phase == "reclaim":
        tokens = ["decline"] + [f"reclaim:{kind}" for kind in reclaimable(board, state)]
    else:
        movers = [board.cow] if leaving else list(state[player])
        tokens = [f"{s}-{e}" for s in movers for e in ends(board, state, s)] or ["stay"]
    return sorted(tokens)


def play(board: Board, before: State, token: str) -> tuple[State, list[float] | None]:
    """Return the state after a legal token, and the result if the game is over."""
    state = copy.deepcopy(before)
    player = state["turn"]
    index = PLAYERS.index(player)
    if token in ("!yellow", "!blue"):
        return begin_turn(board, state, token[1:]), None
    if token == "keep":
        state["phase"] = "decide"
    elif token.startswith("change:"):
        state |= {"phase": "change-roll", "square": token[7:]}
    elif token == "roll":
        state["phase"] = "move-roll"
    elif token.startswith("!") and state["phase"] == "move-roll":
        state |= {"phase": "move", "roll": int(token[1:])}
    elif token.startswith("!"):
        change(board, state, FACES[token[1:]])
        if not state[player]:
            return state, lost(player)
    elif token.startswith("reclaim:"):
        state[player][board.centre[player]] = token[8:]
        state["cow"][index] = 0
        state["must_leave"][index] = True
        state["quiet"] = 0
        return end_turn(board, state)
    elif token == "decline":
        return end_turn(board, state)
    else:
        state["roll"] = None
        if "-" in token:
            travel(board, state, *token.split("-"))
            if not state[enemy(player)]:
                return state, lost(enemy(player))
            if not state[player]:
                return state, lost(player)
        return after_moving(board, state)
    return state, None


def change(board: Board, state: State, kind: str) -> None:
    """TT-7."""
    square, mine = state["square"], state[state["turn"]]
    state |= {"phase": "decide", "square": None}
    if mine[square] == kind:
        return
    mine[square] = kind
    others = {s: k for s, k in all_pieces(state).items() if s != square}
    if is_repelled(board, others, kind, square) or is_beaten_by_permanent(board, kind, square):
        remove(board, state, state["turn"], square)


def travel(board: Board, state: State, start: str, end: str) -> None:
    """TT-10."""
    player = state["turn"]
    kind = state[player].pop(start)
    captured = end in state[enemy(player)]
    if captured:
        remove(board, state, enemy(player), end)
    if start == board.cow:
        leave_cow(state, player)
    others = all_pieces(state)
    state[player][end] = kind
    if captured and is_repelled(board, others, kind, end):
        remove(board, state, player, end)


def remove(board: Board, state: State, player: str, square: str) -> None:
    del state[player][square]
    state["quiet"] = 0
    if square == board.cow:
        leave_cow(state, player)


def leave_cow(state: State, player: str) -> None:
    state["must_leave"][PLAYERS.index(player)] = False
    if player == state["turn"]:
        state["cow_at_start"] = False


def after_moving(board: Board, state: State) -> tuple[State, list[float] | None]:
    """TT-12 and TT-13."""
    player = state["turn"]
    index = PLAYERS.index(player)
    counts = state["cow_at_start"] and len(state[player]) < 3 and not state["must_leave"][index]
    state["cow"][index] = min(3, state["cow"][index] + 1) if counts else 0
    if state["cow"][index] == 3 and reclaimable(board, state):
        state["phase"] = "reclaim"
        return state, None
    return end_turn(board, state)


def end_turn(board: Board, state: State) -> tuple[State, list[float] | None]:
    """TT-16."""
    state["quiet"] += 1
    if board.limit and state["quiet"] >= board.limit:
        return state, [0.5, 0.5]
    return begin_turn(board, state, enemy(state["turn"])), None


def begin_turn(board: Board, state: State, player: str) -> State:
    return state | {"turn": player, "phase": "change", "cow_at_start": board.cow in state[player]}


def lost(player: str) -> list[float]:
    return [0.0, 1.0] if player == "yellow" else [1.0, 0.0]


class Reference:
    """A game in progress."""

    def __init__(self, options: dict[str, Any], data: State) -> None:
        self.board = Board(options)
        self._state = {key: data[key] for key in data.keys() - {"game", "options"}}
        self.result: list[float] | None = None

    def legal(self) -> list[str]:
        return [] if self.over() else legal(self.board, self._state)

    def play(self, token: str) -> None:
        self._state, self.result = play(self.board, self._state, token)

    def over(self) -> bool:
        return self.result is not None

    def scores(self) -> list[float]:
        return self.result or [0.5, 0.5]

    def state(self) -> State:
        return {} if self.over() else self._state

    def is_slow(self) -> bool:
        return False
