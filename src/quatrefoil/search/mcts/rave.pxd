cdef class RaveMoves:
    cdef unsigned long long* _keys
    cdef int* _stamps
    cdef int _stamp
    cdef int _count

    cdef void clear(self) noexcept nogil
    cdef void note(self, int mover, long long move) noexcept nogil
    cdef bint has(self, int mover, long long move) noexcept nogil
