from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.trickle.position cimport TricklePosition
from quatrefoil.games.trickle.tables cimport BEYOND, CELLS, NOWHERE, Tables

cpdef enum:
    # The planes that all rules have; those of the rules' own come behind them.
    CELL = 0
    BEAD = 1
    START = 2
    END = 3
    TURN = 4

cdef class Encoding(Encoder):
    cdef Tables tables
    cdef int cells
    cdef bint has_values
    cdef bint has_off
    cdef int first_goal
    cdef float most_points
    # By cell: its place in a plane. By player and cell: what a bead there is worth to the player.
    cdef unsigned short[224] at
    cdef float[1344] goals
    # By first cell and landing: the action of a move that can be.
    cdef unsigned short[50176] pairs

    cdef int pair(self, TricklePosition position, long long move) noexcept nogil
    cdef void show(self, TricklePosition position, int viewer, float* out) noexcept nogil
    cdef void show_goals(self, int viewer, float* out) noexcept nogil
    cdef void show_off(self, TricklePosition position, int viewer, float* out) noexcept nogil
