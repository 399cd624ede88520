from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.blinq.position cimport Blinq, Tables

cdef class Encoding(Encoder):
    cdef Tables tables

    cdef void show_colours(self, Blinq position, int viewer, float* out) noexcept nogil
    cdef void show_levels(self, Blinq position, float* out) noexcept nogil
    cdef void show_sides(self, int viewer, float* out) noexcept nogil
