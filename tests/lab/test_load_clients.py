"""The clients of the load tool: games made beforehand, and a socket that calls back."""

import asyncio

import pytest
from websockets.asyncio.server import serve

import quatrefoil
from quatrefoil.lab.connection import Connection
from quatrefoil.lab.scripts import games_without_dice, make_scripts


@pytest.mark.parametrize("game", games_without_dice())
def test_a_script_is_a_whole_game_with_the_key_of_every_position(game):
    for script in make_scripts(game, 2):
        line = quatrefoil.Line(quatrefoil.rules(game).start())
        for turn in script:
            assert line.position.turn == turn.seat
            for token in turn.tokens:
                line.play(token)
            assert f"{line.position.key:016x}" == turn.key
        assert line.position.is_over


@pytest.mark.parametrize("game", sorted(set(quatrefoil.names()) - set(games_without_dice())))
def test_games_with_dice_are_refused(game):
    with pytest.raises(quatrefoil.QuatrefoilError, match="has dice"):
        make_scripts(game, 1)


def test_a_connection_sends_receives_and_tells_when_it_is_gone():
    async def main():
        async def echo(socket):
            async for text in socket:
                await socket.ping()
                await socket.send(text * 200_000 if text == "x" else text)
                if text == "end":
                    await socket.close()

        heard, gone = [], asyncio.Event()
        async with serve(echo, "127.0.0.1", 0, compression=None) as server:
            port = server.sockets[0].getsockname()[1]
            connection = Connection(f"ws://127.0.0.1:{port}/")
            connection.receive = heard.append
            connection.opened = lambda: [connection.send(text) for text in (b"a", b"x", b"end")]
            connection.closed = gone.set
            connection.send(b"too early")
            await asyncio.get_running_loop().create_connection(
                lambda: connection, "127.0.0.1", port
            )
            await asyncio.wait_for(gone.wait(), 20)
            connection.send(b"too late")
        assert heard == [b"a", b"x" * 200_000, b"end"]

    asyncio.run(main())


def test_a_connection_that_is_refused_is_closed():
    async def main():
        gone = asyncio.Event()

        async def refuse(reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            # The client closes: the server waits for that.
            await reader.read()
            writer.close()
            await writer.wait_closed()

        server = await asyncio.start_server(refuse, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            connection = Connection(f"ws://127.0.0.1:{port}/")
            connection.closed = gone.set
            connection.opened = lambda: pytest.fail("it was refused")
            await asyncio.get_running_loop().create_connection(
                lambda: connection, "127.0.0.1", port
            )
            await asyncio.wait_for(gone.wait(), 20)

    asyncio.run(main())
