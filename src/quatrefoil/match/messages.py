"""Every request about a match, declared once: what clients may send, and how much of it.

From these declarations come the validation, the OpenAPI description and the tables of
docs/protocol.md. `Verb` is the closed list of what a client can ask on a socket.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.match.beginning import SIGNS
from quatrefoil.match.schema import (
    Choice,
    Field,
    Form,
    Forms,
    Hex,
    Label,
    Object,
    OneOf,
    Schema,
    Strings,
    Text,
    Whole,
)

# ---- limits -----------------------------------------------------------------------------------

#: Characters of the id that a client gives a request.
MAX_ID = 64
#: The form of a match's id, as a regular expression.
MATCH_ID = "[A-Za-z0-9_-]{16}"
#: Characters of a secret. Ours have 32.
MAX_SECRET = 100
#: Characters of a nickname that are kept, and that may be sent: a longer one is cut.
MAX_NAME = 24
MAX_NAME_SENT = 200
#: Moves of a match: some times as many as the longest game of random moves has. Where rules let a
#: game go on for ever, it is a draw then, as nobody can store and show a match without an end.
MAX_MOVES = 5_000
#: Moves that a match may go on after. A rematch plays them again, while everybody else waits.
MAX_PAST = 1_000
#: The level that gives hints, if it is not asked for less.
HINT_LEVEL = 6
#: Tokens of one turn, and characters of one token.
MAX_TOKENS = 64
MAX_TOKEN = 200
#: Hexadecimal digits of a value that somebody shares for the dice, and of its SHA-256.
SHARE_DIGITS = 64
#: The highest number of an event.
MAX_EVENT = 10**9
#: Seconds of a realtime clock and of its increment; days of a correspondence clock.
MAX_BASE, MAX_INCREMENT, MAX_DAYS = 86_400, 3_600, 60
#: Characters of free text, and how many may be sent: a longer one is cut.
MAX_TEXT, MAX_TEXT_SENT = 200, 1_000
#: Lines of a plan, turns of a line, characters of a turn.
MAX_LINES, MAX_TURNS, MAX_TURN = 40, 24, 1_000
#: Moves of all lines of a plan, and of all plans of a seat in a match: each is played when it is
#: planned and whenever the log is read, and the log is for ever.
MAX_PLANNED, MAX_PLANNED_IN_ALL = 200, 10_000

#: What people can say without typing. Each front end has the words in its reader's language.
PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "nice-move",
    "oops",
    "thinking",
    "thanks",
    "sorry",
    "again",
    "bye",
)

#: What somebody is committed to. It is needed only where something will be rolled.
_HASH_HELP = "where something will be rolled: SHA-256 of 32 random bytes of one's own"
_HASH = Field("hash", Hex(SHARE_DIGITS), None, help=_HASH_HELP)

# ---- new matches ------------------------------------------------------------------------------

FIRSTS = ("rules", "roll", "rps")

#: `clock` of a new match, and of the log.
CLOCK = OneOf(
    "clock",
    "kind",
    {
        "realtime": Form(
            "clock",
            (
                Field("base", Whole(0, MAX_BASE), help="seconds for the match"),
                Field("increment", Whole(0, MAX_INCREMENT), 0, help="more seconds for each turn"),
            ),
        ),
        "move": Form(
            "clock",
            (Field("seconds", Whole(1, MAX_INCREMENT), help="seconds for each turn"),),
        ),
        "correspondence": Form(
            "clock", (Field("days", Whole(1, MAX_DAYS), help="days for each turn"),)
        ),
    },
)

_GAME = Field("game", Text(MAX_NAME_SENT), None, help="the name of a game")
_OPTIONS = Field("options", Object(), {}, help="options of the rules that differ from the usual")


@cache
def new_match(levels: tuple[int, ...]) -> Form:
    """Return what makes a match; `levels` are those that the computer can play, in order."""
    level = Whole(levels[0], levels[-1], "one of the levels")
    seat = Form(
        "a seat",
        (
            Field("kind", Choice(("me", "open", "computer"))),
            Field("name", Text(MAX_NAME_SENT), ""),
            Field("level", level, None, help="how well the computer plays"),
        ),
    )
    return Form(
        "a match",
        (
            _GAME,
            _OPTIONS,
            Field("seats", Forms(seat, MAX_PLAYERS), help="one for each player of the rules"),
            Field("clock", CLOCK, None),
            Field("first", Choice(FIRSTS), "rules", help="who gets the first turn"),
            Field("position", Object(), None, help="where a practice match starts"),
            Field(
                "moves",
                Strings(MAX_PAST, MAX_TOKEN),
                [],
                help="moves that were made before: the match goes on after them",
            ),
            Field(
                "openings",
                Whole(0, 1),
                0,
                help="1 lets it be counted in the openings explorer once it is over",
            ),
            _HASH,
        ),
    )


# ---- what is asked of a match -----------------------------------------------------------------


class Verb(StrEnum):
    """What a client can ask of a match: the `do` of a message."""

    PLAY = "play"
    DRAFT = "draft"
    RESIGN = "resign"
    OFFER_DRAW = "offer-draw"
    ACCEPT_DRAW = "accept-draw"
    DECLINE_DRAW = "decline-draw"
    WITHDRAW = "withdraw"
    ASK_TAKEBACK = "ask-takeback"
    ACCEPT_TAKEBACK = "accept-takeback"
    DECLINE_TAKEBACK = "decline-takeback"
    LEAVE = "leave"
    REMATCH = "rematch"
    THROW = "throw"
    NAME = "name"
    SAY = "say"
    CHAT = "chat"
    PLAN = "plan"
    PLANS = "plans"
    HINT = "hint"
    COMMIT = "commit"
    REVEAL = "reveal"
    DESCRIBE = "describe"
    SNAPSHOT = "snapshot"
    PING = "ping"


#: The first two keys of every message, and the seat of those that are for one.
ID = Field("id", Label(MAX_ID, shortest=1), None, help="names the request; the client's choice")
DO = Field("do", Choice(tuple(Verb)))
SEAT = Field("seat", Whole(0, MAX_PLAYERS - 1), None, help="which one, if the secret holds several")

OFFERS = ("draw", "takeback", "rematch")

_TOKENS = Field("tokens", Strings(MAX_TOKENS, MAX_TOKEN), help="moves, as the game writes them")
_AFTER = Field("moves", Whole(0, MAX_MOVES), None, help="after how many moves; else now")
_NAME = Field("name", Text(MAX_NAME_SENT), help=f"a nickname; {MAX_NAME} characters are kept")


@dataclass(frozen=True)
class Message(Form):
    """A message by its own keys; `seated` are those that take a `seat` besides."""

    what: str = "a message"
    help: str = ""
    seated: bool = True

    def json_schema(self, **constants: Any) -> Schema:
        """Return the schema of the whole message."""
        shared = (ID, SEAT) if self.seated else (ID,)
        whole = Form(self.what, (*shared, *self.fields))
        return whole.json_schema(**constants) | {"description": self.help}


_DRAW_HELP = (
    "proposes, accepts or declines a draw; an offer ends with the next turn of another seat"
)
_TAKEBACK_HELP = (
    "proposes, accepts or declines to take back the asker's latest turn and what came after it;"
    " never past a roll; where nobody else is a person it happens at once, and may go back to the"
    " end of any turn"
)

MESSAGES = {
    Verb.PLAY: Message(
        fields=(_TOKENS, Field("at", Whole(0, MAX_EVENT), help="the last event seen")),
        help="the whole turn, or the part up to a roll: checked, stored, final."
        " `at` is the number of the last event seen: `out-of-date` if a turn, a roll, a takeback or"
        " a beginning came after it; names and offers do not count",
    ),
    Verb.DRAFT: Message(
        fields=(_TOKENS,),
        help="stores the unconfirmed part of a turn (all of it; `[]` clears it): only its player"
        " sees it. The answer has `state` as it would be, with `paths`, and `changes`, `say` of"
        " the last token",
    ),
    Verb.RESIGN: Message(help="gives up; with 3 or more players as `leave`"),
    Verb.OFFER_DRAW: Message(help=_DRAW_HELP),
    Verb.ACCEPT_DRAW: Message(help=_DRAW_HELP),
    Verb.DECLINE_DRAW: Message(help=_DRAW_HELP),
    Verb.WITHDRAW: Message(
        fields=(Field("what", Choice(OFFERS)),),
        help="takes back what one has proposed and nobody has answered yet",
    ),
    Verb.ASK_TAKEBACK: Message(
        fields=(Field("moves", Whole(0, MAX_MOVES), None, help="how many moves are left"),),
        help=_TAKEBACK_HELP,
    ),
    Verb.ACCEPT_TAKEBACK: Message(help=_TAKEBACK_HELP),
    Verb.DECLINE_TAKEBACK: Message(help=_TAKEBACK_HELP),
    Verb.LEAVE: Message(
        help="abandons; with 3 or more players the computer takes the seat, marked, and that seat"
        " can't win; before the match has begun the seat is open again, and a match that its"
        " maker leaves is cancelled",
    ),
    Verb.REMATCH: Message(
        fields=(_HASH,),
        help="offers or accepts; the `rematch` event names the new match, sides swapped, the same"
        " secrets",
    ),
    Verb.THROW: Message(
        fields=(Field("sign", Choice(SIGNS)),),
        help="a sign, in secret until both have thrown",
    ),
    Verb.NAME: Message(fields=(_NAME,), help="changes the nickname of one's seat"),
    Verb.SAY: Message(
        fields=(
            Field("phrase", Choice(PHRASES), None, help="what to say, by its name"),
            Field(
                "text",
                Text(MAX_TEXT_SENT),
                None,
                help=f"or free text, where everybody wants it; {MAX_TEXT} characters are kept",
            ),
        ),
        help="says something to everybody here; each front end has words for phrases",
    ),
    Verb.CHAT: Message(
        fields=(Field("on", Whole(0, 1), help="1 wants free text, 0 does not"),),
        help="free text can be sent once everybody who sits here wants it",
    ),
    Verb.PLAN: Message(
        fields=(
            Field(
                "lines",
                Forms(Form("a line", (Field("turns", Strings(MAX_TURNS, MAX_TURN)),)), MAX_LINES),
                help=f"ways that the match may go on, `[{{turns}}…]`; {MAX_PLANNED} moves in all",
            ),
        ),
        help="conditional moves, in place of those before; not in one's own turn. A line is turns"
        " from now on, others' and one's own (the last is one's own), each as its tokens with"
        " spaces between; where others play what a line says, one's answer is played at once; what"
        " does not fit any more is dropped. No line goes past a roll",
    ),
    Verb.PLANS: Message(
        help="one's conditional moves that are left: `{lines: [{turns, seats, say}…]}`, `seats` by"
        " turn, `say` by turn and token",
    ),
    Verb.HINT: Message(
        fields=(
            _AFTER,
            Field("level", Whole(1, HINT_LEVEL), HINT_LEVEL, help="lower is quicker"),
        ),
        help="in a match against the computer, or after any match: a good move, to the asker alone:"
        " `{token, say, clicks, changes}`;"
        " one at a time: a new one, a move or a closed socket ends it with `out-of-date`",
    ),
    Verb.COMMIT: Message(
        fields=(Field("hash", Hex(SHARE_DIGITS), help="SHA-256 of a new value"),),
        help="in a match with dice, after a seat opened again: what one's seats are committed to",
        seated=False,
    ),
    Verb.REVEAL: Message(
        fields=(Field("value", Hex(SHARE_DIGITS), help="the 32 bytes of which one sent the hash"),),
        help="in phase `sharing`, once everybody's hash is known: one's part of the dice",
        seated=False,
    ),
    Verb.DESCRIBE: Message(
        fields=(_AFTER,),
        help="the position (with one's draft, if it is that of now) in words: `{words: […]}`",
        seated=False,
    ),
    Verb.SNAPSHOT: Message(help="the snapshot: `{snapshot}`", seated=False),
    Verb.PING: Message(help="the time: `{now}`", seated=False),
}

#: What takes an open seat; it comes by HTTP.
JOIN = Form("the request", (Field("name", Text(MAX_NAME_SENT), ""), SEAT, _HASH))

#: What a client says on a socket, with `"do": "looking"`, when the match comes in sight or goes.
LOOKING = Form(
    "a message",
    (Field("looking", Whole(0, 1), help="0 while the match is out of sight, else 1"),),
    ignores_others=True,
)

#: What a client says first on a socket, with `"do": "hello"`.
HELLO = Form(
    "a hello",
    (
        Field("secret", Text(MAX_SECRET), None, help="of the seats; null for a guest"),
        Field("after", Whole(0, MAX_EVENT), None, help="the last event seen"),
    ),
    ignores_others=True,
)
