"""Many small frames in one packet: each is heard, and nobody else waits for them."""

from attack_tools import Wire, bystanders, frame, new_duel, note, scale, serving


def test_a_crowd_of_frames_disturbs_nobody(tmp_path):
    pings = scale(200, 2_000)
    with serving(tmp_path) as server:
        match, ada, _ = new_duel(server)
        with bystanders(server) as others:
            wire = Wire(server, match, ada)
            for number in range(pings):
                wire.send(b"".join(frame({"id": f"{number}-{i}", "do": "ping"}) for i in range(50)))
                if number % 10 == 0:
                    wire.answer(f"{number}-49")
            wire.close()
    assert others.saw_nothing()
    note("a crowd of frames: bystanders' p99 in ms", round(others.p99, 1))
    assert others.waited_little()
