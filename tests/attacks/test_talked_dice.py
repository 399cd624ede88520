"""A player renames and offers between rolls, to have another die: the next roll stays what it is.

The same match goes on twice from the same database: once in silence, once with talk in between.
"""

from attack_tools import note, scale, serving
from databases import copied
from dice_players import Player, ada_makes, knows_sharing

ROLLS = scale(5, 60)


def test_talk_between_rolls(tmp_path):
    with serving(tmp_path, "--unlimited") as server:
        ada, bob = ada_makes(server)
        bob.join()
        for player in (ada, bob) * knows_sharing(ada):
            player.share_in_dice()
    runs = []
    for talk in (False, True):
        folder = tmp_path / ("talk" if talk else "silence")
        folder.mkdir()
        database = copied(server.database, folder)
        with serving(folder, "--unlimited", database=database) as again:
            players = [Player(again, one.match, one.secret) for one in (ada, bob)]
            runs.append(rolls(players, talk))
    count = min(map(len, runs))
    changed = sum(one != other for one, other in zip(*runs, strict=False))
    note("rolls that talk in between changed", f"{changed} of {count}")
    assert changed == 0
    assert count >= 3


def rolls(players, talk):
    """Roll whenever one can, and play the first move; return what was rolled."""
    found = []
    while len(found) < ROLLS:
        shown = players[0].ask()
        state = shown["state"]
        if state["over"]:
            break
        mover = players[state["turn"]]
        if talk:
            players[len(found) % 2].do("name", name=f"Ada {len(found)}")
        state = mover.ask()["state"]
        tokens = turn_of(mover, state)
        mover.do("play", tokens=tokens, at=mover.ask()["last"])
        turns = players[0].ask()["history"]
        found = [turn["tokens"] for turn in turns if turn["seat"] is None]
    return found


def turn_of(player, state):
    """Return the first moves of a turn that rolls where it may."""
    tokens, paths, complete = [], state["paths"], False
    while not complete:
        offered = [path["token"] for path in paths]
        tokens.append(next((token for token in offered if token != "keep"), offered[0]))
        drafted = player.do("draft", tokens=tokens)["state"]
        paths, complete = drafted["paths"], drafted["drafted"]["complete"]
    player.do("draft", tokens=[])
    return tokens
