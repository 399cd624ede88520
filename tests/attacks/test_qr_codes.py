"""Pictures of addresses, one after the other, and descriptions of everything."""

import itertools
import time

from attack_tools import Stranger, bystanders, keep_doing, note, scale, serving


def test_pictures_by_the_hundred(tmp_path):
    numbers = itertools.count()
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        address = f"http://127.0.0.1:{server.port}/m/"

        def draw():
            text = f"{address}{next(numbers):0>250}"
            return stranger.ask("/api/qr", {"text": text})[0]

        def read():
            return stranger.ask("/api/openapi.json")[0], stranger.ask("/api/games")[0]

        with bystanders(server) as others, keep_doing(draw, draw, read, threads=4) as told:
            time.sleep(scale(0.8, 15))
    note("pictures by the hundred, what the stranger was told", dict(told))
    note("pictures by the hundred: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert others.p99 < scale(1000, 50)
