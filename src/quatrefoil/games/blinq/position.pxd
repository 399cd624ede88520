from quatrefoil.core.bits cimport lowest64, popcount64
from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.games.blinq.tables cimport (
    BLACK, EAST, EMPTY, MOST_PLACES, NORTH, RED, ROWS, Tables
)

cpdef enum:
    # A reason for the end; the other two are RED and BLACK, for their connections.
    FULL = 2

cdef class BlinqPosition(Position):
    cdef Tables tables
    cdef readonly int player
    cdef readonly int left
    cdef unsigned long long running_key
    cdef unsigned long long available
    cdef unsigned long long[10] present
    cdef unsigned int[36] shown
    cdef unsigned char[64] next_place
    cdef unsigned char[204] blocks

    cdef void put(self, int place, int kind) noexcept nogil
    cdef bint joined_by(self, int colour, int place, int side) noexcept nogil
    cdef unsigned int ring(self, int colour, int place) noexcept nogil
    cdef unsigned int beneath(self, int colour, int place) noexcept nogil
    cdef bint component_spans(self, int colour, int x, int y) noexcept nogil
    cdef void finish(self, int reason) noexcept nogil

cdef unsigned int whole_runs(unsigned int row, unsigned int seeds) noexcept nogil
