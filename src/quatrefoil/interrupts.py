"""Ctrl-C at the command, from its first moment to its last: it ends, without a word of Python's.

While modules are loaded and while Python shuts down there is nothing to save, and the command ends
at once. In between it is told by KeyboardInterrupt, as any program is, and `cli.app` catches that.
The package begins with this module, which loads little itself; a program that imports the package
as a library is left alone.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # it is there; `signal` has to be loaded
import os
import sys

#: The exit code that shells expect.
INTERRUPTED = 130


def _is_command() -> bool:
    """Whether this process is the command `quatrefoil`, and Ctrl-C is not ignored on purpose."""
    program = sys.argv[0] if sys.argv else ""
    name = program.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    # `python -m quatrefoil` is called -m until Python has found what to run.
    named = name == "quatrefoil" or (name == "-m" and "quatrefoil" in sys.orig_argv)
    # A worker of `multiprocessing` has the name of whoever started it, and its own orders.
    is_worker = "multiprocessing" in sys.modules
    return named and not is_worker and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _leave(*_: object) -> None:
    try:
        os.write(2, b"\n")  # below the ^C that a terminal shows
    finally:
        os._exit(INTERRUPTED)


def _lost(problem: sys.UnraisableHookArgs) -> None:
    """Leave where an interrupt would get lost, as in a destructor: Python would only print it."""
    if issubclass(problem.exc_type, KeyboardInterrupt):
        _leave()
    sys.__unraisablehook__(problem)


def raise_interrupts() -> None:
    """Have Ctrl-C raise KeyboardInterrupt: whoever calls this catches it."""
    if _IS_COMMAND:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_on_interrupts() -> None:
    """Have Ctrl-C end the command at once."""
    if _IS_COMMAND:
        signal.signal(signal.SIGINT, _leave)


_IS_COMMAND = _is_command()
if _IS_COMMAND:
    leave_on_interrupts()
    sys.unraisablehook = _lost
