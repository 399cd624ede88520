"""A joiner wants better dice: reveals last and picks, lies, copies, leaves and joins again."""

import pytest
from attack_tools import note, scale, serving
from dice_players import Player, ada_makes, record_of, verifies

from quatrefoil.match.dice import hash_of
from quatrefoil.play.sharing import new_value

TRIES = scale(20, 500)


def test_the_last_to_reveal_picks_nothing(tmp_path):
    """Bob, who knows Ada's value, tries others than his own, Ada's own, and to commit again."""
    taken = 0
    with serving(tmp_path, "--unlimited") as server:
        ada, bob = ada_makes(server)
        bob.join()
        ada.share_in_dice()
        shown = bob.ask()["dice"]
        for value in [ada.share.value, *(new_value() for _ in range(TRIES))]:
            taken += not bob.refused("reveal", value=value)
            taken += not bob.refused("commit", hash=hash_of(value))
        assert bob.ask()["dice"] == shown
        bob.share_in_dice()
        assert ada.ask()["state"]["phase"] == "playing"
        for value in (ada.share.value, bob.share.value):
            taken += not ada.refused("reveal", value=value)
            taken += not bob.refused("reveal", value=value)
        ada.do("resign")
        assert verifies(record_of(ada), [ada.share.hash, bob.share.hash])
    note("values taken that nobody had committed to", taken)
    assert taken == 0


def test_leaving_and_joining_again(tmp_path):
    """Every time Ada shows her value Bob leaves: each time all that was shown is void."""
    rounds = scale(5, 50)
    values, commitments = [], []
    with serving(tmp_path, "--unlimited") as server:
        ada, _ = ada_makes(server)
        for _ in range(rounds):
            bob = Player(server, ada.match)
            bob.join()
            for _ in range(2):
                ada.share_in_dice()
            shown = bob.ask()["dice"]
            values.append(shown["values"][0])
            commitments.append(shown["commitment"])
            assert bob.do("leave")["ok"]
        copying = Player(server, ada.match)
        copying.share.value = values[0]
        with pytest.raises(AssertionError, match="not-allowed"):
            copying.join()
        bob = Player(server, ada.match)
        bob.join()
        for player in (ada, ada, bob):
            player.share_in_dice()
        assert ada.ask()["state"]["phase"] == "playing"
        ada.do("resign")
        assert ada.dice_hold()
        assert verifies(record_of(ada), [ada.share.hash, bob.share.hash])
    note(
        "rounds in which values or the server's commitment came again",
        2 * rounds - len({*values, *commitments}),
    )
    assert len({*values, *commitments}) == 2 * rounds
