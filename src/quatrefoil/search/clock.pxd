cpdef double now(bint processor) noexcept nogil
