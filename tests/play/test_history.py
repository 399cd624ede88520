"""The history in words: as if it had been put into words anew, whatever was taken back."""

import json

from play_tools import ADA, AGAINST_COMPUTER, BOB, Program, run

from quatrefoil.play.history import History


def shown(program):
    return json.loads(program.host._history.text())


def anew(program):
    return json.loads(History(program.match).text())


@run
async def test_turns_come_and_go():
    async with Program(seats=AGAINST_COMPUTER) as program:
        assert shown(program) == []
        for number in range(3):
            program.play(ADA, number)
            await program.host.computer.moved()
            assert shown(program) == anew(program)
        assert len(shown(program)) == 6
        program.ask(ADA, "ask-takeback")
        assert len(shown(program)) == 4
        program.play(ADA, 5)
        await program.host.computer.moved()
        assert shown(program) == anew(program)
        assert [turn["tokens"] for turn in shown(program)] == [
            list(turn.tokens) for turn in program.match.history
        ]


@run
async def test_a_turn_that_takes_the_place_of_another_is_seen():
    """Between two looks one was taken back and another one played: there are as many as before."""
    async with Program() as program:
        await program.join(BOB)
        program.play(ADA, 0)
        before = shown(program)
        program.ask(ADA, "ask-takeback")
        program.ask(BOB, "accept-takeback")
        program.play(ADA, 3)
        assert shown(program) == anew(program) != before
