"""What requests of the HTTP API may carry: keys of their bodies and queries, and their bounds."""

from __future__ import annotations

from quatrefoil.draw.print.paper import PAPERS
from quatrefoil.match.messages import (
    MAX_EVENT,
    MAX_ID,
    MAX_MOVES,
    MAX_NAME_SENT,
    MAX_SECRET,
    MAX_TOKEN,
    new_match,
)
from quatrefoil.match.schema import Choice, Field, Form, Forms, Object, Strings, Text, Whole
from quatrefoil.search import LEVELS
from quatrefoil.study.measure import MOST_SEED
from quatrefoil.view.words import LANGUAGES

#: How well the computer can play.
LEVEL_NUMBERS = tuple(level.number for level in LEVELS)
#: The level of an analysis, where none is asked for.
ANALYSIS_LEVEL = 6
#: How long `events?wait=1` waits, in seconds.
WAIT_SECONDS = 25
#: How many steps are given at a time, and how many tokens `look` takes.
MAX_STEPS = 100
#: How many events are given at a time.
MAX_EVENTS = 1000
#: How many matches one asks about at a time.
MAX_MINE = 40
#: How many positions a moving picture shows: each takes some 60 ms to draw.
MAX_FRAMES = 200
#: Seconds that the computer measures a variant for one request, and proves a position at most.
MEASURE_SECONDS, MAX_PROVING = 1.0, 5
#: Characters of an address that is drawn as a QR code.
MAX_QR = 300
#: More symmetries than the rules of any game have.
MAX_IMAGES = 100
#: Characters of the options in an address that prints a variant: a large board has some 2,000.
MAX_OPTIONS = 6000

_POSITION = Object()
RECORD = Object()
DOCUMENT = Object()

RULES = Form(
    "the request",
    (
        Field("game", Text(MAX_NAME_SENT), help="the name of a game"),
        Field("options", Object(), {}, help="options of the rules that differ from the usual"),
    ),
)
NEW_MATCH = new_match(LEVEL_NUMBERS)
ANALYSE = Form(
    "the request",
    (
        Field("record", RECORD, None, help="a record; its last position is looked at"),
        Field("position", _POSITION, None, help="or a position"),
        Field("level", Whole(LEVEL_NUMBERS[0], LEVEL_NUMBERS[-1]), ANALYSIS_LEVEL),
    ),
)
LOOK = Form(
    "the request",
    (
        Field("position", _POSITION),
        Field("past", Strings(MAX_MOVES, MAX_TOKEN), [], help="moves to make from there"),
        Field("tokens", Strings(MAX_STEPS, MAX_TOKEN), [], help="and then, telling what each does"),
        Field("place", Text(MAX_TOKEN), "", help="a place of the board: `words` are then about it"),
    ),
)
JUDGE = Form(
    "the request",
    (
        Field("position", _POSITION),
        Field("tokens", Strings(MAX_STEPS, MAX_TOKEN), help="a whole turn, up to a roll"),
    ),
)
_PAST = Field("past", Strings(MAX_MOVES, MAX_TOKEN), [], help="moves to make from there")
EXPLORE = Form(
    "the request",
    (
        Field("position", _POSITION),
        _PAST,
        Field(
            "by",
            Strings(len(LEVEL_NUMBERS) + 1, 1),
            [],
            help="count only turns of these levels in the matches here; `0` are people",
        ),
        Field("level", Whole(0, 8), 0, help="the book of this level, if there is one"),
    ),
)
TABLEBASE = Form(
    "the request",
    (
        Field("position", _POSITION),
        _PAST,
        Field("seconds", Whole(1, MAX_PROVING), 1, help="of thinking"),
    ),
)
MEASURE = Form(
    "the request",
    (
        Field("game", Text(MAX_NAME_SENT), help="the name of a game"),
        Field("options", Object(), {}, help="options of the rules that differ from the usual"),
        Field("seed", Whole(0, MOST_SEED), 0, help="other seeds are other games"),
        Field("so_far", Object(), None, help="what the answer before said: it goes on from there"),
    ),
)
EDIT = Form(
    "the request",
    (
        Field("position", _POSITION, None, help="what may be the JSON of a position"),
        Field("draft", Object(), None, help="or `{game, options, pieces, values, layers}`"),
        Field("begin", Choice(("empty", "start")), None, help="or where to begin, by the rules of"),
        Field("game", Text(MAX_NAME_SENT), None, help="the name of a game"),
        Field("options", Object(), {}, help="options of the rules that differ from the usual"),
        Field("image", Whole(0, MAX_IMAGES), 0, help="which of `images` to look at it through"),
    ),
)
DESIGN = Form(
    "the request",
    (
        Field("game", Text(MAX_NAME_SENT), help="the name of a game"),
        Field("options", Object(), {}, help="options of the rules that differ from the usual"),
        Field("draft", Object(), None, help="a drawing; without one it is what the options say"),
    ),
)
MINE = Form(
    "the request",
    (
        Field(
            "matches",
            Forms(
                Form(
                    "a match",
                    (
                        Field("id", Text(MAX_ID)),
                        Field("secret", Text(MAX_SECRET), None, help="of the seats there"),
                    ),
                ),
                MAX_MINE,
            ),
        ),
    ),
)
QR = Form("the request", (Field("text", Text(MAX_QR), help="an address of this server"),))

#: Characters of an address at a push service: the longest that are known have some 600.
MAX_ENDPOINT = 1000
_DEVICE = Field("endpoint", Text(MAX_ENDPOINT), help="the address of a device at its push service")
SUBSCRIBE = Form(
    "the request",
    (
        _DEVICE,
        Field("p256dh", Text(100), help="the device's public key in base64"),
        Field("auth", Text(40), help="its secret in base64"),
        Field("language", Choice(LANGUAGES), LANGUAGES[0]),
    ),
)
UNSUBSCRIBE = Form("the request", (_DEVICE,))

_STEP = Whole(0, MAX_EVENT)
EVENTS = Form(
    "the query",
    (
        Field(
            "after",
            Whole(0, MAX_EVENT),
            0,
            help=f"the last event already known; at most {MAX_EVENTS} later ones are given",
        ),
        Field("wait", Whole(0, 1), 0, help=f"1 waits up to {WAIT_SECONDS} seconds for an event"),
    ),
    ignores_others=True,
)
STEPS = Form(
    "the query",
    (
        Field("from", _STEP, 0, help="the first step; 0 is the start"),
        Field("to", _STEP, MAX_EVENT, help=f"the last step; at most {MAX_STEPS} are given"),
    ),
    ignores_others=True,
)


_AT = Field("at", _STEP, MAX_EVENT, help="after how many moves; by default after all of them")
#: What the pictures of matches and those of studies have in common.
DARK = Field("dark", Whole(0, 1), 0, help="1 is in dark colours")
FLIPPED = Field("flipped", Whole(0, 1), 0, help="1 is from the other side")
LANGUAGE = Field("language", Choice(LANGUAGES), LANGUAGES[0])
PAPER = Field("paper", Choice(tuple(PAPERS)), "a4")
PICTURE = Form("the query", (_AT, DARK, FLIPPED), ignores_others=True)
CARD = Form("the query", (_AT, LANGUAGE), ignores_others=True)
GAME_CARD = Form("the query", (LANGUAGE,), ignores_others=True)
FILM = Form(
    "the query",
    (
        Field("from", _STEP, 0, help="the first position; 0 is the start"),
        Field("to", _STEP, MAX_EVENT, help=f"the last one; at most {MAX_FRAMES} positions"),
        DARK,
        LANGUAGE,
    ),
    ignores_others=True,
)
SHEET = Form(
    "the query",
    (
        PAPER,
        LANGUAGE,
        Field("options", Text(MAX_OPTIONS), "", help="of a variant, as JSON: its board is printed"),
    ),
    ignores_others=True,
)

#: A puzzle has few turns; its moves are counted with the answers to them.
MAX_TRIED = 60
TRY = Form(
    "the request",
    (
        Field(
            "tokens", Strings(MAX_TRIED, MAX_TOKEN), help="all moves since the puzzle's position"
        ),
        Field("puzzle", Object(), None, help="a puzzle of one's own, as `find` gave it"),
    ),
)
FIND = Form(
    "the request",
    (
        Field("record", RECORD, help="a record"),
        Field("ply", Whole(0, MAX_MOVES), help="look at its position after this number of moves"),
    ),
)
HERE = Form("the request", (Field("position", _POSITION),))
PUZZLES = Form(
    "the query",
    (
        Field("theme", Text(40), "", help="only those with this theme"),
        Field("grade", Whole(0, 9), 0, help="only those of this grade"),
    ),
    ignores_others=True,
)
