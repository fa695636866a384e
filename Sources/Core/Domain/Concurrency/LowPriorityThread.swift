import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A thread that runs jobs one after another and leaves the processor to others who want it: for work that takes long.
///
/// A queue of Dispatch wouldn't do: its threads serve other queues, too, and keep their niceness.
package final class LowPriorityThread: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var waiting: [Job] = []
        var isStarted = false
        var isEnded = false
    }

    /// What the thread and its owner share, so that the thread ends when the owner is released.
    private final class Line: Sendable {
        let state = Mutex(State())
        let wakeUp = DispatchSemaphore(value: 0)

        func work() {
            while true {
                wakeUp.wait()
                let (job, isEnded) = state.withLock { state in
                    (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isEnded)
                }
                if let job { job() } else if isEnded { return }
            }
        }
    }

    private let line = Line()
    private let name: String
    private let niceness: Int32

    /// - Parameter niceness: added to the process's own. 5 leaves it a quarter of a processor that others want, 10 a tenth;
    ///   with none of them wanting it, it has all of it.
    package init(_ name: String, niceness: Int32) { (self.name, self.niceness) = (name, niceness) }

    /// What waits is still done.
    deinit {
        line.state.withLock { $0.isEnded = true }
        line.wakeUp.signal()
    }

    package func run(_ job: @escaping Job) {
        let isFirst = line.state.withLock { state in
            state.waiting.append(job)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { start() }
        line.wakeUp.signal()
    }

    /// It begins with the first job: most servers never hash a password for hours.
    private func start() {
        let thread = Thread { [line, niceness] in
            #if canImport(Glibc)
                let which = __priority_which_t(PRIO_PROCESS.rawValue)
                // On Linux this is the thread's own. More than what is allowed isn't asked for.
                _ = setpriority(which, 0, min(19, getpriority(which, id_t(getpid())) + niceness))
            #endif
            line.work()
        }
        thread.name = name
        thread.start()
    }
}
