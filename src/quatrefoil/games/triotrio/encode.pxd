from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport (
    CHOOSE, COW_TURNS, NO_SQUARE, RETAKE, TRAVEL, TrioTrioPosition
)
from quatrefoil.games.triotrio.tables cimport PAPER, SCISSORS, Squares, Tables, count, lowest

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
