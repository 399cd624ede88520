"""`quatrefoil ugi`: lines in, lines out, in the style of the Universal Game Interface.

    new trickle {"players": 3}             ok
    position startpos moves f8-f9          ok
    turn                                   turn 2
    play f1-f1                             error token 1: 'f1-f1' is not legal here; …
    setoption name Threads value 2         ok
    setoption name Memory value 1000       ok
    quit                                   bye

Every line is answered at once, bad input by one line `error …` that changes nothing. Only three
answers have more lines than one: `ugi` (the last is `ugiok`), `show` (the last is `.`) and `go`
(the last is `bestmove`), which is answered while other lines are.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, ClassVar

import quatrefoil
from quatrefoil.cli.common import DEEPEST, Commands
from quatrefoil.core.errors import FormatError, MoveError, QuatrefoilError, shortened
from quatrefoil.core.fields import read_json
from quatrefoil.core.outcome import plain
from quatrefoil.search.config import MEMORY

if TYPE_CHECKING:
    from quatrefoil.cli.ugi_go import Engine

#: The longest line that is read, and the most moves that are kept: both far past any real game.
LONGEST_LINE = 1_000_000
MOST_MOVES = 100_000
#: Options of the program itself: what each is at first, the least and the most it takes.
_OWN_OPTIONS = {"Threads": (1, 1, 256), "Memory": (MEMORY, 1, 1_000_000)}

_NUMBER = re.compile(r"[0-9]{1,9}")


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    commands.add(
        "ugi",
        _ugi,
        "Speak the Universal Game Interface on standard input and output, for programs.",
        """
        printf 'new trickle {"rings":3}\\nlegal\\nperft 3\\nquit\\n' | quatrefoil ugi
        """,
    )


def _ugi(arguments: argparse.Namespace) -> int:
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer every line of `source` until `quit` or the end."""
    lock = threading.Lock()

    def say(answer: list[str]) -> None:
        with lock:
            sink.write("".join(f"{line}\n" for line in answer).encode("utf-8", "replace"))
            sink.flush()

    session = Session(say)
    for line in _read_lines(source):
        say(_error("the line is too long or not UTF-8") if line is None else session.ask(line))
        if session.ended:
            return
    session.finish()


def _read_lines(source: IO[bytes]) -> Iterator[str | None]:
    """Yield every line, or None for one that is not text or longer than we care to hold."""
    while piece := source.readline(LONGEST_LINE + 1):
        whole = piece
        while not piece.endswith(b"\n") and (piece := source.readline(LONGEST_LINE + 1)):
            whole = b"\xff"  # the rest of a line that is too long is read and dropped
        try:
            yield whole.decode("utf-8")
        except UnicodeDecodeError:
            yield None


class Session:
    """One game at a time, and what may be asked about it."""

    def __init__(self, say: Callable[[list[str]], None] = lambda answer: None) -> None:
        self.ended = False
        self._line: quatrefoil.Line | None = None
        self._say = say
        self._engine: Engine | None = None

    def ask(self, text: str) -> list[str]:
        """Return the answer to one line: at least one line, and an error changes nothing."""
        command, rest = _first_word(text)
        handler = self._HANDLERS.get(command)
        try:
            if handler is None:
                raise FormatError(
                    f"unknown command {shortened(command)}; there are {' '.join(self._HANDLERS)}"
                )
            return handler(self, rest)
        except QuatrefoilError as problem:
            return _error(str(problem))

    # ---- about the program --------------------------------------------------------------------

    def _introduce(self, rest: str) -> list[str]:
        _nothing_more(rest)
        options = [
            f"option game {game.name} name {option.name} default {option.describe_default()}"
            f" takes {option.allowed}"
            for game in quatrefoil.all_games()
            for option in game.options
        ]
        own = [
            f"option name {name} default {first} takes a whole number from {least} to {most}"
            for name, (first, least, most) in _OWN_OPTIONS.items()
        ]
        name = f"id name Quatrefoil {quatrefoil.__version__}"
        return [name, "id author The Quatrefoil founders", *own, *map(_one_line, options), "ugiok"]

    def _set_option(self, rest: str) -> list[str]:
        words = rest.split()
        if len(words) != 4 or words[::2] != ["name", "value"] or words[1] not in _OWN_OPTIONS:
            raise FormatError(
                f"setoption takes name {' or '.join(_OWN_OPTIONS)} and value N, not"
                f" {shortened(rest)}: the options of a game go with new"
            )
        _, least, most = _OWN_OPTIONS[words[1]]
        self._computer.set_option(words[1], _number(words[3], words[1], least, most))
        return ["ok"]

    def _is_ready(self, rest: str) -> list[str]:
        _nothing_more(rest)
        return ["readyok"]

    def _quit(self, rest: str) -> list[str]:
        _nothing_more(rest)
        if self._engine and self._engine.running:
            self._engine.stop()
        self.finish()
        self.ended = True
        return ["bye"]

    def finish(self) -> None:
        """Wait for a search that is still running."""
        if self._engine:
            self._engine.finish()

    # ---- what changes the position ------------------------------------------------------------

    def _new(self, rest: str) -> list[str]:
        name, options = _first_word(rest)
        if not name:
            raise FormatError("new takes a game and perhaps its options: new trickle {…}")
        given = read_json(options) if options else {}
        if not isinstance(given, dict):
            raise FormatError(f"options are a JSON object, not {shortened(given)}")
        self._line = quatrefoil.Line(quatrefoil.rules(name, given).start())
        return ["ok"]

    def _position(self, rest: str) -> list[str]:
        kind, rest = _first_word(rest)
        if kind == "startpos":
            start, moves = self._current.position.rules.start(), rest
        elif kind == "json":
            # No token has a brace: the last one ends the JSON.
            before, brace, after = rest.rpartition("}")
            start, moves = quatrefoil.position(before + brace), after
        else:
            raise FormatError(
                "position is followed by startpos or json {…}, then perhaps moves T1 T2 …"
            )
        word, tokens = _first_word(moves)
        if word not in ("", "moves"):
            raise FormatError(f"moves T1 T2 … may follow a position, not {shortened(word)}")
        line = quatrefoil.Line(start)
        _play_all(line, tokens.split())
        self._line = line
        return ["ok"]

    def _play(self, rest: str) -> list[str]:
        tokens = rest.split()
        if not tokens:
            raise FormatError("play takes at least one token")
        _play_all(self._current, tokens)
        return ["ok"]

    def _undo(self, rest: str) -> list[str]:
        line = self._current
        count = _number(rest or "1", "undo", 1, MOST_MOVES)
        if count > len(line):
            raise MoveError(f"there are {len(line)} moves to take back, not {count}")
        for _ in range(count):
            line.pop()
        return ["ok"]

    # ---- what may be asked --------------------------------------------------------------------

    def _legal(self, rest: str) -> list[str]:
        _nothing_more(rest)
        return [" ".join(["legal", *self._current.position.legal_tokens()])]

    def _turn(self, rest: str) -> list[str]:
        _nothing_more(rest)
        turn = self._current.position.turn
        named = {quatrefoil.CHANCE: "chance", quatrefoil.OVER: "over"}
        return [f"turn {named.get(turn, turn + 1)}"]

    def _result(self, rest: str) -> list[str]:
        _nothing_more(rest)
        outcome = self._current.position.outcome()
        return [f"result {json.dumps(plain(outcome.scores)) if outcome else 'none'}"]

    def _perft(self, rest: str) -> list[str]:
        return [f"perft {quatrefoil.perft(self._current, _number(rest, 'perft', 0, DEEPEST))}"]

    def _json(self, rest: str) -> list[str]:
        _nothing_more(rest)
        return [f"json {json.dumps(self._current.position.to_json())}"]

    def _show(self, rest: str) -> list[str]:
        _nothing_more(rest)
        return [*str(self._current.position).splitlines(), "."]

    def _key(self, rest: str) -> list[str]:
        _nothing_more(rest)
        return [f"key {self._current.position.key:016x}"]

    # ---- the computer player: what it says comes later, from its own thread --------------------

    def _go(self, rest: str) -> list[str]:
        self._computer.go(self._current, rest)
        return []

    def _stop(self, rest: str) -> list[str]:
        _nothing_more(rest)
        if self._engine is None:
            raise QuatrefoilError("no search is running")
        self._engine.stop()
        return []

    @property
    def _computer(self) -> Engine:
        if self._engine is None:
            from quatrefoil.cli.ugi_go import Engine

            self._engine = Engine(self._say)
        return self._engine

    # -------------------------------------------------------------------------------------------

    @property
    def _current(self) -> quatrefoil.Line:
        if self._line is None:
            raise FormatError("there is no game yet: begin with new GAME or position json {…}")
        return self._line

    _HANDLERS: ClassVar[dict[str, Callable[[Session, str], list[str]]]] = {
        "ugi": _introduce,
        "isready": _is_ready,
        "setoption": _set_option,
        "new": _new,
        "position": _position,
        "play": _play,
        "undo": _undo,
        "legal": _legal,
        "turn": _turn,
        "result": _result,
        "perft": _perft,
        "json": _json,
        "show": _show,
        "key": _key,
        "go": _go,
        "stop": _stop,
        "quit": _quit,
    }


def _play_all(line: quatrefoil.Line, tokens: Sequence[str]) -> None:
    """Play every token, or none."""
    if len(line) + len(tokens) > MOST_MOVES:
        raise MoveError(f"a game has at most {MOST_MOVES} moves here")
    for number, token in enumerate(tokens, start=1):
        try:
            line.play(token)
        except MoveError as problem:
            for _ in range(number - 1):
                line.pop()
            raise MoveError(f"token {number}: {problem}") from None


def _first_word(text: str) -> tuple[str, str]:
    """Return the first word of a text and what follows it, both perhaps empty."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, rest[0].strip() if rest else ""


def _number(text: str, command: str, low: int, high: int) -> int:
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise FormatError(
            f"{command} takes a whole number from {low} to {high}, not {shortened(text)}"
        )
    return int(text)


def _nothing_more(rest: str) -> None:
    if rest:
        raise FormatError(f"nothing follows that command, but here does {shortened(rest)}")


def _error(message: str) -> list[str]:
    return [_one_line(f"error {message}")]


def _one_line(text: str) -> str:
    return " ".join(text.split())
