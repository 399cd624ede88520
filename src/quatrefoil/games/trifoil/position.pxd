from quatrefoil.core.enums cimport NO_MOVE, OVER, UNSURE
from quatrefoil.core.bits cimport lowest64, popcount64
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.games.trifoil.chains cimport ENDLESS, has_chain, longest_chain
from quatrefoil.games.trifoil.tables cimport (
    KEY_ROW, RAY_ROW, SPIN_ROW, TURN_ROW, WORDS, Tables
)

cpdef enum:
    # Moves: a bit alone places a link.
    PUSH = 256
    SPIN = 512
    END = 1024

    RED = 0
    BLUE = 1
    NOBODY = 2

    # Why a game ends: indices into the rules' `reasons`.
    CHAIN = 0
    ALL_PLACED = 1
    FULL_BLINK = 2
    NO_ACTION = 3
    REPETITION = 4

cdef class TrifoilPosition(Position):
    cdef Tables tables
    # Red's faces, then Blue's, 4 words each; and the same before the latest action.
    cdef unsigned long long[8] links
    cdef unsigned long long[8] previous
    cdef unsigned long long links_key
    cdef unsigned long long previous_key
    cdef int[2] placed
    cdef readonly bint has_previous
    cdef bint returnable
    cdef readonly int mover
    cdef readonly int actions_left
    cdef readonly bint acted
    cdef int winner

    cdef bint _holds(self, int player, int face) noexcept nogil
    cdef bint _can_act(self) noexcept nogil
    cdef bint _can_push(self, int face) noexcept nogil
    cdef bint _can_spin(self, int spin) noexcept nogil
    cdef int reds_lead_on(self, int shape) noexcept nogil
    cdef bint _same(self, unsigned long long* one, unsigned long long* other) noexcept nogil
    cdef void _copy(self, unsigned long long* source, unsigned long long* target) noexcept nogil
    cdef void _push(self, unsigned long long* links, int face) noexcept nogil
    cdef void _spin(self, unsigned long long* links, int spin) noexcept nogil
    cdef unsigned long long _key_between(
        self, unsigned long long* one, unsigned long long* other
    ) noexcept nogil
    cdef unsigned long long _key_of(
        self, unsigned long long links, unsigned long long previous, int mover
    ) noexcept nogil
    cdef void _test_end(self, int actor) noexcept nogil
    cdef bint _has_full_blink(self) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef void _end_by_longest(self, int reason) noexcept nogil
    cdef void _end(self, int winner, int reason) noexcept nogil
    cdef unsigned long long _image_links_key(
        self, unsigned long long* links, int symmetry
    ) noexcept nogil
