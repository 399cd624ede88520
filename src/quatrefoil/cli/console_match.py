"""A match at one keyboard: draws the board, asks who is to move, says what the others did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import quatrefoil
from quatrefoil.cli.catalogue import for_reading
from quatrefoil.cli.common import mover, result_text, wrapped
from quatrefoil.cli.console import ask
from quatrefoil.core.text import on_one_line
from quatrefoil.match import Match
from quatrefoil.match.seats import COMPUTER, seats_of
from quatrefoil.match.setup import Setup
from quatrefoil.play import present
from quatrefoil.play.local import HERE, LocalPlay, Message
from quatrefoil.study.coach import COACHES, OFF, Judge
from quatrefoil.study.sentences import said

T = TypeVar("T")

_HELP = """\
Type a move, or several with spaces between; or one of these:
  ?            the legal moves, and this
  board        draw the board again
  rules        read the rules
  undo         take your latest move back: the last of a turn, or a turn and what came after it
  coach NAME   gentle or strict: looks at your turns against the computer first; off: no longer
  resign       give up
  save FILE    keep the game as a record; quatrefoil replay FILE shows it
  quit         leave"""


class ConsoleMatch:
    """One match between people and the computer, line by line.

    The event loop runs only while the host works. Somebody is asked outside of it, so that Ctrl-C
    ends the question.
    """

    def __init__(self, setup: Setup, seed: int | None = None, coach: str = OFF) -> None:
        self._local = LocalPlay(setup, self, seed)
        self._rules = setup.rules
        self._runner = asyncio.Runner()
        self._left = False
        self._coach = coach
        self._has_computer = any(seat.kind == COMPUTER for seat in setup.seats)

    def play(self) -> None:
        """Play until somebody quits; raise EOFError where the input ends."""
        print(f"\n{self._rules.game.title}: {self._rules}. Type ? for help.")
        with self._runner:
            try:
                self._wait(self._local.open())
                while not self._left:
                    self._wait(self._local.host.computer.moved())
                    self._draw()
                    self._obey(ask(self._prompt()))
            finally:
                self._wait(self._local.close())

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)

    def _ask(self, do: str, **fields: Any) -> Message:
        """Ask the host for something; raise a RefusedError if it is refused."""
        return self._wait(self._local.ask(do, **fields))

    # ---- what is shown ------------------------------------------------------------------------

    @property
    def _match(self) -> Match:
        return self._local.match

    @property
    def _position(self) -> quatrefoil.Position:
        """The board with the moves of the turn so far."""
        return self._match.line_with_draft(self._match.draft).position

    def _is_person(self) -> bool:
        return self._match.turn in seats_of(self._match.seats, HERE)

    def _draw(self) -> None:
        print(f"\n{self._position}\n")
        if over := self._match.over:
            outcome = quatrefoil.Outcome(over.scores, over.reason)
            result = result_text(self._rules, outcome, over.winners)
            print(f"{result} (save FILE or quit)")
            if not self._local.dice_hold:
                print("Careful: the dice are not those that were committed to.")

    def _prompt(self) -> str:
        return f"{'over' if self._match.over else mover(self._position)}> "

    # ---- what the host tells ------------------------------------------------------------------

    def take_snapshot(self, snapshot: Message) -> None:
        """Begin; the board is drawn when somebody is asked."""

    def take_event(self, event: Message) -> None:
        """Say what chance and the computer did."""
        if event["type"] == "rolled":
            self._say_moves("Chance", event["tokens"])
        elif event["type"] == "turn":
            if event["state"]["seats"][event["seat"]]["kind"] == COMPUTER:
                self._say_moves(self._rules.player_names[event["seat"]], event["tokens"])
        elif event["type"] == "replaced":
            print(f"{self._rules.player_names[event['seat']]} resigns: the computer plays on.")

    def _say_moves(self, who: str, tokens: list[str]) -> None:
        for token in tokens:
            print(f"{who}: {token}")

    # ---- what may be typed --------------------------------------------------------------------

    def _obey(self, text: str) -> None:
        """Do what a line says, and ask again until something has changed."""
        while not self._change(text.strip()):
            text = ask(self._prompt())

    def _change(self, text: str) -> bool:
        """Obey one line; return whether there is a new board to draw."""
        word, _, rest = text.partition(" ")
        command = self._COMMANDS.get(word.lower())
        before = self._position.key
        try:
            return command(self, rest.strip()) if command else self._move(text.split())
        except quatrefoil.QuatrefoilError as problem:
            print(problem)
            return self._position.key != before

    def _move(self, tokens: list[str]) -> bool:
        for number, token in enumerate(tokens):
            if not self._is_person():
                what = "The game is over" if self._match.over else "It is not your turn any more"
                left = on_one_line(" ".join(tokens[number:]))
                print(f"{what}: {left} was not played.")
                return number > 0
            turn = [*self._match.draft, token]
            drafted = self._ask("draft", tokens=turn)["state"]["drafted"]
            if drafted["complete"]:
                if not self._approves(turn):
                    self._ask("draft", tokens=[])
                    return True
                self._ask("play", tokens=turn, at=self._match.last)
        return bool(tokens)

    def _approves(self, turn: list[str]) -> bool:
        """Whether a turn is to be played: the coach has nothing against it, or is overruled."""
        if self._coach == OFF or not self._has_computer:
            return True
        found = Judge().judge(self._match.line.copy(), turn)
        if not found.warns(self._coach):
            return True
        why = f" {said(self._rules.game.name, found.why)}" if found.why else ""
        cost = f"{found.loss:.0%}"
        print(wrapped(f"The coach: this turn lowers your chance of winning by {cost}.{why}"))
        return ask("Play it anyway? y or n [n]: ").strip().lower() in ("y", "yes")

    def _choose_coach(self, rest: str) -> bool:
        if rest not in (OFF, *COACHES):
            print(f"A coach is {', '.join(COACHES)} or {OFF}; now it is {self._coach}.")
        elif rest != OFF and not self._has_computer:
            print("A coach is for matches against the computer.")
        else:
            self._coach = rest
            print(f"Coach: {rest}.")
        return False

    def _help(self, rest: str) -> bool:
        print(_HELP)
        if self._is_person():
            tokens = self._position.legal_tokens()
            print(wrapped(f"{len(tokens)} legal moves: {' '.join(tokens)}"))
        return False

    def _board(self, rest: str) -> bool:
        return True

    def _show_rules(self, rest: str) -> bool:
        print(for_reading(self._rules.game.page()))
        return False

    def _undo(self, rest: str) -> bool:
        match = self._match
        if match.over:
            print("The game is over.")
            return False
        if match.draft:
            self._ask("draft", tokens=list(match.draft[:-1]))
            return True
        mine = seats_of(match.seats, HERE)
        latest = next((turn.seat for turn in reversed(match.history) if turn.seat in mine), None)
        if latest is None:
            print("There is no move of yours to take back.")
            return False
        self._ask("ask-takeback", seat=latest)
        return True

    def _resign(self, rest: str) -> bool:
        if not self._is_person():
            print("The game is over.")
            return False
        self._ask("resign", seat=self._match.turn)
        return True

    def _save(self, rest: str) -> bool:
        path = Path(rest or f"{self._rules.game.name}.json").expanduser()
        record = present.record(self._match)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(record.dumps() + "\n")
        except FileExistsError:
            print(f"{path} exists already: save FILE takes another name.")
        except OSError as problem:
            print(f"Cannot write {path}: {problem.strerror}.")
        else:
            print(f"Saved: quatrefoil replay {path}")
        return False

    def _quit(self, rest: str) -> bool:
        self._left = True
        return True

    _COMMANDS: ClassVar[dict[str, Callable[[ConsoleMatch, str], bool]]] = {
        "?": _help,
        "help": _help,
        "moves": _help,
        "board": _board,
        "rules": _show_rules,
        "undo": _undo,
        "coach": _choose_coach,
        "resign": _resign,
        "save": _save,
        "quit": _quit,
        "exit": _quit,
    }
