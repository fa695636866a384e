"""Reads the system-call filter of a running process and asks it what it would do. Needs root, Linux, x86-64 or arm64."""

import ctypes
import os
import platform
import signal
import struct

from registry import skip

ATTACH, DETACH, GET_FILTER = 16, 17, 0x420C
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOW, LOG = 0x7FFF0000, 0x7FFC0000

# x86-64; the calls of the review, and those that were always denied.
CALLS = {
    "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "pidfd_send_signal": 424,
    "setxattr": 188, "utimensat": 280, "memfd_create": 319, "open_tree": 428, "shmget": 29,
    "setpriority": 141, "pidfd_getfd": 438, "fchmodat2": 452, "fsopen": 430, "mount_setattr": 442, "syslog": 103,
    "init_module": 175, "pidfd_open": 434, "reboot": 169, "setuid": 105,
}
ALWAYS = {
    "open": 2, "openat": 257, "openat2": 437, "socket": 41, "connect": 42, "execve": 59, "execveat": 322, "fork": 57, "vfork": 58,
    "clone3": 435, "kill": 62, "ptrace": 101, "process_vm_readv": 310, "io_uring_setup": 425, "unlink": 87, "rename": 82,
    "chmod": 90, "mount": 165, "bpf": 321, "userfaultfd": 323, "perf_event_open": 298,
    "keyctl": 250, "unshare": 272, "setns": 308,
}


def filters(pid):
    """Every filter of a process, newest first."""
    if platform.machine() not in ARCHITECTURES or platform.machine() != "x86_64":
        skip("the numbers of system calls are those of x86-64")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    if libc.ptrace(ATTACH, pid, None, None) < 0:
        skip(f"can't trace the worker ({os.strerror(ctypes.get_errno())}); needs root")
    try:
        os.waitpid(pid, 0x40000000)
        found = []
        while True:
            count = libc.ptrace(GET_FILTER, pid, len(found), None)
            if count < 0:
                problem = ctypes.get_errno()
                if not found and problem != 2:
                    skip(f"can't read the filter ({os.strerror(problem)})")
                return found
            buffer = ctypes.create_string_buffer(count * 8)
            libc.ptrace(GET_FILTER, pid, len(found), buffer)
            found.append([struct.unpack_from("<HBBI", buffer, 8 * n) for n in range(count)])
    finally:
        libc.ptrace(DETACH, pid, None, ctypes.c_void_p(signal.SIGCONT if False else 0))


def verdict(all_filters, number, arguments=()):
    """Whether a system call with these arguments is let through by every filter."""
    values = list(arguments) + [0] * (6 - len(arguments))
    data = struct.pack("<iIQ6Q", number, ARCHITECTURES[platform.machine()], 0, *values)
    return all(run(program, data) in (ALLOW, LOG) for program in all_filters)


def run(program, data):
    """The machine of classic BPF, as far as seccomp uses it."""
    a = x = at = 0
    memory = [0] * 16
    while True:
        code, when_true, when_false, k = program[at]
        at += 1
        kind = code & 7
        if kind == 0:
            a = struct.unpack_from("<I", data, k)[0] if code & 0xE0 == 0x20 else memory[k] if code & 0xE0 == 0x60 else k
        elif kind == 1:
            x = memory[k] if code & 0xE0 == 0x60 else k
        elif kind == 2:
            memory[k] = a
        elif kind == 3:
            memory[k] = x
        elif kind == 4:
            value = x if code & 8 else k
            operation = code & 0xF0
            a = {0x00: a + value, 0x10: a - value, 0x20: a * value, 0x40: a | value, 0x50: a & value, 0x60: a << value,
                 0x70: a >> value, 0x80: -a, 0xA0: a ^ value}[operation] & 0xFFFFFFFF
        elif kind == 5:
            operation, value = code & 0xF0, x if code & 8 else k
            if operation == 0:
                at += k
            else:
                holds = {0x10: a == value, 0x20: a > value, 0x30: a >= value, 0x40: bool(a & value)}[operation]
                at += when_true if holds else when_false
        elif kind == 6:
            return (a if code & 0x18 == 0x10 else k) & 0xFFFF0000
        else:
            a, x = (a, a) if code & 0xF8 == 0 else (x, x)
