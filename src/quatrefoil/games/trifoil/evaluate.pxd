from quatrefoil.core.bits cimport popcount64
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.trifoil.chains cimport ENDLESS, longest_chain
from quatrefoil.games.trifoil.position cimport BLUE, RED, TrifoilPosition
from quatrefoil.games.trifoil.tables cimport WORDS

cdef class Evaluation(Evaluator):
    cdef int shapes

    cdef double lead(self, TrifoilPosition position) noexcept nogil
    cdef double worth(self, TrifoilPosition position, int player) noexcept nogil
    cdef int minorities(self, TrifoilPosition position) noexcept nogil
