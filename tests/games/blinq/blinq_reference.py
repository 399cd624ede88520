"""Blinq once more, slowly and without a trick: what the engine is compared with.

Blocks lie in a dictionary; the view from above is painted level by level; paths are searched.
"""

from __future__ import annotations

from typing import Any

#: Red quarters (across, up) of a block by the side of its red half; `*` is the neutral block.
RED_QUARTERS = {
    "N": {(0, 1), (1, 1)},
    "E": {(1, 0), (1, 1)},
    "S": {(0, 0), (1, 0)},
    "W": {(0, 0), (0, 1)},
    "*": {(0, 1), (1, 0)},
}

Place = tuple[int, int, int]


def name(place: Place) -> str:
    level, x, y = place
    return f"{level}{'abcdefgh'[x]}{y + 1}"


class Reference:
    """A game in progress, without a past: a connection that was there would have ended it."""

    def __init__(self, options: dict[str, Any], data: dict[str, Any]) -> None:
        self.size = options.get("size", 5)
        self.blocks: dict[Place, str] = {}
        self.turn = data["turn"]
        self.result: list[float] | None = None
        for token in data["blocks"]:
            self.lay(token)

    def lay(self, token: str) -> None:
        self.blocks[int(token[0]), "abcdefgh".index(token[1]), int(token[2]) - 1] = token[3]

    def places(self) -> list[Place]:
        return [
            (level, x, y)
            for level in range(1, self.size + 1)
            for x in range(self.size - level + 1)
            for y in range(self.size - level + 1)
        ]

    def is_supported(self, place: Place) -> bool:
        level, x, y = place
        return level == 1 or all(
            (level - 1, x + i, y + j) in self.blocks for i in (0, 1) for j in (0, 1)
        )

    def over(self) -> bool:
        return self.result is not None

    def scores(self) -> list[float]:
        return self.result or [0.5, 0.5]

    def is_slow(self) -> bool:
        return False

    def legal(self) -> list[str]:
        if self.result is not None:
            return []
        free = [p for p in self.places() if p not in self.blocks and self.is_supported(p)]
        return sorted(name(place) + side for place in free for side in "NESW")

    def view(self) -> dict[tuple[int, int], str]:
        seen = {}
        for level, x, y in sorted(self.blocks):
            red = RED_QUARTERS[self.blocks[level, x, y]]
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
                quarter = (2 * x + level - 1 + i, 2 * y + level - 1 + j)
                seen[quarter] = "red" if (i, j) in red else "black"
        return seen

    def heights(self) -> dict[tuple[int, int], int]:
        return {
            (2 * x + level - 1 + i, 2 * y + level - 1 + j): level
            for level, x, y in sorted(self.blocks)
            for i in (0, 1)
            for j in (0, 1)
        }

    def is_connected(self, colour: str) -> bool:
        along = 1 if colour == "red" else 0
        mine = {quarter for quarter, shown in self.view().items() if shown == colour}
        reached = [quarter for quarter in mine if quarter[along] == 0]
        mine -= set(reached)
        for x, y in reached:
            for quarter in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if quarter in mine:
                    mine.remove(quarter)
                    reached.append(quarter)
        return any(quarter[along] == 2 * self.size - 1 for quarter in reached)

    def play(self, token: str) -> None:
        self.lay(token)
        mover, self.turn = self.turn, {"red": "black", "black": "red"}[self.turn]
        for colour in (mover, self.turn):
            if self.result is None and self.is_connected(colour):
                self.result = [1, 0] if colour == "red" else [0, 1]
        if self.result is None and len(self.blocks) == len(self.places()):
            self.result = [0.5, 0.5]

    def state(self) -> dict[str, object]:
        blocks = sorted(name(place) + kind for place, kind in self.blocks.items())
        return {"blocks": blocks, "turn": self.turn}
