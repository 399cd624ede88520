"""After a restart a whole school comes back at once: everybody with a seat is let in.

Those whose match was still being read counted as silent, and one too many of them put an end to the
newcomer instead.
"""

import json

from attack_tools import TEXT, Wire, complaints, frame, new_duel, scale, serving


def test_all_who_come_back_are_welcome(tmp_path):
    with serving(tmp_path) as server:
        duels = [new_duel(server) for _ in range(scale(30, 55))]
        server.kill()
        server.start()
        comers = []
        for _ in range(2):
            for match, ada, _ in duels:
                wire = Wire(server, match, silent=True)
                wire.send(frame({"do": "hello", "secret": ada}))
                comers.append(wire)
        first = [wire.hear() for wire in comers]
        for wire in comers:
            wire.close()
        assert [kind for kind, _ in first] == [TEXT] * len(comers)
        assert all("welcome" in json.loads(data) for _, data in first)
        assert not complaints(server)
