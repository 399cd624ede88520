"""Monte-Carlo tree search by one thread: select, expand, evaluate, back up.

Every simulation selects moves from the root down to a leaf, expands it (lists its moves), evaluates
it (`leaf.py`), and adds what each player got to all nodes of its path. A node's `total` is the
sum of the shares of the player who chose its move; for chance's moves and the root, of player 0.
What is proven is kept apart from what is likely: `solver.py` says how.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from quatrefoil.core.evaluate import Evaluator
from quatrefoil.core.line import Line
from quatrefoil.core.rng import Rng
from quatrefoil.search.config import Config
from quatrefoil.search.mcts.leaf import LeafEvaluator
from quatrefoil.search.mcts.rave import RaveMoves
from quatrefoil.search.mcts.solver import MIXED, Solver
from quatrefoil.search.usage import check_rules

if cython.compiled:
    from cython.cimports.libc.math import log, sqrt
    from cython.cimports.libc.stdlib import free
    from cython.cimports.quatrefoil.search.clock import now
    from cython.cimports.quatrefoil.search.memory import resized
    from cython.cimports.quatrefoil.search.shares import fill_shares, winners
else:
    from math import log, sqrt

    from quatrefoil.core.constants import CHANCE, MAX_PLAYERS, OVER
    from quatrefoil.search.clock import now
    from quatrefoil.search.shares import fill_shares, winners

_MIXED = cython.declare(cython.int, MIXED)

#: When all nodes are used up, those with fewer visits than this lose their children first.
_COMPACT_FIRST = 4
#: Seconds that compacting takes for each node in use, on a slow machine.
_COMPACT_SECONDS = 2.5e-8
#: No path goes deeper; the array of a path has one place more.
_DEEPEST = cython.declare(cython.int, 512)


@cython.final
@cython.cclass
class Tree(Solver):
    """A search tree and all that one thread needs to grow it."""

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self._moves)
            free(self._weights)

    def __init__(self, memory: int, evaluator: Evaluator, config: Config, seed: int) -> None:
        rules = evaluator.rules
        Solver.__init__(self, memory, rules.players)
        start = rules.start()
        self._root, self._line, self._scratch = Line(start), Line(start), Line(start)
        self._evaluator = evaluator
        self._seed = seed
        self._rng = Rng(seed)
        self._rave_moves = RaveMoves()
        self._leaf = LeafEvaluator(evaluator, config.advice, self._rave_moves)
        self._configure(config)
        if cython.compiled:
            size: cython.Py_ssize_t = rules.max_moves * 8
            self._moves = cython.cast(cython.p_longlong, resized(cython.NULL, size))
            self._weights = cython.cast(cython.p_double, resized(cython.NULL, size))
        else:
            self._moves, self._weights = [0] * rules.max_moves, [0.0] * rules.max_moves
            self._path = [0] * (_DEEPEST + 1)
            self._floors = [0.0] * (_DEEPEST + 1)
            self._values, self._final_shares, self._totals = (
                [0.0] * MAX_PLAYERS,
                [0.0] * MAX_PLAYERS,
                [0.0] * MAX_PLAYERS,
            )

    def _configure(self, config: Config) -> None:
        advice = config.advice
        self._exploration = advice.exploration
        self._priors = advice.priors
        self._rave = advice.rave
        self._expand_at = advice.expand_at
        self._scan = advice.scan
        self._first_play_urgency = 10.0 if config.plain else 0.0
        self._solve = not config.plain
        self._reuse = config.reuse
        self._compact_below = _COMPACT_FIRST

    # ---- for Python callers -------------------------------------------------------------------

    def begin(self, line: Line, depth: int, seconds: float) -> None:
        """Take a line as the root; keep what an earlier search found out about it, or nothing.

        It is nothing if making room would take half of the `seconds` there are.
        """
        check_rules(self._evaluator.rules, line.position)
        self._root.follow(line)
        self.go_on(seconds)
        if not self._reuse:
            self._rng = Rng(self._seed)
        self._leaf.begin(self._root.position)
        self._depth_limit = min(depth, _DEEPEST)
        self.simulations = 0
        player: cython.int
        for player in range(MAX_PLAYERS):
            self._totals[player] = 0
        self.reset(0)
        in_time = self._compact_time() < seconds / 2
        if self._reuse and in_time and self.adopt_block(0, self._root.future_key()):
            self.nodes[0].mover = self._root.position.turn
            self.compact(0)
            i: cython.int
            for i in range(self.nodes[0].first, self.nodes[0].first + self.nodes[0].count):
                self.nodes[0].visits += self.nodes[i].visits
            self.prove(0, 0)
        else:
            self.clear()

    def go_on(self, seconds: float) -> None:
        """Let `run` search on from the same root, for at most a number of seconds."""
        self._wall_deadline = now(False) + seconds
        self._stays_full = False
        self._stopped = False

    def run(
        self, simulations: cython.long, deadline: cython.double, processor: cython.bint
    ) -> bool:
        """Search on; return whether it ended before both limits: stopped or all proven.

        The deadline is on this thread's clock of the processor, or on the wall's.
        """
        while self._run(simulations, deadline, processor):
            if now(False) + self._compact_time() > self._wall_deadline:
                # No time to make room: go on with the moves that are listed.
                self._stays_full = True
                continue
            self.compact(self._compact_below)
            # Where little was to be had, more must go the next time.
            is_still_full = self.used > self.capacity // 2
            self._compact_below = 2 * self._compact_below if is_still_full else _COMPACT_FIRST
        return self._stopped or self.nodes[0].proven != 0

    def _compact_time(self) -> float:
        """Return how many seconds compacting takes."""
        return self.used * _COMPACT_SECONDS

    def stop(self) -> None:
        """End `run`, which another thread may be in, at once."""
        self._stopped = True

    def report(self, path: Sequence[int] = ()) -> list[tuple[int, int, float, bool]]:
        """Return each move after a path with its visits, mean value and whether that is proven.

        Where the tree does not reach so far, there is none.
        """
        found: list[tuple[int, int, float, bool]] = []
        index: cython.int = self._node_after(path)
        if index < 0:
            return found
        chooser: cython.int = max(0, self.nodes[index].mover)
        i: cython.int
        for i in range(self.nodes[index].first, self.nodes[index].first + self.nodes[index].count):
            visits = self.nodes[i].visits
            proven = self.nodes[i].proven != 0
            mean = self.nodes[i].total / visits if visits else 0.0
            value = self.share(i, chooser, chooser) if proven else mean
            found.append((self.nodes[i].move, visits, value, proven))
        return found

    def proof(self) -> tuple[float, ...] | None:
        """Return each player's certain share, or None."""
        if self.nodes[0].proven == 0:
            return None
        return tuple([self.share(0, 0, player) for player in range(self.players)])

    def totals(self) -> list[float]:
        """Return the sum of each player's shares over the simulations of this search."""
        return [self._totals[player] for player in range(self.players)]

    def variation(self, path: Sequence[int]) -> tuple[int, ...]:
        """Return what is most likely to follow a path of moves from the root."""
        moves: list[int] = []
        index: cython.int = self._node_after(path)
        best: cython.int
        i: cython.int
        while index >= 0 and self.nodes[index].first != 0 and len(moves) < 64:
            best = -1
            for i in range(
                self.nodes[index].first, self.nodes[index].first + self.nodes[index].count
            ):
                if best < 0 or self._is_better(i, best, self.nodes[index].mover):
                    best = i
            if best < 0 or (self.nodes[best].visits == 0 and self.nodes[best].proven == 0):
                break
            moves.append(self.nodes[best].move)
            index = best
        return tuple(moves)

    @cython.cfunc
    @cython.exceptval(-2, check=True)
    def _node_after(self, path: Sequence[int]) -> cython.int:
        """Return the node that a path of moves leads to, or −1 where the tree does not reach it."""
        index: cython.int = 0
        child: cython.int
        i: cython.int
        for move in path:
            child = -1
            for i in range(
                self.nodes[index].first, self.nodes[index].first + self.nodes[index].count
            ):
                if self.nodes[i].move == move:
                    child = i
            if self.nodes[index].first == 0 or child < 0:
                return -1
            index = child
        return index

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_better(self, one: cython.int, other: cython.int, mover: cython.int) -> cython.bint:
        """Whether the mover would rather play node `one`: a proven win first, else by visits."""
        lost_one: cython.bint
        lost_other: cython.bint
        if mover >= 0:
            if self.nodes[one].proven == 1 << mover:
                return True
            if self.nodes[other].proven == 1 << mover:
                return False
            lost_one = self.nodes[one].proven != 0 and self.share(one, mover, mover) == 0
            lost_other = self.nodes[other].proven != 0 and self.share(other, mover, mover) == 0
            if lost_one != lost_other:
                return lost_other
        return self.nodes[one].visits > self.nodes[other].visits

    @cython.cfunc
    @cython.exceptval(check=False)
    def _run(
        self, simulations: cython.long, deadline: cython.double, processor: cython.bint
    ) -> cython.bint:
        """Search until the end (return False) or until there is no more room (True)."""
        self._is_full = False
        with cython.nogil:
            while not self._stopped and self.nodes[0].proven == 0:
                if self._is_full and not self._stays_full:
                    return True
                if self.simulations >= simulations:
                    return False
                if self.simulations and now(processor) >= deadline:
                    return False
                self._simulate()
                self.simulations += 1
        return False

    # ---- one simulation -----------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._line.follow(self._root)
        self._rave_moves.clear()
        leaf: cython.int = self._descend()
        if self.nodes[leaf].proven != 0:
            self._fill_proven(leaf, self._chooser(self._depth))
            self._add_to_totals(self._values)
        else:
            self._leaf.evaluate(self._line, self._rng, self._values)
            if self._line.position.turn == OVER:
                # What helps to choose between moves is not always what the game pays out.
                fill_shares(self._line.position, self.players, self._final_shares)
                self._add_to_totals(self._final_shares)
            else:
                self._add_to_totals(self._values)
        self._back_up()
        if self._rave > 0:
            self._back_up_rave()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _descend(self) -> cython.int:
        """Return the leaf or proven node that a path ends in; expand a leaf with enough visits."""
        index: cython.int = 0
        self._depth = 0
        self._path[0] = 0
        self.nodes[0].visits += 1
        while self.nodes[index].proven == 0:
            if self.nodes[index].first == 0:
                if self._line.position.turn == OVER:
                    self.nodes[index].proven = winners(self._line.position, self.players)
                elif index == 0 or self.nodes[index].visits >= self._expand_at:
                    self._expand(index)
                if index != 0 or self.nodes[0].first == 0:
                    return index
                continue
            if self._depth >= self._depth_limit:
                return index
            index = self._select(index)
            self._line.advance(self.nodes[index].move)
            self._depth += 1
            self._path[self._depth] = index
            self.nodes[index].visits += 1
        return index

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self, index: cython.int) -> cython.void:
        """List the moves of a node, or share them with a line that has the same future."""
        key: cython.ulonglong = self._line.future_key()
        self.nodes[index].mover = self._line.position.turn
        if self._solve and self.adopt_block(index, key):
            self.prove(index, self._chooser(self._depth))
            return
        count: cython.int = self._line.position.fill_moves(self._moves)
        first: cython.int = self.allocate(count)
        if first == 0:
            self._is_full = True
            return
        self.nodes[index].first = first
        self.nodes[index].count = count
        self.share_block(key, first, count)
        self._list_moves(first, count)
        if self._scan:
            self._scan_moves(index)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _list_moves(self, first: cython.int, count: cython.int) -> cython.void:
        """Write moves and priors to their nodes: odds for chance, else a weight of 1 in all.

        A little noise lets chance decide between equal ones, not the order of the list.
        """
        i: cython.int
        total: cython.double = 0
        if self._line.position.turn == CHANCE:
            self._line.position.fill_odds(self._moves, count, self._weights)
        elif self._priors:
            self._evaluator.fill_priors(self._line.position, self._moves, count, self._weights)
            for i in range(count):
                total += self._weights[i]
            for i in range(count):
                self._weights[i] = self._weights[i] / total
        else:
            for i in range(count):
                self._weights[i] = (1.0 + self._rng.uniform() * 1e-3) / count
        for i in range(count):
            self.nodes[first + i].move = self._moves[i]
            self.nodes[first + i].prior = self._weights[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _scan_moves(self, index: cython.int) -> cython.void:
        """Find the moves that end the game at once, up to the first that wins."""
        mover: cython.int = self.nodes[index].mover
        child: cython.int
        for child in range(
            self.nodes[index].first, self.nodes[index].first + self.nodes[index].count
        ):
            self._scratch.follow(self._line)
            self._scratch.advance(self.nodes[child].move)
            if self._scratch.position.turn == OVER:
                self.nodes[child].proven = winners(self._scratch.position, self.players)
                if mover >= 0 and self.nodes[child].proven == 1 << mover:
                    break
        if self._solve:
            self.prove(index, self._chooser(self._depth))

    # ---- selection ----------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self, index: cython.int) -> cython.int:
        """Return the child to go to: the one with the highest score (UCT, or PUCT with priors)."""
        mover: cython.int = self.nodes[index].mover
        if mover == CHANCE:
            return self._select_chance(index)
        first: cython.int = self.nodes[index].first
        last: cython.int = first + self.nodes[index].count
        child: cython.int
        visits: cython.double = 0
        total: cython.double = 0
        # Another line may share these children: visits through it count too.
        for child in range(first, last):
            if self.nodes[child].proven != _MIXED:
                visits += self.nodes[child].visits
                total += self.nodes[child].total
        first_play: cython.double = total / visits if visits > 0 else 1.0 / self.players
        if self._first_play_urgency > 0:
            first_play = self._first_play_urgency
        explored: cython.double = sqrt(visits + 1) if self._priors else sqrt(log(visits + 2))
        explored *= self._exploration
        best: cython.int = first
        best_score: cython.double = -2
        best_open: cython.int = first
        open_score: cython.double = -2
        score: cython.double
        for child in range(first, last):
            score = self._score(child, mover, explored, first_play)
            if score > best_score:
                best_score = score
                best = child
            if score > open_score and self.nodes[child].proven == 0:
                open_score = score
                best_open = child
        self._floors[self._depth] = 0
        if self._solve and self.players == 2 and self.nodes[best].proven != 0 and open_score > -2:
            # Nothing more to learn there: try another, but never count on less than this.
            self._floors[self._depth] = best_score
            return best_open
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _score(
        self,
        child: cython.int,
        mover: cython.int,
        explored: cython.double,
        first_play: cython.double,
    ) -> cython.double:
        """Return a child's value for the mover, mixed with RAVE's, and an exploration bonus."""
        visits: cython.int = self.nodes[child].visits
        value: cython.double
        if self.nodes[child].proven != 0 and self._solve:
            # Nothing to explore; and a proven loss comes after everything that is still open.
            value = self.share(child, mover, mover)
            return value if value > 0 else -1
        value = self.nodes[child].total / visits if visits > 0 else first_play
        weight: cython.double
        if self._rave > 0 and self.nodes[child].rave_visits > 0:
            weight = sqrt(self._rave / (3.0 * visits + self._rave))
            value += weight * (self.nodes[child].rave_total / self.nodes[child].rave_visits - value)
        if self._priors:
            return value + explored * self.nodes[child].prior / (1 + visits)
        # The prior is nearly the same for all here: it only separates equal ones.
        return (
            value + explored / sqrt(visits if visits > 0 else 0.5) + self.nodes[child].prior * 1e-3
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select_chance(self, index: cython.int) -> cython.int:
        """Return the child that is furthest behind its odds: less noise than drawing it."""
        first: cython.int = self.nodes[index].first
        best: cython.int = first
        best_lag: cython.double = -1e300
        visits: cython.double = 1
        child: cython.int
        for child in range(first, first + self.nodes[index].count):
            visits += self.nodes[child].visits
        lag: cython.double
        for child in range(first, first + self.nodes[index].count):
            lag = visits * self.nodes[child].prior - self.nodes[child].visits
            if lag > best_lag:
                best_lag = lag
                best = child
        return best

    # ---- values -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill_proven(self, index: cython.int, chooser: cython.int) -> cython.void:
        player: cython.int
        for player in range(self.players):
            self._values[player] = self.share(index, chooser, player)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_to_totals(self, shares: cython.p_double) -> cython.void:
        """Add each player's share to what the root is expected to bring."""
        player: cython.int
        for player in range(self.players):
            self._totals[player] += shares[player]

    # ---- backing up ---------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chooser(self, depth: cython.int) -> cython.int:
        """Return whose shares the totals of the path's node at this depth are in."""
        if depth == 0:
            return 0
        mover: cython.int = self.nodes[self._path[depth - 1]].mover
        return mover if mover >= 0 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up(self) -> cython.void:
        """Add the values to all nodes of the path, and carry a proof up as far as it goes."""
        depth: cython.int = self._depth
        while True:
            if self.nodes[self._path[depth]].proven != _MIXED:
                self.nodes[self._path[depth]].total += self._values[self._chooser(depth)]
            if depth == 0:
                break
            depth -= 1
            self._raise_to_floor(depth)
        if not self._solve or self.nodes[self._path[self._depth]].proven == 0:
            return
        depth = self._depth - 1
        while depth >= 0 and self.prove(self._path[depth], self._chooser(depth)):
            depth -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _raise_to_floor(self, depth: cython.int) -> cython.void:
        """Give the mover at a node of the path at least what another move is proven to bring."""
        mover: cython.int = self.nodes[self._path[depth]].mover
        if mover >= 0 and self._values[mover] < self._floors[depth]:
            self._values[mover] = self._floors[depth]
            self._values[1 - mover] = 1.0 - self._floors[depth]

    # ---- RAVE: the same move, played later ----------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up_rave(self) -> cython.void:
        """Credit every move of the path's nodes that its player made from there on."""
        depth: cython.int = self._depth
        index: cython.int
        mover: cython.int
        child: cython.int
        while depth >= 0:
            index = self._path[depth]
            mover = self.nodes[index].mover
            if self.nodes[index].first != 0 and mover >= 0:
                if depth < self._depth:
                    self._rave_moves.add(mover, self.nodes[self._path[depth + 1]].move)
                for child in range(
                    self.nodes[index].first, self.nodes[index].first + self.nodes[index].count
                ):
                    if self._rave_moves.contains(mover, self.nodes[child].move):
                        self.nodes[child].rave_visits += 1
                        self.nodes[child].rave_total += self._values[mover]
            depth -= 1
