from quatrefoil.core.enums cimport CHANCE, MAX_PLAYERS, OVER
from quatrefoil.core.position cimport Position

cdef class Evaluator:
    cdef readonly object rules
    cdef readonly int players

    cdef void fill_values(self, Position position, double* out) noexcept nogil
    cdef void fill_priors(self, Position position, long long* moves, int count, double* out) noexcept nogil
