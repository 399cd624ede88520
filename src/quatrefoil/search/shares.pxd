from quatrefoil.core.enums cimport MAX_PLAYERS
from quatrefoil.core.position cimport Position

cdef int winners(Position position, int players) noexcept nogil
cdef int popcount(int mask) noexcept nogil
cdef void fill_shares(Position position, int players, double* out) noexcept nogil
cdef void fill_soft_shares(Position position, int players, double scale, double* out) noexcept nogil
