#define _GNU_SOURCE
#include "CMediaWorker.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int resource, rlim_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &limit);
}

static void limit_time_and_files(struct media_worker_allowance allowance) {
    limit(RLIMIT_CPU, (rlim_t)allowance.cpu_seconds);
    limit(RLIMIT_FSIZE, (rlim_t)allowance.output_bytes);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 3);
}

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/// `nobody`, which owns no file.
enum { UNPRIVILEGED = 65534 };

/// The memory that is already mapped. The libraries differ too much between builds for a constant.
static rlim_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (!statm) return 0;
    if (fscanf(statm, "%lu", &pages) != 1) pages = 0;
    fclose(statm);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/// The first to end when the system runs out of memory, with less processor time than the server.
static void yield_to_others(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        (void)!write(file, "1000", 4);
        close(file);
    }
    // Relative to the server's, which an operator may have changed.
    (void)!nice(10);
}

/// No rights from here on, also if the server runs as root. In a container some of these may fail; what counts then is
/// the filter, which needs none of them.
static void drop_privileges(void) {
    // Empty namespaces for the network and shared memory, if the process is root or users may create namespaces.
    int spaces = CLONE_NEWNET | CLONE_NEWIPC;
    if (unshare(spaces) != 0) (void)!unshare(CLONE_NEWUSER | spaces);
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    if (geteuid() == 0) {
        (void)!setgroups(0, NULL);
        (void)!setresgid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED);
        (void)!setresuid(UNPRIVILEGED, UNPRIVILEGED, UNPRIVILEGED);
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    syscall(SYS_capset, &header, none);
}

static void close_other_files(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3, ~0U, 0) == 0) return;
#endif
    for (int file = 3; file < 1024; file++) close(file);
}

static int confine(struct media_worker_allowance allowance, uint32_t refusal, uint32_t attack) {
    yield_to_others();
    rlim_t mapped = mapped_bytes();
    drop_privileges();
    close_other_files();
    limit_time_and_files(allowance);
    limit(RLIMIT_AS, mapped + (rlim_t)allowance.memory_bytes);
    // After the change of user, which resets both.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return media_worker_filter_calls(refusal, attack);
}

int media_worker_confine(struct media_worker_allowance allowance) {
    // A library that tries a call which it can do without takes the answer of an older kernel.
    return confine(allowance, SECCOMP_RET_ERRNO | ENOSYS, SECCOMP_RET_KILL_PROCESS);
}

int media_worker_confine_for_probe(struct media_worker_allowance allowance) {
    uint32_t marked = SECCOMP_RET_ERRNO | MEDIA_WORKER_PROBE_ERROR;
    return confine(allowance, marked, marked);
}
#else
int media_worker_confine(struct media_worker_allowance allowance) {
    limit_time_and_files(allowance);
    return 0;
}
int media_worker_confine_for_probe(struct media_worker_allowance allowance) { return media_worker_confine(allowance); }
#endif
