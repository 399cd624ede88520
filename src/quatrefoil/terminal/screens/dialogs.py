"""Dialogs over a match: help, a text, something to say, a question, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static

from quatrefoil.match.messages import PHRASES
from quatrefoil.terminal.sentences import Sentences
from quatrefoil.terminal.words import phrase_text

if TYPE_CHECKING:
    from quatrefoil.terminal.app import TerminalApp

T = TypeVar("T")

#: What can be said, with numbers: the tenth has the digit 0.
_NUMBERED = tuple(enumerate(PHRASES, start=1))

_HELP = (
    *("arrows", "enter", "escape", "digits", "type", "confirm", "hint"),
    *("words", "steps", "offers", "talk", "coach", "resign", "keep", "look"),
)


class Dialog(ModalScreen[T]):
    """Something over the screen; Escape closes it."""

    app: TerminalApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def action_close(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)


class Help(Dialog[None]):
    """Every key."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own = self.app.words
        grid = Grid.grid(padding=(0, 2))
        for name in _HELP:
            grid.add_row(Text(own(f"help.{name}"), "bold"), own(f"help.{name}.text"))
        with Vertical(classes="dialog wide"):
            yield Static(own("help.title"), classes="title")
            with VerticalScroll():
                yield Static(grid)
                yield Static(Text(own("help.marks")), classes="apart")
                yield Static(Text(own("help.rules", game=self._game)))
            yield Static(own("help.close"), classes="apart muted")


class Reading(Dialog[None]):
    """Some sentences."""

    def __init__(self, title: str, sentences: list[str]) -> None:
        super().__init__()
        self._title = title
        self._sentences = sentences

    def compose(self) -> ComposeResult:
        """Lay it out."""
        with Vertical(classes="dialog wide"):
            yield Static(Text(self._title), classes="title")
            with VerticalScroll():
                yield Static(Text("\n".join(self._sentences)))
            yield Static(self.app.words("help.close"), classes="apart muted")


class Invitation(Dialog[None]):
    """The link for whoever plays along, and the same as a QR code for a phone."""

    def __init__(self, link: str) -> None:
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        """Lay it out."""
        from quatrefoil.server.serve import qr_text  # a server's modules are slow to load

        own = self.app.words
        with Vertical(classes="dialog"):
            yield Static(own("invite.title"), classes="title")
            with VerticalScroll():
                # Light squares on dark: a camera reads it whatever the theme is.
                code = Text(qr_text(self._link), "#ffffff on #000000", justify="center")
                yield Static(code, id="qr", classes="centred")
            yield Static(Text(self._link, "bold"), id="invitation", classes="centred")
            yield Static(own("invite.text"), classes="muted")


#: What the dialog answers that is no phrase.
MUTE = "mute"


class Phrases(Dialog[str]):
    """What can be said without typing; digits say it at once."""

    def __init__(self, muted: bool) -> None:
        super().__init__()
        self._muted = muted

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own, language = self.app.words, self.app.language
        said = [Text(f"{number % 10}  {phrase_text(name, language)}") for number, name in _NUMBERED]
        mute = Text(f"m  {own('talk.unmute' if self._muted else 'talk.mute')}")
        with Vertical(classes="dialog"):
            yield Static(own("talk.title"), classes="title")
            yield OptionList(*said, None, mute, id="phrases")
            yield Static(own("help.close"), classes="apart muted")

    def on_key(self, event: Key) -> None:
        """Take a phrase by its digit."""
        for number, name in _NUMBERED:
            if event.key == str(number % 10):
                event.stop()
                self.dismiss(name)
        if event.key == "m":
            event.stop()
            self.dismiss(MUTE)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen; silence is the last of them."""
        event.stop()
        self.dismiss([*PHRASES, MUTE][event.option_index])


class Question(Dialog[bool]):
    """Something that is better asked twice."""

    def __init__(self, question: str, *reasons: str) -> None:
        super().__init__()
        self._question = question
        self._reasons = reasons

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own = self.app.words
        with Vertical(classes="dialog"):
            yield Static(own(self._question), classes="title")
            if self._reasons:
                yield Static(Text("\n".join(self._reasons)), id="reasons")
            with Horizontal(classes="buttons"):
                yield Button(own("ask.yes"), id="yes", compact=True)
                yield Button(own("ask.no"), id="no", compact=True, variant="primary")

    def on_mount(self) -> None:
        """Let Enter be the safe answer."""
        self.query_one("#no").focus()

    def on_key(self, event: Key) -> None:
        """Answer by the first letter of a word."""
        for answer in ("yes", "no"):
            if event.key == self.app.words(f"ask.{answer}")[0].lower():
                event.stop()
                self.dismiss(answer == "yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")


class Result(Dialog[str]):
    """How the match ended, and what next."""

    def __init__(self, sentences: Sentences, dice_hold: bool = True) -> None:
        super().__init__()
        self._sentences = sentences
        self._dice_hold = dice_hold

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own = self.app.words
        reason = self._sentences.reason()
        with Vertical(classes="dialog"):
            yield Static(Text(self._sentences.result()), classes="title")
            if not self._dice_hold:
                yield Static(Text(own("over.dice"), "bold reverse"), id="dice")
            if reason:
                yield Static(Text(reason[:1].upper() + reason[1:]), classes="centred")
            for score in self._sentences.scores():
                yield Static(Text(score), classes="centred")
            with Horizontal(classes="buttons"):
                yield Button(own("over.again"), id="again", compact=True, variant="primary")
                yield Button(own("over.look"), id="look", compact=True)
                yield Button(own("over.home"), id="home", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Say what next."""
        self.dismiss(event.button.id)
