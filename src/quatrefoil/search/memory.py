"""Memory for C arrays that raises where there is none; compiled only."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, realloc


@cython.cfunc
def resized(memory: cython.p_void, size: cython.Py_ssize_t) -> cython.p_void:
    """`realloc`, or a MemoryError."""
    return _found(realloc(memory, size))


@cython.cfunc
def zeroed(count: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.p_void:
    """`calloc`, or a MemoryError."""
    return _found(calloc(count, size))


@cython.cfunc
def _found(memory: cython.p_void) -> cython.p_void:
    if memory == cython.NULL:
        raise MemoryError
    return memory
