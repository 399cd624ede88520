"""The buttons below the board: numbered, so that digits press them, and clickable."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from quatrefoil.terminal.words import Words


class Choices(Static):
    """A row of buttons; the one under the cursor is shown reversed."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def show(self, buttons: list[str], chosen: str) -> None:
        """Show these buttons; texts of signs that are thrown are the front end's own."""
        parts = []
        for number, button in enumerate(buttons, start=1):
            look = "reverse" if button == chosen else "bold underline"
            text = Content(f" {number} {self._text(button)} ").stylize(
                f"{look} @click=screen.press({button!r})"
            )
            parts.append(text)
        self.update(Content("  ").join(parts))

    def _text(self, button: str) -> str:
        key = f"button.{button}"
        return self._words(key) if key in self._words else self.app.words(f"throw.{button}")  # type: ignore[attr-defined, no-any-return]
