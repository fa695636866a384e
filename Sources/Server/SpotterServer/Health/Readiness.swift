import Domain
import FileIO
import Synchronization

/// Whether the server can do its work, and why not: what `/readyz` answers.
///
/// Whether it can write is tried by writing, at most once in a few seconds and only when somebody asks.
final class Readiness: Sendable {
    /// What a server is doing as a whole.
    enum Phase: Sendable { case starting, serving, draining }

    /// What it asks of the rest of the server.
    struct Probes: Sendable {
        /// Writes to the database and returns once it's on disk.
        var write: @Sendable () async throws -> Void
        var isDamaged: @Sendable () -> Bool
        var disk: @Sendable () -> DiskSpace?
        /// Whether other nodes take this one for dead.
        var isUnheard: @Sendable () -> Bool = { false }
        var now: @Sendable () -> ContinuousClock.Instant = { .now }
    }

    private struct State: Sendable {
        var phase = Phase.starting
        /// The write that was tried last: when it began, and its outcome once there is one.
        var attempt: (begun: ContinuousClock.Instant, outcome: Outcome?, waiting: [AsyncStream<Outcome>.Continuation])?
    }

    private enum Outcome: Sendable {
        case written
        case failed(String)
    }

    private let probes: Probes
    /// Free bytes below which the server isn't ready.
    let diskFloor: Int64
    /// How long a write may take before the server counts as unable to write.
    private let deadline: Duration
    private let validity: Duration
    private let state = Mutex(State())

    init(
        _ probes: Probes,
        diskFloor: Int64,
        deadline: Duration = .seconds(2),
        validity: Duration = .seconds(5)
    ) {
        self.probes = probes
        self.diskFloor = diskFloor
        self.deadline = deadline
        self.validity = validity
    }

    func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

    /// In words for the operator, without secrets; empty if the server is ready.
    func reasons() async -> [String] {
        var reasons: [String] = []
        switch state.withLock({ $0.phase }) {
        case .starting: reasons.append("the server is starting")
        case .draining: reasons.append("the server is stopping")
        case .serving: break
        }
        if let space = probes.disk(), space.free < diskFloor {
            reasons.append(
                "the disk is nearly full: \(space.free >> 20) MB are free, at least \(diskFloor >> 20) MB are wanted (disk.floor.mb)"
            )
        }
        if probes.isUnheard() {
            reasons.append(
                "the other servers haven't heard of this one for some seconds; the database doesn't answer in time"
            )
        }
        if probes.isDamaged() {
            reasons.append("the database is damaged and nothing is written any more; restore a backup")
        } else if reasons.isEmpty, case .failed(let reason) = await tryWriting() {
            reasons.append(reason)
        }
        return reasons
    }

    /// Waits for the attempt that is under way, or for a new one if the last is too old.
    private func tryWriting() async -> Outcome {
        let (answers, answer) = AsyncStream<Outcome>.makeStream()
        let now = probes.now()
        let isNew = state.withLock { state in
            if let attempt = state.attempt {
                if let outcome = attempt.outcome, now - attempt.begun < validity {
                    answer.yield(outcome)
                    return false
                }
                if attempt.outcome == nil {
                    state.attempt?.waiting.append(answer)
                    return false
                }
            }
            state.attempt = (now, nil, [answer])
            return true
        }
        if isNew { Task { finish(await write()) } }
        let timer = Task { [deadline] in
            try? await Task.sleep(for: deadline)
            answer.yield(
                .failed("a write has waited for \(deadline); the database is locked or the disk doesn't answer")
            )
        }
        defer { timer.cancel() }
        for await outcome in answers { return outcome }
        return .failed("the request was given up")
    }

    private func write() async -> Outcome {
        do {
            try await probes.write()
            return .written
        } catch {
            return .failed("nothing can be stored: \(ErrorText.of(error))")
        }
    }

    private func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            defer { state.attempt?.waiting = [] }
            state.attempt?.outcome = outcome
            return state.attempt?.waiting ?? []
        }
        for answer in waiting { answer.yield(outcome) }
    }
}
