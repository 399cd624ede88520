"""A server that hands on what a real one says, spoilt on the way."""

import asyncio
import urllib.request
from contextlib import asynccontextmanager, suppress

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from quatrefoil.lab.server_process import free_port


@asynccontextmanager
async def spoiling(server, spoil):
    """Yield the port of a server that says what another one says, through `spoil(path, data)`.

    What was asked by GET is not asked again.
    """
    known = {}

    async def hand_on(request):
        key = request.method, str(request.url)
        if key not in known or request.method == "POST":
            body = await request.body()
            known[key] = await asyncio.to_thread(_asked, server, request, body)
        status, content = known[key]
        lines = [
            orjson.dumps(spoil(request.url.path, orjson.loads(line)))
            for line in content.splitlines()
        ]
        return Response(b"\n".join(lines), status)

    async def hand_on_socket(socket):
        await socket.accept()
        address = f"ws://127.0.0.1:{server.port}{socket.url.path}"
        with suppress(WebSocketDisconnect, WebSocketException, RuntimeError):
            async with connect(address) as inner, asyncio.TaskGroup() as group:
                group.create_task(_outwards(socket, inner))
                async for text in inner:
                    said = spoil(socket.url.path, orjson.loads(text))
                    await socket.send_text(orjson.dumps(said).decode())

    async def _outwards(socket, inner):
        with suppress(WebSocketDisconnect, WebSocketException):
            while True:
                await inner.send(await socket.receive_text())
        await inner.close()

    everything = "/{path:path}"
    routes = [
        Route(everything, hand_on, methods=["GET", "POST"]),
        WebSocketRoute(everything, hand_on_socket),
    ]
    port = free_port()
    config = uvicorn.Config(Starlette(routes=routes), port=port, log_level="critical")
    running = uvicorn.Server(config)
    running.install_signal_handlers = lambda: None
    serving = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        running.should_exit = running.force_exit = True
        await serving


def _asked(server, request, body):
    address = f"http://127.0.0.1:{server.port}{request.url.path}?{request.url.query}"
    headers = {"Content-Type": "application/json"}
    if "authorization" in request.headers:
        headers["Authorization"] = request.headers["authorization"]
    asking = urllib.request.Request(address, body or None, headers, method=request.method)
    try:
        with urllib.request.urlopen(asking) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read()
