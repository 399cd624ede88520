from quatrefoil.core.position cimport Position

cdef class EndgameDomain:
    cdef readonly object rules
    cdef readonly int size

    cdef bint contains(self, Position position) noexcept nogil
    cdef int number(self, Position position) noexcept nogil
