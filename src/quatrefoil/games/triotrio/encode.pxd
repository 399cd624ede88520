from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport (
    CHOOSE, COW_TURNS, NO_SQUARE, RETAKE, TRAVEL, TrioTrioPosition
)
from quatrefoil.games.triotrio.tables cimport PAPER, SCISSORS, Squares, Tables, count, lowest

cpdef enum:
    # Actions: five kinds of moves that say no more, a piece to change, a kind to reclaim, moves.
    FIRST_CHANGE = 5
    FIRST_RECLAIM = 8
    FIRST_TRAVEL = 11

    # Planes: six for kinds of pieces, then these.
    SLOTS = 6
    CHANGED = 9
    PHASE = 10
    ROLLED = 17
    COWS = 18
    LEAVES = 20
    STAYED = 22
    QUIET_TURNS = 23
    CENTRES = 24
    COW = 26
    PERMANENT = 27
    TURN = 29

cdef class Encoding(Encoder):
    cdef Tables tables
    cdef int[3] permanent

    cdef int slot(self, TrioTrioPosition position, int square) noexcept nogil
    cdef void show(self, TrioTrioPosition position, int viewer, float* out) noexcept nogil
    cdef void show_set(self, float* out, int plane, Squares squares) noexcept nogil
    cdef void show_pieces(self, TrioTrioPosition position, int viewer, float* out) noexcept nogil
    cdef void show_turn_so_far(
        self, TrioTrioPosition position, int viewer, float* out
    ) noexcept nogil
    cdef void show_cow(self, TrioTrioPosition position, int viewer, float* out) noexcept nogil
