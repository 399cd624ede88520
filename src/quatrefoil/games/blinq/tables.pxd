cpdef enum:
    # The players, and the colours of quarters.
    RED = 0
    BLACK = 1

    # Kinds of blocks: the side of the red half (BQ-3), in the order of `grids.square.ORTHOGONAL`.
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3
    NEUTRAL = 4
    EMPTY = 5

    # Room for the largest board (size 8): 204 places, 64 stacks, 9 levels (none and a full one),
    # 16 rows of quarters for each colour. Rows have a margin of one on each side, so that the
    # ring around a block always exists.
    ROWS = 18
    MOST_PLACES = 204
    NOWHERE = 255

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
