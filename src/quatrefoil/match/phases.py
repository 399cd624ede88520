"""The phases of a match, as the log and every client name them.

    waiting ──► sharing ──► throwing ──► playing ──► over

`sharing` where something will be rolled, `throwing` where a sign decides who begins.
"""

WAITING = "waiting"
SHARING = "sharing"
THROWING = "throwing"
PLAYING = "playing"
OVER = "over"

#: The phases of a match that is not over.
OPEN = (WAITING, SHARING, THROWING, PLAYING)
