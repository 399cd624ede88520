"""The numbers of Dash."""

#: The last cell of a lane, and the turns of each player.
LAST = 6
ROUNDS = 4

#: How many cells each face of the die goes, and how often it falls among six throws.
FACES = (0, 1, 4)
WEIGHTS = (3, 2, 1)

#: The tokens of all moves, in the order of their numbers.
TOKENS = ("walk", "roll", *(f"!{face}" for face in FACES))
