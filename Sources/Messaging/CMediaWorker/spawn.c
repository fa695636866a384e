#define _GNU_SOURCE
#include "CMediaWorker.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

static int open_files(posix_spawn_file_actions_t *actions, int input, int output) {
    int error = posix_spawn_file_actions_adddup2(actions, input, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(actions, output, 1);
    if (!error) error = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    // The worker doesn't inherit other descriptors, even if they aren't close-on-exec.
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
    return error;
}

/// A new process group, so that Ctrl-C in a terminal lets the server shut down in order, and default signal handling.
static int reset_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    return error ? error : posix_spawnattr_setflags(attributes, flags);
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Whether the process ended by itself before the deadline.
static int ends_before(pid_t pid, int64_t deadline) {
    int descriptor = -1;
#ifdef SYS_pidfd_open
    descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
#endif
    while (1) {
        int64_t left = deadline - now_ms();
        if (left <= 0) break;
        if (descriptor >= 0) {
            struct pollfd ended = {.fd = descriptor, .events = POLLIN};
            if (poll(&ended, 1, (int)left) > 0) break;
        } else {
            siginfo_t info = {0};
            if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid) break;
            struct timespec pause = {.tv_nsec = 5000000};
            nanosleep(&pause, 0);
        }
    }
    if (descriptor >= 0) close(descriptor);
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static int64_t milliseconds(struct timeval time) { return (int64_t)time.tv_sec * 1000 + time.tv_usec / 1000; }

int media_worker_spawn(
    const char *path, char *const arguments[], char *const environment[], int input, int output, int timeout_ms,
    int *status, int64_t *cpu_ms
) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    pid_t pid = 0;
    error = open_files(&actions, input, output);
    if (!error) error = reset_signals(&attributes);
    if (!error) error = posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error) return error;
    int in_time = ends_before(pid, now_ms() + timeout_ms);
    // The whole process group, in case a compromised worker has started other processes.
    if (!in_time) {
        kill(-pid, SIGKILL);
        kill(pid, SIGKILL);
    }
    struct rusage usage = {0};
    while (wait4(pid, status, 0, &usage) < 0) {
        if (errno != EINTR) return errno;
    }
    *cpu_ms = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
    return in_time ? 0 : ETIMEDOUT;
}

int media_worker_exited(int status) { return WIFEXITED(status); }
int media_worker_exit_status(int status) { return WEXITSTATUS(status); }
int media_worker_attacked(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS; }
