"""The computer player: searches any game through the contract alone.

    player(rules, level)     an opponent of one of eight levels
    searcher(rules)          the search behind it, with a `Limit` and a `SearchResult`
    Mcts, AlphaBeta          the ways to search that a game's advice chooses from

No game's name stands here: what a game knows is in its own `evaluate.py`.
"""

from quatrefoil.search.alphabeta.search import AlphaBeta
from quatrefoil.search.config import Config
from quatrefoil.search.levels import LEVELS, Level, Player, level, player
from quatrefoil.search.limits import Limit
from quatrefoil.search.mcts.search import Mcts
from quatrefoil.search.results import Listener, MoveReport, SearchResult
from quatrefoil.search.searcher import Searcher, searcher

__all__ = [
    "LEVELS",
    "AlphaBeta",
    "Config",
    "Level",
    "Limit",
    "Listener",
    "Mcts",
    "MoveReport",
    "Player",
    "SearchResult",
    "Searcher",
    "level",
    "player",
    "searcher",
]
