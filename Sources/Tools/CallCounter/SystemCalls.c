#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <features.h>

#if defined(__linux__) && defined(__GLIBC__)

#include "Counting.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// Calls that move bytes: the result says how many.
#define MOVES(is_write, name, parameters, ...)                    \
    ssize_t name parameters {                                     \
        ssize_t bytes = NEXT(name)(__VA_ARGS__);                  \
        count_bytes(descriptor, bytes, is_write);                 \
        return bytes;                                             \
    }

MOVES(0, read, (int descriptor, void *bytes_, size_t count), descriptor, bytes_, count)
MOVES(0, readv, (int descriptor, const struct iovec *parts, int count), descriptor, parts, count)
MOVES(0, pread, (int descriptor, void *bytes_, size_t count, off_t at), descriptor, bytes_, count, at)
MOVES(0, pread64, (int descriptor, void *bytes_, size_t count, off64_t at), descriptor, bytes_, count, at)
MOVES(0, recv, (int descriptor, void *bytes_, size_t count, int flags), descriptor, bytes_, count, flags)
MOVES(0, recvmsg, (int descriptor, struct msghdr *message, int flags), descriptor, message, flags)
MOVES(1, write, (int descriptor, const void *bytes_, size_t count), descriptor, bytes_, count)
MOVES(1, writev, (int descriptor, const struct iovec *parts, int count), descriptor, parts, count)
MOVES(1, pwrite, (int descriptor, const void *bytes_, size_t count, off_t at), descriptor, bytes_, count, at)
MOVES(1, pwrite64, (int descriptor, const void *bytes_, size_t count, off64_t at), descriptor, bytes_, count, at)
MOVES(1, send, (int descriptor, const void *bytes_, size_t count, int flags), descriptor, bytes_, count, flags)
MOVES(1, sendmsg, (int descriptor, const struct msghdr *message, int flags), descriptor, message, flags)
MOVES(1, sendfile, (int descriptor, int from, off_t *at, size_t count), descriptor, from, at, count)

#define COUNTED(name, parameters, ...)                            \
    int name parameters {                                         \
        count_add(CALL_COUNTER_SYSTEM_CALLS, 1);                  \
        return NEXT(name)(__VA_ARGS__);                           \
    }

COUNTED(fsync, (int descriptor), descriptor)
COUNTED(fdatasync, (int descriptor), descriptor)
COUNTED(ftruncate, (int descriptor, off_t length), descriptor, length)
COUNTED(ftruncate64, (int descriptor, off64_t length), descriptor, length)
COUNTED(close, (int descriptor), descriptor)
COUNTED(rename, (const char *from, const char *to), from, to)
COUNTED(unlink, (const char *path), path)
COUNTED(link, (const char *from, const char *to), from, to)
COUNTED(mkdir, (const char *path, mode_t mode), path, mode)
COUNTED(accept, (int descriptor, struct sockaddr *address, socklen_t *length), descriptor, address, length)
COUNTED(accept4, (int descriptor, struct sockaddr *address, socklen_t *length, int flags), descriptor, address, length, flags)
COUNTED(connect, (int descriptor, const struct sockaddr *address, socklen_t length), descriptor, address, length)

// The argument after `last`, which may not be there: reading it does no harm then.
#define REST(type, last)                                          \
    ({                                                            \
        va_list rest;                                             \
        va_start(rest, last);                                     \
        type argument = va_arg(rest, type);                       \
        va_end(rest);                                             \
        argument;                                                 \
    })

#define OPENS(name)                                               \
    int name(const char *path, int flags, ...) {                  \
        count_add(CALL_COUNTER_SYSTEM_CALLS, 1);                  \
        return NEXT(name)(path, flags, REST(mode_t, flags));      \
    }
#define OPENS_AT(name)                                            \
    int name(int folder, const char *path, int flags, ...) {      \
        count_add(CALL_COUNTER_SYSTEM_CALLS, 1);                  \
        return NEXT(name)(folder, path, flags, REST(mode_t, flags)); \
    }
// Locks are taken by these, among other things.
#define CONTROLS(name)                                            \
    int name(int descriptor, int command, ...) {                  \
        count_add(CALL_COUNTER_SYSTEM_CALLS, 1);                  \
        return NEXT(name)(descriptor, command, REST(void *, command)); \
    }

OPENS(open)
OPENS(open64)
OPENS_AT(openat)
OPENS_AT(openat64)
CONTROLS(fcntl)
CONTROLS(fcntl64)

#endif
