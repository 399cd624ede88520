"""Whoever comes while writes wait is shown what is stored by then, and nothing that is not.

The match was shown as it was in memory once the first of two writes was stored, the second
included; a server that was killed then left people with a move on the board that never was.
"""

import json
import time

from attack_tools import TEXT, Ears, Wire, frame, new_duel, serving
from databases import locked


def test_nobody_is_shown_what_is_not_stored(tmp_path):
    with serving(tmp_path) as server:
        match, ada, bob = new_duel(server)
        known = server.ask(f"/api/matches/{match}", secret=ada)
        turn = [known["state"]["paths"][0]["token"]]
        player = Ears(server, match, ada)
        with locked(server.database):
            player.send(frame({"id": "name", "do": "name", "name": "Adele"}))
            time.sleep(0.2)
            comer = Wire(server, match, bob)  # to be greeted once the name is stored
            time.sleep(0.3)
            player.send(frame({"id": "turn", "do": "play", "tokens": turn, "at": known["last"]}))
            time.sleep(0.3)
        heard = []
        while not (heard and heard[-1].get("type") == "turn"):
            kind, data = comer.hear()
            if kind == TEXT:
                heard.append(json.loads(data))
        player.close()
        comer.close()
    (welcome,) = [message for message in heard if "welcome" in message]
    assert welcome["welcome"]["last"] == welcome["snapshot"]["last"] == known["last"] + 1
    assert welcome["snapshot"]["state"]["moves"] == 0
    # The turn is told afterwards, with what its hearer can do then.
    assert heard[-1]["event"] == known["last"] + 2
    assert "paths" in heard[-1]["state"]
