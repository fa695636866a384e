#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CallCounter.h"

#include <features.h>

#if defined(__linux__) && defined(__GLIBC__)

#include "Counting.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic uint64_t unseen[CALL_COUNTER_COUNT];
static _Atomic(_Atomic uint64_t *) counters = unseen;

void count_add(enum call_counter counter, uint64_t amount) {
    _Atomic uint64_t *current = atomic_load_explicit(&counters, memory_order_acquire);
    atomic_fetch_add_explicit(&current[counter], amount, memory_order_relaxed);
}

void count_bytes(int descriptor, int64_t bytes, int is_write) {
    count_add(CALL_COUNTER_SYSTEM_CALLS, 1);
    if (bytes <= 0) return;
    int error = errno;
    struct stat status;
    int is_socket = syscall(SYS_fstat, descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
    errno = error;
    if (is_socket) {
        count_add(is_write ? CALL_COUNTER_SOCKET_BYTES_WRITTEN : CALL_COUNTER_SOCKET_BYTES_READ, (uint64_t)bytes);
    } else if (is_write) {
        count_add(CALL_COUNTER_FILE_BYTES_WRITTEN, (uint64_t)bytes);
    }
}

// Lets the threads take turns on one processor, each until it waits: so which of two comes first is the same from run to
// run, with any load beside and any number of processors. Where that isn't permitted, a thread that wakes at least doesn't
// interrupt another one.
static void take_turns(void) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    CPU_ZERO(&one);
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (!CPU_ISSET(processor, &allowed)) continue;
        CPU_SET(processor, &one);
        break;
    }
    sched_setaffinity(0, sizeof one, &one);
    const struct sched_param first = {.sched_priority = 1}, none = {0};
    if (sched_setscheduler(0, SCHED_FIFO, &first) != 0) sched_setscheduler(0, SCHED_BATCH, &none);
}

// Maps the file, and hides the library from the processes that this one starts.
__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CALL_COUNTERS");
    if (path) {
        const size_t length = CALL_COUNTER_COUNT * sizeof(uint64_t);
        int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file >= 0 && syscall(SYS_ftruncate, file, length) == 0) {
            void *shared = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (shared != MAP_FAILED) atomic_store_explicit(&counters, shared, memory_order_release);
        }
        if (file >= 0) syscall(SYS_close, file);
    }
    int (*version)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "sqlite3_libversion_number");
    if (version) atomic_store(&atomic_load(&counters)[CALL_COUNTER_SQLITE_VERSION], (uint64_t)version());
    take_turns();
    unsetenv("CALL_COUNTERS");
    unsetenv("LD_PRELOAD");
}

#endif
