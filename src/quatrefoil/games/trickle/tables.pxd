cpdef enum:
    # Numbers of cells are below 217, those of the largest board. Behind them come a cell that is
    # always taken, for what is off the board or forbidden, and with `bear_off` an always empty
    # cell beyond each edge: leaving the board is a step onto it. Tables have room for CELLS.
    NOWHERE = 217
    BEYOND = 218
    CELLS = 224

cdef class Tables:
    cdef int players
    cdef int goal_ring
    cdef bint chain_jumps
    cdef bint bear_off
    cdef int cells
    cdef int rim_size
    cdef unsigned char[48] rim
    cdef unsigned char[224] ring
    cdef unsigned char[224] movers
    cdef signed char[224] owner
    cdef unsigned char[224] worth
    cdef unsigned char[1792] near
    cdef unsigned char[3584] landing
    cdef unsigned long long[1344] bead_keys
    cdef unsigned long long[224] first_keys
    cdef unsigned long long[224] last_keys
    cdef unsigned long long[6] turn_keys
    cdef unsigned long long[6] off_keys
    cdef unsigned char[2688] cell_images
    cdef unsigned char[72] player_images
