"""News that are lost, late or cross each other: whoever has a match open is told again.

As in test_news.py, nobody looks for what news did not tell.
"""

import asyncio

from shared_tools import Ear, until
from test_news import ADA, BOB, a_match, open_at, others_of, postgres, rename, together

__all__ = ["postgres", "together"]


async def settled(*lobbies):
    """Wait until everything that was told is heard: what is told last comes last."""
    for lobby in lobbies:
        await until(lambda lobby=lobby: not lobby.neighbours.news._told)
    await asyncio.sleep(0.3)


def test_who_left_while_news_were_lost_is_not_here_for_ever(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            ear = Ear(ADA)
            there.welcome(ear, None)
            await until(lambda: here.presence()["here"][0])
            two.neighbours.news.suppressed = True
            there.farewell(ear)
            await asyncio.sleep(0.2)
            two.neighbours.news.suppressed = False
            # Its connection is lost, and made again.
            two.neighbours.news._connection.terminate()
            await until(lambda: not here.presence()["here"][0])

    together(test)


def test_who_closes_and_opens_a_match_at_once_hears_of_it(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            news = two.neighbours.news
            news.tell("alive")
            two.let_go(there)
            two._opened(there)
            await settled(one, two)
            assert others_of(one, here.match.id) == {news.process}

    together(test)


def test_who_closes_before_the_answer_comes_is_not_told_for_ever(together):
    async def test(found, heard):
        one, two = found
        here = await a_match(one)
        there = await two.find(here.match.id)
        two.let_go(there)
        await settled(one, two, one)
        assert not others_of(one, here.match.id)

    together(test)


def test_what_could_not_be_sent_is_sent_later(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            two.neighbours.news._connection.terminate()
            two.let_go(there)
            await until(lambda: not others_of(one, here.match.id))

    together(test)


def test_nothing_is_told_before_it_is_stored(together):
    async def test(found, heard):
        one, two = found
        here = await a_match(one)
        match, stored = here.match.id, here.match.last
        write, waiting = one.store.write, []
        one.store.write = lambda *given: waiting.append(given)
        renaming = asyncio.create_task(rename(here, "Ann"))
        await until(lambda: waiting)
        await two.find(match)
        await until(lambda: others_of(two, match))
        await settled(one, two)
        assert max((last for _, last in heard[1]), default=stored) == stored
        one.store.write = write
        for given in waiting:
            write(*given)
        last = await renaming
        await until(lambda: two.rooms[match].match.last == last)

    together(test)


def test_a_draft_that_news_did_not_tell_is_told_again(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two, "trifoil") as (here, there):
            await there.host.join(BOB, {"name": "Bob"})
            await here.current()
            mover = here.match.seats[here.match.turn].holder
            ear = Ear(mover)
            there.welcome(ear, None)
            two.neighbours.news.suppressed = True
            token = here.match.line.position.legal_tokens()[0]
            assert (await here.host.ask(mover, {"do": "draft", "tokens": [token]}))["ok"]
            await settled(one)
            two.neighbours.news.suppressed = False
            two.neighbours.news._connection.terminate()
            await until(lambda: there.match.draft == (token,))
            assert "draft" in [text.get("type") for text in ear.told]

    together(test)


def test_who_waits_without_a_socket_hears_by_looking(together):
    async def test(found, heard):
        one, two = found
        async with open_at(one, two) as (here, there):
            waiting = asyncio.create_task(there.next_event(there.match.last, 60))
            two.neighbours.news.suppressed = True
            last = await rename(here, "Ann")
            await settled(one)
            await two.neighbours.look_at_all()
            await asyncio.wait_for(waiting, 20)
            assert there.match.last == last

    together(test)
