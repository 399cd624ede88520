cdef class Rng:
    cdef unsigned long long state

    cdef unsigned long long next(self) noexcept nogil
    cdef unsigned int below(self, unsigned int count) noexcept nogil
    cdef double uniform(self) noexcept nogil
