"""Alpha-beta and, where there are dice, expectimax: for two players.

search          deeper and deeper, until the limit or the end of the game
root            what is known of each move at the root
plies           the loop inside, without the GIL
transpositions  the transposition table, shared by threads
"""

from quatrefoil.search.alphabeta.search import AlphaBeta

__all__ = ["AlphaBeta"]
