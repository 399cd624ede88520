cdef class ViewData:
    cdef public str text_kept

# This part is hot: it writes down every event that a server tells.
cpdef str json_text(object value)
cdef list _texts(object values)
cdef str _write(ViewData value)
cdef bint _is_empty(object item)
