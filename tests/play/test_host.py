"""The host of a running match: what is decided is stored, then answered, then told."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_tools import ADA, BOB, CY, Program, SlowStorage, run

from quatrefoil.core.errors import FormatError
from quatrefoil.match import Match, RefusedError
from quatrefoil.play.host import Host


@run
async def test_nothing_is_answered_or_told_before_it_is_stored():
    async with Program() as program:
        await program.join(BOB)
        heard = len(program.heard)
        program.storage.held = True
        played = program.play(ADA)
        refused = program.send(ADA, "play", tokens=["x"], at=program.match.last)
        snapshot = program.send(BOB, "snapshot")
        described = program.send(BOB, "describe")
        assert program.match.last > program.storage.last
        assert (played, refused, snapshot, described) == ([], [], [], [])
        assert len(program.heard) == heard
        assert program.ask(ADA, "ping")["ok"], "who asks only for the time need not wait"
        program.storage.release()
        assert played == [{"ok": True, "event": program.match.last}]
        assert refused[0]["code"] == "not-your-turn"
        assert snapshot[0]["snapshot"]["last"] == program.storage.last
        assert described[0]["words"]
        assert [text["type"] for _, text in program.heard[heard:]] == ["turn"] * 3


@run
async def test_who_asked_is_answered_before_all_are_told():
    async with Program() as program:
        await program.join(BOB)
        order = []
        program.hear = lambda news: order.append("told")
        message = {"do": "play", "tokens": program.a_turn(), "at": program.match.last}
        program.host.request(ADA, message, lambda answer: order.append("answered"))
        program.host.once_stored(lambda problem: order.append("stored"))
        assert order == ["answered", "told", "stored"]


WHO = st.sampled_from([ADA, BOB, CY])
STEPS = st.one_of(
    st.tuples(st.just("play"), WHO, st.integers(0, 50)),
    st.tuples(
        st.sampled_from(
            [
                *("offer-draw", "accept-draw", "decline-draw", "ask-takeback"),
                *("accept-takeback", "describe", "snapshot", "rematch", "nonsense"),
            ]
        ),
        WHO,
        st.integers(0, 3),
    ),
    st.tuples(st.sampled_from(["hold", "release"]), st.just(""), st.just(0)),
)


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=30), st.sampled_from(["trickle", "triotrio"]))
def test_told_is_what_is_stored_whatever_is_asked(steps, game):
    @run
    async def play():
        async with Program(game=game) as program:
            await program.join(BOB)
            answers = []
            for what, holder, number in steps:
                if what == "hold":
                    program.storage.held = True
                elif what == "release":
                    program.storage.held = False
                    program.storage.release()
                else:
                    message = {"do": what, "id": f"{what}{number}"}
                    if what == "play":
                        message |= {"tokens": program.a_turn(number), "at": program.match.last}
                    program.host.request(holder, message, answers.append)
                told = [number for number, _ in program.heard_by(ADA)]
                assert told == [event.number for event in program.storage.log][: len(told)]
                assert all(answer.get("event", 0) <= program.storage.last for answer in answers)
            program.storage.release()
            assert len(answers) == sum(bool(holder) for _, holder, _ in steps)
            log = program.storage.log
            assert [number for number, _ in program.heard_by(CY)] == [e.number for e in log]
            again = Match.from_events(log)
            assert (again.last, again.position.key) == (
                program.match.last,
                program.match.position.key,
            )

    play()


@run
async def test_what_cannot_be_stored_is_refused_and_the_host_gives_up():
    async with Program() as program:
        await program.join(BOB)
        heard = len(program.heard)
        program.storage.held = True
        played = program.play(ADA, id="one")
        drafted = program.send(BOB, "draft", id="two", tokens=program.a_turn()[:1])
        waiting = asyncio.ensure_future(program.host.stored())
        await asyncio.sleep(0)
        program.storage.release(OSError("the disk is full"))
        for answers, number in ((played, "one"), (drafted, "two")):
            assert answers[0]["code"] == "unavailable"
            assert answers[0]["re"] == number
        assert len(program.heard) == heard
        assert not program.drafts
        assert program.host.broken
        assert program.lost
        with pytest.raises(Exception, match="could not store"):
            await waiting


@run
async def test_a_host_that_gave_up_decides_nothing():
    """What it would store follows from events that are not in the log."""
    async with Program() as program:
        await program.join(BOB)
        program.storage.held = True
        lost = program.play(ADA)
        later = program.play(BOB)
        program.storage.release(OSError("the disk is full"))
        program.storage.held = False
        stored = list(program.storage.log)
        for answer in (lost[0], later[0], program.ask(ADA, "snapshot"), program.ask(BOB, "resign")):
            assert answer["code"] == "unavailable"
        with pytest.raises(RefusedError, match="could not store"):
            await program.join(CY)
        with pytest.raises(RefusedError, match="could not store"):
            await program.host.stored()  # what would be shown after it is not in the log
        assert program.storage.log == stored


class OddStorage(SlowStorage):
    """Calls back twice and in any order; what is called is kept for the test."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def _write(self, where, what, done):
        if not self.held:
            super()._write(where, what, done)
            done(OSError("never mind"))
        else:
            self.calls.append(done)


@run
async def test_answers_keep_their_order_whatever_the_storage_does():
    async with Program() as program:
        program.host.storage = storage = OddStorage()
        await program.join(BOB)
        storage.held = True
        heard = len(program.heard_by(ADA))
        first, second = program.play(ADA), program.play(BOB)
        storage.calls[1](None)
        assert (first, second, program.heard_by(ADA)[heard:]) == ([], [], [])
        waiting = program.send(ADA, "snapshot")
        for _ in range(2):
            storage.calls[0](None)
            storage.calls[1](OSError("too late"))
        assert [len(each) for each in (first, second, waiting)] == [1, 1, 1]
        assert first[0]["ok"]
        assert second[0]["ok"]
        numbers = [number for number, _ in program.heard_by(ADA)[heard:]]
        assert numbers == sorted(set(numbers))
        assert len(numbers) == 2
        assert not program.host.broken


@run
async def test_what_follows_from_a_lost_event_is_lost_too():
    async with Program() as program:
        program.host.storage = storage = OddStorage()
        await program.join(BOB)
        storage.held = True
        first, second = program.play(ADA), program.play(BOB)
        storage.calls[1](None)
        storage.calls[0](OSError("the disk is full"))
        assert first[0]["code"] == second[0]["code"] == "unavailable"
        assert program.lost


@run
async def test_a_storage_that_raises_leaves_nobody_waiting():
    async with Program() as program:
        await program.join(BOB)

        def fail(match, events, done):
            raise OSError("no storage at all")

        program.storage.store_events = fail
        answers = []
        message = {"do": "play", "tokens": program.a_turn(), "at": program.match.last}
        program.host.request(ADA, message, answers.append)
        assert answers[0]["code"] == "unavailable"
        assert program.lost
        assert not program.host.busy


@run
async def test_what_cannot_be_encoded_is_a_bad_request():
    async with Program() as program:
        await program.join(BOB)

        def fail(match, events, done):
            raise FormatError("this cannot be stored: half a character")

        program.storage.store_events = fail
        answer = program.ask(ADA, "resign")
        assert (answer["code"], answer["message"]) == (
            "bad-request",
            "this cannot be stored: half a character",
        )
        assert program.lost


@run
async def test_what_waits_for_the_storage_is_bounded():
    async with Program() as program:
        await program.join(BOB)
        program.storage.held = True
        waiting = [program.send(CY, "snapshot") for _ in range(10)]
        waiting.append(program.play(ADA))
        waiting += [program.send(BOB, "snapshot") for _ in range(200)]
        waiting += [program.send(ADA, "name", name=f"Ada {number}") for number in range(50)]
        answered = [answers[0] for answers in waiting if answers]
        assert {answer.get("code", "ok") for answer in answered[10:]} == {"unavailable"}
        assert all(answer["retry_after"] for answer in answered[10:])
        assert 50 < len(waiting) - len(answered) <= 100
        assert program.ask(ADA, "ping")["ok"]
        program.storage.release()
        assert all(len(answers) == 1 for answers in waiting)
        program.storage.held = False
        assert program.ask(BOB, "snapshot")["ok"]


@run
async def test_a_crowd_that_waits_keeps_nobody_from_their_turn():
    async with Program() as program:
        await program.join(BOB)
        program.storage.held = True
        program.send(BOB, "name", name="Rob")
        waiting = [program.send(CY, "snapshot") for _ in range(200)]
        assert waiting[-1][0]["code"] == "unavailable"
        assert program.send(CY, "play", tokens=[], at=1)[0]["code"] == "unavailable"
        assert program.send(ADA, "name", name="Ann")[0]["code"] == "unavailable"
        turns = [program.play(ADA), program.play(BOB)]
        assert turns == [[], []]
        program.storage.release()
        assert [answers[0]["ok"] for answers in turns] == [True, True]


@run
async def test_one_who_plays_all_seats_cannot_fill_the_storage():
    async with Program(seats=[{"kind": "me"}, {"kind": "me"}]) as program:
        program.storage.held = True
        turns = [program.play(ADA) for _ in range(150)]
        assert turns[-1][0]["code"] == "unavailable"
        assert sum(not answers for answers in turns) <= 100


@run
async def test_a_match_with_a_fault_is_only_shown():
    async with Program() as program:
        await program.join(BOB)
        program.play(ADA)
        fault = RefusedError("unreadable", "the log of this match is damaged: event 9 is missing")
        host = Host(program.match, program, program.storage, program, fault)
        stored = program.storage.last
        assert (await host.ask(BOB, {"do": "snapshot"}))["snapshot"]["fault"] == fault.message
        assert (await host.ask(BOB, {"do": "describe"}))["words"]
        for verb in ("resign", "hint", "draft", "name"):
            assert (await host.ask(BOB, {"do": verb}))["code"] == "unreadable"
        with pytest.raises(RefusedError, match="damaged"):
            host.wake()
        assert program.storage.last == stored


@run
async def test_a_fault_in_deciding_makes_the_host_give_up():
    """The copy in memory may be half changed: the log is right."""
    async with Program() as program:
        await program.offer_a_rematch()
        stored = program.storage.last

        def fail(setup, maker):
            raise RuntimeError("no ids left")

        program.created = fail
        with pytest.raises(RuntimeError):
            program.send(BOB, "rematch")
        assert program.lost
        assert program.storage.last == stored


@run
async def test_the_same_request_is_decided_once():
    async with Program() as program:
        await program.join(BOB)
        first = program.play(ADA, id="one")
        last = program.match.last
        assert program.play(ADA, id="one") == first
        assert program.match.last == last
        refused = program.ask(ADA, "offer-draw", id="two", nonsense=1)
        assert refused["code"] == "bad-request"
        offered = program.ask(ADA, "offer-draw", id="two")
        assert offered["ok"], "a refusal is not remembered"
        assert program.ask(ADA, "offer-draw", id="two") == offered


@run
async def test_ids_of_requests_are_a_holders_own():
    async with Program() as program:
        await program.join(BOB)
        (played,) = program.play(ADA, id="one")
        for stranger in (BOB, "", "somebody"):
            assert program.ask(stranger, "resign", id="one", nonsense=1)["ok"] is False
        assert program.play(ADA, id="one") == [played]
        (others,) = program.play(BOB, id="one")
        assert others["event"] > played["event"]


@pytest.mark.parametrize("message", [None, 1, [], {}, {"do": 1}, {"do": "fly"}, {"do": "join"}])
@run
async def test_nonsense_is_refused(message):
    async with Program() as program:
        assert (await program.host.ask(ADA, message))["code"] == "bad-request"


@run
async def test_seats_are_taken_once_they_are_stored():
    async with Program() as program:
        program.storage.held = True
        joining = asyncio.ensure_future(program.join(BOB))
        await asyncio.sleep(0)
        assert program.match.phase == "playing"
        assert not joining.done()
        program.storage.release()
        await joining
        assert program.kinds()[-2:] == ["joined", "begun"]


# ---- drafts -----------------------------------------------------------------------------------


@run
async def test_a_draft_is_stored_then_told_to_its_player_alone():
    async with Program(game="trifoil") as program:
        await program.join(BOB)
        program.play(ADA)
        heard = len(program.heard)
        program.storage.held = True
        token = program.a_turn()[0]
        answers = program.send(BOB, "draft", tokens=[token])
        assert not answers
        assert not program.drafts
        program.storage.release()
        assert answers[0]["state"]["draft"] == [token]
        assert [(holder, text["tokens"]) for holder, text in program.drafts] == [(BOB, [token])]
        assert program.storage.drafts == [[token]]
        assert len(program.heard) == heard
        program.storage.held = False
        assert program.ask(BOB, "snapshot")["snapshot"]["state"]["draft"] == [token]
        assert "draft" not in program.ask(ADA, "snapshot")["snapshot"]["state"]
        assert program.ask(ADA, "draft", tokens=[])["code"] == "not-your-turn"
        assert program.ask(BOB, "draft", tokens=["z9-z9"])["code"] == "illegal-move"


@run
async def test_only_the_player_to_move_hears_the_legal_moves():
    async with Program() as program:
        await program.join(BOB)
        program.play(ADA)
        told = {holder: text["state"] for holder, text in program.heard[-3:]}
        assert [holder for holder in told if "paths" in told[holder]] == [BOB]


# ---- takebacks, resignation, rematch ----------------------------------------------------------


@run
async def test_a_takeback_takes_both_to_agree():
    async with Program() as program:
        await program.join(BOB)
        start = program.match.position.key
        program.play(ADA)
        program.ask(ADA, "ask-takeback")
        assert program.match.position.key != start
        program.ask(BOB, "accept-takeback")
        assert program.match.position.key == start
        assert program.kinds()[-3:] == ["offered", "agreed", "takenback"]


@run
async def test_when_one_of_three_resigns_the_computer_takes_the_seat():
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    async with Program(options={"players": 3}, seats=seats) as program:
        await program.join(BOB, CY)
        program.ask(ADA, "resign")
        assert program.match.seats[0].replaced
        await program.host.computer.moved()
        assert program.kinds()[-2:] == ["replaced", "turn"]
        assert program.match.turn == 1
        program.ask(BOB, "resign")
        assert program.match.over.winners == (2,)


@run
async def test_a_rematch_is_opened_before_anybody_hears_of_it():
    async with Program() as program:
        await program.offer_a_rematch()
        assert not program.opened
        program.storage.held = True
        program.send(BOB, "rematch")
        (created,) = program.opened
        assert program.kinds()[-1] == "offered"
        program.storage.release()
        assert program.heard[-1][1]["match"] == created.data["match"]
        again = Match(created)
        assert [seat.holder for seat in again.seats] == [BOB, ADA]
