from quatrefoil.core.bits cimport lowest64, popcount64
from quatrefoil.games.trifoil.sweep cimport heaviest_tree
from quatrefoil.games.trifoil.tables cimport WORDS, Tables

cpdef enum:
    ENDLESS = 223  # no chain is this long

cdef bint has_chain(Tables tables, unsigned long long* links, int first) noexcept nogil
cdef int longest_chain(
    Tables tables, unsigned long long* links, int first, int floor, int enough
) noexcept nogil

cdef void _find_bridges(
    Tables tables, unsigned long long* links, int first, unsigned long long* near
) noexcept nogil
cdef void _weigh(
    Tables tables, unsigned long long* links, int first, int* weight
) noexcept nogil
cdef unsigned long long _part_of(unsigned long long* near, int blink) noexcept nogil
cdef int _longest_within(
    unsigned long long* near, int* weight, unsigned long long part, int limit, int best, int enough
) noexcept nogil
cdef int _grow(
    unsigned long long* near, int* weight, unsigned long long* left, int blink, int branches,
    int limit
) noexcept nogil
