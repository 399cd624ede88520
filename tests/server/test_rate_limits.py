"""How often one may ask, and how many may be connected."""

import asyncio
import re
from pathlib import Path

import pytest
from server_tools import Seated, app_client, bearer, new_duel
from starlette.testclient import WebSocketDenialResponse

from quatrefoil.match import RefusedError
from quatrefoil.server.crowd import Crowd
from quatrefoil.server.limits import Gate, HolderLimits
from quatrefoil.server.settings import SIZES_AND_TIMES, UNLIMITED, Limits

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_the_docs_have_every_limit():
    table = re.search(r"<!-- limits -->\n(.*?)<!-- end of limits -->", HOSTING.read_text(), re.S)
    found = {}
    for row in table[1].splitlines()[2:]:
        _, names, numbers, _, _ = row.split("|")
        values = [float(number.replace(",", "")) for number in re.findall(r"[\d,.]*\d", numbers)]
        found |= dict(zip(re.findall(r"\w+", names), values, strict=True))
    assert found == vars(Limits())


def test_what_comes_too_fast_waits_its_turn():
    now = [0.0]
    gate = Gate("files", 10, 2, lambda: now[0])
    waits = [gate.wait_for("here", 0.25) for _ in range(4)]
    assert waits == pytest.approx([0, 0, 0.1, 0.2])
    with pytest.raises(RefusedError) as refused:
        gate.wait_for("here", 0.25)
    assert refused.value.retry_after == 1
    assert gate.wait_for("elsewhere", 0.25) == 0
    now[0] = 0.1  # what was refused took nobody's place
    assert gate.wait_for("here", 0.25) == pytest.approx(0.2)
    now[0] = 1.0
    assert gate.wait_for("here", 0.25) == 0


# ---- by holder --------------------------------------------------------------------------------


def test_all_sockets_of_a_holder_share_what_may_be_asked(tmp_path):
    with app_client(tmp_path, Limits(rate=0.001, burst=6)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, ada) as b:
            answers = [who.ask(do="ping")["ok"] for who in (a, b) * 4]
        assert answers == [True] * 6 + [False] * 2
        with Seated(client, match, bob) as b, Seated(client, match) as guest:
            assert b.ask(do="ping")["ok"]
            assert guest.ask(do="ping")["ok"]


def test_all_guests_of_an_address_share_what_may_be_asked(tmp_path):
    with app_client(tmp_path, Limits(rate=0.001, burst=6)) as client:
        match, _, _ = new_duel(client)
        with Seated(client, match, "made-up") as a, Seated(client, match, "another") as b:
            answers = [who.ask(do="ping")["ok"] for who in (a, b) * 4]
        assert answers == [True] * 6 + [False] * 2


def test_talk_is_limited_and_moves_are_not(tmp_path):
    with app_client(tmp_path, Limits(talk_a_second=0.001, talk_at_once=3)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            before = b.last
            answers = [a.ask(do="name", name=f"Ada {number}") for number in range(4)]
            assert [answer["ok"] for answer in answers] == [True] * 3 + [False]
            assert answers[-1]["code"] == "too-many"
            assert answers[-1]["retry_after"] >= 1
            over_http = client.post(
                f"/api/matches/{match}/do", json={"do": "offer-draw"}, headers=bearer(ada)
            )
            assert over_http.status_code == 429
            # A move that names the event before all that talk is still meant for this position.
            assert a.ask(do="play", tokens=["f8-f9"], at=before)["ok"]
            assert b.ask(do="name", name="Bob")["ok"]
        log = client.get(f"/api/matches/{match}/events?after={before}").json()["events"]
        assert [event["type"] for event in log] == ["named"] * 3 + ["turn", "named"]


def test_what_was_refused_for_now_can_be_asked_again_under_its_name():
    now = [0.0]
    limits = HolderLimits(Limits(talk_a_second=1, talk_at_once=1), lambda: now[0])
    limits.let_talk("ada")
    with pytest.raises(RefusedError) as refused:
        limits.let_talk("ada")
    assert refused.value.retry_after == 1
    limits.let_talk("bob")
    now[0] = 1.0
    limits.let_talk("ada")


def test_the_name_of_a_request_that_came_too_soon_is_free(tmp_path):
    with app_client(tmp_path, Limits(talk_a_second=20, talk_at_once=1)) as client:
        match, ada, _ = new_duel(client)
        with Seated(client, match, ada) as a:
            assert a.ask(do="name", name="Ann")["ok"]
            for _ in range(1000):
                answer = a.ask(id="same", do="name", name="Anna")
                if answer["ok"]:
                    break
            assert answer["ok"]
            # Once it was accepted, it is answered the same for ever and counts no more.
            assert [a.ask(id="same", do="name", name="Anna") for _ in range(5)] == [answer] * 5


# ---- by address -------------------------------------------------------------------------------


def test_joins_are_limited(tmp_path):
    with app_client(tmp_path, Limits(joins_a_minute=1, joins_at_once=2)) as client:
        new_duel(client)
        match, *_ = new_duel(client)
        answer = client.post(f"/api/matches/{match}/join", json={})
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


@pytest.mark.parametrize("limits", [Limits(makes_at_once=2), Limits(makes_a_day=2)])
def test_rematches_and_records_count_as_matches_made(tmp_path, limits):
    with app_client(tmp_path, limits) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            record = client.get(f"/api/matches/{match}/record").json()
            a.ask(do="resign")
            assert client.post("/api/records", json=record).status_code == 201
            assert a.ask(do="rematch")["ok"]
            refused = b.ask(do="rematch")
            assert refused["code"] == "too-many"
            assert client.post("/api/records", json=record).status_code == 429
            assert a.ask(do="snapshot")["snapshot"]["rematch"] is None


def test_rematches_are_refused_where_too_many_matches_are_open(tmp_path):
    with app_client(tmp_path, Limits(open_matches=2)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada) as a, Seated(client, match, bob) as b:
            a.ask(do="resign")
            new_duel(client)
            new_duel(client)
            assert a.ask(do="rematch")["ok"]
            assert b.ask(do="rematch")["code"] == "too-many"


# ---- by number --------------------------------------------------------------------------------


def test_guests_leave_room_for_those_who_play(tmp_path):
    for limits in (
        Limits(guests_per_match=1),
        Limits(guests_per_address=1),
        Limits(guests=1),
    ):
        with app_client(tmp_path, limits) as client:
            match, ada, _ = new_duel(client)
            with Seated(client, match), Seated(client, match, "made-up") as second:
                assert second.first["code"] == "too-many"
                with Seated(client, match, ada) as player:
                    assert player.first["welcome"]["mine"] == [0]


def test_a_holder_has_a_number_of_sockets(tmp_path):
    with app_client(tmp_path, Limits(sockets_per_holder=2)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada), Seated(client, match, ada):
            with Seated(client, match, ada) as third:
                assert third.first["code"] == "too-many"
            with Seated(client, match, bob) as other:
                assert "welcome" in other.first
        with Seated(client, match, ada) as again:
            assert "welcome" in again.first


def test_there_is_an_end_for_everybody(tmp_path):
    with app_client(tmp_path, Limits(sockets=1)) as client:
        match, ada, bob = new_duel(client)
        with Seated(client, match, ada), pytest.raises(WebSocketDenialResponse) as denied:
            Seated(client, match, bob)
        assert denied.value.status_code == 429


def test_who_waits_by_http_is_counted(tmp_path):
    with app_client(tmp_path, Limits(guests_per_match=0)) as client:
        match, ada, _ = new_duel(client)
        path = f"/api/matches/{match}/events?after=0&wait=1"
        assert client.get(path).status_code == 429
        assert client.get(path, headers=bearer(ada)).status_code == 200


def test_of_the_silent_the_first_goes():
    async def test():
        crowd = Crowd(Limits(newcomers=3, newcomers_per_address=2))
        ended = []

        async def arrive(name, address):
            visit = crowd.enter(address)
            try:
                async with asyncio.timeout(60) as patience:
                    crowd.wait_for(visit, patience)
                    await asyncio.Event().wait()
            except TimeoutError:
                ended.append(name)
            finally:
                crowd.leave(visit)

        tasks = []
        for name, address in (("a", "1"), ("b", "1"), ("c", "1"), ("d", "2"), ("e", "3")):
            tasks.append(asyncio.create_task(arrive(name, address)))
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert ended == ["a", "b"]  # a was one too many of its address, b one too many of all
        assert crowd.total == 3
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert crowd.total == 0

    asyncio.run(test())


def test_nobody_who_measures_is_told_to_wait():
    for name, value in vars(UNLIMITED).items():
        assert value >= 10**9 or name in SIZES_AND_TIMES, name
    for name in SIZES_AND_TIMES:
        assert getattr(UNLIMITED, name) == getattr(Limits(), name)
