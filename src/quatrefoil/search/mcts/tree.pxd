from quatrefoil.core.enums cimport CHANCE, MAX_PLAYERS, OVER
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.line cimport Line
from quatrefoil.core.rng cimport Rng
from quatrefoil.search.mcts.solver cimport Solver
from quatrefoil.search.mcts.leaf cimport LeafEvaluator
from quatrefoil.search.mcts.rave cimport RaveMoves

cdef class Tree(Solver):
    cdef Line _root
    cdef Line _line
    cdef Line _scratch
    cdef Evaluator _evaluator
    cdef object _seed
    cdef Rng _rng
    cdef RaveMoves _rave_moves
    cdef LeafEvaluator _leaf
    cdef double _exploration
    cdef double _first_play_urgency
    cdef bint _priors
    cdef double _rave
    cdef int _expand_at
    cdef bint _scan
    cdef bint _solve
    cdef bint _reuse

    cdef readonly long simulations
    cdef bint _stopped
    cdef bint _is_full
    cdef bint _stays_full
    cdef double _wall_deadline
    cdef int _compact_below
    cdef int _depth_limit
    cdef int _depth
    cdef int[513] _path
    cdef double[513] _floors
    cdef double[MAX_PLAYERS] _values
    cdef double[MAX_PLAYERS] _final_shares
    cdef double[MAX_PLAYERS] _totals
    cdef long long* _moves
    cdef double* _weights

    cdef int _node_after(self, object path) except? -2
    cdef bint _is_better(self, int one, int other, int mover) noexcept
    cdef void _add_to_totals(self, double* shares) noexcept nogil
    cdef bint _run(self, long simulations, double deadline, bint processor) noexcept
    cdef void _simulate(self) noexcept nogil
    cdef int _descend(self) noexcept nogil
    cdef void _expand(self, int index) noexcept nogil
    cdef void _list_moves(self, int first, int count) noexcept nogil
    cdef void _scan_moves(self, int index) noexcept nogil
    cdef int _select(self, int index) noexcept nogil
    cdef int _select_chance(self, int index) noexcept nogil
    cdef double _score(self, int child, int mover, double explored, double first_play) noexcept nogil
    cdef void _fill_proven(self, int index, int chooser) noexcept nogil
    cdef int _chooser(self, int depth) noexcept nogil
    cdef void _back_up(self) noexcept nogil
    cdef void _raise_to_floor(self, int depth) noexcept nogil
    cdef void _back_up_rave(self) noexcept nogil
