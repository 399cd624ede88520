from quatrefoil.core.enums cimport CHANCE, OVER
from quatrefoil.core.position cimport Position

cdef class DashPosition(Position):
    cdef readonly int players
    cdef readonly int made
    cdef readonly bint rolling
    cdef int last
    cdef int total
    cdef int[3] at
    cdef int[3] steps
    cdef int[3] weights

    cpdef int cell(self, int player)
    cdef void begin_turn(self) noexcept nogil
