"""A flood of analyses and reviews: a person's match against the computer goes before them."""

import json
import time

from attack_tools import Stranger, bystanders, keep_doing, level_1_delay, note, scale, serving

import quatrefoil

RULES = quatrefoil.rules("trickle")


def random_record(moves=150):
    line, rng = quatrefoil.Line(RULES.start()), quatrefoil.Rng(5)
    while not line.position.is_over and len(line) < moves:
        line.push(line.position.random_move(rng))
    return quatrefoil.Record.of(line).to_json()


def test_studies_yield_to_matches(tmp_path):
    record = random_record()
    position = RULES.start().to_json()
    with serving(tmp_path, "--log-level", "warning", "--thinkers", "1") as server:
        strangers = [Stranger(server, f"127.0.0.{number}") for number in range(2, scale(4, 12))]
        _, loaded = strangers[0].ask("/api/records", record)
        review = f"/api/matches/{json.loads(loaded)['id']}/review"
        deeds = [
            lambda one=one, path=path, data=data: one.ask(path, data, timeout=1)[0]
            for one in strangers
            for path, data in (("/api/analyse", {"position": position, "level": 8}), (review, None))
        ]
        with bystanders(server) as others, keep_doing(*deeds, threads=scale(3, 8)) as told:
            delay = max(level_1_delay(server) for _ in range(scale(1, 5)))
    note("analyses and reviews, what strangers were told", dict(told))
    note("analyses and reviews: level 1 answers after s", round(delay, 2))
    note("analyses and reviews: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert delay < 2


def test_studies_that_nobody_waits_for(tmp_path):
    """Analyses are abandoned; one that somebody waits for is done at once."""
    wish = {"position": RULES.start().to_json(), "level": 8}
    options = ("--log-level", "warning", "--thinkers", "1")
    with serving(tmp_path, *options) as server, bystanders(server) as others:
        for number in range(2, scale(3, 20)):
            stranger = Stranger(server, f"127.0.0.{number}")
            for _ in range(4):
                stranger.abandon("/api/analyse", wish)
        asked = time.monotonic()
        status, _ = Stranger(server, "127.0.0.99").ask("/api/analyse", wish | {"level": 1})
        delay = time.monotonic() - asked
        metrics = server.ask("/metrics", raw=True).decode()
    cancelled = [line for line in metrics.splitlines() if line.startswith("quatrefoil_thinking_c")]
    note("abandoned analyses: another person's answers after s", round(delay, 2))
    note("abandoned analyses, given up", cancelled)
    assert others.saw_nothing()
    assert status == 200
    assert cancelled
    assert float(cancelled[0].split()[1]) > 0
