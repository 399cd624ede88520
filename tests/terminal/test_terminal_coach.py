"""The coach: looks at turns against the computer before they are played; can be overruled."""

from terminal_tools import in_match, local, run

from quatrefoil.terminal.screens.dialogs import Question

#: On 3×3 Red wins by 1a1E, and by 1a1W only draws.
SMALL, BLUNDER, GOOD = "blinq(size=3)", "1a1W", "1a1E"


async def typed(player, token):
    """Type a move, and wait for what the coach has to say."""
    await player.pilot.press("colon")
    player.screen.query_one("#typed").value = token
    await player.pilot.press("enter")
    await player.until(lambda: isinstance(player.app.screen, Question) or not player.screen.busy)
    return isinstance(player.app.screen, Question)


@run
async def test_a_blunder_is_asked_about():
    async with in_match(local(SMALL)) as player:
        await player.idle()
        await player.press("k")
        assert "Gentle coach" in player.status
        assert await typed(player, BLUNDER)
        reasons = str(player.app.screen.query_one("#reasons").content)
        assert reasons.splitlines() == [
            "This turn lowers your chance of winning by 50%.",
            "Red could have forced a win.",
        ]
        await player.press("enter")  # the safe answer
        assert player.match.moves == []
        assert player.match.my_turn
        assert await typed(player, BLUNDER)
        await player.pilot.press("left", "enter")
        await player.until(lambda: player.match.moves)


@run
async def test_good_turns_and_those_of_people_are_not_asked_about():
    async with in_match(local(SMALL)) as player:
        await player.idle()
        await player.press("k", "k")
        assert "Strict coach" in player.status
        assert not await typed(player, GOOD)
        await player.until(lambda: player.match.moves)
    async with in_match(local(SMALL, level=None)) as player:
        await player.press("k")
        assert not await typed(player, BLUNDER)
        await player.until(lambda: player.match.moves)


@run
async def test_without_a_coach_nobody_asks():
    async with in_match(local(SMALL), language="fi") as player:
        await player.idle()
        await player.press("k", "k", "k")
        assert "Ei valmentajaa" in player.status
        assert not await typed(player, BLUNDER)
        await player.until(lambda: player.match.moves)
