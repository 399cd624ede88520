"""Runs a command under the limits of a systemd unit, without systemd: `confined.py UNIT COMMAND…`.

System calls, memory that is written and then executed, open files and the mode of new files are as
the unit says; namespaces and mounts are not, which take a running systemd.
"""

import ctypes
import os
import resource
import subprocess
import sys
from pathlib import Path

_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_EPERM = 1
_WRITE, _EXECUTE = 2, 4
#: The comparison `argument & mask == value` of libseccomp.
_MASKED_EQUAL = 7


class Comparison(ctypes.Structure):
    """`struct scmp_arg_cmp`."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operation", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    )


def settings_of(unit):
    """Return every setting of a unit with its values, in order; a list that is emptied is empty."""
    found = {}
    text = Path(unit).read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name.strip(), []).append(value.strip())
    return found


def named_sets():
    """Return systemd's sets of system calls, as `@name: [names]`."""
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter"], capture_output=True, text=True, check=True
    ).stdout
    sets, current = {}, []
    for line in told.splitlines():
        if line.startswith("@"):
            current = sets.setdefault(line.strip(), [])
        elif line.startswith(" ") and not line.strip().startswith("#"):
            current.append(line.strip())
    return sets


def allowed_calls(filters):
    """Return the names of the system calls that `SystemCallFilter=` lines let through."""
    sets = named_sets()

    def expanded(names):
        for name in names:
            if name.startswith("@"):
                yield from expanded(sets[name])
            else:
                yield name

    allowed = set()
    for line in filters:
        if line.startswith("~"):
            allowed -= set(expanded(line[1:].split()))
        else:
            allowed |= set(expanded(line.split()))
    # Those that systemd itself needs to start a service are always among them.
    return allowed | set(expanded(["@default"])) | {"execve"}


def confine(unit):
    """Give up what the unit forbids, for good."""
    settings = settings_of(unit)
    os.umask(int(settings["UMask"][0], 8))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = int(settings["LimitNOFILE"][0])
    if most != resource.RLIM_INFINITY:
        files = min(files, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(_ERRNO | _EPERM))

    def allow(number, *comparisons):
        given = (Comparison * len(comparisons))(*comparisons)
        problem = seccomp.seccomp_rule_add_array(context, _ALLOW, number, len(comparisons), given)
        assert problem == 0, (number, problem)

    for name in sorted(allowed_calls(settings["SystemCallFilter"])):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number == -1:
            continue  # of another architecture
        if settings["MemoryDenyWriteExecute"] == ["yes"] and name in ("mmap", "mprotect"):
            fine = (0, _WRITE, _EXECUTE) if name == "mmap" else (0, _WRITE)
            for value in fine:
                allow(number, Comparison(2, _MASKED_EQUAL, _WRITE | _EXECUTE, value))
        else:
            allow(number)
    assert seccomp.seccomp_load(context) == 0  # sets NoNewPrivileges too


if __name__ == "__main__":
    confine(sys.argv[1])
    os.execvp(sys.argv[2], sys.argv[2:])
