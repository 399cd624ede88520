from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport TrioTrio
from quatrefoil.games.triotrio.tables cimport Squares, count

cdef class Evaluation(Evaluator):
    cdef double weigh(self, TrioTrio position) noexcept nogil
    cdef double strength(self, TrioTrio position, int player) noexcept nogil
