"""Putting positions together: drafts, what is wrong with them, and the positions that they are.

Whatever JSON comes, `examine` makes the most of it: what can be drawn is drawn, and why it is no
position is said, all of it. What a position of a game consists of is known to the game's part
`edit` (`view/editing.py` says how); here are the things that all games share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from quatrefoil.core.errors import FormatError, OptionError, ReasonedError, UnknownGameError
from quatrefoil.core.fields import Fields
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.grids.names import parse_symmetry
from quatrefoil.core.position import Position
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.view.data import Piece, Scene, view_of
from quatrefoil.view.editing import Draft, Edit, Rough, Tools

#: How many reasons are listed; a board of nonsense has one for every piece.
MOST_FAULTS = 40


@dataclass(frozen=True)
class Examined:
    """A draft, all that is wrong with it, and the position that it is if nothing is.

    `doubts` do not keep anybody from playing on.
    """

    rules: Rules
    draft: Draft
    faults: tuple[ReasonedError, ...]
    doubts: tuple[ReasonedError, ...]
    position: Position | None

    def to_json(self) -> dict[str, Any]:
        """Return the draft as the JSON of a position, which it may not be."""
        return written(self.rules, self.draft)

    def scene(self) -> Scene:
        """Return what is on the board: everything about a position, else the pieces alone."""
        if self.position is not None:
            return view_of(self.rules).scene(self.position)
        return layer_scene(self.rules, self.draft.pieces)


def edit_of(game: Game) -> Edit:
    """Return the edit module of a game, or raise a MissingPartError."""
    return cast(Edit, game.part("edit"))


@lru_cache(maxsize=64)
def tools_of(rules: Rules) -> Tools:
    """Return what drafts of these rules can consist of."""
    return edit_of(rules.game).tools(rules)


def written(rules: Rules, draft: Draft) -> dict[str, Any]:
    """Return a draft as the JSON of a position."""
    head = {"game": rules.game.name, "options": dict(rules.changed)}
    return head | edit_of(rules.game).write(rules, draft)


def layer_scene(rules: Rules, pieces: Mapping[str, str]) -> Scene:
    """Return pieces by place as a scene."""
    brushes = {brush.id: brush for brush in tools_of(rules).brushes}
    found = [(place, brushes[brush]) for place, brush in sorted(pieces.items())]
    return Scene(tuple(Piece(b.symbol, place, b.player, b.text) for place, b in found))


def examine(data: Any) -> Examined:
    """Make the most of what may be the JSON of a position; it names a game that can be edited."""
    rough = Rough(data)
    name = rough.fields.take("game", None)
    if not isinstance(name, str):
        raise UnknownGameError("a position names its 'game'")
    game = game_of(name)
    part = edit_of(game)
    rules = _read_rules(game, rough)
    draft = part.read(rules, rough)
    rough.finish()
    return judge(rules, draft, tuple(rough.noted))


def _read_rules(game: Game, rough: Rough) -> Rules:
    """Return the rules that the options say, else the usual ones."""

    def read() -> Rules:
        return rules_of(game.name, rough.fields.mapping("options", default={}))

    return rough.attempt("options", read, otherwise=None) or rules_of(game.name)


def judge(rules: Rules, draft: Draft, noted: tuple[ReasonedError, ...] = ()) -> Examined:
    """Say what is wrong with a draft, besides what was noted when it was read."""
    part = edit_of(rules.game)
    faults = [*noted, *part.faults(rules, draft)][:MOST_FAULTS]
    position = None if faults else _position(rules, draft, faults)
    doubts = () if position is None else tuple(part.doubts(rules, draft))[:MOST_FAULTS]
    return Examined(rules, draft, tuple(faults), doubts, position)


def _position(rules: Rules, draft: Draft, faults: list[ReasonedError]) -> Position | None:
    """Return the position; if its JSON is refused after all, that is a fault too."""
    try:
        return position_from_json(written(rules, draft))
    except (FormatError, OptionError) as problem:
        faults.append(problem)
        return None


def read_draft(data: Any) -> tuple[Rules, Draft]:
    """Read a draft that an editor made: `{game, options, pieces, values, layers}`."""
    fields = Fields(data, "a draft")
    game = game_of(fields.string("game"))
    edit_of(game)
    rules = rules_of(game.name, fields.mapping("options", default={}))
    rest = {name: fields.take(name, {}) for name in ("pieces", "values", "layers")}
    fields.finish()
    return rules, Draft.from_json(tools_of(rules), rest)


def empty(rules: Rules) -> Examined:
    """Return the first position without its pieces."""
    start = draft_of(rules.start())
    return judge(rules, Draft({}, start.values, start.layers))


def draft_of(position: Position) -> Draft:
    """Return a position as a draft."""
    return examine(position.to_json()).draft


# ---- symmetries ---------------------------------------------------------------------------------


def images(rules: Rules) -> list[dict[str, Any]]:
    """Return how the board can be turned and mirrored: `{number, mirrored, degrees, swapped}`."""
    found = []
    for number, symmetry in enumerate(rules.symmetries[1:], start=1):
        mirrored, degrees = parse_symmetry(symmetry.name)
        swapped = symmetry.players != tuple(range(rules.players))
        found.append(
            {"number": number, "mirrored": mirrored, "degrees": degrees, "swapped": swapped}
        )
    return found


def image(examined: Examined, symmetry: int) -> Examined:
    """Return a position seen through one of its rules' symmetries."""
    if examined.position is None:
        raise FormatError("only a position can be turned or mirrored, and this is none")
    most = len(examined.rules.symmetries) - 1
    if not 0 <= symmetry <= most:
        raise FormatError(f"an image is a number from 0 to {most}, not {symmetry}")
    return examine(examined.position.image(symmetry).to_json())
