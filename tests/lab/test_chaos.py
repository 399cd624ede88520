"""Chaos in its short form; `make chaos` and `make proof-chaos` are the long ones."""

import pytest
from tests.match.match_tools import ADA, BOB, Game
from tests.postgres_tools import postgres_or_skip

import quatrefoil
from quatrefoil.lab.chaos import Plan, run
from quatrefoil.lab.chaos_check import faults_of
from quatrefoil.lab.chaos_clients import Crowd, Receipt, Seen

#: Each fault once. How soon somebody is heard again is for an idle machine to show.
SHORT = Plan(seed=1, matches=12, moves=200, stop_seconds=5, pause=0.5)


@pytest.mark.skipif(not quatrefoil.compiled(), reason="the server is the same in both forms")
def test_nothing_is_lost_while_everything_fails():
    postgres_or_skip().close()
    result = run(SHORT)
    wrong = [each for each in result.wrong if not each.startswith("after a process died")]
    assert not wrong, str(result)
    assert result.moves >= SHORT.moves
    assert result.rolls > 0
    assert result.takeovers > 0


def test_fewer_turns_are_played_while_answers_wait_for_a_core():
    crowd = Crowd([1], rate=3.0, seed=1)
    crowd.seen.latencies += [0.1] * 15
    crowd.keep_pace()
    assert crowd.rate == 3.0, "too few to tell"
    for _ in range(100):
        crowd.seen.latencies += [0.1] * 30
        crowd.keep_pace()
    assert 0 < crowd.rate < 0.5
    for _ in range(100):
        crowd.seen.latencies += [0.001] * 30
        crowd.keep_pace()
    assert crowd.rate == 3.0


# ---- the checker sees what is wrong -----------------------------------------------------------


def a_match():
    """Return the log of a match, and what clients saw of it."""
    game = Game()
    game.do(BOB, "join", name="Bob", request="j")
    seen = Seen()
    for number in range(3):
        holder = (ADA, BOB)[game.match.turn]
        token = game.match.position.legal_tokens()[0]
        made = game.do(holder, "play", request=f"w{number}", tokens=[token], at=game.match.last)
        seen.receipts.append(Receipt(game.match.id, holder, f"w{number}", made[-1].number))
        key = f"{game.match.position.key:016x}"
        seen.positions.setdefault(game.match.id, {})[game.match.last] = {key}
    seen.ends[game.match.id] = [game.match.last, game.match.last]
    return game.log, seen


def wrong_with(log, seen):
    match = next(iter(seen.positions))
    return "\n".join(faults_of({match: log}, seen))


def test_a_log_that_is_what_everybody_was_told_is_fine():
    assert wrong_with(*a_match()) == ""


def test_a_gap_is_seen():
    log, seen = a_match()
    assert "the log has a gap" in wrong_with([*log[:2], *log[3:]], seen)


def test_an_acknowledged_request_that_is_lost_is_seen():
    log, seen = a_match()
    assert "w2 was answered with" in wrong_with(log[:-1], seen)
    assert "a client knows" in wrong_with(log[:-1], seen)


def test_a_request_that_was_done_twice_is_seen():
    log, seen = a_match()
    twice = [*log[:-1], log[-1]._replace(request=log[-3].request)]
    assert "done more than once" in wrong_with(twice, seen)
    assert "one request made the turns" in wrong_with(twice, seen)


def test_another_position_than_clients_saw_is_seen():
    log, seen = a_match()
    seen.positions[next(iter(seen.positions))][len(log)] = {"0" * 16}
    assert "clients saw" in wrong_with(log, seen)


def test_a_turn_out_of_turn_and_an_illegal_one_are_seen():
    log, seen = a_match()
    seat = log[-1].data["seat"]
    usurped = log[-1]._replace(data={**log[-1].data, "seat": 1 - seat})
    assert "a turn out of turn" in wrong_with([*log[:-1], usurped], seen)


def test_what_clients_complained_of_is_passed_on():
    log, seen = a_match()
    seen.problems.append("event 7 came after 5")
    assert "event 7 came after 5" in wrong_with(log, seen)
