from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.search.endgame.domain cimport EndgameDomain

cdef class WholeRace(EndgameDomain):
    pass
