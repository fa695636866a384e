import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The scheduling class of a thread.
enum SchedulingClass {
    /// Linux's `SCHED_IDLE`, which Swift doesn't import: a macro of `_GNU_SOURCE`.
    private static let idlePolicy: Int32 = 5

    /// Moves the calling thread to the lowest class: it runs only when no other thread wants the processor. Needs no
    /// privilege, and can't be undone without one.
    ///
    /// The thread may be interrupted for long at any point, so it must not hold a lock that another thread wants.
    static func becomeIdle() {
        #if os(Linux)
            var parameters = sched_param()
            guard sched_setscheduler(0, idlePolicy, &parameters) != 0 else { return }
            // Where the class isn't allowed: on Linux, a thread's own niceness.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        #else
            Thread.current.qualityOfService = .background
        #endif
    }
}
