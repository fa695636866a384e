#define _GNU_SOURCE
#include "CMediaWorker.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static void limit(int resource, rlim_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    setrlimit(resource, &limit);
}

/// The memory that is already mapped. The libraries differ too much between builds for a constant.
static rlim_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (!statm) return 0;
    if (fscanf(statm, "%lu", &pages) != 1) pages = 0;
    fclose(statm);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

#ifdef ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define DENY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ANSWER(EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void filter(struct sock_filter *lines, unsigned short count) {
    struct sock_fprog program = {.len = count, .filter = lines};
    // Applies to existing threads as well. If the kernel or a container refuses, the other limits still apply.
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

static void forbid_calls(void) {
    struct sock_filter lines[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#ifdef __x86_64__
        // The same calls in the x32 ABI.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), ANSWER(EPERM),
#endif
        DENY(socket), DENY(socketpair), DENY(connect), DENY(bind), DENY(listen), DENY(sendto), DENY(sendmsg),
        DENY(execve), DENY(execveat), DENY(ptrace), DENY(process_vm_readv), DENY(process_vm_writev), DENY(kill),
        DENY(mount), DENY(umount2), DENY(pivot_root), DENY(chroot), DENY(setns), DENY(unshare), DENY(bpf),
        DENY(perf_event_open), DENY(userfaultfd), DENY(keyctl), DENY(add_key), DENY(request_key),
        DENY(open_by_handle_at), DENY(unlinkat), DENY(renameat2), DENY(linkat), DENY(symlinkat), DENY(mkdirat),
        DENY(mknodat), DENY(fchmod), DENY(fchmodat), DENY(fchown), DENY(fchownat), DENY(truncate),
#ifdef __NR_renameat
        DENY(renameat),
#endif
#ifdef __NR_io_uring_setup
        DENY(io_uring_setup),
#endif
#ifdef __NR_openat2
        DENY(openat2),
#endif
#ifdef __NR_fork
        DENY(fork), DENY(vfork), DENY(unlink), DENY(rename), DENY(link), DENY(symlink), DENY(mkdir), DENY(rmdir),
        DENY(mknod), DENY(chmod), DENY(chown), DENY(lchown), DENY(creat),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_open, 0, 4),
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT, 0, 1), ANSWER(EPERM),
        ALLOW,
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT, 0, 1), ANSWER(EPERM),
        ALLOW,
#ifdef __NR_clone3
        // A filter can't see its flags, which are in memory. The C library falls back to `clone`.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1), ANSWER(ENOSYS),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), ANSWER(EPERM),
        ALLOW,
    };
    filter(lines, sizeof(lines) / sizeof(lines[0]));
}

void media_worker_confine_files(void) {
    struct sock_filter lines[] = {
        LOAD(nr),
#ifdef __NR_open
        DENY(open),
#endif
        DENY(openat),
        ALLOW,
    };
    filter(lines, sizeof(lines) / sizeof(lines[0]));
}
#else
static void forbid_calls(void) {}
void media_worker_confine_files(void) {}
#endif

void media_worker_confine(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    // An empty network namespace, if the process is root or users may create namespaces. The filter forbids sockets as
    // well.
    if (unshare(CLONE_NEWNET) != 0) (void)!unshare(CLONE_NEWUSER | CLONE_NEWNET);
    limit(RLIMIT_AS, mapped_bytes() + ((rlim_t)1 << 30));
    limit(RLIMIT_CPU, 10);
    limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
    limit(RLIMIT_NOFILE, 64);
    limit(RLIMIT_CORE, 0);
    forbid_calls();
}
#else
#include <sys/resource.h>

void media_worker_confine(void) {
    struct rlimit time = {.rlim_cur = 10, .rlim_max = 10};
    struct rlimit size = {.rlim_cur = 256 << 20, .rlim_max = 256 << 20};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_FSIZE, &size);
}
void media_worker_confine_files(void) {}
#endif
