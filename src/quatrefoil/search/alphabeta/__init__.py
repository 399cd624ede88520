"""Alpha-beta and, where there are dice, expectimax: for two players."""

from quatrefoil.search.alphabeta.search import AlphaBeta

__all__ = ["AlphaBeta"]
