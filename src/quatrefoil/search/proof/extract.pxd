from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.search.proof.dfpn cimport Prover
from quatrefoil.search.proof.turns cimport Turns
from quatrefoil.search.proof.wins cimport WinFinder

cdef class StrategyExtractor:
    cdef readonly dict choices
    cdef readonly long long replies
    cdef Prover _prover
    cdef object _one_thread
    cdef Turns _turns
    cdef WinFinder _wins
    cdef Position _end
    cdef list _pending
    cdef set _visited

    cdef int _add_answer(self, Position position) except -1
    cdef int _add_replies(self, Position position) except -1
    cdef int _best_turn(self, Position position) except -1
