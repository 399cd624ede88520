"""Besides playing: save, review, invite; a board that does not fit; servers that talk nonsense."""

import asyncio
import copy
import random
import subprocess
import sys

import orjson
import pytest
from terminal_tools import in_match, local, run, spoil
from textual.widgets import Static
from websockets.asyncio.server import serve

import quatrefoil
from quatrefoil.match import RefusedError
from quatrefoil.play import present
from quatrefoil.play.local import HERE
from quatrefoil.terminal.board_style import style_of
from quatrefoil.terminal.canvas import Canvas, Pointing
from quatrefoil.terminal.colours import ON_DARK
from quatrefoil.terminal.layout import fitting
from quatrefoil.terminal.links import Link, server_of
from quatrefoil.terminal.remote import STRANGE, Inviting, RemoteMatch
from quatrefoil.terminal.screens.dialogs import Invitation, Reading, Result
from quatrefoil.terminal.state import MatchState
from quatrefoil.terminal.understood import look_through, understood
from quatrefoil.view.data import view_of
from quatrefoil.view.words import words_of

# ---- save and review --------------------------------------------------------------------------


@run
async def test_a_record_is_saved_and_nothing_is_written_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with in_match(local("trickle(rings=3)", level=None)) as player:
        await player.type("e4-f4")
        for saved in (1, 2):
            await player.press("s")
            assert len(list(tmp_path.iterdir())) == saved
            assert "Saved as" in player.status
        for path in tmp_path.iterdir():
            assert quatrefoil.Record.loads(path.read_text()).moves == ("e4-f4",)
        tmp_path.chmod(0o500)
        monkeypatch.setattr("quatrefoil.terminal.screens.match.save_record", _full)
        await player.press("s")
        assert player.status.startswith("The record couldn't be saved: No space left")


def _full(*_):
    raise OSError(28, "No space left on device")


_A_SHORT_MATCH = ("b2-a2", "omega- a3-a2", "b1-a2 a1-b1", "a2-a1 b1-b2", "b1-a1 a2-b1")


@run
async def test_a_finished_match_is_reviewed():
    async with in_match(local("trifoil", level=None)) as player:
        await player.press("v")
        assert "after the match" in player.status
        for move in _A_SHORT_MATCH:
            await player.screen.turn.type(move.split())
            await player.screen.turn.confirm()
        await player.until(lambda: player.match.phase == "over")
        await player.until(lambda: isinstance(player.app.screen, Result))
        await player.press("escape", "v")
        await player.until(lambda: isinstance(player.app.screen, Reading))
        shown = [str(each.content) for each in player.app.screen.query(Static)]
        assert "Turning points" in shown[0]
        points = shown[1].splitlines()
        assert points
        for point in points:
            number, words = point.split(". ", 1)
            assert 1 <= int(number) <= 3, "turns are numbered as in the list"
            said = [player.screen.game_words.say(move.words) for move in player.match.moves]
            assert any(words.startswith(each) for each in said)
            assert "? – " in point or "?! – " in point
            assert point.endswith("was better")


# ---- invite -----------------------------------------------------------------------------------


@run
async def test_an_invitation_shows_its_link_until_somebody_comes(server):
    made = Inviting(f"http://127.0.0.1:{server.port}", quatrefoil.rules("triotrio"), 1, "Ada")
    async with in_match(made) as player:
        assert isinstance(player.app.screen, Invitation)
        link = str(player.app.screen.query_one("#invitation", Static).content)
        assert "#" not in link, "the seat's secret is nobody's business"
        code = str(player.app.screen.query_one("#qr", Static).content)
        assert len(code.splitlines()) > 15
        await player.pilot.press("escape", "i")
        assert isinstance(player.app.screen, Invitation)
        assert player.match.mine == [1]
        friend = RemoteMatch(Link.parse(link), "Bob")
        await friend.open()
        await player.until(lambda: player.app.screen is player.screen)
        # Both have shared in the dice: the match begins.
        await player.until(lambda: player.match.phase == "playing")
        assert [seat["name"] for seat in player.match.state["seats"]] == ["Bob", "Ada"]
        await player.press("i")
        assert "no free seat" in player.status
        await friend.close()


@pytest.mark.parametrize(
    "text", ["", "example.org", "ftp://a.b", "http://", "http://[", "http://a?b"]
)
def test_what_is_no_server_is_refused(text):
    with pytest.raises(quatrefoil.FormatError, match="a server's address is like"):
        server_of(text)


def test_a_server_behind_a_path():
    assert server_of(" https://a.b/games/ ") == "https://a.b/games"


# ---- what does not fit ------------------------------------------------------------------------


@run
async def test_a_board_that_does_not_fit_says_so():
    async with in_match(local("blinq(size=8)"), size=(60, 16)) as player:
        head = player.screen.query_one("#head", Static)
        await player.until(lambda: "The board needs" in str(head.content))
        await player.pilot.resize_terminal(140, 60)
        await player.until(lambda: "Goal" in str(head.content))


@pytest.mark.parametrize("language", ["en", "fi"])
def test_without_a_terminal_it_refuses_with_a_sentence(language):
    command = [sys.executable, "-m", "quatrefoil", "terminal", "blinq", "--language", language]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs a terminal to draw on" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


# ---- servers that talk nonsense ---------------------------------------------------------------


def _snapshot(rules="triotrio(first=yellow)"):
    """What a server would say of a match."""
    client = local(rules, level=None)

    async def begin():
        await client.open()
        snapshot = client._play.host.snapshot(HERE)
        await client.close()
        return orjson.loads(present.encode(snapshot))

    return asyncio.run(begin())


NONSENSE = [
    [],
    7,
    "welcome",
    {"welcome": None},
    {"welcome": {"now": "noon", "mine": [0]}},
    {"welcome": {"now": 0, "mine": [0]}, "snapshot": {}},
    {"welcome": {"now": 0, "mine": [0]}, "snapshot": {"rules": "nothing(x=1)"}},
    {"type": "turn"},
    {"ok": False},
]


@pytest.mark.parametrize("said", NONSENSE, ids=str)
@run
async def test_a_welcome_of_another_shape_is_a_sentence(said):
    async with Talking([said]) as link:
        client = RemoteMatch(link)
        with pytest.raises(RefusedError) as refused:
            await client.open()
        await client.close()
    assert str(refused.value).startswith("the server")


@run
async def test_nonsense_in_the_middle_changes_nothing_and_is_told():
    snapshot = await asyncio.to_thread(_snapshot)
    welcome = {"welcome": {"now": 0, "mine": [0, 1]}, "snapshot": snapshot}
    said = [welcome, {"type": "turn", "event": 99, "seat": 0, "state": {"seats": 3}}]
    async with Talking(said) as link, in_match(RemoteMatch(link)) as player:
        states = []
        player.screen.client.changed = lambda: states.append(player.screen.client.connection)
        await player.until(lambda: STRANGE in states)
        assert player.match.state == snapshot["state"]
        assert "Your turn" in player.status


@run
async def test_the_servers_fault_is_shown():
    snapshot = await asyncio.to_thread(_snapshot)
    snapshot["fault"] = "event 7 is missing"
    welcome = {"welcome": {"now": 0, "mine": [0]}, "snapshot": snapshot}
    async with Talking([welcome]) as link, in_match(RemoteMatch(link)) as player:
        assert "can only show this match: event 7 is missing" in player.status


def test_whatever_is_changed_in_a_snapshot_it_is_shown_or_refused():
    """Fixed seeds; break `look_through` to see one fail."""
    rng = random.Random(13)
    whole = _snapshot()
    refused = 0
    for _ in range(400):
        snapshot = copy.deepcopy(whole)
        spoil(snapshot, rng)
        match = MatchState()
        try:
            with understood():
                match.take_snapshot(snapshot)
                look_through(match)
        except RefusedError:
            refused += 1
            continue
        rules = match.rules
        layout = fitting(view_of(rules).board(rules), style_of(rules), 80, 24)
        Canvas(layout, words_of(rules.game.name, "fi"), ON_DARK).draw(match.scene, Pointing())
    assert 60 < refused < 390


class Talking:
    """A server that says some things to whoever opens a socket; a link to it."""

    def __init__(self, messages):
        self._messages = [orjson.dumps(message).decode() for message in messages]

    async def __aenter__(self):
        async def talk(socket):
            await socket.recv()
            for message in self._messages:
                await socket.send(message)
            await socket.wait_closed()

        self._server = await serve(talk, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return Link(f"http://127.0.0.1:{port}", "any", "secret")

    async def __aexit__(self, *_):
        self._server.close(close_connections=True)
        await self._server.wait_closed()
