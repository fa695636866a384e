/// The consistency check: batches of seeds, each batch on a separate server.
package struct Check: Sendable {
    package struct Options: Sendable {
        /// Path of the `spotter` to check.
        package var executable: String
        /// The number of steps per seed, over all of its devices.
        package var steps = 60
        /// The number of seeds that share a server.
        package var batch: UInt64 = 25

        /// The number of servers that a batch has.
        package var nodes = 1
        /// PostgreSQL, on which each batch has a database of its own; `nil` for a file in the server's folder.
        package var database: Place?
        /// NATS, by which several servers hear of each other; `nil` for PostgreSQL.
        package var bus: Place?
        package var spread = Spread.devices
        package var faults = Severity.single
        /// How far the clocks of several servers are from this machine's, the first one's behind it and the last one's ahead.
        package var clocks = Duration.zero
        /// Whether what servers do by themselves is checked, and log-outs.
        package var hasDuties = false
        /// How soon after a fault every server has to store again.
        package var resumption = Duration.seconds(5)

        /// Which clients use which of several servers.
        package enum Spread: String, Sendable, CaseIterable {
            /// The devices of a seed use different ones.
            case devices
            /// The seeds use different ones.
            case seeds
            /// The devices of a seed use different ones, and each resumes at another one whenever its connection ends.
            case moving
        }

        package enum Severity: String, Sendable, CaseIterable {
            /// One fault after another.
            case single
            /// Two at once, and freezes that last longer than a lease. Needs several servers.
            case overlapping
        }

        package enum Place: Sendable, Hashable {
            /// Started by the check, which also takes it away: PostgreSQL with a standby, each server parted from it.
            case own
            case at(String)
        }

        package init(executable: String) { self.executable = executable }
    }

    package struct Failure: Sendable {
        package let history: History
        package let violations: [Violation]
    }

    /// How long a server took to store something after a fault had struck; for the one that can't go on meanwhile, after it
    /// was over. Or how long a device took to go on at another server.
    package struct Recovery: Sendable, CustomStringConvertible {
        package let what: String
        /// How much befell at once. Each may take its own time.
        package let atOnce: Int
        /// Whether it happened at all before it was given up.
        package let isDone: Bool
        package let time: Duration

        package func isInTime(_ limit: Duration) -> Bool { isDone && time <= limit * atOnce }

        package var description: String { isDone ? "\(what) after \(time)" : "never within \(time): \(what)" }
    }

    /// The amount of work done, to tell a real check from an idle run.
    package struct Counts: Sendable {
        package var seeds = 0
        package var steps = 0
        package var acked = 0
        package var unanswered = 0
        package var frames = 0
        package var connections = 0
        package var changes = 0
        package var faults = 0
        package var restarts = 0
        /// Of servers, after faults.
        package var recoveries: [Recovery] = []
        /// Of devices, at other servers.
        package var resumptions: [Recovery] = []
        /// How long servers let in who had logged out at another.
        package var logOuts: [Recovery] = []
        package var duties = 0

        package init() {}

        mutating func add(_ history: History, steps: Int) {
            seeds += 1
            self.steps += steps
            acked += history.sends.count { $0.message != nil }
            unanswered += history.sends.count { if case .unknown = $0.outcome { true } else { false } }
            connections += history.connections.count
            frames += history.connections.reduce(0) { $0 + $1.frames.count }
            changes += history.logs.values.reduce(0) { $0 + $1.count }
        }

        mutating func add(_ other: Counts) {
            seeds += other.seeds
            steps += other.steps
            acked += other.acked
            unanswered += other.unanswered
            frames += other.frames
            connections += other.connections
            changes += other.changes
            faults += other.faults
            restarts += other.restarts
            recoveries += other.recoveries
            resumptions += other.resumptions
            logOuts += other.logOuts
            duties += other.duties
        }
    }

    private let options: Options

    package init(_ options: Options) { self.options = options }

    /// - Parameter onBatch: called after each batch with the counts so far and the batch's failures.
    /// - Returns: whether no rule was broken.
    package func run(
        seeds: Range<UInt64>,
        onBatch: (_ sofar: Counts, _ failures: [Failure], _ batch: Range<UInt64>) -> Void
    ) async throws -> Bool {
        var counts = Counts()
        var hasPassed = true
        var next = seeds.lowerBound
        while next < seeds.upperBound {
            let batch = next..<min(next + options.batch, seeds.upperBound)
            next = batch.upperBound
            let outcome = try await Batch(seeds: batch, options: options).run()
            counts.add(outcome.counts)
            hasPassed = hasPassed && outcome.failures.isEmpty
            onBatch(counts, outcome.failures, batch)
        }
        return hasPassed
    }
}
