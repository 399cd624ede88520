from quatrefoil.core.position cimport Position

cdef class Turns:
    cdef Position _walk
    cdef int _symmetries
    cdef long long* _legal
    # Entries: the first position, then every one that the turn can pass through or end in.
    cdef readonly int count
    cdef int _room
    cdef Py_ssize_t _span
    cdef char* _states
    cdef list _copies
    cdef int* _parents
    cdef long long* _moves
    # Those that the turn can end in: the numbers of their entries, and their canonical keys.
    cdef readonly int ends
    cdef int* _end_entries
    cdef unsigned long long* end_keys
    # Keys that were met in this listing: a hash table without deletions.
    cdef unsigned long long* _met
    cdef unsigned int _met_room
    cdef unsigned int _met_count

    cdef bint fill(self, Position start, int limit) except -1
    cdef void load_end(self, int end, Position target) noexcept
    cdef int _add(self, int parent, long long move) except -1
    cdef int _add_end(self, int parent, long long move) except -1
    cdef void _load(self, int entry, Position target) noexcept
    cdef bint _is_new(self, unsigned long long key) except -1
    cdef int _make_room(self, int room) except -1
    cdef int _grow_met(self) except -1
    cdef int _make_met(self, unsigned int room) except -1

cdef unsigned long long canonical_key(Position position, int symmetries) noexcept nogil
