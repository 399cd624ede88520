from quatrefoil.core.enums cimport OVER
from quatrefoil.core.line cimport Line

cdef class TurnScout:
    cdef int _players
    cdef long _left
    cdef set _seen
    cdef list _lines
