"""Monte-Carlo tree search, for any number of players and for dice."""

from quatrefoil.search.mcts.search import Mcts

__all__ = ["Mcts"]
