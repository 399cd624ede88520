"""The queue of thinking and the threads behind it: fair, bounded, and given up in time."""

import asyncio
import threading

import pytest

from quatrefoil.match import RefusedError
from quatrefoil.play.crew import Crew
from quatrefoil.play.queues import FairQueue

FIRST, SECOND = 0, 1


def taken(queue, kinds=(FIRST, SECOND)):
    return list(iter(lambda: queue.take(kinds), None))


def test_everybody_in_turn():
    queue = FairQueue()
    for number in range(3):
        queue.put(FIRST, "greedy", f"greedy {number}")
    queue.put(FIRST, "modest", "modest")
    assert taken(queue) == ["greedy 0", "modest", "greedy 1", "greedy 2"]


def test_the_first_kind_goes_first():
    queue = FairQueue()
    queue.put(SECOND, "a", "later")
    queue.put(FIRST, "b", "sooner")
    assert taken(queue, (SECOND,)) == ["later"]
    queue.put(SECOND, "a", "later")
    assert taken(queue) == ["sooner", "later"]


def test_jobs_are_taken_out_and_counted():
    queue = FairQueue()
    for job in "xyz":
        queue.put(FIRST, "a", job)
    assert queue.remove(FIRST, "a", "y")
    assert not queue.remove(FIRST, "a", "y")
    assert not queue.remove(SECOND, "b", "y")
    assert queue.count(FIRST) == 2
    assert queue.clear() == ["x", "z"]
    assert queue.count(FIRST) == 0


class Gate:
    """Work that goes on until the test lets it, or until it is stopped."""

    def __init__(self):
        self.begun, self.open = threading.Event(), threading.Event()
        self.order = []

    def wait(self, job):
        job.running = self
        self.begun.set()
        self.open.wait(30)
        return "done"

    def stop(self):
        self.open.set()

    def note(self, name):
        def work(job):
            self.order.append(name)
            return name

        return work


@pytest.fixture
def crew():
    found = Crew("test", [(FIRST, SECOND)], 0, limited=(SECOND,), per_client=2, in_all=3)
    yield found
    found.close()


def test_what_nobody_waits_for_is_given_up(crew):
    gate = Gate()

    async def main():
        running = asyncio.create_task(crew.run(FIRST, "a", gate.wait))
        await asyncio.to_thread(gate.begun.wait, 30)
        waiting = asyncio.create_task(crew.run(FIRST, "a", gate.note("never")))
        last = asyncio.create_task(crew.run(FIRST, "b", gate.note("last")))
        await asyncio.sleep(0)
        assert crew.waiting(FIRST) == 2
        waiting.cancel()
        running.cancel()  # which stops it: the test would take half a minute otherwise
        assert await last == "last"

    asyncio.run(main())
    assert gate.order == ["last"]
    assert crew.cancelled == 2
    assert gate.open.is_set()


def test_one_client_and_all_together_wait_for_only_so_much(crew):
    gate = Gate()

    async def main():
        tasks = [
            asyncio.create_task(crew.run(SECOND, client, gate.wait)) for client in ("a", "a", "b")
        ]
        await asyncio.sleep(0)
        for client in ("a", "c"):
            with pytest.raises(RefusedError) as refused:
                await crew.run(SECOND, client, gate.wait)
            assert refused.value.code == "too-many"
            assert refused.value.retry_after
        gate.open.set()
        assert await asyncio.gather(*tasks) == ["done"] * 3
        assert await crew.run(SECOND, "a", gate.wait) == "done"

    asyncio.run(main())


def test_others_have_their_turn_between_pieces(crew):
    gate = Gate()

    async def main():
        pieces = iter("123")

        def in_pieces(job):
            gate.begun.set()
            piece = next(pieces, None)
            gate.order.append(piece)
            gate.open.wait(30)
            return None if piece else "whole"

        long = asyncio.create_task(crew.run(FIRST, "a", in_pieces))
        await asyncio.to_thread(gate.begun.wait, 30)
        short = asyncio.create_task(crew.run(FIRST, "b", gate.note("short")))
        await asyncio.sleep(0)
        gate.open.set()
        assert await long == "whole"
        assert await short == "short"

    asyncio.run(main())
    assert gate.order == ["1", "short", "2", "3", None]


def test_errors_come_back(crew):
    def broken(job):
        raise ZeroDivisionError

    async def main():
        with pytest.raises(ZeroDivisionError):
            await crew.run(FIRST, "a", broken)

    asyncio.run(main())
