"""A game at one keyboard: draws the board, asks who is to move, rolls the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

import quatrefoil
from quatrefoil.cli.catalogue import for_reading
from quatrefoil.cli.common import mover, result_text, wrapped
from quatrefoil.cli.console import ask
from quatrefoil.search import Player

_HELP = """\
Type a move, or several with spaces between; or one of these:
  ?            the legal moves, and this
  board        draw the board again
  rules        read the rules
  undo         take your latest move back, and what came after it
  resign       give up
  save FILE    keep the game as a record; quatrefoil replay FILE shows it
  quit         leave"""


class Table:
    """One game between people and the computer; the dice are thrown with `rng`."""

    def __init__(
        self, rules: quatrefoil.Rules, computers: Mapping[int, Player], rng: quatrefoil.Rng
    ) -> None:
        self._rules = rules
        self._computers = computers
        self._rng = rng
        self._line = quatrefoil.Line(rules.start())
        self._ending: quatrefoil.Ending | None = None
        self._left = False
        #: How many moves there were before each one that a person made.
        self._decisions: list[int] = []

    def play(self) -> None:
        """Play until somebody quits; raise EOFError where the input ends."""
        print(f"\n{self._rules.game.title}: {self._rules}. Type ? for help.")
        while not self._left:
            self._let_others_move()
            self._draw()
            self._obey(ask(self._prompt()))

    # ---- the course of the game ---------------------------------------------------------------

    @property
    def _outcome(self) -> quatrefoil.Outcome | None:
        if self._ending:
            return quatrefoil.Outcome(self._ending.scores, self._ending.how)
        return self._line.position.outcome()

    def _is_person(self) -> bool:
        turn = self._line.position.turn
        return not self._outcome and turn >= 0 and turn not in self._computers

    def _let_others_move(self) -> None:
        """Make the moves of chance and of the computer until a person is asked."""
        while not self._outcome and not self._is_person():
            position = self._line.position
            who = mover(position)
            computer = self._computers.get(position.turn)
            move = computer.choose(self._line) if computer else position.random_move(self._rng)
            print(f"{who}: {position.token(move)}")
            self._line.push(move)

    def _draw(self) -> None:
        print(f"\n{self._line.position}\n")
        if self._outcome:
            print(f"{result_text(self._rules, self._outcome)} (undo, save FILE or quit)")

    def _prompt(self) -> str:
        return f"{'over' if self._outcome else mover(self._line.position)}> "

    def _obey(self, text: str) -> None:
        """Do what a line says, and ask again until something has changed."""
        while not self._change(text.strip()):
            text = ask(self._prompt())

    # ---- what may be typed --------------------------------------------------------------------

    def _change(self, text: str) -> bool:
        """Obey one line; return whether there is a new board to draw."""
        word, _, rest = text.partition(" ")
        command = self._COMMANDS.get(word.lower())
        played = len(self._line.moves)
        try:
            return command(self, rest.strip()) if command else self._move(text.split())
        except quatrefoil.QuatrefoilError as problem:
            print(problem)
            return len(self._line.moves) > played

    def _move(self, tokens: list[str]) -> bool:
        for number, token in enumerate(tokens):
            if not self._is_person():
                what = "The game is over" if self._outcome else "It is not your turn any more"
                print(f"{what}: {' '.join(tokens[number:])} was not played.")
                return number > 0
            played = len(self._line.moves)
            self._line.play(token)
            self._decisions.append(played)
        return bool(tokens)

    def _help(self, rest: str) -> bool:
        print(_HELP)
        if self._is_person():
            tokens = self._line.position.legal_tokens()
            print(wrapped(f"{len(tokens)} legal moves: {' '.join(tokens)}"))
        return False

    def _board(self, rest: str) -> bool:
        return True

    def _show_rules(self, rest: str) -> bool:
        print(for_reading(self._rules.game.page()))
        return False

    def _undo(self, rest: str) -> bool:
        if self._ending:
            self._ending = None
        elif self._decisions:
            before = self._decisions.pop()
            while len(self._line.moves) > before:
                self._line.pop()
        else:
            print("There is no move of yours to take back.")
            return False
        return True

    def _resign(self, rest: str) -> bool:
        if not self._is_person():
            print("The game is over.")
            return False
        loser = self._line.position.turn
        scores = tuple(0.0 if player == loser else 1.0 for player in range(self._rules.players))
        self._ending = quatrefoil.Ending("resignation", scores, loser)
        return True

    def _save(self, rest: str) -> bool:
        path = Path(rest or f"{self._rules.game.name}.json").expanduser()
        record = quatrefoil.Record.of(self._line, self._ending)
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

    _COMMANDS: ClassVar[dict[str, Callable[[Table, str], bool]]] = {
        "?": _help,
        "help": _help,
        "moves": _help,
        "board": _board,
        "rules": _show_rules,
        "undo": _undo,
        "resign": _resign,
        "save": _save,
        "quit": _quit,
        "exit": _quit,
    }
