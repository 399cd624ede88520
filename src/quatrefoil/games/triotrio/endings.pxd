from quatrefoil.search.endgame.domain cimport EndgameDomain
from quatrefoil.core.position cimport Position
from quatrefoil.games.triotrio.position cimport CHANGE, TrioTrioPosition
from quatrefoil.games.triotrio.tables cimport Squares, count, lowest

cdef class LastPieces(EndgameDomain):
    cdef int _squares
    cdef int[121] _flipped

    cdef bint _is_last(self, TrioTrioPosition position) noexcept nogil
    cdef int _number(self, TrioTrioPosition position) noexcept nogil
    cdef int _state(self, TrioTrioPosition position, int me) noexcept nogil
    cdef int _piece(self, TrioTrioPosition position, int player) noexcept nogil
