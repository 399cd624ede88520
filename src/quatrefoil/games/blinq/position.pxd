from quatrefoil.core.enums cimport OVER
from quatrefoil.core.bits cimport lowest64, popcount64
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng

# Room for the largest board (size 8): 204 places, 64 stacks, 9 levels (none and a full one),
# 18 rows of quarters (16 and a margin) for each of two colours.

cdef class Tables:
    cdef int size
    cdef int edge
    cdef int places
    cdef unsigned char[204] level
    cdef unsigned char[204] stack
    cdef unsigned char[204] above
    cdef unsigned char[204] column
    cdef unsigned char[204] row
    cdef unsigned long long[10] room
    cdef unsigned char[5] red_quarters
    cdef unsigned short[408] sides
    cdef unsigned char[8192] bridges
    cdef unsigned long long[3264] keys
    cdef bint[8] swaps
    cdef unsigned long long[1632] image_filled
    cdef unsigned long long[2592] image_quarters

cdef class Blinq(Position):
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
