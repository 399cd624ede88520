"""Text that is drawn again only if it has changed: most keys change little."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.widgets import Static


class Steady(Static):
    """A text whose owner sets it at every key."""

    _now: Text | Content | None = None

    def put(self, text: Text | Content) -> None:
        """Show a text."""
        if text != self._now:
            self._now = text
            self.update(text)
