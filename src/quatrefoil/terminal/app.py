"""The application: themes, language, and the way from screen to screen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.coach import Coach
from quatrefoil.terminal.screens.home import HomeScreen
from quatrefoil.terminal.screens.match import MatchScreen
from quatrefoil.terminal.words import own_words
from quatrefoil.view.words import LANGUAGES

DARK = Theme(
    name="night",
    primary="#7ff0bd",
    secondary="#ffd75e",
    accent="#7ff0bd",
    warning="#ffd75e",
    error="#ff8f70",
    success="#7ff0bd",
    foreground="#e6e4de",
    background="#15171a",
    surface="#1b1e22",
    panel="#24282d",
    dark=True,
)
LIGHT = Theme(
    name="paper",
    primary="#0b6b46",
    secondary="#7a1fa2",
    accent="#0b6b46",
    warning="#8a6100",
    error="#a3260f",
    success="#0b6b46",
    foreground="#23211c",
    background="#f8f5ee",
    surface="#f1ece1",
    panel="#e6dfd0",
    dark=False,
)


def theme_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the theme for a terminal: light where it says that its background is (COLORFGBG)."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    is_light = background.isdecimal() and (background == "7" or 9 <= int(background) <= 15)
    return LIGHT.name if is_light else DARK.name


class TerminalApp(App[None]):
    """Quatrefoil in the terminal."""

    CSS_PATH = "style.tcss"
    TITLE = "Quatrefoil"
    ENABLE_COMMAND_PALETTE = False
    # Textual declares these without ClassVar.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "other_theme", show=False),
        Binding("ctrl+c,ctrl+q", "quit", "key.quit", show=False, priority=True),
    ]

    def __init__(
        self, language: str = LANGUAGES[0], theme: str = "", client: MatchClient | None = None
    ) -> None:
        super().__init__()
        self.language = language
        self.words = own_words(language)
        self.coach = Coach()
        self._client = client
        #: Why the match that was asked for at the start cannot be shown.
        self.problem = ""
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme or theme_of()

    def compose(self) -> ComposeResult:
        """Say what is going on until there is a match to show."""
        yield Static(self.words("online.connecting"))

    def on_mount(self) -> None:
        """Show the games, or the match that was asked for."""
        self.localise(self)
        if self._client:
            self.run_worker(self._open(self._client))
        else:
            self.push_screen(HomeScreen())

    async def _open(self, client: MatchClient) -> None:
        """Show the match that was asked for at the start; end if it cannot be."""
        try:
            await client.open()
        except (QuatrefoilError, TimeoutError) as problem:
            await client.close()
            self.problem = str(problem) or self.words("online.away")
            self.exit()
        else:
            self.show_match(client)

    def localise(self, owner: App[None] | Screen[None]) -> None:
        """Put bindings' descriptions, which are keys of our texts, into the reader's language.

        Textual takes them from the class; where they are kept for one object has no public name.
        """
        bindings = owner._bindings.key_to_bindings
        for key, found in bindings.items():
            bindings[key] = [
                replace(binding, description=self.words(binding.description))
                if binding.description
                else binding
                for binding in found
            ]

    def show_match(self, client: MatchClient) -> None:
        """Show a match that has been opened."""
        self.push_screen(MatchScreen(client))

    def go_home(self) -> None:
        """Leave whatever is shown, back to the games."""
        while len(self.screen_stack) > 2:  # below is Textual's own
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            self.switch_screen(HomeScreen())

    def action_other_theme(self) -> None:
        """Change between light and dark."""
        self.theme = LIGHT.name if self.current_theme.dark else DARK.name
