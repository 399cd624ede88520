from quatrefoil.core.enums cimport CHANCE
from quatrefoil.search.mcts.nodes cimport NodePool

cdef class Solver(NodePool):
    cdef int players

    cdef bint prove(self, int index, int chooser) noexcept nogil
    cdef double share(self, int index, int chooser, int player) noexcept nogil
    cdef bint _prove_choice(self, int index, int mover, int chooser) noexcept nogil
    cdef bint _prove_chance(self, int index, int chooser) noexcept nogil
