from quatrefoil.core.enums cimport MAX_PLAYERS, OVER
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.line cimport Line
from quatrefoil.core.rng cimport Rng
from quatrefoil.search.mcts.rave cimport RaveMoves

cdef class LeafEvaluator:
    cdef Evaluator _evaluator
    cdef RaveMoves _later
    cdef int _players
    cdef int _playout_moves
    cdef bint _notes
    cdef double _foresight
    cdef double _softness
    cdef double _parting
    cdef double[MAX_PLAYERS] _foreseen

    cdef void weigh(self, Line line, Rng rng, double* out) noexcept nogil
    cdef void _weigh_end(self, Line line, double* out) noexcept nogil
    cdef void _play_out(self, Line line, Rng rng) noexcept nogil
