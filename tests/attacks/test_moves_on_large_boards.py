"""Moves on the largest board, hundreds in one packet: nobody else waits for all of them."""

from attack_tools import TEXT, Stranger, bystanders, frame, note, scale, serving
from large_board import large_board

import quatrefoil

BOTH = [{"kind": "me"}, {"kind": "me"}]


def turns_of(rules, count):
    """Return the tokens of some turns of a game that does not end."""
    line, rng, turns = quatrefoil.Line(rules.start()), quatrefoil.Rng(1), []
    while len(turns) < count:
        seat, tokens = line.position.turn, []
        while line.position.turn == seat:
            move = line.position.random_move(rng)
            tokens.append(line.position.token(move))
            line.push(move)
        turns.append((seat, tokens))
    return turns


def batched(items, count):
    return [items[first : first + count] for first in range(0, len(items), count)]


def test_moves_in_crowds_on_a_large_board(tmp_path):
    options = large_board(222)
    turns = turns_of(quatrefoil.rules("trifoil", options), scale(60, 150))
    with serving(tmp_path) as server:
        stranger = Stranger(server)
        with bystanders(server) as others:
            for _ in range(scale(1, 10)):
                made = stranger.make(game="trifoil", options=options, seats=BOTH)
                wire = stranger.wire(*made)
                wire.next_of(TEXT)
                messages = [
                    {"id": f"p{n}", "do": "play", "seat": seat, "tokens": tokens, "at": 2 + n}
                    for n, (seat, tokens) in enumerate(turns)
                ]
                told = []
                for packet in batched(messages, 20):
                    wire.send(b"".join(map(frame, packet)))
                    told += [wire.answer(message["id"])["ok"] for message in packet]
                wire.close()
    note("moves in crowds on a large board, accepted", sum(told))
    note("moves in crowds on a large board: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert all(told)
    assert others.p99 < scale(1000, 50)
