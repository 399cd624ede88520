"""A crowd of connections that ask for files and numbers again and again, all at once."""

import asyncio
import contextlib
import threading

from attack_tools import bystanders, http_request, note, scale, serving

_PATHS = ("/metrics", "/static/js/main.js", "/livez", "/")


async def _keep_reading(port, path, until):
    """Ask for one thing again and again, on one connection; return how often it came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = http_request(path).replace(b"Connection: close", b"Connection: keep-alive")
    count = 0
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        while asyncio.get_running_loop().time() < until:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            count += 1
    writer.close()
    return count


async def _crowd(port, path, connections, seconds):
    until = asyncio.get_running_loop().time() + seconds
    return sum(
        await asyncio.gather(*(_keep_reading(port, path, until) for _ in range(connections)))
    )


def test_many_readers(tmp_path):
    with serving(tmp_path) as server:
        for path in _PATHS:
            counts = []

            def read(path=path, counts=counts):
                counts.append(asyncio.run(_crowd(server.port, path, 190, scale(0.5, 8))))

            with bystanders(server) as others:
                thread = threading.Thread(target=read)
                thread.start()
                thread.join()
            note(f"many readers of {path}: answers", counts)
            note(f"many readers of {path}: bystanders' p99 in ms", round(others.p99, 1))
            assert others.saw_nothing()
            assert others.p99 < scale(2000, 50)
