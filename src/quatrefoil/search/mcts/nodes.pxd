cdef struct Node:
    long long move
    double total
    double prior
    float later_total
    int later_visits
    int visits
    int first
    int count
    signed char mover
    unsigned char proven

cdef struct Entry:
    unsigned long long key
    int first
    int count

cdef class NodePool:
    cdef Node* nodes
    cdef readonly int room
    cdef readonly int used
    cdef Entry* _entries
    cdef unsigned int _slots
    cdef unsigned int _filled

    cdef void clear(self) noexcept nogil
    cdef void wipe(self, int index) noexcept nogil
    cdef int take(self, int count) noexcept nogil
    cdef bint adopt_block(self, int index, unsigned long long key) noexcept nogil
    cdef void share_block(self, unsigned long long key, int first, int count) noexcept nogil
    cdef unsigned int _slot(self, unsigned long long key) noexcept nogil
    cdef void _mark(self, int visits, int* forward, int* stack) noexcept nogil
    cdef void _slide(self, int* forward) noexcept nogil
    cdef void _forget_blocks(self) noexcept nogil
    cdef void _copy_node(self, int to, int source) noexcept nogil
    cdef _rehash(self, int* forward)

cdef int* _numbers(Py_ssize_t count) except? NULL
cdef Node* _no_nodes(Py_ssize_t count) except? NULL
cdef Entry* _no_entries(Py_ssize_t count) except? NULL
