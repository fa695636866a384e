import Dispatch
import Foundation

/// A thread of the lowest scheduling class that runs one job after another.
///
/// While the processors are busy it may stand still for long, so it shares no lock with other threads: a job is handed
/// over through a word of memory that two semaphores guard. For the same reason a job should allocate nothing.
final class IdleThread: Sendable {
    /// `@unchecked Sendable`: `job` is touched by the caller before `begin` and by the thread before `end`, never by both.
    private final class Exchange: @unchecked Sendable {
        let begin = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        /// `nil` ends the thread.
        var job: (() -> Void)?

        func serve() {
            SchedulingClass.becomeIdle()
            while true {
                begin.wait()
                guard runJob() else { return }
                end.signal()
            }
        }

        /// Lets go of the job before the caller does, so that the caller frees what it holds.
        private func runJob() -> Bool {
            guard let job else { return false }
            self.job = nil
            job()
            return true
        }
    }

    private let exchange = Exchange()

    init(name: String) {
        let thread = Thread { [exchange] in exchange.serve() }
        thread.name = name
        thread.start()
    }

    /// The thread ends; nobody waits for that.
    deinit { exchange.begin.signal() }

    /// Runs `job` on the thread and blocks until it has ended. Only one caller at a time may use a thread.
    func run(_ job: @escaping () -> Void) {
        exchange.job = job
        exchange.begin.signal()
        exchange.end.wait()
    }
}
