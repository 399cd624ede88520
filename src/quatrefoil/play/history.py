"""The history of a match in words, as JSON text.

Every snapshot has all of it, and a long match has thousands of moves: each turn is put into words
once, and the text is kept until the next turn.
"""

from __future__ import annotations

from quatrefoil.match import Match
from quatrefoil.match.match import Turn
from quatrefoil.play.present import drawn, encode
from quatrefoil.view.data import view_of


class History:
    """The turns and rolls of a match so far, in tokens and in words."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._turns: list[Turn] = []
        self._texts: list[bytes] = []
        #: How many moves these turns have.
        self._moves = 0
        self._whole = b"[]"

    def text(self) -> bytes:
        """Return the text of now."""
        turns, history = self._turns, self._match.history
        if len(turns) == len(history) and (not turns or turns[-1] is history[-1]):
            return self._whole
        # Turns come and go at the end alone: where the last one is the same, all before it are.
        while turns and (len(turns) > len(history) or turns[-1] is not history[len(turns) - 1]):
            self._moves -= len(turns.pop().tokens)
            self._texts.pop()
        for turn in history[len(turns) :]:
            self._texts.append(self._worded(turn))
            turns.append(turn)
            self._moves += len(turn.tokens)
        self._whole = b"[%b]" % b",".join(self._texts)
        return self._whole

    def _worded(self, turn: Turn) -> bytes:
        view, line = view_of(self._match.rules), self._match.line
        say = []
        for number, token in enumerate(turn.tokens, self._moves):
            position = line.before(number)
            say.append(drawn(view.say(position, position.parse(token))))
        return encode({"event": turn.event, "seat": turn.seat, "tokens": turn.tokens, "say": say})


def worded(match: Match) -> History:
    """Return a history that is put into words already, in any thread."""
    history = History(match)
    history.text()
    return history
