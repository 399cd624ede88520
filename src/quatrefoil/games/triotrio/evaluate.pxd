from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport FULL, TrioTrioPosition
from quatrefoil.games.triotrio.tables cimport Squares, count

cdef class Evaluation(Evaluator):
    cdef double weigh(self, TrioTrioPosition position) noexcept nogil
    cdef double strength(self, TrioTrioPosition position, int player) noexcept nogil
