"""A host and its clocks: when a move counts, when a flag falls, what is given back."""

import asyncio

from play_tools import ADA, BOB, Program, run

from quatrefoil.match import Match
from quatrefoil.match.clock import FLAG_DELAY

ONE_SECOND = {"kind": "realtime", "base": 1, "increment": 0}


@run
async def test_time_runs_out_by_itself():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        program.time += 1000 + FLAG_DELAY
        await program.until(lambda: program.match.over)
        assert program.kinds()[-1] == "ended"
        assert (program.match.over.how, program.match.over.seat) == ("time", 0)


@run
async def test_a_move_counts_from_when_it_came():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        came, program.time = program.time + 999, program.time + 1500
        (answer,) = program.play(ADA, arrived=came)
        assert answer["ok"]
        assert program.match.clock.left == (1, 1000)
        assert program.storage.log[-1].time == came


@run
async def test_nothing_comes_before_what_it_answers_or_after_now():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        program.time += 400
        program.play(ADA)
        program.time += 100
        program.play(BOB, arrived=0)
        assert program.match.clock.left == (600, 1000)
        program.play(ADA, arrived=program.time + 10**6)
        assert program.match.clock.left == (500, 1000)


@run
async def test_others_cannot_make_a_flag_fall_while_a_move_may_be_on_its_way():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        came = program.time + 900
        program.time += 1000 + FLAG_DELAY - 1
        assert program.ask(BOB, "offer-draw")["ok"]
        assert program.play(ADA, arrived=came)[0]["ok"]
        assert program.match.clock.left == (0, 1000)
        program.time += 1000 + FLAG_DELAY
        assert program.ask(ADA, "name", name="A")["code"] == "over"
        assert program.match.over.seat == 1


@run
async def test_what_nobody_could_use_is_given_back_before_anything_is_decided():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        begun = program.time
        program.outages.add(begun + 300, begun + 12_300)
        program.time += 12_400
        first = program.match.last
        (answer,) = program.play(ADA, id="a1")
        assert answer["ok"]
        assert [event.type for event in program.storage.log[first:]] == ["resumed", "turn"]
        assert program.storage.log[first].data == {"lost": 12_000}
        assert program.match.clock.left == (600, 1000)
        # It is credited once, also by who reads the log.
        program.time += 100
        program.play(BOB)
        assert program.match.clock.left == (600, 900)
        assert Match.from_events(program.storage.log).clock == program.match.clock


@run
async def test_what_was_given_back_with_a_refused_request_is_no_answer_to_it():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        program.outages.add(program.time, program.time + 5_000)
        program.time += 5_000
        for _ in range(2):
            (answer,) = program.send(BOB, "play", tokens=program.a_turn(), at=1, id="b1")
            assert not answer["ok"]
        assert program.kinds()[-1] == "resumed"


@run
async def test_no_flag_falls_before_its_player_can_have_heard_that_it_is_her_turn():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        program.storage.held = True
        program.play(ADA)
        program.time += 5_000
        program.host._time_is_up()
        assert not program.match.over
        program.outages.add(program.match.time, program.time)
        program.storage.release()
        await asyncio.sleep(0.02)
        assert not program.match.over
        program.storage.held = False
        program.play(BOB)
        assert program.match.clock.left == (1000, 1000)


@run
async def test_a_move_that_comes_too_late_is_refused_and_its_flag_is_stored():
    async with Program(clock=ONE_SECOND) as program:
        await program.join(BOB)
        program.time += 1000
        assert program.play(ADA)[0]["code"] == "over"
        assert program.storage.log[-1].type == "ended"
        assert program.kinds()[-1] == "ended"
