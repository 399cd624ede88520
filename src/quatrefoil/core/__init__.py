"""The contract that games fulfil and everything else relies on."""

from quatrefoil.core.errors import NotCompiledError
from quatrefoil.core.position import COMPILED


def compiled() -> bool:
    """Whether the hot core runs in its compiled form."""
    return COMPILED


def require_compiled() -> None:
    """Raise unless the compiled form is running: for benchmarks and CI."""
    if not COMPILED:
        raise NotCompiledError("this needs the compiled core: run `make install`")
