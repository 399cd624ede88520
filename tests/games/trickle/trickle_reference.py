"""Trickle once more, straight from the rules and as slow as it likes, to compare with.

Nothing here is shared with the package. Cells are points: x grows by 2 from cell to cell along a
row, and neighbouring rows are 1 apart in y and shifted by 1 in x.
"""

from __future__ import annotations

from collections import Counter

HOPS = [(-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)]
OWNED = {2: ["N SE SW", "NE S NW"], 3: ["N S", "NE SW", "SE NW"], 4: ["N", "NE", "S", "SW"]}
OWNED[6] = ["N", "NE", "SE", "S", "SW", "NW"]


class Reference:
    """A game in progress. `beads` maps points to values."""

    def __init__(self, options: dict, position: dict):
        self.options = {"players": 2, "rings": 5, "repetition": 3, "goal_values": "flat"} | options
        self.rings = self.options["rings"]
        self.points = {}
        for row in range(2 * self.rings + 1):
            y = row - self.rings
            for place in range(2 * self.rings + 1 - abs(y)):
                name = f"{chr(ord('a') + row)}{place + 1}"
                self.points[name] = (2 * place + abs(y) - 2 * self.rings, y)
        self.names = {point: name for name, point in self.points.items()}
        self.middle_cells = set(self.find_middle_cells())
        self.beads = {self.points[name]: value for name, value in position["beads"].items()}
        self.turn = position["turn"] - 1
        self.last = position["last"] and tuple(self.points[name] for name in position["last"])
        self.off = list(position["off"])
        self.seen: Counter = Counter()
        self.repeated = False
        self.note_position()

    # ---- the board

    def ring(self, point):
        x, y = point
        return max(abs(y), (abs(x) + abs(y)) // 2)

    def edges(self, point):
        """The edges of a rim cell: two for a corner, which lies on the borders of both."""
        x, y = point
        if self.ring(point) < self.rings:
            return []
        borders = {
            "N": y == self.rings,
            "NE": x > 0 and y >= 0 and x + y == 2 * self.rings,
            "SE": x > 0 and y <= 0 and x - y == 2 * self.rings,
            "S": y == -self.rings,
            "SW": x < 0 and y <= 0 and -x - y == 2 * self.rings,
            "NW": x < 0 and y >= 0 and y - x == 2 * self.rings,
        }
        return [edge for edge, lies_on in borders.items() if lies_on]

    def owner(self, edge):
        for player, edges in enumerate(OWNED[self.options["players"]]):
            if edge in edges.split():
                return player
        return None

    def goal_value(self, point):
        kind = self.options["goal_values"]
        if kind == "flat":
            return 1
        return 3 if (point in self.middle_cells) == (kind == "middle") else 1

    def find_middle_cells(self):
        for edge in OWNED[6]:
            cells = sorted(point for point in self.names if self.edges(point) == [edge])
            for place, point in enumerate(cells):
                if abs(place - (len(cells) - 1) / 2) < 1:
                    yield point

    # ---- moves

    def may_start(self, point, player):
        if self.ring(point) < self.rings or self.options.get("bear_off"):
            return True
        edges = self.edges(point)
        if len(edges) == 2:
            return bool(self.options.get("corner_moves"))
        return bool(self.options.get("own_edge_moves")) and self.owner(edges[0]) == player

    def may_land(self, start, end):
        if end not in self.names or end in self.beads or self.ring(end) < self.ring(start):
            return False
        on_edge = self.ring(start) == self.rings and len(self.edges(start)) == 1
        if on_edge and not self.options.get("bear_off"):
            return self.edges(end) == self.edges(start)
        return True

    def jumps(self, start, at):
        for dx, dy in HOPS:
            over, end = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
            if over in self.beads and over != start and self.may_land(at, end):
                yield end

    def chains(self, path):
        for end in self.jumps(path[0], path[-1]):
            if end in path:
                continue
            yield [*path, end]
            if self.ring(end) < self.rings or self.options.get("bear_off"):
                yield from self.chains([*path, end])

    def paths(self, player):
        """Every move but for TK-8, as a list of points, the last one perhaps an edge."""
        for start in list(self.beads):
            if not self.may_start(start, player):
                continue
            for dx, dy in HOPS:
                if self.may_land(start, (start[0] + dx, start[1] + dy)):
                    yield [start, (start[0] + dx, start[1] + dy)]
            if self.options.get("chain_jumps"):
                yield from self.chains([start])
            else:
                yield from ([start, end] for end in self.jumps(start, start))
            if self.options.get("bear_off"):
                yield from ([start, edge] for edge in self.edges(start))

    def over(self):
        if self.repeated or not any(any(self.paths(p)) for p in range(self.options["players"])):
            return True
        if self.options.get("bear_off"):
            return not self.beads
        return all(self.ring(point) == self.rings for point in self.beads)

    def legal(self):
        """The tokens of all legal moves in ASCII order."""
        if self.over():
            return []
        back = self.last and (self.last[1], self.last[0])
        allowed = [path for path in self.paths(self.turn) if (path[0], path[-1]) != back]
        return sorted("-".join(self.names.get(p, p) for p in path) for path in allowed) or ["pass"]

    def is_slow(self):
        return False

    def state(self):
        beads = {self.names[point]: value for point, value in self.beads.items()}
        last = self.last and [self.names[point] for point in self.last]
        return {"beads": beads, "turn": self.turn + 1, "last": last, "off": self.off}

    def play(self, token):
        self.last = None
        if token != "pass":
            start, *_, end = token.split("-")
            self.move(self.points[start], self.points.get(end), end)
        self.turn = (self.turn + 1) % self.options["players"]
        self.note_position()

    def move(self, start, end, edge):
        value = self.beads.pop(start)
        if end:
            self.beads[end] = value
            self.last = (start, end)
        elif self.owner(edge) is not None:
            self.off[self.owner(edge)] += value * self.goal_value(start)

    def note_position(self):
        state = (frozenset(self.beads.items()), self.turn, self.last)
        self.seen[state] += 1
        self.repeated = 0 < self.options["repetition"] <= self.seen[state]

    def scores(self):
        points = list(self.off)
        if not self.options.get("bear_off"):
            for point, value in self.beads.items():
                edges = self.edges(point)
                if len(edges) == 1 and self.owner(edges[0]) is not None:
                    points[self.owner(edges[0])] += value * self.goal_value(point)
        return points
