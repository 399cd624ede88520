"""What each key does in a match on this machine."""

import random

import pytest
from terminal_tools import Player, in_match, local, run

import quatrefoil
from quatrefoil.terminal.app import TerminalApp
from quatrefoil.terminal.board import BoardWidget, Stage
from quatrefoil.terminal.screens.dialogs import Help, Question, Reading, Result
from quatrefoil.terminal.screens.home import HomeScreen
from quatrefoil.terminal.state import Said, numbers_of
from quatrefoil.view.data import Phrase

TRICKLE = "trickle(rings=3,bead_rings=1)"


@run
async def test_on_one_screen_all_seats_are_ours():
    async with in_match(local("blinq(size=4)", level=None)) as player:
        for number in range(3):
            assert player.match.turn == number % 2
            assert player.match.my_turn
            await player.press("enter", "enter")
        assert [said.seat for said in player.match.moves] == [0, 1, 0]


@run
async def test_a_token_is_typed():
    async with in_match(local("blinq(size=3)", level=None)) as player:
        await player.press("colon", "1", "a", "1", "N", "enter")
        assert [said.token for said in player.match.moves] == ["1a1N"]
        assert player.match.turn == 1


@run
async def test_a_bad_token_says_what_is_wrong_and_changes_nothing():
    async with in_match(local("blinq(size=3)", level=None)) as player:
        await player.type("9z9Q")
        assert "9z9Q" in player.status
        assert not player.match.moves
        await player.press("right")
        assert "9z9Q" not in player.status


@run
async def test_escape_closes_the_line_for_typing():
    async with in_match(local("blinq(size=3)")) as player:
        await player.press("colon", "1", "escape")
        assert not player.screen.query_one("#typed").display
        await player.press("question_mark")
        assert isinstance(player.app.screen, Help)


@run
async def test_a_hint_names_a_legal_move_in_words():
    async with in_match(local(TRICKLE)) as player:
        await player.press("h")
        token, _, words = player.status.partition(": ")
        assert token in [path.token for path in player.match.paths]
        assert words.startswith("Orange")


@run
async def test_arrows_move_the_cursor_and_escape_cancels_a_pick():
    async with in_match(local(TRICKLE)) as player:
        before = player.turn.cursor
        await player.press("down")
        assert player.turn.cursor != before
        await player.press("enter")
        assert player.turn.picking.picked
        await player.press("escape")
        assert not player.turn.picking.picked


@run
async def test_tab_comes_by_everything_that_can_be_picked():
    async with in_match(local("trifoil(board=8)", level=None)) as player:
        reached = set()
        for _ in player.turn.picking.places:
            player.screen.action_cycle(1)
            reached.add(player.turn.cursor)
        assert reached == player.turn.picking.places


@run
async def test_undo_takes_the_last_part_of_a_draft_back():
    async with in_match(local("trifoil(first_actions=2)", level=None)) as player:
        await player.type("a1-a2")
        await player.type("a2-a1")
        assert player.match.draft == ["a1-a2", "a2-a1"]
        assert "c confirms" in player.status
        await player.press("u")
        assert player.match.draft == ["a1-a2"]
        assert not player.match.moves
        await player.press("u", "u")
        assert player.status == "There is nothing to undo"


@run
async def test_a_turn_is_confirmed():
    async with in_match(local("trifoil", level=None)) as player:
        await player.type("a1-a2")
        assert (player.match.turn, player.match.draft) == (0, ["a1-a2"])
        await player.press("c")
        assert (player.match.turn, player.match.draft) == (1, [])


@run
async def test_the_ghost_of_a_block_turns_with_the_arrows():
    async with in_match(local("blinq(size=3)", level=None)) as player:
        await player.press("enter")
        place = player.turn.picking.picked[0]
        seen = []
        for _ in range(4):
            ghost = player.screen.query_one("BoardWidget").pointing.ghost
            assert ghost.place == place
            seen.append(ghost.symbol)
            await player.press("right")
        assert seen == ["N", "E", "S", "W"]


@pytest.mark.parametrize(
    ("movers", "seats", "numbers"),
    [
        ([0, 1, 1, 0, 0, 1], 2, [1, 1, 1, 2, 2, 2]),
        ([None, 1, 1, None, 1, 0], 2, [1, 1, 1, 1, 1, 1]),  # rolls are in somebody's turn
        ([0, 1, 2, 0], 3, [1, 2, 3, 4]),
        ([], 2, []),
    ],
)
def test_moves_have_the_number_of_their_turn(movers, seats, numbers):
    moves = [Said(mover, "", Phrase("")) for mover in movers]
    assert numbers_of(moves, seats) == numbers


@run
async def test_stepping_back_and_forth():
    async with in_match(local("blinq(size=3)", level=None)) as player:
        for token in ("1a1N", "1b1S", "1c1E"):
            await player.type(token)
        now = player.screen.query_one("BoardWidget").scene
        await player.press("pageup", "pageup")
        assert player.screen.past.at == 1
        assert "Move 1 of 2" in player.status  # two share a number, as in a review
        assert len(player.screen.query_one("BoardWidget").scene.pieces) == len(now.pieces) - 2
        await player.press("home")
        assert player.screen.past.at == 0
        await player.pilot.click("Moves", offset=(4, 0))
        await player.until(lambda: player.screen.past.at == 1)
        await player.press("pageup")
        await player.press("pagedown")
        assert player.screen.past.at == 1
        await player.press("end")
        assert player.screen.past.at is None
        assert player.screen.query_one("BoardWidget").scene == now


@run
async def test_a_takeback_from_the_computer():
    async with in_match(local(TRICKLE)) as player:
        await player.press("enter", "enter")
        await player.until(lambda: len(player.match.moves) == 2)
        await player.press("t")
        assert not player.match.moves
        assert player.match.my_turn


@run
async def test_the_computer_takes_no_draw():
    async with in_match(local(TRICKLE)) as player:
        await player.press("o")
        assert player.status == "Seedling declined"
        assert player.match.phase == "playing"


@run
async def test_resigning_is_asked_twice_and_the_result_offers_another_match():
    async with in_match(local(TRICKLE)) as player:
        await player.press("r")
        assert isinstance(player.app.screen, Question)
        await player.press("enter")  # the safe answer
        assert player.match.phase == "playing"
        await player.press("r", "n")
        assert player.match.phase == "playing"
        await player.press("r", "left", "enter")
        await player.until(lambda: isinstance(player.app.screen, Result))
        assert player.match.state["over"]["how"] == "resignation"
        await player.press("enter")
        await player.until(lambda: player.match.phase == "playing")
        assert player.match.mine == [1], "sides are swapped"


@run
async def test_the_position_in_words():
    async with in_match(local(TRICKLE, level=None), language="fi") as player:
        await player.press("w")
        assert isinstance(player.app.screen, Reading)
        shown = [str(part.content) for part in player.app.screen.query("Static")]
        assert any("Oranssi" in text for text in shown)


@run
async def test_light_and_dark():
    async with in_match(local(TRICKLE)) as player:
        board = player.screen.query_one("BoardWidget")
        assert player.app.current_theme.dark
        dark = board._lines
        await player.press("f2")
        assert not player.app.current_theme.dark
        assert board._lines != dark


@run
async def test_the_cursor_stays_in_sight_on_a_board_that_is_too_large():
    async with in_match(local("trickle(rings=8)"), size=(60, 18)) as player:
        stage = player.screen.query_one("Stage")
        assert stage.max_scroll_x > 0
        player.turn.cursor = max(
            player.turn.picking.places, key=lambda name: player.turn._places[name].x
        )
        player.screen.say("")
        await player.until(lambda: stage.scroll_x > 0)


@run
async def test_a_board_fits_beside_the_wide_panel_of_a_wide_terminal():
    async with in_match(local("trickle"), size=(110, 34)) as player:
        stage = player.screen.query_one(Stage)
        assert stage.query_one(BoardWidget).layout_now.columns <= stage.size.width


@run
async def test_home_begins_a_match_and_leaving_comes_back():
    app = TerminalApp()
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await pilot.press("down", "enter")
        await player.until(lambda: len(app.screen_stack) == 3)
        await player.idle()
        assert player.screen.rules == quatrefoil.rules("trickle")
        await pilot.press("q", "left", "enter")
        await player.until(lambda: isinstance(app.screen, HomeScreen))


@run
async def test_home_says_what_is_wrong_with_options_and_links():
    app = TerminalApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for field, text, wrong in (
            ("#options", "odd=1", "has no option 'odd'"),
            ("#link", "example.org", "a server's address is like"),
        ):
            app.screen.query_one(field).value = text
            app.screen.query_one(field).focus()
            await pilot.press("enter")
            assert wrong in str(app.screen.query_one("#problem").content)


@run
async def test_keys_while_the_computer_thinks_do_no_harm():
    rng = random.Random(1)
    keys = ["enter", "c", "u", "h", "pageup", "end", "tab", "1", "up", "escape"]
    async with in_match(local(TRICKLE, level=2)) as player:
        for _ in range(25):
            player.app.simulate_key(rng.choice(keys))
        await player.idle()
        assert len(player.match.moves) == player.match.state["moves"]
