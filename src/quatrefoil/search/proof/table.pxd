cdef class ProofTable:
    cdef readonly unsigned long long capacity
    cdef readonly unsigned long long used
    cdef unsigned long long* _keys
    cdef unsigned int* _proofs
    cdef unsigned int* _disproofs
    # What `probe` found.
    cdef unsigned int proof
    cdef unsigned int disproof

    cdef bint probe(self, unsigned long long key) noexcept
    cdef void store(self, unsigned long long key, unsigned int proof, unsigned int disproof) noexcept
    cdef unsigned long long _slot(self, unsigned long long key) noexcept
