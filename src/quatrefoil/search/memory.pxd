cdef void* resized(void* memory, Py_ssize_t size) except? NULL
cdef void* zeroed(Py_ssize_t count, Py_ssize_t size) except? NULL
