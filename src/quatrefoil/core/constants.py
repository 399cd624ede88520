"""The constants of the contract; compiled code has the same integers in `enums.pxd`."""

#: Who is to move (`Position.turn`): a player (0 … n−1), or one of these.
CHANCE = -1
OVER = -2

#: No move of any game: moves are integers from 0. Where a quick look may have overlooked one, it
#: is unsure.
NO_MOVE = -1
UNSURE = -2

#: No game has more players.
MAX_PLAYERS = 6

#: What a value that a search stored says of the true one.
EXACT = 0
AT_LEAST = 1
AT_MOST = 2
