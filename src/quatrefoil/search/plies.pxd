from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.line cimport Line

cdef struct Slot:
    unsigned long long key
    long long move
    float value
    short depth
    signed char bound

cdef class Ply:
    cdef Line line
    cdef Ply next
    cdef long long* moves
    cdef double* order

cdef class PlyStack:
    cdef Ply first
    cdef Evaluator _evaluator
    cdef Slot* _slots
    cdef unsigned long long _mask
    cdef int[8192] _history
    cdef readonly long nodes
    cdef long _most
    cdef double _deadline
    cdef bint _processor
    cdef bint _stopped
    cdef double[6] _values

    cdef bint _must_end(self) noexcept nogil
    cdef double _value(self, Ply ply, int depth, double low, double high) noexcept nogil
    cdef double _after(self, Ply ply, long long move, int mover, int depth, double low, double high) noexcept nogil
    cdef double _expect(self, Ply ply, int player, int depth, double low, double high) noexcept nogil
    cdef double _judge(self, Ply ply) noexcept nogil
    cdef int _list(self, Ply ply, long long first) noexcept nogil
    cdef void _bring_best(self, Ply ply, int at, int count) noexcept nogil
    cdef void _keep(self, unsigned long long key, long long move, double value, int depth, double low, double high) noexcept nogil
