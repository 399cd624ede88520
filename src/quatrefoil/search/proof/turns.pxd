from quatrefoil.core.position cimport Position
from quatrefoil.search.keys cimport KeySet

cdef class Turns:
    cdef Position _scratch
    cdef int _symmetries
    cdef long long* _legal
    # Entries: the first position, then every one that the turn can pass through or end in.
    cdef readonly int count
    cdef int _capacity
    cdef Py_ssize_t _span
    cdef char* _states
    cdef list _copies
    cdef int* _parents
    cdef long long* _moves
    # Those that the turn can end in: the numbers of their entries, and their canonical keys.
    cdef readonly int ends
    cdef int* _end_entries
    cdef unsigned long long* end_keys
    # The keys of all positions of this listing.
    cdef KeySet _visited
    cdef object _one_thread

    cdef bint fill(self, Position start, int limit) except -1
    cdef void load_end(self, int end, Position target) noexcept
    cdef int _add(self, int parent, long long move) except -1
    cdef int _add_end(self, int parent, long long move) except -1
    cdef void _load(self, int entry, Position target) noexcept
    cdef int _reserve(self, int capacity) except -1

cdef unsigned long long canonical_key(Position position, int symmetries) noexcept nogil
