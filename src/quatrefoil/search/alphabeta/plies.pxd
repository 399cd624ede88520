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
    cdef int _root_moves
    cdef Evaluator _evaluator
    cdef EndgameProbe _endgame
    cdef TranspositionTable _table
    cdef TableEntry _entry
    cdef bint _backwards
    cdef int[8192] _history
    cdef readonly long nodes
    cdef readonly bint proven
    cdef long _node_limit
    cdef double _deadline
    cdef bint _processor
    cdef bint _stopped
    cdef double[MAX_PLAYERS] _values

    cdef bint _must_stop(self) noexcept nogil
    cdef double _move_value(self, Ply ply, long long move, int mover, int depth, double low, double high) noexcept nogil
    cdef double _chance_value(self, Ply ply, int player, int depth, double low, double high) noexcept nogil
    cdef void _reverse_outcomes(self, Ply ply, int count) noexcept nogil
    cdef double _probe_outcomes(self, Ply ply, int count, int player, int depth, double high) noexcept nogil
    cdef double _probe_outcome(self, Ply ply, long long outcome, int player, int depth, double high) noexcept nogil
    cdef double _expected_value(self, Ply ply, int count, int player, int depth, double low, double high, double floors, bint floors_proven) noexcept nogil
    cdef double _search(self, Ply ply, int depth, double low, double high) noexcept nogil
    cdef double _search_ply(self, Ply ply, int depth, double low, double high) noexcept nogil
    cdef double _search_moves(self, Ply ply, unsigned long long key, long long first, int depth, double low, double high) noexcept nogil
    cdef double _pvs_value(self, Ply ply, int number, int depth, double least, double high) noexcept nogil
    cdef double _evaluate(self, Ply ply) noexcept nogil
    cdef int _list_moves(self, Ply ply, long long first) noexcept nogil
    cdef void _pick_move(self, Ply ply, int at, int count) noexcept nogil

cdef double _rounded(double value) noexcept nogil
