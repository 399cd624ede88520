"""The buttons below the board: numbered, so that digits press them, and clickable."""

from __future__ import annotations

from textual.content import Content

from quatrefoil.terminal.screens.steady import Steady
from quatrefoil.view.words import Words

_GAP = Content("  ")


class Choices(Steady):
    """A row of buttons; the one under the cursor is shown reversed."""

    def __init__(self, game: Words, own: Words) -> None:
        super().__init__()
        self._game = game
        self._own = own
        self._shown: tuple[list[str], str] = [], ""

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show(*self._shown)

    def show(self, buttons: list[str], chosen: str) -> None:
        """Show these buttons, as many in a line as there is room for."""
        self._shown = buttons, chosen
        lines: list[list[Content]] = [[]]
        room = self.content_size.width
        for number, button in enumerate(buttons, start=1):
            look = "reverse" if button == chosen else "bold underline"
            text = Content(f" {number} {self._text(button)} ")
            if lines[-1] and sum(len(part) + len(_GAP) for part in lines[-1]) + len(text) > room:
                lines.append([])
            lines[-1].append(text.stylize(f"{look} @click=screen.press({button!r})"))
        self.put(Content("\n").join(_GAP.join(line) for line in lines))

    def _text(self, button: str) -> str:
        """Return what a button says: a game's own words, or ours for signs that are thrown."""
        key = f"button.{button}"
        return self._game(key) if key in self._game else self._own(f"throw.{button}")
