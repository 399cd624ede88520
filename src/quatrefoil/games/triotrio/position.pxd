from quatrefoil.core.enums cimport CHANCE, OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.games.triotrio.tables cimport Squares, Tables, count, lowest

cpdef enum:
    # Phases of a turn, and before the first one.
    FIRST = 0
    CHANGE = 1
    CHANGE_ROLL = 2
    DECIDE = 3
    MOVE_ROLL = 4
    MOVE = 5
    RECLAIM = 6

    # Kinds of moves.
    KEEP = 0
    HOLD = 1
    ROLL = 2
    STAY = 3
    DECLINE = 4
    CHOOSE = 5
    TRAVEL = 6
    RETAKE = 7
    DIE = 8
    BEGIN = 9

    # Why a game ends: indices into the rules' `reasons`.
    LOST = 0
    QUIET = 1

    FULL = 3  # pieces that a player starts with, and can reclaim up to
    COW_TURNS = 3  # turns on the Cow that bring a piece back (TT-13)
    NO_SQUARE = -1

cpdef long long encode(int kind, int first=*, int second=*) noexcept nogil

cdef class TrioTrioPosition(Position):
    cdef Tables tables
    cdef Squares[2] owned
    cdef Squares[3] typed
    cdef unsigned long long piece_key
    cdef readonly int mover
    cdef readonly int phase
    cdef readonly int square
    cdef readonly int roll
    cdef readonly int[2] cow
    cdef readonly bint[2] must_leave
    cdef readonly bint cow_at_start
    cdef readonly int quiet

    cdef Squares destinations(self, Squares piece, int kind) noexcept nogil
    cdef Squares movers(self) noexcept nogil
    cdef Squares free_for(self, int kind, Squares piece) noexcept nogil
    cdef bint is_repelled(self, int kind, Squares but, Squares end) noexcept nogil
    cdef bint is_fatal(self, int kind, Squares piece) noexcept nogil
    cdef Squares repelled(self, int kind, Squares but) noexcept nogil
    cdef int kind_at(self, Squares piece) noexcept nogil
    cdef bint can_reclaim(self, int kind) noexcept nogil
    cdef bint may_reclaim(self) noexcept nogil
    cdef int fill_travels(self, long long* out) noexcept nogil
    cdef long long sample_travel(self, Rng rng) noexcept nogil
    cdef void toggle(self, int player, int kind, Squares piece) noexcept nogil
    cdef void remove(self, int player, int kind, Squares piece) noexcept nogil
    cdef void change(self, int face) noexcept nogil
    cdef void travel(self, int start, int end) noexcept nogil
    cdef void reclaim(self, int kind) noexcept nogil
    cdef void enter(self, int phase, int turn) noexcept nogil
    cdef void begin_turn(self, int player) noexcept nogil
    cdef void count_cow(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef bint end_if_lost(self) noexcept nogil
    cdef void finish(self, int reason) noexcept nogil
