"""Pictures of the screens, compared with those that were looked at: one a game, and the first.

After an intended change, `pytest tests/terminal/test_terminal_pictures.py --snapshot-update` takes
them anew; look at them (they are SVG) before they are committed.
"""

import pytest
from terminal_tools import Player, local

from quatrefoil.terminal.app import TerminalApp
from quatrefoil.terminal.screens.match import MatchScreen

#: Nothing here is left to chance: people play, and no die is rolled.
MATCHES = {
    "trifoil": ("trifoil", ["a2-b1", "b1-a2 b2-a2", "a1-a2"]),
    "trickle": ("trickle", ["f8-f9", "f4-f3", "h6-i5", "d4-c3"]),
    "blinq": ("blinq(size=4)", ["1a1N", "1b1E", "1a2S", "1b2W", "2a1N", "1d4E"]),
    "triotrio": ("triotrio(first=yellow)", ["keep"]),
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_match(game, snap_compare):
    rules, moves = MATCHES[game]
    app = TerminalApp("en", "night", local(rules, level=None))

    async def play(pilot):
        player = Player(app, pilot)
        await player.until(lambda: isinstance(app.screen, MatchScreen))
        for move in moves:
            await player.screen.turn.type(move.split())
            await player.screen.turn.confirm()
        await pilot.press("right")

    assert snap_compare(app, terminal_size=(80, 24), run_before=play)


def test_the_games(snap_compare):
    app = TerminalApp("fi", "paper")
    assert snap_compare(app, terminal_size=(80, 24), press=["down"])
