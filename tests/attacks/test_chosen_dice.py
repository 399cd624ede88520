"""The host wants a friend to begin, and to roll a six: it looks for a seed that gives both.

The host has the database and can stop the server whenever it likes. It once knew everything that a
roll depended on when it fixed its seed, and every check was content.
"""

import hashlib
import secrets

from attack_tools import note, scale, serving
from dice_players import (
    FIRST_TURN,
    ada_makes,
    change_event,
    knows_sharing,
    record_of,
    verifies,
)

import quatrefoil
from quatrefoil.match.dice import CHANCE_MOVE, FIRST, Dice, Draw, EventDice

MATCHES = scale(10, 200)
SIX = "!6"


def rolling():
    position = quatrefoil.rules("triotrio(first=blue)").start()
    for token in FIRST_TURN:
        position.play(token)
    return position


ROLLING = rolling()


def suits(dice):
    """Whether the friend begins and rolls a six, if the dice are these."""
    # Under scheme 1 the numbers of the events count: created, joined, begun, turn, rolled.
    if dice.number(Draw(FIRST, 0, 3), 2) != 1:
        return False
    move = dice.roll(Draw(CHANCE_MOVE, 0, 5), ROLLING.chance_outcomes())
    return ROLLING.token(move) == SIX


def chosen_seed(dice_with):
    """Return a seed that suits the host, as far as it knows what a roll depends on."""
    while not suits(dice_with(seed := secrets.token_bytes(32))):
        pass
    return seed


def put_seed(database, match, seed, shown):
    """Put another seed into the log, and its commitment wherever it was `shown`."""

    def change(data, hidden):
        data["commitment"] = hashlib.sha256(seed).hexdigest()
        if "seed" in hidden:
            hidden["seed"] = seed.hex()

    for number in shown:
        change_event(database, match, number, change)


def played(ada, bob):
    """Let whoever begins roll; return whether it went as the host wished, and the record."""
    state = bob.ask()["state"]
    mover = bob if state["turn"] == 1 else ada
    mover.do("play", tokens=FIRST_TURN, at=mover.ask()["last"])
    ada.do("resign")
    record = record_of(ada)
    return record.moves[len(FIRST_TURN)] == SIX and mover is bob, record


def test_a_seed_that_suits_the_host(tmp_path):
    """It is put in place before Bob joins: nobody has seen a commitment that counts."""
    with serving(tmp_path, "--unlimited") as server:
        pairs = [ada_makes(server) for _ in range(MATCHES)]
        sharing = knows_sharing(pairs[0][0])
        server.stop()
        for ada, bob in pairs:
            # Bob is the host's friend, and tells it his value. Ada's is her own.
            dice_with = make_dice(ada.match, sharing, ("00" * 32, bob.share.value))
            put_seed(server.database, ada.match, chosen_seed(dice_with), [1])
        server.start()
        as_wished, content = 0, 0
        for ada, bob in pairs:
            bob.join()
            for player in (ada, bob) * sharing:
                player.share_in_dice()
            suited, record = played(ada, bob)
            as_wished += suited
            content += verifies(record)
    note("matches in which the host's friend began and rolled a six", f"{as_wished} of {MATCHES}")
    note("of these verify-dice was content with", f"{content} of {MATCHES}")
    # One in twelve by chance: 7 of 10 happens twice in a million runs.
    assert as_wished < scale(7, 40)
    assert content == MATCHES


def make_dice(match, sharing, values):
    if not sharing:
        return lambda seed: EventDice(match, seed)
    return lambda seed: Dice(match, seed, ("", ""), values)


def test_a_seed_that_is_changed_once_all_is_known(tmp_path):
    """Now it works, and Ada's own client says that it was not what she had been shown."""
    matches = scale(3, 20)
    with serving(tmp_path, "--unlimited") as server:
        pairs = [ada_makes(server) for _ in range(matches)]
        assert knows_sharing(pairs[0][0]), "the version before has nothing to change"
        for ada, bob in pairs:
            bob.join()
            ada.share_in_dice()
        server.stop()
        for ada, bob in pairs:
            dice_with = make_dice(ada.match, True, (ada.share.value, bob.share.value))
            put_seed(server.database, ada.match, chosen_seed(dice_with), [1, 3])
        server.start()
        noticed = caught = 0
        for ada, bob in pairs:
            bob.do("reveal", value=bob.share.value)
            suited, record = played(ada, bob)
            assert suited
            assert verifies(record), "the record is right in itself"
            noticed += not ada.dice_hold()
            commitment, hashes = ada.share.seen
            caught += not verifies(record, [commitment, *hashes])
    note("seeds changed later that the player's client noticed", f"{noticed} of {matches}")
    note("and verify-dice --seen", f"{caught} of {matches}")
    assert noticed == caught == matches
