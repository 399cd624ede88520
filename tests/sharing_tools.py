"""People who share in the dice of a match over HTTP, at once, as front ends do.

`ask(path, data, secret)` makes a request; without data it is a GET.
"""

import quatrefoil
from quatrefoil.play.sharing import Share


def make_match(ask, setup):
    """Make a match; return the answer and what its maker shares, if anything is rolled there.

    Where nobody is missing, she shares at once.
    """
    share = Share() if rolls(setup) else None
    made = ask("/api/matches", {**setup, "hash": share.hash} if share else setup, None)
    share_in_dice(ask, made["id"], {made["secret"]: share})
    return made, share


def join_match(ask, match, others, **joining):
    """Take an open seat; then all share. `others` by their secrets: what they share, or None."""
    share = Share() if all(others.values()) else None
    more = {"hash": share.hash} if share else {}
    joined = ask(f"/api/matches/{match}/join", {**joining, **more}, None)
    share_in_dice(ask, match, {**others, joined["secret"]: share})
    return joined, share


def rolls(setup):
    """Whether something may be rolled in a match."""
    game = setup.get("game") or setup["position"]["game"]
    return setup.get("first", "rules") != "rules" or quatrefoil.rules(game).has_dice


def share_in_dice(ask, match, people):
    """Let everybody commit and reveal whatever is due."""
    for _ in range(2):  # first what is committed to, then what is revealed
        for secret, share in people.items():
            if share:
                shown = ask(f"/api/matches/{match}", None, secret)
                if due := share.due(shown["state"], shown["mine"]):
                    assert ask(f"/api/matches/{match}/do", due, secret)["ok"]
