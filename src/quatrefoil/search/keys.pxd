cdef class KeySet:
    cdef unsigned long long* _slots
    cdef readonly unsigned int capacity
    cdef readonly unsigned int count

    cdef bint add(self, unsigned long long key) except -1 nogil
    cdef int clear(self) except -1
    cdef int _grow(self) except -1

cdef unsigned long long* _new_slots(unsigned int capacity) except? NULL
