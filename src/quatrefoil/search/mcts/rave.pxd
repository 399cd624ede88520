cdef class RaveMoves:
    cdef unsigned long long* _keys
    cdef int* _stamps
    cdef int _stamp
    cdef int _count

    cdef void clear(self) noexcept nogil
    cdef void add(self, int mover, long long move) noexcept nogil
    cdef bint contains(self, int mover, long long move) noexcept nogil
