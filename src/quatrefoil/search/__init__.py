"""The computer player: searches any game through the contract of `core` alone.

    player(rules, level)     an opponent of one of eight levels
    searcher(rules)          the search behind it, with a `Limit` and a `SearchResult`
    Mcts, AlphaBeta          the methods that a game's advice chooses from

No game's name stands here: what a game knows is in its own `evaluate.py`. A searcher or a player
is for one thread at a time; a second one gets a QuatrefoilError, and any thread may `stop` it.

The way of one move through the files:

    levels.Player.choose(line)                      who plays: nodes and time of a level
      │  proof/wins      a win within this turn?    → the move
      │  knowledge       is the best move proven?   → the move
      ▼                    (proof/strategy, endgame/table)
    searcher.searcher(rules, config)                which method the game's evaluator advises
      ├─ mcts/search          threads, merged statistics, SearchResult
      │    mcts/tree            select, expand, evaluate, back up: without the GIL
      │      mcts/nodes           the nodes, their blocks shared by transpositions
      │      mcts/leaf            leaf evaluation: playout, evaluator or both
      │      mcts/rave            moves of the simulation (RAVE)
      │      mcts/solver          proven results (MCTS-Solver)
      └─ alphabeta/search     threads (lazy SMP), iterative deepening, SearchResult
           alphabeta/root       root moves: values, proven bounds, order
           alphabeta/plies      principal variation search; Star1 and Star2 at dice: no GIL
             alphabeta/transpositions   the transposition table
             endgame/probe              proven bounds of endings
      ▼
    results.SearchResult                            values, moves, principal variation
         knowledge.Informed   puts what is proven in place of estimates, for analysis

What is proven is found beforehand, by commands, and comes with a game as a file:

    proof/dfpn       proof-number search over whole turns (`turns`), with its `table`
    proof/extract    the strategy behind a proof; `strategy` reads and writes it
    proof/claims     what a proof says of positions near the start
    proof/verify     plays a strategy against every reply, by the rules
    endgame/solve    value iteration over a `domain`; `table` reads and writes the bounds

Shared by all: `base` (what every searcher offers), `limits`, `results`, `config`; `shares` (what a
finished game pays), `clock`, `memory`, `keys` (a set of hash keys), `usage` (what a search refuses
because it would crash).
"""

from quatrefoil.search.alphabeta.search import AlphaBeta
from quatrefoil.search.base import Searcher
from quatrefoil.search.config import Config
from quatrefoil.search.levels import LEVELS, Level, Player, level, player
from quatrefoil.search.limits import Limit
from quatrefoil.search.mcts.search import Mcts
from quatrefoil.search.results import Listener, MoveReport, SearchResult
from quatrefoil.search.searcher import searcher

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
