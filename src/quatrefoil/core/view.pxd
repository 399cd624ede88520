# Only this part is hot: it writes down every event that a server tells.
cpdef str json_text(object value)
cdef str _write(object value)
cdef bint _is_empty(object item)
