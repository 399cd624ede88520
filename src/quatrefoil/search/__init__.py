"""The computer player: searches any game through the contract alone.

player(rules, level)     an opponent of one of eight levels
Mcts(rules, config)      the search behind it, with a `Limit` and a `SearchResult`

No game's name stands here: what a game knows is in its own `evaluate.py`.
"""

from quatrefoil.search.config import Config
from quatrefoil.search.levels import LEVELS, Level, Player, level, player
from quatrefoil.search.limits import Limit, MoveReport, SearchResult
from quatrefoil.search.mcts import Listener, Mcts

__all__ = [
    "LEVELS",
    "Config",
    "Level",
    "Limit",
    "Listener",
    "Mcts",
    "MoveReport",
    "Player",
    "SearchResult",
    "level",
    "player",
]
