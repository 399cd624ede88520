from quatrefoil.core.enums cimport OVER
from quatrefoil.core.position cimport Position
from quatrefoil.core.rng cimport Rng
from quatrefoil.search.proof.table cimport ProofTable
from quatrefoil.search.proof.turns cimport Turns
from quatrefoil.search.proof.wins cimport WinFinder

cdef class Frame(Turns):
    cdef Position position
    cdef unsigned long long key
    cdef int reserved
    cdef unsigned int* proofs
    cdef unsigned int* disproofs
    cdef bint* known

    cdef int reserve(self) except -1

cdef class Prover:
    cdef readonly object rules
    cdef readonly int seeker
    cdef readonly bint draw_suffices
    cdef readonly long long evaluated
    cdef readonly long long expanded
    cdef readonly int deepest
    cdef readonly bint stopped
    cdef int _players
    cdef int _symmetries
    cdef ProofTable _table
    cdef WinFinder _wins
    cdef Turns _turns
    cdef Rng _rng
    cdef Position _sample
    cdef list _frames
    cdef long long _last
    cdef double _deadline
    cdef object _one_thread
    # The numbers of the position that was evaluated or searched last.
    cdef unsigned int proof
    cdef unsigned int disproof
    # In how many turns the longest of the replies that were counted loses.
    cdef unsigned int _longest

    cdef unsigned long long key_of(self, Position position) noexcept
    cdef unsigned long long _key_for(self, unsigned long long key, int mover) noexcept
    cdef bint is_good(self, Position over) noexcept
    cdef int _set_decided(self, bint good, unsigned int turns) noexcept
    cdef unsigned int distance(self, Position position) noexcept
    cdef unsigned int _distance(self, Frame frame, unsigned int* own, unsigned int* other) noexcept
    cdef int _evaluate(self, Position position, unsigned long long key) except -1
    cdef unsigned int _mobility(self, Position position) except 4294967295
    cdef unsigned int _count_replies(self, Position position) except 4294967295
    cdef int _search(self, int depth, unsigned int most_proof, unsigned int most_disproof) except -1
    cdef int _expand(self, Frame frame, int depth) except -1
    cdef bint _is_on_path(self, unsigned long long key, int depth) noexcept
    cdef int _check_limits(self) except -1
