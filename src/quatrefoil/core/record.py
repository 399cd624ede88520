"""Records: rules, every move from the start, and how it ended if not by the rules.

    {"format": "quatrefoil-record", "version": 1, "game": "blinq", "rules_version": 1,
     "options": {"size": 4}, "moves": ["1a1N", …], "end": null, "result": null,
     "tags": {"red": "Ada"}}

A record is the whole truth about a match: replaying its moves gives every position.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quatrefoil.core.errors import MoveError, OptionError, RecordError, shortened
from quatrefoil.core.fields import Fields, is_whole
from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.core.outcome import Outcome, plain
from quatrefoil.core.pictures import record_to_animated_svg, record_to_svg
from quatrefoil.core.registry import game, rules
from quatrefoil.core.tags import read_tags
from quatrefoil.core.written import Written

FORMAT = "quatrefoil-record"
VERSION = 1

#: The ways a match ends without the rules: a player gives up, runs out of time or leaves, or
#: all agree.
ENDINGS = ("resignation", "time", "agreement", "abandonment")

_MOST_MOVES = 100_000
_HIGHEST_SCORE = 1_000_000


@dataclass(frozen=True)
class Ending:
    """How a match ended before the rules ended it, and what each player got."""

    how: str
    scores: tuple[float, ...]
    #: Who resigned, ran out of time or left; None for an agreement.
    player: int | None = None

    def __post_init__(self) -> None:
        if self.how not in ENDINGS:
            raise RecordError(f"a match ends by {', '.join(ENDINGS)}, not {shortened(self.how)}")


@dataclass(frozen=True)
class Record(Written):
    """A match, finished or not. `moves` are tokens."""

    rules: Rules
    moves: tuple[str, ...] = ()
    ending: Ending | None = None
    #: Names, dates and the like: text that the rules do not read.
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, line: Line, ending: Ending | None = None, **tags: str) -> Record:
        """Return the record of a line that began at the start of the game."""
        return cls(line.position.rules, tuple(line.tokens), ending, tags)

    def lines(self) -> Iterator[Line]:
        """Yield one line before the first move and again after every move, always the same one."""
        line = Line(self.rules.start())
        yield line
        for number, token in enumerate(self.moves, start=1):
            try:
                line.play(token)
            except MoveError as problem:
                raise RecordError(f"move {number} of the record: {problem}") from None
            yield line

    def replay(self) -> Line:
        """Return the line after the last move; raise a RecordError at the first illegal one."""
        return self.line_at()

    def line_at(self, number: int | None = None) -> Line:
        """Return the line after a number of moves, or after all of them."""
        wanted = len(self.moves) if number is None else number
        if not 0 <= wanted <= len(self.moves):
            raise RecordError(
                f"the record has {len(self.moves)} moves: after move {wanted} there is nothing"
            )
        return next(itertools.islice(self.lines(), wanted, None))

    #: Return a picture of how it ended, or `at` a number of moves; or one that shows the positions
    #: after `start` to `stop` moves in turn.
    to_svg = record_to_svg
    to_animated_svg = record_to_animated_svg

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def outcome(self) -> Outcome | None:
        """Return how the match ended, by the rules or otherwise, or None while it goes on."""
        if self.ending:
            return Outcome(self.ending.scores, self.ending.how)
        return self.replay().position.outcome()

    # ---- JSON ---------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data."""
        outcome = self.outcome()
        end = self.ending
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.rules.game.name,
            "rules_version": self.rules.game.rules_version,
            "options": dict(self.rules.changed),
            "moves": list(self.moves),
            "end": end and {"how": end.how, "player": end.player},
            "result": outcome and plain(outcome.scores),
            "tags": dict(self.tags),
        }

    @classmethod
    def from_json(cls, data: Any, most_moves: int = _MOST_MOVES) -> Record:
        """Read what `to_json` wrote, replay it, and refuse what does not hold."""
        fields = Fields(data, "a record", RecordError)
        fields.choice("format", [FORMAT])
        fields.whole("version", VERSION, VERSION)
        found = read_rules(fields)
        moves = tuple(fields.strings("moves", most_moves))
        end, result = fields.take("end", None), fields.take("result", None)
        tags = read_tags(fields.mapping("tags", default={}))
        fields.finish()
        record = cls(found, moves, _read_ending(end, result, found), tags)
        record._check(result)
        return record

    def _check(self, result: Any) -> None:
        """Refuse moves that cannot be replayed, and a result that the moves do not give."""
        final = self.replay().position
        outcome = final.outcome()
        if self.ending:
            if outcome:
                raise RecordError("the record ends by the rules and by its 'end' at once")
            return
        given = outcome and plain(outcome.scores)
        if result != given or (given and not all(map(_is_score, result))):
            raise RecordError(
                f"the moves give the result {given}, but the record says {shortened(result)}"
            )


def read_rules(fields: Fields) -> Rules:
    """Take the rules of a record or a tree: its game, their version, the options."""
    what = fields.what.replace("a ", "the ", 1)
    name = fields.string("game")
    version = fields.whole("rules_version", 1, 1_000_000)
    try:
        found = rules(game(name).name, fields.mapping("options", default={}))
    except OptionError as problem:
        raise RecordError(f"the options of {what}: {problem}") from None
    if version != found.game.rules_version:
        raise RecordError(
            f"{what} is of version {version} of {name}'s rules;"
            f" this program plays version {found.game.rules_version}"
        )
    return found


def _read_ending(end: Any, result: Any, found: Rules) -> Ending | None:
    if end is None:
        return None
    fields = Fields(end, "'end' of a record", RecordError)
    how = fields.choice("how", ENDINGS)
    player = fields.take("player", None)
    fields.finish()
    if player is not None and not is_whole(player, 0, found.players - 1):
        raise fields.refuse("player", f"null or a player from 0 to {found.players - 1}", player)
    scores_fit = (
        isinstance(result, list) and len(result) == found.players and all(map(_is_score, result))
    )
    if not scores_fit:
        raise RecordError(
            f"a match that ended by {how} has a 'result' of {found.players} numbers,"
            f" not {shortened(result)}"
        )
    return Ending(how, tuple(float(score) for score in result), player)


def _is_score(value: Any) -> bool:
    """Whether a value is a number, and neither immense nor infinite."""
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and abs(value) <= _HIGHEST_SCORE
    )
