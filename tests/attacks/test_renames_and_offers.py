"""A flood of renames and offers by the opponent refuses no move, and hardly gets into the log.

Once three sockets with 190 renames a second made every move `out-of-date`, until the time of the
player who was to move was used up.
"""

import threading
import time
from collections import Counter

from attack_tools import Ears, frame, logs_of, new_duel, note, scale, serving

from quatrefoil.lab.scripts import make_scripts

#: Seconds from what a player sees to what the server hears of it: a person on a slow line.
LATENCY = 0.03
SOCKETS, MESSAGES_A_SECOND = 3, 190


def test_renames_and_offers_take_nobodys_time(tmp_path):
    seconds = scale(2, 20)
    with serving(tmp_path) as server:
        match, ada, bob = new_duel(server)
        stopped, floods = threading.Event(), [Ears(server, match, bob) for _ in range(SOCKETS)]
        threads = [threading.Thread(target=flood, args=(wire, stopped)) for wire in floods]
        players = Ears(server, match, ada), Ears(server, match, bob)
        for thread in threads:
            thread.start()
        time.sleep(0.3)  # the flood is under way
        began = time.monotonic()
        moves = play_on(players, make_scripts("trickle", 1)[0], seconds)
        took = time.monotonic() - began
        stopped.set()
        for thread in threads:
            thread.join()
        for wire in (*players, *floods):
            wire.close()
    kinds = Counter(event.type for event in logs_of(server.database)[match])
    talk = kinds["named"] + kinds["offered"] + kinds["declined"]
    refused = sum(moves.values()) - moves["ok"]
    note("moves refused while the opponent renames and offers", f"{refused} of {moves.total()}")
    note("renames and offers stored a second", round(talk / took, 1))
    assert refused == 0, moves
    assert moves["ok"] > 3
    # 20 at once and one a second; the margin is for a machine that took longer to end the flood.
    assert talk < 20 + 2 * took + 40
    assert kinds["turn"] >= moves["ok"]
    assert sum(wire.refusals["too-many"] for wire in floods) > 0


def flood(wire, stopped):
    """Rename, offer and decline on one socket at a steady pace."""
    asked = ({"do": "name", "name": "Bob"}, {"do": "offer-draw"}, {"do": "decline-draw"})
    number = 0
    while not stopped.is_set():
        number += 1
        wire.send(frame({"id": f"{id(wire)}-{number}", **asked[number % 3]}))
        time.sleep(1 / MESSAGES_A_SECOND)


def play_on(players, script, seconds):
    """Play turn by turn, as pages do; return what became of the moves of the first player."""
    found, until = Counter(), time.monotonic() + seconds
    for number, turn in enumerate(script):
        for attempt in range(1_000_000):
            if time.monotonic() > until and found.total() > 5:
                return found
            mover = players[number % 2]
            at = mover.last
            time.sleep(LATENCY)
            message = {"do": "play", "tokens": turn.tokens, "at": at}
            answer = mover.ask(id=f"{number}-{attempt}", **message)
            if number % 2 == 0:
                found["ok" if answer["ok"] else answer["code"]] += 1
            if answer["ok"]:
                for player in players:
                    player.catch_up(answer["event"])
                break
    return found
