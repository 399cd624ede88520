cdef struct Node:
    long long move
    double total
    double prior
    float rave_total
    int rave_visits
    int visits
    int first
    int count
    signed char mover
    unsigned char proven

cdef struct BlockEntry:
    unsigned long long key
    int first
    int count

cdef class NodePool:
    cdef Node* nodes
    cdef readonly int capacity
    cdef readonly int used
    cdef BlockEntry* _entries
    cdef unsigned int _slots
    cdef unsigned int _filled

    cdef void clear(self) noexcept nogil
    cdef void reset(self, int index) noexcept nogil
    cdef int allocate(self, int count) noexcept nogil
    cdef bint adopt_block(self, int index, unsigned long long key) noexcept nogil
    cdef void share_block(self, unsigned long long key, int first, int count) noexcept nogil
    cdef unsigned int _slot(self, unsigned long long key) noexcept nogil
    cdef void _mark(self, int visits, int* forward, int* stack) noexcept nogil
    cdef void _move_together(self, int* forward) noexcept nogil
    cdef void _forget_blocks(self) noexcept nogil
    cdef void _copy_node(self, int to, int source) noexcept nogil
    cdef _rehash(self, int* forward)

cdef int* _zeros(Py_ssize_t count) except? NULL
cdef Node* _new_nodes(Py_ssize_t count) except? NULL
cdef BlockEntry* _new_entries(Py_ssize_t count) except? NULL
