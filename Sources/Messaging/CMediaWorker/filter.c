#define _GNU_SOURCE
#include "CMediaWorker.h"

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// What decoding needs once all libraries are loaded, and nothing that reaches beyond this process: found with strace
// over every format, and with the threads of libvips. Values are little-endian, so that an argument's low half is first.
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define ALLOW_CALL(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ALLOW
/// Skips the next `count` lines for any other call.
#define UNLESS(call, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, count)
/// For code that doesn't belong here: no library makes these calls while it decodes.
#define ATTACK(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), RETURN(attack)
#define ALLOW_IF_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ALLOW

enum {
    /// How the C libraries start a thread. Musl sets the obsolete `CLONE_DETACHED` as well.
    THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS
        | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID,
    CLONE_DETACHED_FLAG = 0x400000,
    X32_BIT = 0x40000000,
};

int media_worker_filter_calls(uint32_t refusal, uint32_t attack) {
    struct sock_filter lines[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        RETURN(attack),
        LOAD(nr),
#ifdef __x86_64__
        // The same calls in the x32 ABI.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1),
        RETURN(attack),
#endif
        // The most frequent first.
        ALLOW_CALL(futex), ALLOW_CALL(munmap), ALLOW_CALL(madvise), ALLOW_CALL(brk), ALLOW_CALL(mremap),
        ALLOW_CALL(rt_sigprocmask), ALLOW_CALL(rt_sigaction), ALLOW_CALL(rt_sigreturn), ALLOW_CALL(restart_syscall),
        ALLOW_CALL(set_robust_list), ALLOW_CALL(sched_yield), ALLOW_CALL(exit), ALLOW_CALL(exit_group),
        ALLOW_CALL(clock_gettime), ALLOW_CALL(gettimeofday), ALLOW_CALL(getrandom), ALLOW_CALL(getpid),
        ALLOW_CALL(gettid), ALLOW_CALL(fstat), ALLOW_CALL(lseek), ALLOW_CALL(close),
        ALLOW_CALL(sysinfo),  // by `qsort`, which doesn't look whether it failed
#ifdef __NR_rseq
        ALLOW_CALL(rseq),
#endif
        // Only standard input and output; standard error is /dev/null.
        UNLESS(read, 4), LOAD(args[0]), ALLOW_IF_EQUAL(0), RETURN(refusal),
        UNLESS(write, 6), LOAD(args[0]), ALLOW_IF_EQUAL(1), ALLOW_IF_EQUAL(2), RETURN(refusal),
        // Memory of its own that can't be executed, so that no new code comes into the process.
        UNLESS(mmap, 6), LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0),
        LOAD(args[3]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1), ALLOW, RETURN(refusal),
        UNLESS(mprotect, 4), LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0), ALLOW,
        RETURN(refusal),
        // Threads, but no processes and no namespaces.
        UNLESS(clone, 5), LOAD(args[0]), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~(uint32_t)CLONE_DETACHED_FLAG),
        ALLOW_IF_EQUAL(THREAD), RETURN(refusal),
        // Its own processors only.
        UNLESS(sched_getaffinity, 4), LOAD(args[0]), ALLOW_IF_EQUAL(0), RETURN(refusal),
        ATTACK(execve), ATTACK(execveat), ATTACK(ptrace), ATTACK(process_vm_readv), ATTACK(process_vm_writev),
        ATTACK(kill), ATTACK(rt_sigqueueinfo), ATTACK(rt_tgsigqueueinfo),
        ATTACK(mount), ATTACK(unshare), ATTACK(setns),
        ATTACK(bpf), ATTACK(perf_event_open), ATTACK(userfaultfd), ATTACK(prlimit64), ATTACK(memfd_create),
#ifdef __NR_fork
        ATTACK(fork), ATTACK(vfork),
#endif
#ifdef __NR_io_uring_setup
        ATTACK(io_uring_setup),
#endif
#ifdef __NR_pidfd_open
        ATTACK(pidfd_open),
#endif
#ifdef __NR_pidfd_getfd
        ATTACK(pidfd_getfd),
#endif
#ifdef __NR_pidfd_send_signal
        ATTACK(pidfd_send_signal),
#endif
        RETURN(refusal),
    };
    struct sock_fprog program = {.len = sizeof(lines) / sizeof(lines[0]), .filter = lines};
    // Applies to threads that already run as well.
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}
#else
int media_worker_filter_calls(uint32_t refusal, uint32_t attack) {
    (void)refusal;
    (void)attack;
    return -1;
}
#endif
#endif
