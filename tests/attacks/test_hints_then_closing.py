"""Hundreds of hints, and nobody waits for them: another person's level 1 answers all the same."""

from attack_tools import Stranger, bystanders, frame, level_1_delay, note, scale, serving

AGAINST_COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]


def test_hints_that_nobody_waits_for(tmp_path):
    matches, hints = scale(2, 20), scale(100, 400)
    with serving(tmp_path, "--log-level", "warning", "--thinkers", "1") as server:
        stranger = Stranger(server)
        with bystanders(server) as others:
            for _ in range(matches):
                wire = stranger.wire(*stranger.make(game="trickle", seats=AGAINST_COMPUTER))
                wire.send(b"".join(frame({"id": f"h{i}", "do": "hint"}) for i in range(hints)))
                wire.answer("h0")
                wire.close()
            delay = level_1_delay(server)
    note(f"{matches} times {hints} hints, then closing: level 1 answers after s", round(delay, 2))
    note("hints, then closing: bystanders' p99 in ms", round(others.p99, 1))
    assert others.saw_nothing()
    assert delay < 3
