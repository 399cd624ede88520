"""A verdict on one turn, before or after it is played: what it gives away, why, and what is better.

Two use it. Who tries again at a mistake is told whether the new turn is good enough. The coach in a
match against the computer looks at a turn before it is confirmed, and speaks up when it gives much
away: a gentle one when it is a blunder, a strict one when it is a mistake. A turn is judged up to
the next roll: what would be rolled is nobody's to know.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from quatrefoil.core.errors import IllegalMoveError
from quatrefoil.core.line import Line
from quatrefoil.search.limits import Limit
from quatrefoil.study.accuracy import BLUNDER, MISTAKE, mark_of_loss, weighed
from quatrefoil.study.luck import Values
from quatrefoil.study.review import DEEP, stage_limit
from quatrefoil.study.sentences import Sentence, explain, second_look
from quatrefoil.study.worth import Appraiser, best_searcher

#: How much less than the best a turn may be worth to be accepted when somebody tries again. That is
#: more than a search goes astray, and less than what is called doubtful.
MARGIN = 0.05
#: From which weighed loss on a coach speaks up, by how strict it is.
COACHES = {"gentle": BLUNDER, "strict": MISTAKE}
#: The name for no coach.
OFF = "off"


@dataclass(frozen=True)
class Verdict:
    """What a turn gives away."""

    loss: float
    players: int
    #: What each player can expect after it.
    values: Values
    played: tuple[str, ...]
    best: tuple[str, ...]
    #: What follows what was played, and what would follow what is best.
    refutation: tuple[str, ...]
    improvement: tuple[str, ...]
    why: Sentence | None

    @property
    def mark(self) -> str:
        """`??`, `?`, `?!` or nothing."""
        return mark_of_loss(self.loss, self.players)

    @property
    def accepted(self) -> bool:
        """Whether it is good enough for who tries again."""
        return weighed(self.loss, self.players) <= MARGIN

    def warns(self, coach: str) -> bool:
        """Whether a coach of that name speaks up."""
        return weighed(self.loss, self.players) >= COACHES[coach]


class Judge:
    """Judges turns of one position after the other. `stop` ends its search from another thread."""

    def __init__(self, halt: threading.Event | None = None) -> None:
        self._halt = halt
        self._appraiser: Appraiser | None = None

    def stop(self) -> None:
        """End a search that runs."""
        if appraiser := self._appraiser:
            appraiser.stop()

    def judge(self, line: Line, tokens: Sequence[str], limit: Limit | None = None) -> Verdict:
        """Return what the turn that `tokens` are gives away; it has to be whole, up to a roll."""
        rules, mover = line.position.rules, line.position.turn
        if mover < 0:
            raise IllegalMoveError("nobody is to move there")
        after = line.copy()
        for token in tokens:
            if after.position.turn != mover:
                raise IllegalMoveError("that is more than one turn, or goes on after a roll")
            after.play(token)
        if after.position.turn == mover:
            raise IllegalMoveError("that is not a whole turn")
        limit = limit or stage_limit(rules, DEEP)
        self._appraiser = appraiser = Appraiser(
            best_searcher(rules, second_look(limit)), self._halt
        )
        before = appraiser.worth(line, limit)
        now = appraiser.worth(after.copy(), limit)
        loss = max(0.0, before.after_best[mover] - now.own[mover])
        if now.key == before.best_key:
            loss = 0.0
        played, best = tuple(tokens), before.best if loss else tuple(tokens)
        improvement = before.line[len(best) :] if loss else now.line
        why = None
        if mark_of_loss(loss, rules.players):
            why = explain(line, played, best, now.line, appraiser, limit)
        return Verdict(loss, rules.players, now.values, played, best, now.line, improvement, why)
