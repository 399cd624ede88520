from quatrefoil.core.enums cimport AT_LEAST, AT_MOST, CHANCE, EXACT, MAX_PLAYERS, NO_MOVE, OVER
from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.line cimport Line
from quatrefoil.search.endgame.probe cimport EndgameProbe
from quatrefoil.search.alphabeta.transpositions cimport TranspositionTable, TableEntry

cdef class Ply:
    cdef Line line
    cdef Ply next
    cdef long long* moves
    cdef double* order
    cdef double* floors

cdef class PlyStack:
    cdef Ply first
    cdef Evaluator _evaluator
    cdef EndgameProbe _endings
    cdef TranspositionTable _seen
    cdef TableEntry _sight
    cdef bint _backwards
    cdef int[8192] _history
    cdef readonly long nodes
    cdef readonly bint sure
    cdef long _most
    cdef double _deadline
    cdef bint _processor
    cdef bint _stopped
    cdef double[MAX_PLAYERS] _values

    cdef bint _must_end(self) noexcept nogil
    cdef double _after(self, Ply ply, long long move, int mover, int depth, double low, double high) noexcept nogil
    cdef double _expect(self, Ply ply, int player, int depth, double low, double high) noexcept nogil
    cdef void _turn_round(self, Ply ply, int count) noexcept nogil
    cdef double _probe_all(self, Ply ply, int count, int player, int depth, double high) noexcept nogil
    cdef double _probe(self, Ply ply, long long outcome, int player, int depth, double high) noexcept nogil
    cdef double _mean(self, Ply ply, int count, int player, int depth, double low, double high, double floors, bint floors_sure) noexcept nogil
    cdef double _value(self, Ply ply, int depth, double low, double high) noexcept nogil
    cdef double _choose(self, Ply ply, int depth, double low, double high) noexcept nogil
    cdef double _best(self, Ply ply, unsigned long long key, long long first, int depth, double low, double high) noexcept nogil
    cdef double _try(self, Ply ply, int number, int depth, double least, double high) noexcept nogil
    cdef double _judge(self, Ply ply) noexcept nogil
    cdef int _list(self, Ply ply, long long first) noexcept nogil
    cdef void _bring_best(self, Ply ply, int at, int count) noexcept nogil

cdef double _rounded(double value) noexcept nogil
