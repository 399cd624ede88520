from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.search.proof.dfpn cimport Prover
from quatrefoil.search.proof.turns cimport Turns
from quatrefoil.search.proof.wins cimport WinFinder

cdef class StrategyExtractor:
    cdef readonly dict chosen
    cdef readonly long long replies
    cdef Prover _prover
    cdef Turns _turns
    cdef WinFinder _wins
    cdef Position _end
    cdef list _todo
    cdef set _seen

    cdef int _answer(self, Position position) except -1
    cdef int _meet_replies(self, Position position) except -1
    cdef int _best_turn(self, Position position) except -1
