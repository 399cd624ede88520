from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng


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


cdef class TricklePosition(Position):
    cdef Tables tables
    cdef unsigned long long bead_key
    cdef readonly int to_move
    cdef int first
    cdef int last
    cdef int left
    cdef int active_count
    cdef int[6] off
    cdef unsigned char[224] beads
    cdef unsigned char[224] slot
    cdef unsigned char[128] active

    cpdef tuple route(self, long long move)
    cdef unsigned int hop(self, unsigned int at, unsigned int direction) noexcept nogil
    cdef bint jumps(self, unsigned int at, unsigned int direction) noexcept nogil
    cdef bint goes_back(self, int first, int last) noexcept nogil
    cdef bint may_move(self, int cell) noexcept nogil
    cdef int fill_chains(
        self, long long* out, int count, long long move, int at, int hops
    ) noexcept nogil
    cdef bint landed(self, long long move, int cell) noexcept nogil
    cdef void put(self, int cell, int value) noexcept nogil
    cdef int take(self, int cell) noexcept nogil
    cdef void bear_off(self, int cell, int value, int owner) noexcept nogil
    cdef void set_turn(self) noexcept nogil
