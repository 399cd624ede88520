"""What a client may send on the socket of the analysis, declared once.

Validation and the tables of docs/protocol.md come from this. `Ask` is the closed list of verbs.
"""

from __future__ import annotations

from enum import StrEnum

from quatrefoil.match.messages import MAX_MOVES, MAX_NAME_SENT, MAX_TOKEN, Message
from quatrefoil.match.schema import Choice, Field, Object, Strings, Text, Whole

#: How many whole turns are shown: at most, and where nothing is said.
MOST_LINES, LINES = 5, 3
#: Seconds of thinking before the computer rests: at most, and where nothing is said.
MOST_SECONDS, SECONDS = 120, 15


class Ask(StrEnum):
    """What a client can ask: the `do` of a message."""

    ANALYSE = "analyse"
    DEEPER = "deeper"
    STOP = "stop"


DO = Field("do", Choice(tuple(Ask)))

_SECONDS = Field(
    "seconds",
    Whole(1, MOST_SECONDS),
    SECONDS,
    help="how long to think before resting; waiting for others is not counted",
)

MESSAGES = {
    Ask.ANALYSE: Message(
        fields=(
            Field("game", Text(MAX_NAME_SENT), help="the name of a game"),
            Field("options", Object(), {}, help="options of the rules that differ from the usual"),
            Field("start", Object(), None, help="the first position; null is the usual one"),
            Field(
                "moves",
                Strings(MAX_MOVES, MAX_TOKEN),
                [],
                help="moves from there on; the position after them is analysed",
            ),
            Field("lines", Whole(1, MOST_LINES), LINES, help="how many whole turns are shown"),
            Field("threats", Whole(0, 1), 0, help="1 also tells what follows a pass"),
            _SECONDS,
        ),
        help="analyses a position; what was analysed before on this socket is given up",
        seated=False,
    ),
    Ask.DEEPER: Message(
        fields=(_SECONDS,),
        help="thinks on about the same position, with all that was found; also after `stop`",
        seated=False,
    ),
    Ask.STOP: Message(help="stops thinking; what was found is kept for `deeper`", seated=False),
}
