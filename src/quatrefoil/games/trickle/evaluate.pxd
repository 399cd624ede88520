from quatrefoil.core.evaluate cimport Evaluator
from quatrefoil.core.position cimport Position
from quatrefoil.games.trickle.position cimport TricklePosition
from quatrefoil.games.trickle.tables cimport BEYOND, CELLS, NOWHERE, Tables

cdef class Drift:
    cdef double[1344] points
    cdef double[224] spread

cdef class Evaluation(Evaluator):
    cdef Tables tables
    cdef Drift drift

    cdef void weigh(self, TricklePosition position, double* out) noexcept nogil
    cdef double lead_unit(self, TricklePosition position) noexcept nogil
    cdef void shares(self, double* out, double slope) noexcept nogil
