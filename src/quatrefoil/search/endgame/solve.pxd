from quatrefoil.core.enums cimport CHANCE, OVER
from quatrefoil.search.endgame.domain cimport EndgameDomain
from quatrefoil.core.position cimport Position

cdef class EndgameSolver:
    cdef readonly EndgameDomain domain
    cdef readonly int nodes
    cdef int _iterable
    cdef object _one_thread
    cdef dict _node_numbers
    cdef list _stack
    cdef double* _guaranteed
    # In the order in which nodes were finished: the node, who moves there (2 for the dice), and
    # where its targets end; they start where those of the node before end.
    cdef object _order
    cdef object _movers
    cdef object _ends
    cdef object _targets
    # The weight of each target among its siblings: 1 where a player chooses.
    cdef object _weights

    cdef int _explore(self, Position position, int depth) except -1
    cdef int _target(self, Position after, int depth) except? -9
    cdef double _sweep(
        self, int count, int* order, signed char* movers, int* ends, int* targets, int* weights
    ) noexcept nogil
    cdef double _target_value(self, int target, int player) noexcept nogil
