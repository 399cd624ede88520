"""Trifoil once more, as slow and as literal as can be: what the engine is compared with.

Blinks are their places, links are a dictionary from (place, face) to a colour, and a chain is
looked for among all sets of links.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

STEPS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
FACES = list(STEPS)
OTHER = {"red": "blue", "blue": "red"}

Place = tuple[int, int]
Links = dict[tuple[Place, str], str]


def opposite(face: str) -> str:
    return FACES[(FACES.index(face) + 3) % 6]


class Reference:
    """A game from its start. All options are given, and `board` is a custom one."""

    def __init__(self, options: dict[str, Any], data: dict[str, Any]) -> None:
        board = options["board"]
        self.blinks = [tuple(blink) for blink in board["blinks"]]
        self.options = options
        columns = sorted({column for column, _ in self.blinks})
        self.names: dict[str, Place] = {}
        for letter, column in zip("abcdefghijklmnopqrstuvwxyz", columns, strict=False):
            ys = sorted(y for x, y in self.blinks if x == column)
            self.names |= {f"{letter}{place}": (column, y) for place, y in enumerate(ys, 1)}
        self.name = {blink: name for name, blink in self.names.items()}
        self.spins = {
            name: [self.names[blink] for blink in blinks]
            for name, blinks in board.get("spins", {}).items()
        }
        assert data["red"] == data["blue"] == [], "a reference plays from the start"
        self.links: Links = {}
        self.previous: Links | None = None
        self.turn = data["turn"]
        self.left = options["first_actions"]
        self.acted = False
        self.result: dict[str, float] | None = None
        self.seen: dict[Any, int] = {}
        self.start_turn()

    def across(self, blink: Place, face: str) -> Place | None:
        dx, dy = STEPS[face]
        beyond = blink[0] + dx, blink[1] + dy
        return beyond if beyond in self.blinks else None

    # ---- actions ----

    def actions(self) -> Iterator[tuple[str, Links]]:
        """Yield each legal action with the links after it."""
        for token, after in self.candidates():
            if after != self.links and after != self.previous:  # TF-9
                yield token, after

    def candidates(self) -> Iterator[tuple[str, Links]]:
        for blink in self.blinks:
            for face in FACES:
                beyond = self.across(blink, face)
                if beyond is None:
                    continue
                link = self.links.get((blink, face))
                if link is None:  # TF-6
                    placed = {**self.links, (blink, face): self.turn}
                    yield f"{self.name[blink]}-{self.name[beyond]}", placed
                elif link == self.turn:  # TF-7
                    pushed = self.pushed(blink, face)
                    if pushed is not None:
                        yield f"{self.name[blink]}>{self.name[beyond]}", pushed
        for name, shape in self.spins.items():  # TF-8
            counts = {"red": 0, "blue": 0}
            for (blink, _), colour in self.links.items():
                counts[colour] += blink in shape
            if counts[self.turn] < counts[OTHER[self.turn]]:
                for suffix, sixths in self.turns(shape).items():
                    yield name + suffix, self.spun(shape, sixths)

    def pushed(self, blink: Place, face: str) -> Links | None:
        line = [(blink, face)]
        beyond = self.across(blink, face)
        while beyond is not None:
            line += [(beyond, opposite(face)), (beyond, face)]
            beyond = self.across(beyond, face)
        run = 0
        while run < len(line) and line[run] in self.links:
            run += 1
        if run == len(line):
            return None
        after = {at: colour for at, colour in self.links.items() if at not in line[:run]}
        return after | {line[i + 1]: self.links[line[i]] for i in range(run)}

    def rotated(self, shape: list[Place], blink: Place, sixths: int) -> tuple[Fraction, Fraction]:
        """Turn a place about the shape's centroid: in cube coordinates a sixth is a shift."""
        cx = Fraction(sum(x for x, _ in shape), len(shape))
        cy = Fraction(sum(y for _, y in shape), len(shape))
        x, y = blink[0] - cx, blink[1] - cy
        q, r = x, (y - x) / 2
        s = -q - r
        for _ in range(sixths):
            q, r, s = -r, -s, -q
        return q + cx, 2 * r + q + cy

    def turns(self, shape: list[Place]) -> dict[str, int]:
        whole = [
            sixths
            for sixths in range(1, 6)
            if {self.rotated(shape, blink, sixths) for blink in shape} == set(shape)
        ]
        return {
            (): {},
            (3,): {"+": 3},
            (2, 4): {"+": 2, "-": 4},
            (1, 2, 3, 4, 5): {"+": 1, "-": 5, "+2": 2, "-2": 4, "+3": 3},
        }[tuple(whole)]

    def spun(self, shape: list[Place], sixths: int) -> Links:
        after: Links = {}
        for (blink, face), colour in self.links.items():
            if blink in shape:
                x, y = self.rotated(shape, blink, sixths)
                after[(int(x), int(y)), FACES[(FACES.index(face) + sixths) % 6]] = colour
            else:
                after[blink, face] = colour
        return after

    # ---- turns ----

    def over(self) -> bool:
        return self.result is not None

    def scores(self) -> list[float]:
        return [self.result["red"], self.result["blue"]] if self.result else [0.5, 0.5]

    def state(self) -> dict[str, Any]:
        if self.result:
            return {}
        return {"turn": self.turn, "actions_left": self.left, "acted": self.acted}

    def is_slow(self) -> bool:
        """Whether trying all sets of links would take too long."""
        return len(self.links) > 20

    def legal(self) -> list[str]:
        if self.result:
            return []
        return sorted([token for token, _ in self.actions()] + ["end"] * self.acted)

    def play(self, token: str) -> None:
        if token == "end":
            self.end_turn()
            return
        after = dict(self.actions())[token]
        self.previous, self.links = self.links, after
        self.left -= 1
        self.acted = True
        self.test_end()
        if not self.result and (self.left == 0 or not any(self.actions())):
            self.end_turn()

    def end_turn(self) -> None:
        self.turn = OTHER[self.turn]
        self.left = self.options["actions"]
        self.acted = False
        self.start_turn()

    def start_turn(self) -> None:
        if not any(self.actions()):  # TF-12
            self.longest_wins()
            return
        key = (self.turn, frozenset(self.links.items()))  # TF-13
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] == self.options["repetition"]:
            self.result = {"red": 0.5, "blue": 0.5}

    def test_end(self) -> None:  # TF-11
        other = OTHER[self.turn]
        if self.longest(self.turn) >= self.options["chain"]:
            self.result = {self.turn: 1, other: 0}
        elif self.longest(other) >= self.options["chain"]:
            self.result = {other: 1, self.turn: 0}
        elif list(self.links.values()).count(self.turn) == self.options["links"] > 0:
            self.longest_wins()
        elif self.options["full_blink"]:
            held = [sum(at[0] == blink for at in self.links) for blink in self.blinks]
            if max(held) >= self.options["full_blink"]:
                self.longest_wins()

    def longest_wins(self) -> None:
        red, blue = self.longest("red"), self.longest("blue")
        score = 0.5 if red == blue else float(red > blue)
        self.result = {"red": score, "blue": 1 - score}

    # ---- chains ----

    def longest(self, colour: str) -> int:
        """Try all sets of links (TF-10)."""
        mine = frozenset(at for at, link in self.links.items() if link == colour)
        return longest_chain(mine, self.options["per_blink"])


@lru_cache(maxsize=100_000)
def longest_chain(links: frozenset[tuple[Place, str]], limit: int) -> int:
    best, tried = 0, set()
    growing = [frozenset([link]) for link in links]
    while growing:
        chain = growing.pop()
        if chain in tried:
            continue
        tried.add(chain)
        best = max(best, len(chain))
        for link in links - chain:
            same_blink = sum(blink == link[0] for blink, _ in chain)
            if same_blink < limit and any(joined(link, other) for other in chain):
                growing.append(chain | {link})
    return best


def joined(one: tuple[Place, str], other: tuple[Place, str]) -> bool:
    (blink, face), (beyond, near) = one, other
    if blink == beyond:
        return True
    dx, dy = STEPS[face]
    return beyond == (blink[0] + dx, blink[1] + dy) and near == opposite(face)
