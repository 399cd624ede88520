"""Monte-Carlo tree search, for any number of players and for dice.

search      on any number of threads: each grows its own tree
tree        one thread: select, expand, evaluate, back up
nodes       the memory of a tree
leaf        what a leaf is worth
rave        the moves of one simulation
solver      proven results in a tree
"""

from quatrefoil.search.mcts.search import Mcts

__all__ = ["Mcts"]
