from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.trifoil.chains cimport longest_chain
from quatrefoil.games.trifoil.position cimport TrifoilPosition
from quatrefoil.games.trifoil.tables cimport WORDS

cdef class Evaluation(Evaluator):
    cdef double lead(self, TrifoilPosition position) noexcept nogil
