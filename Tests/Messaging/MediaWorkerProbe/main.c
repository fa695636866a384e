#define _GNU_SOURCE
#include "CMediaWorker.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Confines itself as the media worker does, and tries what is then still possible.
//   media-worker-probe all        every system call by number, and forbidden arguments; prints those that get through
//   media-worker-probe one NR     one call; ends with 42 if it got through
//   media-worker-probe thread     ends with 0 if it can start a thread
//   media-worker-probe wait       prints "ready" and runs until it is killed, so that /proc can be read
//   media-worker-probe refused    ends with 15 if it notices that the system doesn't let it confine itself
//   media-worker-probe memory|threads|output    takes without end
// It is the worker as well, as `spotter media-worker` and `spotter document-worker` are.

#define CALL(name) {__NR_##name, #name}
static const struct {
    long number;
    const char *name;
} names[] = {
    CALL(read), CALL(write), CALL(close), CALL(fstat), CALL(lseek), CALL(mmap), CALL(mprotect), CALL(munmap), CALL(brk),
    CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(mremap), CALL(madvise), CALL(getpid),
    CALL(gettid), CALL(futex), CALL(sched_yield), CALL(sched_getaffinity), CALL(set_robust_list), CALL(rseq),
    CALL(clock_gettime), CALL(gettimeofday), CALL(getrandom), CALL(sysinfo), CALL(restart_syscall), CALL(exit),
    CALL(exit_group), CALL(clone), CALL(openat), CALL(execve), CALL(socket), CALL(kill),
};

static void print(long number) {
    char text[32];
    int length = snprintf(text, sizeof(text), "%ld\n", number);
    for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); index++)
        if (names[index].number == number) length = snprintf(text, sizeof(text), "%s\n", names[index].name);
    if (write(1, text, (size_t)length) < 0) _exit(1);
}

static void report(const char *what, int got_through) {
    if (got_through && write(1, what, strlen(what)) < 0) _exit(1);
}

static int is_refused(long result) { return result == -1 && errno == MEDIA_WORKER_PROBE_ERROR; }

/// Arguments that are invalid or do nothing, so that the call fails or is harmless if it gets through.
static long attempt(long number) {
    switch (number) {
    case __NR_read: return syscall(number, 0, 0, 0);
    case __NR_write: return syscall(number, 1, 0, 0);
    case __NR_mmap: return syscall(number, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    case __NR_mprotect: return syscall(number, 1, 4096, PROT_READ);
    case __NR_sched_getaffinity: return syscall(number, 0, 0, 0);
    default: return syscall(number, -1, -1, -1, -1, -1, -1);
    }
}

static void try_arguments(void) {
    report("read of another file\n", !is_refused(syscall(SYS_read, 3, 0, 0)));
    report("write to another file\n", !is_refused(syscall(SYS_write, 3, 0, 0)));
    report("processors of another process\n", !is_refused(syscall(SYS_sched_getaffinity, 1, 0, 0)));
    int private = MAP_PRIVATE | MAP_ANONYMOUS;
    report("executable memory\n", !is_refused(syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, private, -1, 0)));
    report("memory of a file\n", !is_refused(syscall(SYS_mmap, 0, 4096, PROT_READ, MAP_PRIVATE, 0, 0)));
    void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, private, -1, 0);
    report("memory made executable\n", !is_refused(syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_EXEC)));
    report("clone without flags\n", !is_refused(syscall(SYS_clone, 0, 0, 0, 0, 0)));
    report("fork by clone\n", !is_refused(syscall(SYS_clone, 17 /* SIGCHLD */, 0, 0, 0, 0)));
}

static void try_all(void) {
    for (long number = 0; number < 700; number++) {
        // Would end this process; `one` tries them.
#ifdef __x86_64__
        // uretprobe and uprobe: the kernel lets them pass every filter, and ends who isn't in a probe of its own.
        if (number == 335 || number == 336) continue;
#endif
        if (number == __NR_exit || number == __NR_exit_group || number == __NR_rt_sigreturn) continue;
        if (!is_refused(attempt(number))) print(number);
#ifdef __x86_64__
        if (!is_refused(attempt(0x40000000 | number))) print(0x40000000 | number);
#endif
    }
    try_arguments();
}

static void *return_argument(void *argument) { return argument; }

static void *wait_forever(void *argument) {
    while (1) sched_yield();
    return argument;
}

static int try_thread(void) {
    pthread_t thread;
    return pthread_create(&thread, 0, return_argument, 0) || pthread_join(thread, 0);
}

static int take(const char *what) {
    pthread_t thread;
    char block[4096] = {0};
    if (!strcmp(what, "memory"))
        while (1) {
            char *more = malloc(1 << 20);
            if (!more) return 14;
            memset(more, 1, 1 << 20);
        }
    if (!strcmp(what, "threads"))
        while (1)
            if (pthread_create(&thread, 0, wait_forever, 0)) return 14;
    if (!strcmp(what, "output"))
        while (1)
            if (write(1, block, sizeof(block)) < 0) return 14;
    return 2;
}

/// A system whose kernel or container has no seccomp for others.
static int forbid_confinement(void) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof(lines) / sizeof(lines[0]), .filter = lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Returns if the arguments aren't those of a worker.
static void run_worker(int count, char **arguments) {
    if (count == 6 && !strcmp(arguments[1], "media-worker")) {
        struct media_worker_limits limits = {
            .pixels = atoll(arguments[3]), .decoded_bytes = atoll(arguments[4]), .file_bytes = atoll(arguments[5])
        };
        media_worker_run(atoi(arguments[2]), limits);
    }
    if (count == 5 && !strcmp(arguments[1], "document-worker")) {
        struct media_worker_text_limits limits = {
            .pages = atoll(arguments[2]), .characters = atoll(arguments[3]), .file_bytes = atoll(arguments[4])
        };
        media_worker_run_text(limits);
    }
}

int main(int count, char **arguments) {
    run_worker(count, arguments);
    const char *mode = count > 1 ? arguments[1] : "";
    struct media_worker_allowance allowance = {
        .memory_bytes = 64 << 20, .output_bytes = 1 << 20, .cpu_seconds = 10
    };
    if (!strcmp(mode, "all")) {
        if (media_worker_confine_for_probe(allowance) != 0) return 1;
        try_all();
        _exit(0);
    }
    if (!strcmp(mode, "refused") && forbid_confinement() != 0) return 1;
    if (media_worker_confine(allowance) != 0) return MEDIA_WORKER_UNCONFINED;
    if (!strcmp(mode, "one") && count > 2) {
        errno = 0;
        attempt(atol(arguments[2]));
        _exit(errno == ENOSYS ? 0 : 42);
    }
    if (!strcmp(mode, "thread")) _exit(try_thread());
    if (!strcmp(mode, "wait")) {
        if (write(1, "ready\n", 6) != 6) _exit(1);
        wait_forever(0);
    }
    _exit(take(mode));
}
