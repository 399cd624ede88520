from quatrefoil.core.bits cimport popcount64
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.blinq.position cimport BlinqPosition

cdef class Patterns:
    cdef unsigned char[32768] patterns
    cdef double[268] factors

cdef class Evaluation(Evaluator):
    cdef Patterns tables
    cdef int[6] found

    cdef void note_features(self, BlinqPosition blinq, long long move) noexcept nogil
