from quatrefoil.core.enums cimport MAX_PLAYERS, OVER
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.line cimport Line
from quatrefoil.core.rng cimport Rng
from quatrefoil.search.mcts.rave cimport RaveMoves

cdef class LeafEvaluator:
    cdef Evaluator _evaluator
    cdef RaveMoves _rave_moves
    cdef int _players
    cdef int _playout_moves
    cdef bint _uses_rave
    cdef double _evaluation_weight
    cdef double _softness
    cdef double _scale
    cdef double[MAX_PLAYERS] _evaluation

    cdef void evaluate(self, Line line, Rng rng, double* out) noexcept nogil
    cdef void _evaluate_end(self, Line line, double* out) noexcept nogil
    cdef void _play_out(self, Line line, Rng rng) noexcept nogil
