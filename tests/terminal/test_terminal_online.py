"""Matches on a real server, joined by their link, with somebody else at the other end."""

import asyncio
import sqlite3

import pytest
from terminal_tools import in_match, run

import quatrefoil
from quatrefoil.core.errors import FormatError
from quatrefoil.match import RefusedError
from quatrefoil.match.dice import hash_of
from quatrefoil.terminal.links import Link
from quatrefoil.terminal.remote import AWAY, CONNECTED, STORING, RemoteMatch
from quatrefoil.terminal.screens.dialogs import Result

#: What the maker shares in the dice.
VALUE = "0a" * 32
TRICKLE = {"game": "trickle", "options": {"rings": 3, "bead_rings": 1}}


def make(server, **setup):
    """Make a match with an open seat; return its link and the maker's secret."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    wish = {**TRICKLE, "seats": seats, "hash": hash_of(VALUE), **setup}
    made = server.ask("/api/matches", wish)
    return f"http://127.0.0.1:{server.port}/m/{made['id']}", made


async def ask(server, made, **message):
    """Do something as the other player, over HTTP."""
    path = f"/api/matches/{made['id']}/do"
    return await asyncio.to_thread(server.ask, path, message, made["secret"])


async def play(server, made):
    """Let the other player make some legal move."""
    snapshot = await asyncio.to_thread(
        server.ask, f"/api/matches/{made['id']}", None, made["secret"]
    )
    token = snapshot["state"]["paths"][0]["token"]
    return await ask(server, made, do="play", tokens=[token], at=snapshot["last"])


@pytest.mark.parametrize(
    "link", ["", "example.org/m/x", "http://example.org/", "http:///m/x", "http://[/m/x"]
)
def test_what_is_no_link_is_refused(link):
    with pytest.raises(FormatError, match="a match's link is like"):
        Link.parse(link)


@pytest.mark.parametrize(
    "text",
    [
        "http://a.b:8080/m/xyz",
        "https://a.b/games/m/xyz#secret",
        f"https://a.b/m/xyz#secret.{VALUE}",
    ],
)
def test_links_are_read_and_written(text):
    assert str(Link.parse(text)) == text


def test_a_link_that_was_cut_off_is_refused():
    with pytest.raises(FormatError, match="cut off"):
        Link.parse(f"https://a.b/m/xyz#secret.{VALUE[:-1]}")


@run
async def test_no_such_match(server):
    client = RemoteMatch(Link.parse(f"http://127.0.0.1:{server.port}/m/nothing"))
    with pytest.raises(RefusedError, match="no match"):
        await client.open()
    await client.close()


@pytest.mark.parametrize(
    "answer",
    [
        'HTTP/1.1 404 Odd\r\n\r\n{"ok": false, "code": "not-found", "message": "\\u001b[2J"}',
        'HTTP/1.1 200 Fine\r\n\r\n{"\\u001b": ',
        "HTTP/1.1 \x1b[2J\x9b\r\n\r\n",
        "\x1b[2J\x9b\r\n\r\n",
    ],
    ids=["refusal", "half", "status", "nonsense"],
)
@run
async def test_a_strange_server_commands_no_terminal(answer):
    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer.encode("latin-1"))
        writer.close()
        await writer.wait_closed()

    strange = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with strange:
        port = strange.sockets[0].getsockname()[1]
        client = RemoteMatch(Link.parse(f"http://127.0.0.1:{port}/m/any"))
        with pytest.raises(RefusedError) as refused:
            await client.open()
        await client.close()
    assert str(refused.value).isprintable()


@run
async def test_the_open_seat_is_taken_and_both_play(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        assert player.match.mine == [1]
        assert player.match.state["seats"][1]["name"] == "Bob"
        await player.press("enter")
        assert not player.turn.picking.picked, "it is not our turn"
        await play(server, made)
        await player.idle()
        await player.press("enter", "enter")
        await player.until(lambda: len(player.match.moves) == 2)
        await player.press("pageup")
        assert player.screen.past.at == 1
        await player.press("end", "h")
        assert "against the computer" in player.status or "n't your turn" in player.status
        await ask(server, made, do="resign")
        await player.until(lambda: isinstance(player.app.screen, Result))


@run
async def test_an_answer_that_was_planned_comes_at_once(server):
    """Somebody with the page open plans; who sits at a terminal sees it played, and plays on."""
    link, made = make(server, clock={"kind": "correspondence", "days": 3})
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        await play(server, made)
        await player.idle()
        position = quatrefoil.rules("trickle(rings=3,bead_rings=1)").start()
        position.play(player.match.moves[0].token)
        turns = []
        for _ in range(4):  # Bob, Ada, Bob, Ada
            turns.append(position.legal_tokens()[0])
            position.play(turns[-1])
        assert (await ask(server, made, do="plan", lines=[{"turns": turns}]))["ok"]
        for bob in turns[::2]:
            await player.idle()
            await player.type(bob)
        await player.until(lambda: [said.token for said in player.match.moves[1:]] == turns)
        assert player.match.my_turn


@run
async def test_a_database_that_another_program_holds(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        other = sqlite3.connect(server.database, isolation_level=None, timeout=10)
        other.execute("BEGIN IMMEDIATE")
        playing = asyncio.ensure_future(play(server, made))
        await player.until(lambda: player.screen.client.connection == STORING)
        other.execute("ROLLBACK")
        other.close()
        assert (await playing)["ok"]
        await player.until(lambda: player.screen.client.connection == CONNECTED)
        assert len(player.match.moves) == 1


@run
async def test_offers_go_both_ways(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link))) as player:
        await ask(server, made, do="offer-draw")
        await player.until(lambda: "offers a draw" in player.status)
        await player.press("n")
        await player.until(lambda: not player.match.state["offers"])
        await player.press("o")
        await player.until(lambda: "waiting" in player.status)
        await ask(server, made, do="accept-draw")
        await player.until(lambda: player.match.phase == "over")
        await player.press("escape", "g")
        await ask(server, made, do="rematch")
        await player.until(lambda: player.match.phase == "playing")
        assert player.match.mine == [0], "sides are swapped"


@run
async def test_ones_own_seat_by_its_secret_and_guests_watch(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(made["take_along"]))) as player:
        assert player.match.mine == [0]
        assert player.match.phase == "waiting"
        assert made["secret"] in player.screen.client.link
    async with in_match(RemoteMatch(Link.parse(link), watch=True)) as player:
        assert player.match.mine == []
        await player.press("r", "left", "enter")
        assert "guests watch" in player.status


@run
async def test_a_refusal_of_the_server_is_shown(server):
    _, made = make(server)
    await asyncio.to_thread(server.ask, f"/api/matches/{made['id']}/join", {})
    async with in_match(RemoteMatch(Link.parse(made["take_along"]))) as player:
        await player.type("a1-a2")
        assert "a1-a2" in player.status
        assert not player.match.moves
        await player.press("t")
        assert "no turn to take back" in player.status


@run
async def test_it_comes_back_after_the_server_was_killed(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link))) as player:
        await play(server, made)
        await player.idle()
        server.kill()
        await player.until(lambda: player.screen.client.connection == AWAY)
        # What is played meanwhile is sent once the server is back, and once only.
        await player.pilot.press("enter", "enter")
        assert player.screen.busy
        await asyncio.to_thread(server.start)
        await player.until(lambda: len(player.match.moves) == 2)
        assert player.screen.client.connection == CONNECTED
        await play(server, made)
        await player.until(lambda: len(player.match.moves) == 3)
        assert player.match.my_turn


@run
async def test_dice_come_from_the_server_and_clocks_are_shown(server):
    clock = {"kind": "realtime", "base": 300, "increment": 0}
    seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
    _, made = make(server, game="triotrio", options={"size": 7}, seats=seats, clock=clock)
    link = Link.parse(f"{made['take_along']}.{VALUE}")
    async with in_match(RemoteMatch(link), language="fi") as player:
        await player.idle()
        assert player.match.moves[0].seat is None, "a roll decides who begins"
        rolls = sum(said.seat is None for said in player.match.moves)
        await player.press("1")
        await player.idle()
        await player.press("1")
        await player.until(lambda: sum(s.seat is None for s in player.match.moves) > rolls)
        assert "5:00" in str(player.screen.query_one("Players").content) or (
            "4:5" in str(player.screen.query_one("Players").content)
        )


@run
async def test_rock_paper_scissors_decides_who_begins_and_the_board_follows(server):
    setup = {"game": "triotrio", "options": {"size": 7}, "first": "rps"}
    link, made = make(server, **setup)
    async with in_match(RemoteMatch(Link.parse(link))) as player:
        await ask(server, made, do="reveal", value=VALUE)
        await player.until(lambda: player.match.phase == "throwing")
        assert player.turn.buttons == ["rock", "paper", "scissors"]
        await player.press("2")
        await ask(server, made, do="throw", sign="rock")
        await player.until(lambda: player.match.phase == "playing")
        assert player.match.rules.options["first"] == "blue", "paper beats rock"
        await player.until(lambda: player.screen.rules == player.match.rules)
        await player.idle()
        await player.press("1")
        assert player.match.draft == ["keep"]


# ---- dice ---------------------------------------------------------------------------------------

DICE = {"game": "triotrio", "options": {"size": 7}}


@run
async def test_the_dice_wait_for_everybody_and_say_for_whom(server):
    link, made = make(server, **DICE)
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        await player.until(lambda: player.match.state["dice"]["values"][1] is not None)
        assert player.status == "Waiting for Ada to share a part of the dice"
        value = player.match.state["dice"]["values"][1]
        assert player.screen.client.link.endswith(f".{value}")
        await ask(server, made, do="reveal", value=VALUE)
        await player.until(lambda: player.match.phase == "playing")
        assert value not in player.screen.client.link
        await ask(server, made, do="resign")
        await player.until(lambda: player.match.phase == "over")
        assert player.screen.client.dice_hold
        assert not player.app.screen.query("#dice")


@run
async def test_other_dice_than_those_that_were_seen_are_told_loudly(server):
    link, made = make(server, **DICE)
    client = RemoteMatch(Link.parse(link), "Bob")
    async with in_match(client) as player:
        await ask(server, made, do="reveal", value=VALUE)
        await player.until(lambda: player.match.phase == "playing")
        _, hashes = client._share.seen
        client._share.seen = ("00" * 32, hashes)  # as if the server had shown another one
        await ask(server, made, do="resign")
        await player.until(lambda: isinstance(player.app.screen, Result))
        assert "NOT the ones" in str(player.app.screen.query_one("#dice").content)
        assert "NOT the ones" in player.status


@run
async def test_when_a_seat_opens_again_the_terminal_commits_anew(server):
    _, made = make(server, **DICE)
    where = f"/api/matches/{made['id']}"
    async with in_match(RemoteMatch(Link.parse(f"{made['take_along']}.{VALUE}"))) as player:
        for number in (1, 2):
            other = f"{number:02x}" * 32
            joining = {"hash": hash_of(other)}
            joined = await asyncio.to_thread(server.ask, f"{where}/join", joining)
            await player.until(lambda: player.match.state.get("dice", {"values": [1]})["values"][0])
            if number == 1:
                await asyncio.to_thread(
                    server.ask, f"{where}/do", {"do": "leave"}, joined["secret"]
                )
                await player.until(lambda: player.match.phase == "waiting")
                await player.until(lambda: player.match.state["dice"]["hashes"][0])
                assert player.match.state["dice"]["hashes"][0] != hash_of(VALUE)
        reveal = {"do": "reveal", "value": other}
        await asyncio.to_thread(server.ask, f"{where}/do", reveal, joined["secret"])
        await player.until(lambda: player.match.phase == "playing")


@run
async def test_a_rematch_has_dice_of_its_own(server):
    link, made = make(server, **DICE)
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        await ask(server, made, do="reveal", value=VALUE)
        await player.until(lambda: player.match.phase == "playing")
        before = player.match.id
        await ask(server, made, do="resign")
        await player.until(lambda: isinstance(player.app.screen, Result))
        await player.pilot.click("#again")
        await player.until(lambda: player.match.state["offers"])
        await ask(server, made, do="rematch", hash=hash_of("0e" * 32))
        await player.until(lambda: player.match.id != before and player.match.phase == "sharing")
        again = {**made, "id": player.match.id}
        await ask(server, again, do="reveal", value="0e" * 32)
        await player.until(lambda: player.match.phase == "playing")
