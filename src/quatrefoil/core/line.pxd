from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng

cdef class Line:
    cdef readonly Position position
    cdef list _moves
    cdef list _tokens
    cdef list _past
    cdef unsigned long long* _keys
    cdef int _first
    cdef int _count
    cdef int _room
    cdef unsigned long long _marks
    cdef int _undoable
    cdef Line _spare

    cdef int _begin(self, Position position) except? -1
    cdef void advance(self, long long move) noexcept nogil
    cdef void follow(self, Line other) noexcept nogil
    cdef unsigned long long future_key(self) noexcept nogil
    cdef void _remember(self) noexcept nogil
    cdef int _occurrences(self, unsigned long long key) noexcept nogil
    cdef void _grow(self) noexcept nogil
    cdef int recurrences(self) noexcept nogil
    cdef long playout(self, Rng rng, long limit) noexcept nogil
