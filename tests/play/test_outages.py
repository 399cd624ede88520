"""Nobody's time runs while the server cannot hear or store, and nobody gains more than that."""

import asyncio
from itertools import accumulate

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from play_tools import ADA, BOB, Program

from quatrefoil.match import Match
from quatrefoil.play.host import Host
from quatrefoil.server.timekeeper import BEAT_SECONDS, STALL, Outage, Outages, Timekeeper

BEAT = round(1000 * BEAT_SECONDS)
HEARTBEAT = 1000
BASE = 3600
HOURS = 3_600_000


class World(Program):
    """A match on a server to which everything happens; times are in milliseconds."""

    def __init__(self):
        self.steady = 5_000_000
        self.wall = 1_000_000_000
        self.locked_since = None
        self.stored = (None, ())
        self.keeper = self.new_keeper()
        #: How long each was to move while the server ran, how much more and how much less than
        #: that a clock may say.
        self.used, self.more, self.less = [0, 0], [0, 0], [0, 0]
        super().__init__(clock={"kind": "realtime", "base": BASE, "increment": 0})

    def new_keeper(self):
        last, known = self.stored
        return Timekeeper(
            last,
            known,
            lambda: None if self.locked_since is None else self.locked_since / 1000,
            lambda: self.wall / 1000,
            lambda: self.steady / 1000,
        )

    def now(self):
        return self.keeper.now()

    def time_lost(self, after, until):
        return self.keeper.lost(after, until)

    @property
    def charged(self):
        """How much of each player's time is gone, as the log has it once all is given back."""
        self.host.credit()
        return [1000 * BASE - left for left in self.match.clock.left_at(self.now())]

    # ---- what happens -------------------------------------------------------------------------

    def pass_time(self, milliseconds):
        self.steady += milliseconds
        self.wall += milliseconds

    def run(self, milliseconds):
        """Let the server run; the heartbeat is stored each second."""
        self.used[self.match.turn] += milliseconds
        self.beat_for(milliseconds)

    def beat_for(self, milliseconds):
        while milliseconds > 0:
            self.pass_time(min(BEAT, milliseconds))
            milliseconds -= BEAT
            self.keeper.beat()
            if self.locked_since is None:
                now = self.now()
                if self.stored[0] is None or now - self.stored[0] >= HEARTBEAT:
                    self.store_beat(now)

    def store_beat(self, now):
        outages = self.keeper.outages
        self.stored = (now, (*self.stored[1], *outages.unstored))
        outages.stored(outages.unstored)

    def allow(self, milliseconds):
        """Say that the clock may have run in a short stretch, or lack what came just before."""
        turn = self.match.turn
        self.more[turn] += min(milliseconds, STALL + 2 * BEAT)
        # No heartbeat is stored in it: a restart soon after gives back from the one before it.
        self.less[turn] += 3 * BEAT + min(milliseconds, STALL)

    def stop(self, milliseconds):
        self.allow(milliseconds)
        self.pass_time(milliseconds)

    def lock(self, milliseconds):
        """Let nothing be stored, and time be asked for meanwhile."""
        self.allow(milliseconds)
        self.locked_since = self.steady
        self.beat_for(milliseconds)
        self.locked_since = None

    def set_wall(self, milliseconds):
        self.wall += milliseconds

    def restart(self, milliseconds):
        self.allow(0)
        self.less[self.match.turn] += HEARTBEAT + BEAT
        self.host.close()
        self.pass_time(milliseconds)
        self.steady += 10**9  # another process, another machine perhaps
        self.keeper = self.new_keeper()
        self.store_beat(self.now())  # before any match is heard of
        self.host = Host(Match.from_events(self.storage.log), self, self.storage, self)
        self.host.wake()

    def play(self, late):
        """Let the player to move send her turn; the loop gets to it later."""
        turn = self.match.turn
        if turn is None:
            return
        arrived = self.now()
        self.allow(late)
        self.pass_time(late)
        self.more[1 - turn] += min(late, STALL)  # the other's clock runs from when the move came
        self.less[1 - turn] += min(late, STALL)
        holder = (ADA, BOB)[turn]
        (answer,) = super().play(holder, arrived=arrived)
        assert answer["ok"], answer


lasting = st.integers(0, 60_000)
deeds = st.one_of(
    st.tuples(st.just("run"), lasting),
    st.tuples(st.just("stop"), st.one_of(lasting, st.integers(0, 2 * HOURS))),
    st.tuples(st.just("lock"), lasting),
    st.tuples(st.just("restart"), lasting),
    st.tuples(st.just("set_wall"), st.integers(-2 * HOURS, 2 * HOURS)),
    st.tuples(st.just("play"), st.integers(0, 2000)),
)


@given(st.lists(deeds, max_size=25))
@settings(deadline=None, max_examples=200)
@example([("run", 30_000), ("stop", 60_000), ("restart", 0), ("restart", 0)])
@example([("lock", 10_000), ("play", 0), ("lock", 10_000), ("restart", 5_000)])
@example([("restart", 3100), ("set_wall", -3100), ("restart", 0), ("run", 2701)])
@example([("set_wall", -HOURS), ("restart", 60_000), ("set_wall", HOURS), ("restart", 60_000)])
def test_clocks_run_when_the_server_does(happens):
    async def main():
        async with World() as world:
            await world.join(BOB)
            world.run(BEAT)
            for deed, amount in happens:
                if world.match.turn is None:
                    break
                getattr(world, deed)(amount)
                times = [event.time for event in world.storage.log]
                assert times == sorted(times)
            if world.match.turn is None:
                return
            world.run(3 * BEAT)
            bounds = zip(world.charged, world.used, world.more, world.less, strict=True)
            for charged, used, more, less in bounds:
                assert used - less - 3 * BEAT <= charged <= used + more + 3 * BEAT
            # Who reads the log alone comes to the same.
            assert Match.from_events(world.storage.log).clock == world.match.clock

    asyncio.run(main())


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50), st.booleans()), max_size=20))
def test_outages_are_counted_millisecond_by_millisecond(stretches):
    outages, lost, moment = Outages(), set(), 100
    stored = ()
    for gap, length, save in stretches:
        begin = moment + gap
        moment = begin + length
        outages.add(begin, moment)
        lost.update(range(begin, moment))
        if save:
            stored += outages.unstored
            outages.stored(outages.unstored)
    again = Outages((*stored, *outages.unstored))
    #: How many milliseconds were lost before each.
    before = [0, *accumulate(each in lost for each in range(moment + 10))]
    for after in range(90, moment + 10, 7):
        for until in range(after, moment + 10, 11):
            expected = before[until] - before[after]
            assert outages.lost(after, until) == again.lost(after, until) == expected


def test_an_outage_that_grew_while_it_was_stored_is_stored_again():
    outages = Outages()
    outages.add(100, 200)
    stored = outages.unstored
    outages.add(200, 300)
    outages.stored(stored)
    assert outages.unstored == (Outage(1, 100, 300),)
    outages.stored(outages.unstored)
    outages.add(300, 400)
    assert outages.unstored == (Outage(2, 300, 400),)


@pytest.mark.parametrize("jump", [-10 * HOURS, 0, 10 * HOURS])
def test_time_never_goes_back(jump):
    wall, steady = [50_000.0], [7.0]
    keeper = Timekeeper(wall=lambda: wall[0], steady=lambda: steady[0])
    before = keeper.now()
    wall[0] += jump / 1000
    steady[0] += 0.2
    assert keeper.now() == before + 200
    again = Timekeeper(before + 200, wall=lambda: wall[0], steady=lambda: steady[0])
    assert again.now() == max(before + 200, round(1000 * wall[0]))
    assert again.lost(before + 200, again.now()) == again.now() - before - 200
