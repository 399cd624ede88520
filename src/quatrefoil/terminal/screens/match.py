"""The match: the board, the players, the moves, and every key that plays."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.match import phases
from quatrefoil.study.accuracy import BAD_MARKS
from quatrefoil.study.sentences import said
from quatrefoil.terminal.board import BoardWidget, Stage
from quatrefoil.terminal.board_style import style_of
from quatrefoil.terminal.canvas import Pointing
from quatrefoil.terminal.client import MatchClient
from quatrefoil.terminal.past import Past
from quatrefoil.terminal.saving import save_record
from quatrefoil.terminal.screens.choices import Choices
from quatrefoil.terminal.screens.dialogs import (
    MUTE,
    Help,
    Invitation,
    Phrases,
    Question,
    Reading,
    Result,
)
from quatrefoil.terminal.screens.panels import Moves, Players, Remarks
from quatrefoil.terminal.screens.steady import Steady
from quatrefoil.terminal.sentences import Sentences
from quatrefoil.terminal.state import Message, numbers_of, phrase_from
from quatrefoil.terminal.talk import Talk
from quatrefoil.terminal.turn import Turn
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

if TYPE_CHECKING:
    from quatrefoil.terminal.app import TerminalApp

_ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class MatchScreen(Screen[None]):
    """One match, here or on a server."""

    app: TerminalApp
    AUTO_FOCUS = ""  # keys are the board's, unless a move is typed
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "pick", "key.pick"),
        Binding("escape", "cancel", "key.cancel", show=False),
        Binding("c", "confirm", "key.confirm"),
        Binding("u", "undo", "key.undo"),
        Binding("h", "hint", "key.hint"),
        Binding("colon", "type", "key.type", key_display=":"),
        Binding("pageup,comma", "step(-1)", "key.steps", key_display="PgUp PgDn"),
        Binding("pagedown,full_stop", "step(1)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("w", "describe", "key.words", show=False),
        Binding("t", "ask('ask-takeback')", show=False),
        Binding("o", "ask('offer-draw')", show=False),
        Binding("y", "answer('accept')", show=False),
        Binding("n", "answer('decline')", show=False),
        Binding("r", "resign", show=False),
        Binding("g", "ask('rematch')", show=False),
        Binding("l", "link", show=False),
        Binding("i", "invite", show=False),
        Binding("p", "talk", show=False),
        Binding("s", "save", show=False),
        Binding("v", "review", show=False),
        Binding("k", "coach", show=False),
        Binding("question_mark", "help", "key.help", key_display="?"),
        Binding("q", "leave", "key.leave"),
    ]

    def __init__(self, client: MatchClient) -> None:
        super().__init__()
        self.client = client
        self._take_rules()
        #: Whether something was asked that is not answered yet.
        self.busy = False
        self._message = ""
        self._ready = False
        self._result_shown = client.match.phase == phases.OVER
        self.talk = Talk(client)

    def _take_rules(self) -> None:
        """Get ready for the rules of the match: deciding who begins may change them."""
        assert self.client.match.rules
        self.rules = self.client.match.rules
        self._board_style = style_of(self.rules)
        self._board = view_of(self.rules).board(self.rules)
        self.turn = Turn(self.client, self._board)
        self.turn.approve = self._approve
        self.past = Past(self.client)

    def compose(self) -> ComposeResult:
        """Lay it out."""
        own = self.app.words
        self.game_words = words_of(self.rules.game.name, self.app.language)
        self.sentences = Sentences(self.client.match, own, self.game_words)
        yield Steady(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                with Stage():
                    yield BoardWidget(self._board, self._board_style, self.game_words)
                yield Choices(self.game_words, own)
                yield Steady(id="status")
            with Vertical(id="side"):
                yield Players(self.client.match, self.sentences, self._board_style)
                yield Static(own("match.moves"), id="moves-title")
                yield Moves(self.sentences)
                yield Remarks(self.sentences)
        typed = Input(id="typed", compact=True)
        typed.display = False
        yield typed
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Listen to the match."""
        self.app.localise(self)
        self.client.changed = self.renew
        self.set_interval(1, self._tick)
        self.watch(self.app, "theme", self._draw, init=False)
        self._ready = True
        self.renew()
        if self.client.invitation and self.client.match.mine:
            self.action_invite()

    async def on_unmount(self) -> None:
        """Leave the match."""
        self._ready = False
        self.client.changed = lambda: None
        await self.client.close()

    # ---- showing ------------------------------------------------------------------------------

    def renew(self) -> None:
        """Show the match as it is now."""
        if not self._ready:
            return
        if self.client.match.rules != self.rules:
            self._ready = False
            self._take_rules()
            self.run_worker(self._lay_out_anew())
            return
        self.past.renew()
        self.turn.renew()
        self._draw()
        self._hear()
        if isinstance(self.app.screen, Invitation) and not self.client.invitation:
            self.app.pop_screen()  # somebody has come
        over = self.client.match.phase == phases.OVER
        if over and not self._result_shown:
            result = Result(self.sentences, self.client.dice_hold)
            self.app.push_screen(result, self._after_result)
        self._result_shown = over

    async def _lay_out_anew(self) -> None:
        await self.recompose()
        self._ready = True
        self.renew()

    def _draw(self) -> None:
        if not self.query(Players):
            return  # the screen is going, and its parts went first
        match, turn, past = self.client.match, self.turn, self.past
        board = self.query_one(BoardWidget)
        if past.at is None:
            scene, pointing = match.scene, turn.pointing(match.latest)
        else:
            scene, pointing = past.scene, Pointing(latest=past.latest)
        board.show(scene, pointing)
        self.query_one(Players).show(scene)
        self.query_one(Moves).show(match.moves, past.at, len(match.state["seats"]))
        self.query_one(Remarks).show(self.talk.remarks)
        self.query_one(Choices).show(turn.buttons if past.at is None else [], turn.choice)
        self.query_one("#status", Steady).put(Text(self._status()))
        self.query_one("#head", Steady).put(self._head())

    def _status(self) -> str:
        own = self.app.words
        if message := self._message or self.sentences.offer():
            return message
        if self.client.match.fault:
            return own("match.damaged", reason=self.client.match.fault)
        if not self.client.dice_hold:
            return own("over.dice")
        if self.past.at is not None:
            match = self.client.match
            numbers = [0, *numbers_of(match.moves, len(match.state["seats"]))]
            return own("match.past", number=numbers[self.past.at], total=numbers[-1], key="End")
        if self.turn.picking.picked and self.turn.picking.complete:
            return own("match.done", key="c")
        status = self.sentences.status()
        place = self.turn.cursor if self.turn.picking.places else ""
        name = f"place.{place}"
        shown = self.game_words(name) if name in self.game_words else place
        return f"{status} · {shown}" if shown else status

    def _head(self) -> Text:
        own = self.app.words
        head = Text()
        head.append(f" {self.game_words('title')} ", "bold reverse")
        if self.client.connection:
            head.append(f"  {own(self.client.connection)}", "bold")
        if not self.client.match.mine:
            head.append(f"  {own('match.watching')}", "italic")
        if lack := self._lacking():
            head.append(f"  {lack} ", "bold reverse")
        else:
            head.append(f"  {own('match.goal', goal=self.game_words('goal'))}")
        return head

    def _lacking(self) -> str:
        """Return how large the terminal would have to be, where a part of the board is hidden."""
        columns, rows = self.query_one(BoardWidget).lacking
        if not columns and not rows:
            return ""
        size = self.app.size
        return self.app.words(
            "match.small", columns=str(size.width + columns), rows=str(size.height + rows)
        )

    def on_board_widget_fitted(self) -> None:
        """Say whether the board fits now."""
        if self._ready:
            self._draw()

    def _tick(self) -> None:
        if self.client.match.state.get("clock") and self.is_current:
            for players in self.query(Players):
                players.show(self.client.match.scene)

    def say(self, message: str) -> None:
        """Show a message until something else happens."""
        self._message = message
        self._draw()

    # ---- doing --------------------------------------------------------------------------------

    def _do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do something that may take a while, one thing at a time; show what is refused."""
        if not self.busy:
            self.busy = True
            self.run_worker(self._guarded(work), exit_on_error=True)

    async def _guarded(self, work: Callable[[], Awaitable[object]]) -> None:
        self._message = ""
        try:
            await work()
        except QuatrefoilError as problem:
            self._message = str(problem)
        finally:
            self.busy = False
            if self._ready:
                self._draw()

    def on_key(self, event: Key) -> None:
        """Arrows move the cursor, digits press buttons."""
        if event.key in _ARROWS and self.past.at is None:
            event.stop()
            self.turn.steer(self.query_one(BoardWidget).layout_now, *_ARROWS[event.key])
            self.say("")
        elif event.key.isdigit() and 0 < int(event.key) <= len(self.turn.buttons):
            event.stop()
            self.action_press(self.turn.buttons[int(event.key) - 1])

    def on_board_widget_picked(self, event: BoardWidget.Picked) -> None:
        """Take a click on the board."""
        self._do(lambda: self.turn.click(event.place))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at the move that was clicked."""
        self._do(lambda: self.past.go_to(event.option_index + 1))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play what was typed."""
        self._close_typing()
        if tokens := event.value.split():
            self._do(lambda: self.turn.type(tokens))

    def _close_typing(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.display = False
        self.set_focus(None)

    def action_press(self, button: str) -> None:
        """Press one of the buttons below the board."""
        self._do(lambda: self.turn.click(button))

    def action_pick(self) -> None:
        """Pick what is under the cursor; from the past, come back first."""
        if self.past.at is not None:
            self.action_step(1_000_000)
        else:
            self._do(self.turn.pick)

    def action_cancel(self) -> None:
        """Close what is being typed, or forget what was picked."""
        if self.query_one("#typed").display:
            self._close_typing()
        else:
            self.turn.cancel()
        self.say("")

    def action_confirm(self) -> None:
        """Confirm a turn."""
        self._do(self.turn.confirm)

    def action_undo(self) -> None:
        """Undo the last part of one's turn."""
        self._do(self._undo)

    async def _undo(self) -> None:
        if not await self.turn.undo():
            self._message = self.app.words("match.nothing")

    def action_cycle(self, by: int) -> None:
        """Go to the next place that can be picked."""
        self.turn.cycle(by)
        self.say("")

    def action_step(self, by: int) -> None:
        """Look back, or on."""
        self._do(lambda: self.past.step(by))

    def action_type(self) -> None:
        """Let a move be typed."""
        typed = self.query_one("#typed", Input)
        paths = self.turn.picking.paths
        example = paths[0].token if paths else "…"
        typed.placeholder = self.app.words("match.token", token=example)
        typed.display = True
        typed.focus()

    def action_hint(self) -> None:
        """Ask the computer for a good move."""
        self._do(self._hint)

    async def _hint(self) -> None:
        own = self.app.words
        if not self.client.match.my_turn:
            self._message = own("match.not-now")
            return
        self.say(own("match.hint.wait"))
        answer = await self.client.ask("hint")
        words = self.game_words.say(phrase_from(answer["say"]))
        self._message = own("match.hint", token=answer["token"], words=words)

    def action_coach(self) -> None:
        """Have turns looked at before they are played, or no longer."""
        self.app.coach.change()
        self.say(self.app.words(f"coach.{self.app.coach.name}"))

    async def _approve(self, tokens: list[str]) -> bool:
        """Ask again where a turn gives much away and there is a coach to say so."""
        coach, own = self.app.coach, self.app.words
        if not coach.looks_at(self.client.match):
            return True
        self.say(own("coach.wait"))
        found = await coach.warning(self.client.match, tokens)
        self._message = ""
        if found is None:
            return True
        reasons = [own("coach.text", loss=f"{found.loss:.0%}")]
        if found.why:
            reasons.append(said(self.rules.game.name, found.why, self.app.language))
        played: bool | None = await self.app.push_screen_wait(Question("coach.ask", *reasons))
        return bool(played)

    def action_describe(self) -> None:
        """Tell the position in words."""
        self._do(self._describe)

    async def _describe(self) -> None:
        answer = await self.client.ask("describe")
        sentences = [self.game_words.say(phrase_from(words)) for words in answer["words"]]
        sentences += [
            self.game_words.say(mark.words) for mark in self.client.match.scene.marks if mark.words
        ]
        self.app.push_screen(Reading(self.game_words("title"), sentences))

    def action_ask(self, verb: str) -> None:
        """Ask for a takeback, a draw or a rematch."""
        self._do(lambda: self.client.ask(verb))

    def action_answer(self, how: str) -> None:
        """Answer what somebody else has proposed; to decline one's own is to take it back."""
        match = self.client.match
        offers = [offer["what"] for offer in match.state.get("offers", ())]
        own = [one["what"] for one in match.state.get("offers", ()) if one["seat"] in match.mine]
        if own and how == "decline":
            self._do(lambda: self.client.ask("withdraw", what=own[0]))
        elif offers:
            self.action_ask("rematch" if offers == ["rematch"] else f"{how}-{offers[0]}")

    def action_resign(self) -> None:
        """Resign, if that is meant."""
        self._confirm("ask.resign", lambda: self._do(lambda: self.client.ask("resign")))

    def action_leave(self) -> None:
        """Go back to the games."""
        if self.client.match.phase in (phases.OVER, ""):
            self.app.go_home()
        else:
            self._confirm("ask.leave", self.app.go_home)

    def _confirm(self, question: str, then: Callable[[], None]) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                then()

        self.app.push_screen(Question(question), answered)

    def action_link(self) -> None:
        """Show the link to one's own seat."""
        own, link = self.app.words, self.client.link
        self.say(own("match.link", link=link) if link else own("match.here"))

    def action_invite(self) -> None:
        """Show the link for somebody else."""
        if link := self.client.invitation:
            self.app.push_screen(Invitation(link))
        else:
            self.say(self.app.words("invite.none"))

    def action_save(self) -> None:
        """Write the record of the match into a file."""
        self._do(self._save)

    async def _save(self) -> None:
        record = await self.client.record()
        try:
            path = save_record(record, Path.cwd())
        except OSError as problem:
            reason = problem.strerror or type(problem).__name__
            self._message = self.app.words("match.unsaved", problem=reason)
        else:
            self._message = self.app.words("match.saved", path=str(path))

    def action_review(self) -> None:
        """Let the computer look at every move of a finished match."""
        self._do(self._review)

    async def _review(self) -> None:
        own, match = self.app.words, self.client.match
        if match.phase != phases.OVER:
            self._message = own("review.later")
            return
        self.say(own("review.wait"))
        lines = await self.client.review()
        # What comes later of a turn is what was seen more clearly.
        turns = {line["index"]: line for line in lines if line["type"] == "turn"}
        found = [
            own(
                "review.point",
                number=turn["number"],
                mark=turn["mark"],
                words=self._played(turn["worst"]),
                best=" ".join(turn["worst"]["best"]["tokens"]),
            )
            for _, turn in sorted(turns.items())
            if turn["mark"] in BAD_MARKS
        ]
        self._message = ""
        self.app.push_screen(Reading(own("review.title"), found or [own("review.none")]))

    def _played(self, part: Message) -> str:
        """Return what was played in a part of a turn, in words."""
        start, count = part["start"], len(part["played"]["tokens"])
        moves = self.client.match.moves[start : start + count]
        return "; ".join(self.game_words.say(move.words) for move in moves)

    def _hear(self) -> None:
        """Let a moment's note tell what others have just said."""
        for remark in self.talk.take_news():
            self.app.notify(self.sentences.remark(remark), timeout=6, markup=False)

    def action_talk(self) -> None:
        """Offer what can be said to people elsewhere."""
        if self.talk.has_company:
            self.app.push_screen(Phrases(self.talk.muted), self._talk)
        else:
            self.say(self.app.words("talk.nobody"))

    def _talk(self, chosen: str | None) -> None:
        if chosen == MUTE:
            self.talk.muted = not self.talk.muted
            self._draw()
        elif chosen:
            self._do(lambda: self.client.ask("say", phrase=chosen))

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help(self.rules.game.name))

    def _after_result(self, wish: str | None) -> None:
        if wish == "again":
            self.action_ask("rematch")
        elif wish == "home":
            self.app.go_home()
