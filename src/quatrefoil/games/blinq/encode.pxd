from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.blinq.position cimport BlinqPosition
from quatrefoil.games.blinq.tables cimport RED, ROWS, Tables

cdef class Encoding(Encoder):
    cdef Tables tables

    cdef void show(self, BlinqPosition position, int viewer, float* out) noexcept nogil
    cdef void show_colours(self, BlinqPosition position, int viewer, float* out) noexcept nogil
    cdef void show_levels(self, BlinqPosition position, float* out) noexcept nogil
    cdef void show_sides(self, int viewer, float* out) noexcept nogil
