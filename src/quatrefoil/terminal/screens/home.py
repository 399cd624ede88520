"""The first screen: which game, which variant, against whom; or the link of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Game, Rules
from quatrefoil.core.registry import all_games, position_from_json
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.core.ruletext import parse_rules_text
from quatrefoil.search import LEVELS
from quatrefoil.terminal.board import BoardWidget, Stage
from quatrefoil.terminal.board_style import BoardStyle, style_of
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.links import Link, server_of
from quatrefoil.terminal.local import LocalMatch, setup_of
from quatrefoil.terminal.remote import Inviting, RemoteMatch
from quatrefoil.view.data import Board, Scene, view_of
from quatrefoil.view.showcase import showcase_of
from quatrefoil.view.words import Words, level_name, words_of

if TYPE_CHECKING:
    from quatrefoil.terminal.app import TerminalApp

T = TypeVar("T")

_SCREEN = 0
_FIRST_LEVEL = 3


class HomeScreen(Screen[None]):
    """Where matches begin."""

    app: TerminalApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "play", "home.play", priority=True),
        Binding("f2", "app.other_theme", "key.theme", key_display="F2"),
        Binding("q", "app.quit", "key.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games = all_games()
        self._game = self._games[0]

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own = self.app.words
        yield Static(self._banner(), id="banner")
        with Horizontal(id="home"):
            yield OptionList(*self._game_options(), id="games")
            with VerticalScroll(id="form"):
                yield Static(self._introduction(), id="introduction")
                yield from self._field("preset", _select(self._presets()))
                options = Input(placeholder=own("home.options.help"), compact=True)
                yield from self._field("options", options)
                yield from self._field("with", _select(self._opponents(), _FIRST_LEVEL))
                yield from self._field("seat", _select(self._seats(self._game.rules())))
                yield Button(own("home.play"), id="play", variant="primary", compact=True)
                yield Static(own("home.link"), classes="apart")
                yield Input(placeholder=own("home.link.help"), id="link", compact=True)
                yield from self._field("name", Input(compact=True, max_length=24))
                yield Button(own("home.join"), id="join", compact=True)
        with Stage(id="showcase"):
            yield BoardWidget(*self._showcase())
        yield Static(id="problem")
        yield Footer(show_command_palette=False, compact=True)

    def _field(self, name: str, widget: Input | Select[Any]) -> ComposeResult:
        widget.id = name
        with Horizontal(classes="field"):
            yield Label(self.app.words(f"home.{name}"))
            yield widget

    def _banner(self) -> Text:
        text = Text()
        text.append(" Quatrefoil ", "bold reverse")
        return text.append(f"  {self.app.words('home.title')}")

    def _game_options(self) -> list[Option]:
        return [Option(self._summary(game), id=game.name) for game in self._games]

    def _summary(self, game: Game) -> Text:
        words = self._words(game)
        text = Text()
        text.append(f"{words('title')}\n", "bold")
        return text.append(words("summary") + "\n")

    def _introduction(self) -> Text:
        words = self._words(self._game)
        text = Text()
        text.append(words("title"), "bold")
        return text.append(f", {self.app.words('home.by', authors=words('authors'))}", "dim")

    def _showcase(self) -> tuple[Board, BoardStyle, Words, Scene]:
        """Return the position that stands for the game."""
        position = position_from_json(showcase_of(self._game)[0])
        view = view_of(position.rules)
        rules = position.rules
        board, scene = view.board(rules), view.scene(position)
        return board, style_of(rules), self._words(self._game), scene

    def _words(self, game: Game) -> Words:
        return words_of(game.name, self.app.language)

    def _opponents(self) -> list[tuple[str, int]]:
        own = self.app.words
        levels = [
            (
                own(
                    "home.with.computer",
                    level=level.number,
                    name=level_name(level.number, self.app.language),
                ),
                level.number,
            )
            for level in LEVELS
        ]
        return [*levels, (own("home.with.screen"), _SCREEN)]

    def _presets(self) -> list[tuple[str, str]]:
        words = self._words(self._game)
        return [(words(f"preset.{preset.name}"), preset.name) for preset in self._game.presets]

    def _seats(self, rules: Rules) -> list[tuple[str, str]]:
        words = self._words(self._game)
        # Values are different from game to game: else the field would keep showing the old name.
        return [
            (words(f"player.{seat}"), f"{rules.game.name} {seat}") for seat in range(rules.players)
        ]

    def on_mount(self) -> None:
        """Begin with the first game."""
        self.app.localise(self)
        self.query_one("#games").focus()

    # ---- choosing -----------------------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the variants of the game under the cursor."""
        game = next(game for game in self._games if game.name == event.option_id)
        if game is not self._game:
            self._choose(game)

    def on_option_list_option_selected(self) -> None:
        """Enter on a game plays it."""
        self.action_play()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Seats go by the variant."""
        if event.select.id == "preset" and event.value is not Select.NULL:
            self._name_seats()

    def _choose(self, game: Game) -> None:
        self._game = game
        self.query_one("#introduction", Static).update(self._introduction())
        self.query_one(BoardWidget).change_game(*self._showcase())
        self.query_one("#preset", Select).set_options(self._presets())
        self.query_one("#options", Input).value = ""
        self._name_seats()

    def _name_seats(self) -> None:
        preset = self.query_one("#preset", Select).value
        self.query_one("#seat", Select).set_options(self._seats(self._game.preset(str(preset))))

    def _rules(self) -> Rules:
        """Return the variant with the options that were typed, or raise what is wrong with them."""
        preset = self._game.preset(str(self.query_one("#preset", Select).value))
        typed = self.query_one("#options", Input).value.strip()
        if not typed:
            return preset
        options = parse_rules_text(f"{self._game.name}({typed})").options
        return rules_of(self._game.name, {**preset.changed, **options})

    # ---- beginning ----------------------------------------------------------------------------

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play or join."""
        if event.button.id == "play":
            self.action_play()
        else:
            self._join()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in a field goes on: with a link one joins."""
        if event.input.id in ("link", "name") and self.query_one("#link", Input).value:
            self._join()
        else:
            self.action_play()

    def action_play(self) -> None:
        """Begin the match that was chosen."""
        level = int(str(self.query_one("#with", Select).value))
        try:
            setup = setup_of(self._rules(), None if level == _SCREEN else level, self._seat())
        except QuatrefoilError as problem:
            self._show(str(problem))
            return
        self.run_worker(self._open(LocalMatch(setup)), exclusive=True)

    def _join(self) -> None:
        """Join the match of a link, or make the chosen one on a server and invite somebody."""
        address = self.query_one("#link", Input).value.strip()
        name = self.query_one("#name", Input).value
        client: RemoteMatch
        try:
            if "/m/" in address:
                client = RemoteMatch(Link.parse(address), name)
            else:
                client = Inviting(server_of(address), self._rules(), self._seat(), name)
        except QuatrefoilError as problem:
            self._show(str(problem))
            return
        self._show(self.app.words("online.connecting"))
        self.run_worker(self._open(client), exclusive=True)

    def _seat(self) -> int:
        """Return one's own seat, in a variant that has it."""
        seat = self.query_one("#seat", Select).value
        return min(int(str(seat).split()[-1]), self._rules().players - 1)

    async def _open(self, client: MatchClient) -> None:
        try:
            await client.open()
        except (QuatrefoilError, TimeoutError) as problem:
            await client.close()
            self._show(self.app.words("online.failed", problem=str(problem)))
            return
        self._show("")
        self.app.show_match(client)

    def _show(self, text: str) -> None:
        self.query_one("#problem", Static).update(Text(text))


def _select(choices: list[tuple[str, T]], value: T | None = None) -> Select[T]:
    """Return a field in which one of some choices is always chosen."""
    chosen = choices[0][1] if value is None else value
    return Select(choices, value=chosen, allow_blank=False, compact=True)
