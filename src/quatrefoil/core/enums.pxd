# The constants of the contract, for compiled code. Uncompiled code has the same integers in
# `constants.py`; a test sees that they agree. There is no enums.py: a name that is assigned in a
# compiled module cannot be one of C's constants there.

cdef enum:
    CHANCE = -1
    OVER = -2
    NO_MOVE = -1
    UNSURE = -2
    MAX_PLAYERS = 6
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2
