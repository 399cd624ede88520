from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.games.trickle.tables cimport BEYOND, CELLS, NOWHERE, Tables

cpdef enum:
    # Why a game ends: indices into the rules' `reasons`.
    ALL_ON_RIM = 0
    ALL_OFF = 1
    REPETITION = 2

cdef class TricklePosition(Position):
    cdef Tables tables
    cdef unsigned long long bead_key
    cdef readonly int to_move
    cdef int first
    cdef int last
    cdef readonly int left
    cdef int active_count
    cdef int[6] off
    cdef unsigned char[224] beads
    cdef unsigned char[224] slot
    cdef unsigned char[128] active

    cpdef tuple route(self, long long move)
    cdef unsigned int hop(self, unsigned int at, unsigned int direction) noexcept nogil
    cdef bint jumps(self, unsigned int at, unsigned int direction) noexcept nogil
    cdef int end_of(self, long long move) noexcept nogil
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
