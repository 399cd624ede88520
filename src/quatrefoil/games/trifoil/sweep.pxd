from quatrefoil.core.bits cimport lowest64, popcount64

cdef enum:
    FOREST = 3  # words of a forest: the tree at each slot, the spare links at each, the length
    BRANCHES = 9  # a Blink is left out, or joined with any of up to 3 before it

cdef struct Sweep:
    # The question.
    unsigned long long* near
    int* weight
    int limit
    # The answer so far, and how much the Blinks still to come could add.
    int best
    int rest
    int to_come
    # The border: its Blinks, the slot of each, and how many neighbours of each slot's are to come.
    unsigned long long border
    int[37] slot
    int width
    unsigned long long open
    # The forests before the current Blink and, with a hash table, after it: 3 words each.
    unsigned long long* forests
    int count
    unsigned long long* next
    int next_count
    int* table
    unsigned long long table_mask

cdef int heaviest_tree(
    unsigned long long* near, int* weight, unsigned long long part, int limit, int best, int enough
) noexcept nogil
cdef Sweep* _begin(
    unsigned long long* near, int* weight, unsigned long long part, int limit, int best
) noexcept nogil
cdef void _pass(Sweep* sweep, int blink, unsigned long long to_come) noexcept nogil
cdef void _move_border(Sweep* sweep, int blink, unsigned long long to_come) noexcept nogil
cdef void _join(
    Sweep* sweep, int slot, unsigned long long before,
    unsigned long long trees, unsigned long long spare, int length
) noexcept nogil
cdef void _settle(
    Sweep* sweep, unsigned long long trees, unsigned long long spare, int length
) noexcept nogil
cdef void _store(
    Sweep* sweep, unsigned long long trees, unsigned long long spare, int length
) noexcept nogil
cdef void _make_room(Sweep* sweep) noexcept nogil
cdef void _turn_over(Sweep* sweep) noexcept nogil
cdef void _end(Sweep* sweep) noexcept nogil
