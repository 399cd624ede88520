cpdef enum:
    # Kinds of pieces.
    ROCK = 0
    PAPER = 1
    SCISSORS = 2

    # The two ways to step (TT-9).
    ORTHOGONAL = 0
    DIAGONAL = 1

cdef extern from *:
    """
    typedef unsigned __int128 Squares;

    static inline int count(Squares squares) {
        return __builtin_popcountll((unsigned long long) squares)
             + __builtin_popcountll((unsigned long long) (squares >> 64));
    }

    static inline int lowest(Squares squares) {
        unsigned long long half = (unsigned long long) squares;
        return half ? __builtin_ctzll(half)
                    : 64 + __builtin_ctzll((unsigned long long) (squares >> 64));
    }
    """
    # The base type only tells Cython that it is an unsigned number: C knows the size.
    ctypedef unsigned long long Squares
    int count(Squares squares) nogil
    int lowest(Squares squares) nogil

cdef class Tables:
    cdef int size
    cdef int quiet_turns
    cdef Squares board
    cdef Squares eastward
    cdef Squares westward
    cdef Squares cow
    cdef Squares[2] centre
    cdef Squares[3] zone
    cdef Squares[3] deadly
    cdef Squares[2][4] open
    cdef int[2][2] shift
    cdef unsigned long long[2][3][121] keys

    cdef Squares around(self, Squares squares) noexcept nogil
    cdef Squares reach(
        self, int kind, Squares start, int steps, Squares free, Squares landing
    ) noexcept nogil
    cdef Squares walk(
        self, int way, Squares start, int steps, Squares free, Squares landing
    ) noexcept nogil
    cdef list route(self, int kind, Squares start, int steps, Squares free, Squares end)
    cdef bint trace(
        self, int way, Squares here, int steps, int latest, Squares free, Squares end, list found
    )
