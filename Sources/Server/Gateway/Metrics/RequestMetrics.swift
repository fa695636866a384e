package import CoreMetrics
package import Domain
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts requests and errors and times requests, for `/metrics`.
///
/// Frames on a socket aren't timed: what they cost is in the times of the writer's groups.
package final class RequestMetrics: Sendable {
    private let factory: any MetricsFactory
    private let errors: [ErrorCode: Counter]
    private let wrongPasswords: Counter

    package init(_ factory: any MetricsFactory) {
        self.factory = factory
        errors = Dictionary(
            uniqueKeysWithValues: ErrorCode.allCases.map { code in
                (code, Counter(label: ServerMetrics.errors, dimensions: [("code", code.rawValue)], factory: factory))
            }
        )
        wrongPasswords = Counter(label: ServerMetrics.failedLogins, factory: factory)
    }

    /// An error was answered, by REST or on a socket.
    package func failed(_ code: ErrorCode) { errors[code]?.increment() }

    /// Somebody gave a wrong password.
    func loginFailed() { wrongPasswords.increment() }

    /// What counts the requests of one operation. The metrics appear with its first request.
    func operation(_ id: String) -> OperationMetrics { OperationMetrics(id, factory) }
}

/// The requests of one operation, by status, and their times.
final class OperationMetrics: Sendable {
    private struct State: Sendable {
        var timer: CoreMetrics.Timer?
        var statuses: [Int: Counter] = [:]
    }

    private let id: String
    private let factory: any MetricsFactory
    private let state = Mutex(State())

    init(_ id: String, _ factory: any MetricsFactory) {
        self.id = id
        self.factory = factory
    }

    /// Times `respond`. An error counts with the status that it's answered with.
    func measure(_ respond: () async throws -> Response) async throws -> Response {
        let begin = ContinuousClock.now
        do {
            let response = try await respond()
            record(response.status.code, since: begin)
            return response
        } catch {
            record(SpotterError(presenting: error)?.code.status.code ?? 500, since: begin)
            throw error
        }
    }

    private func record(_ status: Int, since begin: ContinuousClock.Instant) {
        let (timer, counter) = state.withLock { state in
            let timer =
                state.timer
                ?? Timer(label: ServerMetrics.requestTime, dimensions: [("operation", id)], factory: factory)
            state.timer = timer
            let counter =
                state.statuses[status]
                ?? Counter(
                    label: ServerMetrics.requests,
                    dimensions: [("operation", id), ("status", "\(status)")],
                    factory: factory
                )
            state.statuses[status] = counter
            return (timer, counter)
        }
        counter.increment()
        timer.recordNanoseconds(Int64((ContinuousClock.now - begin) / .nanoseconds(1)))
    }
}
