from quatrefoil.core.enums cimport CHANCE, MAX_PLAYERS, NO_MOVE
from quatrefoil.core.line cimport Line
from quatrefoil.core.position cimport Position

cdef class Encoder:
    cdef readonly object rules
    cdef readonly int players
    cdef readonly tuple labels
    cdef readonly tuple planes
    cdef readonly int chances
    cdef readonly int actions
    cdef readonly int rows
    cdef readonly int columns
    cdef readonly int area
    cdef readonly int size
    # Room for the moves of a position, and for a mask.
    cdef long long* _moves
    cdef unsigned char* _mask

    cdef int action_of(self, Position position, long long move) noexcept nogil
    cdef void fill_board(self, Position position, int viewer, float* out) noexcept nogil
    cdef void fill_planes(self, Line line, int viewer, float* out) noexcept nogil
    cdef int fill_mask(self, Position position, unsigned char* out) noexcept nogil
    cdef long long find_move(self, Position position, int action) noexcept nogil
    cdef long long checked_move(self, Position position, object action) except? -1
    cdef int number(self, Position position, long long move) noexcept nogil
    cdef int seats_after(self, int player, int viewer) noexcept nogil
    cdef void flood(self, float* out, int plane, float value) noexcept nogil
    cdef void show_turn(self, float* out, int plane, int mover, int viewer) noexcept nogil
