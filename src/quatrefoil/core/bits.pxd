cdef extern from *:
    int popcount64 "__builtin_popcountll"(unsigned long long bits) noexcept nogil
    int lowest64 "__builtin_ctzll"(unsigned long long bits) noexcept nogil
