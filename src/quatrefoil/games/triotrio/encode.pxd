from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport TrioTrio
from quatrefoil.games.triotrio.tables cimport Squares, Tables, count, lowest

cdef class Encoding(Encoder):
    cdef Tables tables
    cdef int[3] permanent

    cdef int slot(self, TrioTrio position, int square) noexcept nogil
    cdef void show(self, TrioTrio position, int viewer, float* out) noexcept nogil
    cdef void show_set(self, float* out, int plane, Squares squares) noexcept nogil
    cdef void show_pieces(self, TrioTrio position, int viewer, float* out) noexcept nogil
    cdef void show_turn_so_far(self, TrioTrio position, int viewer, float* out) noexcept nogil
    cdef void show_cow(self, TrioTrio position, int viewer, float* out) noexcept nogil
