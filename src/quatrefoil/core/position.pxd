from quatrefoil.core.enums cimport CHANCE, MAX_PLAYERS, OVER, UNSURE
from quatrefoil.core.rng cimport Rng

cdef class Position:
    cdef readonly object rules
    cdef readonly int max_moves
    cdef readonly int repetition
    cdef Py_ssize_t span
    # From here on plain memory: `copy_from` copies it all, and what the games add behind it.
    cdef readonly int turn
    cdef readonly bint fresh
    cdef readonly int reason

    cdef int fill_moves(self, long long* out) noexcept nogil
    cdef long long sample_move(self, Rng rng) noexcept nogil
    cdef void apply(self, long long move) noexcept nogil
    cdef long long winning_move(self) noexcept nogil
    cdef int chance_weight(self, long long move) noexcept nogil
    cdef int total_weight(self, long long* moves, int count) noexcept nogil
    cdef void fill_odds(self, long long* moves, int count, double* out) noexcept nogil
    cdef int _draw_outcome(self, long long* moves, int count, Rng rng) noexcept nogil
    cdef unsigned long long hash_key(self) noexcept nogil
    cdef unsigned long long image_key(self, int symmetry) noexcept nogil
    cdef unsigned long long repetition_key(self) noexcept nogil
    cdef void end_by_repetition(self) noexcept nogil
    cdef void fill_scores(self, double* out) noexcept nogil
    cdef void assign(self, Position other) noexcept nogil
    cdef bint allows(self, long long move) noexcept nogil
    cdef long long checked(self, object move) except? -1

cdef unsigned long long _key_of(Position position) noexcept
