"""The host of a running match: what is decided is stored, then answered, then told."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_tools import ADA, AGAINST_COMPUTER, BOB, CY, Program, SlowStorage, run

from quatrefoil.core.errors import FormatError
from quatrefoil.match import Match, RefusedError
from quatrefoil.match.clock import FLAG_DELAY
from quatrefoil.play import computer as computer_module
from quatrefoil.play import present
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


# ---- the computer -----------------------------------------------------------------------------


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


# ---- clocks -----------------------------------------------------------------------------------

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
