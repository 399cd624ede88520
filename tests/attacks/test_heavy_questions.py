"""Questions that were costly to answer, asked as often as the server listens.

A guest asks for the first position of a long match in words; a player makes the largest plan there
is on the largest board, and asks what it was.
"""

import itertools
import json
import time

from attack_tools import TEXT, Stranger, bystanders, frame, keep_doing, note, scale, serving
from endless import endless_record
from large_board import large_board

import quatrefoil
from quatrefoil.match.messages import MAX_LINES, MAX_MOVES, MAX_TURNS
from quatrefoil.server.settings import Limits

NUMBERS = itertools.count()


def questions(wire, message, at_once=20):
    """Return a deed: a packet of questions, and what became of the last of them."""

    def ask():
        numbers = [f"q{next(NUMBERS)}" for _ in range(at_once)]
        wire.send(b"".join(frame({"id": number, **message}) for number in numbers))
        answer = wire.answer(numbers[-1])
        # As fast as the server listens for long: who sends more frames is closed out.
        time.sleep(at_once / Limits().frames)
        return answer.get("code", "ok")

    return ask


def largest_plan(most):
    """Return lines on the largest board with at most so many moves, as somebody who waits plans."""
    lines, moves = [], 0
    for number in range(MAX_LINES):
        line = quatrefoil.Line(quatrefoil.rules("trifoil", large_board()).start())
        turns = []
        while len(turns) < MAX_TURNS:
            mover, tokens = line.position.turn, []
            while line.position.turn == mover:
                legal = line.position.legal_tokens()
                # Other first turns make other lines, each of which agrees with itself.
                tokens.append(legal[number % len(legal) if not turns and not tokens else 0])
                line.play(tokens[-1])
            if moves + len(tokens) > most:
                return [{"turns": each} for each in [*lines, turns[: len(turns) // 2 * 2]] if each]
            moves += len(tokens)
            turns.append(" ".join(tokens))
        lines.append(turns)
    return [{"turns": turns} for turns in lines]


def test_heavy_questions_beside_a_match(tmp_path):
    with serving(tmp_path) as server:
        stranger, other = Stranger(server), Stranger(server, "127.0.0.3")
        _, made = stranger.ask("/api/records", endless_record(MAX_MOVES))
        guest = stranger.wire(json.loads(made)["id"])
        guest.next_of(TEXT)

        seats = [{"kind": "me"}, {"kind": "open"}]
        match, _ = stranger.make(game="trifoil", options=large_board(), seats=seats)
        _, joined = other.ask(f"/api/matches/{match}/join", {})
        player = other.wire(match, json.loads(joined)["secret"])
        player.next_of(TEXT)
        refused = player.ask(id="too-much", do="plan", lines=largest_plan(1_000))
        assert refused["code"] == "not-allowed"
        assert player.ask(id="plan", do="plan", lines=largest_plan(200))["ok"]
        again = {"do": "plan", "lines": largest_plan(200)}

        deeds = (
            questions(guest, {"do": "describe", "moves": 0}),
            questions(player, {"do": "plans"}),
            questions(player, again, at_once=1),
        )
        with bystanders(server) as others, keep_doing(*deeds, threads=1) as told:
            time.sleep(scale(0.8, 15))
        guest.close()
        player.close()
    note("heavy questions, what strangers were told", dict(told))
    note("heavy questions: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert set(told) <= {"ok", "too-many", "not-allowed"}
    assert others.waited_little()
