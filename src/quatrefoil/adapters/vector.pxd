from quatrefoil.core.enums cimport CHANCE, NO_MOVE, OVER
from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.line cimport Line
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.search.shares cimport popcount, winners

cdef class Slot:
    cdef Line line
    cdef Rng rng
    cdef int length

    cdef void start(self, Line first, bint rolls) noexcept nogil
    cdef bint advance(self, long long move, bint rolls) noexcept nogil
    cdef void roll(self) noexcept nogil
    cdef long long find(self, Encoder encoder, int action) noexcept nogil
    cdef int draw(self, Encoder encoder) noexcept nogil
    cdef void show(self, Encoder encoder, float* planes, unsigned char* mask) noexcept nogil
    cdef void reward(self, int players, float* out) noexcept nogil

cdef class Batch:
    cdef readonly object rules
    cdef readonly Encoder encoder
    cdef readonly int size
    cdef readonly int limit
    cdef readonly bint rolls
    cdef readonly object observations
    cdef readonly object masks
    cdef readonly object players
    cdef readonly object rewards
    cdef readonly object done
    cdef readonly object truncated
    cdef int _players
    cdef Line _first
    cdef list _kept
    cdef list _encoders
    cdef object _pool
    # One caller at a time: steps run without the GIL.
    cdef object _lock
    cdef int _process
    # The slots that `_kept` holds, for loops without the GIL.
    cdef void** _slots
    # The arrays above as C sees them.
    cdef float[:, ::1] _planes
    cdef unsigned char[:, ::1] _masks
    cdef int[::1] _turns
    cdef float[:, ::1] _rewards
    cdef unsigned char[::1] _done
    cdef unsigned char[::1] _truncated
    # The move that each action names.
    cdef long long[::1] _moves

    cdef void _find(self, int i, int action, Encoder encoder) noexcept nogil
    cdef void _step(self, int i, Encoder encoder) noexcept nogil
    cdef void _show(self, int i, Encoder encoder) noexcept nogil
    cdef void _restart(self, int i) noexcept nogil
