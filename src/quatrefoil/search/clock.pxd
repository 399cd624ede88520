cdef double now() noexcept nogil
