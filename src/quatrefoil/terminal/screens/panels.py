"""What stands beside the board: the players, the moves, what people said."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quatrefoil.terminal.board_style import BoardStyle
from quatrefoil.terminal.colours import ink_on
from quatrefoil.terminal.screens.steady import Steady
from quatrefoil.terminal.sentences import Sentences
from quatrefoil.terminal.state import MatchState, Remark, Said, numbers_of
from quatrefoil.view.data import Scene

#: How much of what people said is in sight.
_REMARKS_SHOWN = 3

_TO_MOVE, _WON = "▶", "★"


class Players(Steady):
    """Everybody with their colour, whose turn it is, what the view says of them, and clocks."""

    def __init__(self, match: MatchState, sentences: Sentences, style: BoardStyle) -> None:
        super().__init__()
        self._match = match
        self._sentences = sentences
        self._board_style = style

    def show(self, scene: Scene) -> None:
        """Draw it anew."""
        lines = [self._player(seat, scene) for seat in range(len(self._match.state["seats"]))]
        over = self._match.state["over"]
        facts = [fact.words for fact in scene.facts if fact.player is None and not over]
        tell, asked = self._sentences.game.tell, self._match.my_turn
        lines += [Text(tell(words, asked), style="italic") for words in facts]
        self.put(Text("\n").join(lines))

    def _player(self, seat: int, scene: Scene) -> Text:
        sentences, match = self._sentences, self._match
        over = match.state["over"]
        won = over and seat in over["winners"]
        sign = _WON if won else _TO_MOVE if seat == match.turn else " "
        paper = self._board_style.colours[f"p{seat}"][self.app.current_theme.dark]
        line = Text(f"{sign} ")
        line.append(f" {sentences.letter(seat)} ", Style(color=ink_on(paper), bgcolor=paper))
        line.append(f" {sentences.player(seat)}", "bold")
        who = [sentences.who(seat)] + ([sentences.own("match.away")] * sentences.is_away(seat))
        line.append("".join(f" · {part}" for part in who if part))
        if clock := self._clock(seat):
            line.append(f"\n      {clock}", "bold")
        for fact in scene.facts:
            if fact.player == seat:
                line.append(f"\n      {sentences.game.say(fact.words)}")
        return line

    def _clock(self, seat: int) -> str:
        left = self._match.time_left(seat)
        if left is None:
            return ""
        minutes, seconds = divmod(int(left / 1000), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Moves(OptionList):
    """The moves in words; a click on one looks at it."""

    can_focus = False

    def __init__(self, sentences: Sentences) -> None:
        super().__init__()
        self._sentences = sentences
        self._shown: list[Said] = []

    def show(self, moves: list[Said], at: int | None, seats: int) -> None:
        """Bring the list up to date, and point out the move that is looked at."""
        if self._shown != moves[: len(self._shown)]:
            self.clear_options()
            self._shown = []
        numbers = [0, *numbers_of(moves, seats)]  # written where a new one begins
        for index, said in enumerate(moves[len(self._shown) :], start=len(self._shown)):
            before, number = numbers[index : index + 2]
            sign = f"{number}."
            words = self._sentences.game.say(said.words)
            self.add_option(Option(Text(f"{sign if number > before else ' ' * len(sign)} {words}")))
        self._shown = list(moves)
        number = len(moves) if at is None else at
        self.highlighted = number - 1 if number else None
        if number:
            self.call_after_refresh(self.scroll_to_highlight)


class Remarks(Steady):
    """The latest that people said, the newest last; nothing takes no room."""

    def __init__(self, sentences: Sentences) -> None:
        super().__init__()
        self._sentences = sentences

    def show(self, remarks: Sequence[Remark]) -> None:
        """Draw it anew."""
        self.display = bool(remarks)
        lines = [self._sentences.remark(remark) for remark in remarks[-_REMARKS_SHOWN:]]
        self.put(Text("\n".join(lines)))
