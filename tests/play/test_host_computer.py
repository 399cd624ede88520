"""A host and the computer: its seats, its hints, and what it is asked about."""

import asyncio

from play_tools import ADA, AGAINST_COMPUTER, BOB, CY, Program, run

from quatrefoil.play import computer as computer_module
from quatrefoil.play import present


@run
async def test_the_computer_plays_its_seat():
    async with Program(seats=AGAINST_COMPUTER) as program:
        program.play(ADA)
        assert program.host.busy
        await program.host.computer.moved()
        assert [text["seat"] for _, text in program.heard_by(ADA)[-2:]] == [0, 1]
        assert program.match.turn == 0
        assert not program.host.busy


@run
async def test_a_takeback_while_the_computer_thinks():
    """What it thought of is dropped, and it thinks anew about the new board."""
    async with Program(seats=AGAINST_COMPUTER) as program:
        program.thinkers.gate.clear()
        program.play(ADA, 0)
        await program.until(lambda: len(program.thinkers.asked) == 1)
        program.ask(ADA, "ask-takeback")
        program.play(ADA, 1)
        program.thinkers.gate.set()
        await program.host.computer.moved()
        assert len(set(program.thinkers.asked)) == 2
        assert [turn.seat for turn in program.match.history] == [0, 1]
        assert program.match.turn == 0


@run
async def test_the_computer_is_asked_about_stored_positions_alone():
    async with Program(seats=AGAINST_COMPUTER) as program:
        program.storage.held = True
        program.play(ADA)
        program.host.wake()
        await asyncio.sleep(0.05)
        assert program.thinkers.asked == []
        program.storage.release()
        program.storage.held = False
        await program.host.computer.moved()
        assert len(program.thinkers.asked) == 1
        assert [turn.seat for turn in program.match.history] == [0, 1]


@run
async def test_the_computer_does_not_play_on_what_was_not_stored():
    async with Program(seats=AGAINST_COMPUTER) as program:
        program.storage.held = True
        program.play(ADA)
        program.storage.release(OSError("the disk is full"))
        program.storage.held = False
        await asyncio.sleep(0.05)
        assert program.thinkers.asked == []
        assert "turn" not in [event.type for event in program.storage.log]


@run
async def test_a_fault_in_thinking_does_not_silence_the_computer(monkeypatch):
    monkeypatch.setattr(computer_module, "_SOON", 0.01)
    async with Program(seats=AGAINST_COMPUTER) as program:
        turn, calls = program.thinkers.turn, []

        async def faulty(line, level, *more):
            calls.append(level)
            if len(calls) == 1:
                raise MemoryError
            return ["nonsense"] if len(calls) == 2 else await turn(line, level, *more)

        program.thinkers.turn = faulty
        program.play(ADA)
        await program.host.computer.moved()
        assert len(calls) == 3
        assert program.thinkers.failures == 2
        assert [turn.seat for turn in program.match.history] == [0, 1]


@run
async def test_a_closed_host_plays_no_more():
    async with Program(seats=AGAINST_COMPUTER) as program:
        program.play(ADA)
        assert program.host.busy
        program.host.close()
        assert not program.host.busy
        await program.until(lambda: not program.tasks)
        assert len(program.match.history) == 1


@run
async def test_hints_are_one_at_a_time():
    """A new one takes the place of the old; a move, or going away, ends it."""
    async with Program(game="trickle", seats=AGAINST_COMPUTER) as program:
        first, second = program.send(ADA, "hint", id="1"), program.send(ADA, "hint", id="2")
        assert [answer["code"] for answer in first] == ["out-of-date"]
        await program.until(lambda: second)
        assert second[0]["ok"]
        third = program.send(ADA, "hint")
        program.play(ADA)
        assert [answer["code"] for answer in third] == ["out-of-date"]
        await program.host.computer.moved()
        fourth = program.send(ADA, "hint")
        program.host.computer.miss(ADA)
        assert [answer["code"] for answer in fourth] == ["out-of-date"]
        assert not program.host.busy


@run
async def test_matches_without_people_wait_for_somebody_to_watch():
    async with Program(seats=[{"kind": "computer", "level": 1}] * 2) as program:
        program.listeners.clear()
        await program.host.computer.moved()
        played = len(program.match.history)
        await asyncio.sleep(0.05)
        assert len(program.match.history) == played
        program.listeners.add(CY)
        program.host.computer.think()
        await program.until(lambda: len(program.match.history) > played + 3)


@run
async def test_hints():
    async with Program(game="trifoil", seats=AGAINST_COMPUTER) as program:
        hint = await program.host.ask(ADA, {"do": "hint", "id": "h"})
        assert hint["re"] == "h"
        assert hint["token"] in program.match.position.legal_tokens()
        program.ask(ADA, "draft", tokens=program.a_turn())
        complete = await program.host.ask(ADA, {"do": "hint"})
        assert complete["code"] == "not-allowed"
        assert program.ask(BOB, "hint")["code"] == "not-your-seat"


@run
async def test_a_hint_says_how_to_click_it_and_what_it_does():
    async with Program(game="trickle", seats=AGAINST_COMPUTER) as program:
        for level in (1, 6):
            hint = await program.host.ask(ADA, {"do": "hint", "level": level})
            start, end = hint["token"].split("-")
            assert hint["clicks"] == (start, end)
            assert present.encode(hint["changes"]).count(f'"{end}"'.encode()) == 1
        assert program.ask(ADA, "hint", level=7)["code"] == "bad-request"


@run
async def test_hints_and_words_about_an_earlier_position():
    async with Program(game="trickle", seats=AGAINST_COMPUTER) as program:
        start = program.match.position.copy()
        first = program.ask(ADA, "describe")["words"]
        program.play(ADA)
        await program.host.computer.moved()
        earlier = await program.host.ask(ADA, {"do": "hint", "moves": 0})
        assert earlier["token"] in start.legal_tokens()
        after = await program.host.ask(ADA, {"do": "hint", "moves": 1})  # the computer's turn
        assert after["ok"]
        words = [program.ask(ADA, "describe", moves=moves)["words"] for moves in (0, 1, 2)]
        told = [present.encode(one) for one in (first, *words)]
        assert told[0] == told[1]
        assert len(set(told)) == 3
        for verb in ("hint", "describe"):
            assert program.ask(ADA, verb, moves=3)["code"] == "not-allowed"


@run
async def test_hints_are_not_for_matches_between_people():
    async with Program() as program:
        await program.join(BOB)
        assert program.ask(ADA, "hint")["code"] == "not-allowed"
