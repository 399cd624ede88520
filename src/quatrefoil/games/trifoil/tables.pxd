from quatrefoil.core.bits cimport lowest64

cpdef enum:
    WORDS = 4  # for a set of up to 222 faces
    SPIN_ROW = 222  # faces in the row of a spin
    RAY_ROW = 73  # a line over all of 37 Blinks: one face of the first, two of the others
    KEY_ROW = 256  # room for the faces of a colour in `link_key`
    TURN_ROW = 16  # room for the turns of a player in `turn_key`

cdef class Tables:
    # The rules' numbers.
    cdef int actions
    cdef int chain
    cdef int supply
    cdef int per_blink
    cdef int full_blink
    # Sizes: how many there are, and how many words hold the faces and the inner faces.
    cdef int blinks
    cdef int inner
    cdef int spins
    cdef int words
    cdef int inner_words
    # Sets of faces, 4 words each.
    cdef unsigned long long[4] inner_mask
    cdef unsigned long long[4] edge_mask
    cdef unsigned long long[148] blink_mask
    cdef unsigned long long[720] ray_mask
    cdef unsigned long long[240] shape_mask
    # Where links go.
    cdef unsigned char[13140] ray
    cdef int[300] spin_shape
    cdef unsigned char[66600] spin_to
    # The two Blinks of an edge, numbered along the sweep.
    cdef unsigned char[180] edge_blink
    # Numbers for keys: colour and face; player, actions left and whether one was made.
    cdef unsigned long long[512] link_key
    cdef unsigned long long[32] turn_key
    # The keys of links as symmetries show them: KEY_ROW for each symmetry and colour.
    cdef int plain_images
    cdef unsigned long long[12288] image_link_key
