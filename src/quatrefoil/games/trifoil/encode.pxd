from quatrefoil.core.bits cimport lowest64
from quatrefoil.core.encode cimport Encoder
from quatrefoil.core.position cimport Position
from quatrefoil.games.trifoil.position cimport END, PUSH, SPIN, TrifoilPosition
from quatrefoil.games.trifoil.tables cimport WORDS, Tables

cpdef enum:
    # Planes: six faces in two colours, the same before the latest action, and then these.
    BEFORE = 12
    BLINKS = 24
    LEFT = 25
    ACTED = 26
    TURN = 27

cdef class Encoding(Encoder):
    cdef Tables tables
    cdef int most_actions
    # By bit of a face: where it is in the six planes of a colour.
    cdef int[256] at
    # The places of the Blinks.
    cdef int blinks
    cdef int[37] blink_at

    cdef void show(self, TrifoilPosition position, int viewer, float* out) noexcept nogil
    cdef void show_links(
        self, unsigned long long* links, int viewer, float* out, int plane
    ) noexcept nogil
