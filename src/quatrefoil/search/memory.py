"""Memory for C arrays that raises where there is none; compiled only."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, realloc


@cython.cfunc
def resized(memory: cython.p_void, size: cython.Py_ssize_t) -> cython.p_void:
    """`realloc`, or a MemoryError."""
    found: cython.p_void = realloc(memory, size)
    if found == cython.NULL:
        raise MemoryError
    return found


@cython.cfunc
def zeroed(count: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.p_void:
    """`calloc`, or a MemoryError."""
    found: cython.p_void = calloc(count, size)
    if found == cython.NULL:
        raise MemoryError
    return found
