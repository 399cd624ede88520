"""Endgame tables: proven bounds for every position of a domain, small enough to ship."""

from __future__ import annotations

import json
import lzma
import math
import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from pathlib import Path
from typing import Any

from quatrefoil.core.constants import CHANCE
from quatrefoil.core.errors import FormatError
from quatrefoil.core.game import Rules
from quatrefoil.core.position import Position
from quatrefoil.search.endgame.domain import EndgameDomain, domains_of
from quatrefoil.search.endgame.solve import EndgameSolver

#: Bounds are stored as whole multiples of 1 / SCALE.
SCALE = 0xFFFF
#: What floating-point numbers may have got wrong; bounds are that much wider.
_ROUNDING = 1e-9
_FORMAT = "quatrefoil ending 1"


@dataclass(frozen=True)
class EndgameTable:
    """For each number of a domain, bounds on what the mover can expect of the point."""

    domain: EndgameDomain
    facts: Mapping[str, Any]
    #: Rounded down and up, so that they stay proven.
    low: array[int]
    high: array[int]

    @classmethod
    def of(cls, ending: EndgameSolver, facts: Mapping[str, Any]) -> EndgameTable:
        """Keep what an ending has found."""
        size = ending.domain.size
        low, high = array("H", [0]) * size, array("H", [SCALE]) * size
        for position in ending.domain.positions():
            number = ending.domain.number_of(position)
            mover = position.turn
            mine, theirs = (ending.guaranteed(position, who) for who in (mover, 1 - mover))
            low[number] = max(0, math.floor((mine - _ROUNDING) * SCALE))
            high[number] = min(SCALE, math.ceil((1 - theirs + _ROUNDING) * SCALE))
        return cls(ending.domain, dict(facts), low, high)

    def bounds(self, position: Position) -> tuple[float, float] | None:
        """Return bounds on the mover's share at the start of a turn; None for other positions."""
        number = self.domain.number_of(position)
        if number < 0:
            return None
        return self.low[number] / SCALE, self.high[number] / SCALE

    def derived_bounds(
        self, position: Position, player: int, look_up: bool = True
    ) -> tuple[float, float]:
        """Return bounds on a player's share in any position, by the table at the end of the turn.

        Without `look_up` the position itself is not looked up.
        """
        outcome = position.outcome()
        if outcome:
            return (outcome.shares[player],) * 2
        known = self.bounds(position) if look_up else None
        if known:
            return known if position.turn == player else (1 - known[1], 1 - known[0])
        if not self.domain.holds(position):
            return 0.0, 1.0
        moves = position.legal_moves()
        found = []
        for move in moves:
            after = position.copy()
            after.push_unchecked(move)
            found.append(self.derived_bounds(after, player))
        lows, highs = zip(*found, strict=True)
        if position.turn == CHANCE:
            odds = [float(chance) for _, chance in position.chance_outcomes()]
            return sum(map(mul, odds, lows)), sum(map(mul, odds, highs))
        choose = max if position.turn == player else min
        return choose(lows), choose(highs)

    def widths(self) -> Iterator[float]:
        """Yield how far apart the bounds are, for each position once."""
        counted = set()
        for position in self.domain.positions():
            number = self.domain.number_of(position)
            if number not in counted:
                counted.add(number)
                yield (self.high[number] - self.low[number]) / SCALE


def write_table(table: EndgameTable, path: Path) -> None:
    """Write a table; `read_table` reads it."""
    head = {
        "format": _FORMAT,
        "rules": str(table.domain.rules),
        "rules_version": table.domain.rules.game.rules_version,
        "domain": table.domain.name,
        "facts": dict(table.facts),
    }
    body = b"".join(
        bytes(value >> shift & 0xFF for value in values)
        for values in (table.low, table.high)
        for shift in (8, 0)
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = lzma.compress(body, preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(json.dumps(head, ensure_ascii=False).encode() + b"\n" + packed)


def read_table(domain: EndgameDomain, data: bytes) -> EndgameTable:
    """Read what `write_table` wrote, or raise a FormatError."""
    line, _, packed = data.partition(b"\n")
    try:
        head = json.loads(line)
        named = (head["format"], head["rules"], head["rules_version"], head["domain"])
        version = domain.rules.game.rules_version
        if named != (_FORMAT, str(domain.rules), version, domain.name):
            raise FormatError(f"this is not a table of {domain.name} for {domain.rules}")
        body = lzma.decompress(packed)
    except (ValueError, KeyError, TypeError, lzma.LZMAError) as problem:
        raise FormatError(f"the file of the table is damaged: {problem}") from None
    size = domain.size
    if len(body) != 4 * size:
        raise FormatError(f"the table has {len(body)} bytes, not {4 * size}")
    planes = [body[size * plane : size * (plane + 1)] for plane in range(4)]
    low = array("H", [high << 8 | low for high, low in zip(planes[0], planes[1], strict=True)])
    high = array("H", [high << 8 | low for high, low in zip(planes[2], planes[3], strict=True)])
    return EndgameTable(domain, head["facts"], low, high)


def table_name(domain: EndgameDomain) -> str:
    """Return what the file with the table of a domain is called."""
    name = re.sub(r"[^A-Za-z0-9=.-]+", "_", str(domain.rules)).strip("_")
    return f"{name}.{domain.name}.table"


@lru_cache(maxsize=8)
def tables_of(rules: Rules) -> tuple[EndgameTable, ...]:
    """Return the tables that come with a game for these rules."""
    if not rules.game.has("solved"):
        return ()
    folder = rules.game.resource("solved")
    files = [(domain, folder.joinpath(table_name(domain))) for domain in domains_of(rules)]
    return tuple(read_table(domain, file.read_bytes()) for domain, file in files if file.is_file())
