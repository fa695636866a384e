import Domain
import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Lets each user have few requests worked on at once; the others wait for their turn.
///
/// A page of a megabyte takes milliseconds of a reader and of the processor. Those of one user would otherwise stand
/// before everybody's next request, as many as may be under way.
final class WorkTurns: Sendable {
    private struct Line: Sendable {
        var working = 1
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Whose turn it is in this task: work within it needs no other.
    @TaskLocal private static var holder: UserID?

    /// How long the turn of a long answer lasts that its client doesn't take. Who takes it, waits for the line anyway.
    static let maxHold = TimeAmount.milliseconds(20)

    private let lines = Mutex<[UserID: Line]>([:])
    private let maxWorking: Int

    /// - Parameter maxWorking: the most requests of one user at a time; by default half of the processors.
    init(maxWorking: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)) { self.maxWorking = maxWorking }

    /// Waits for the user's turn and runs `body`. How many wait is bounded by the requests that may be under way.
    func run<Value>(of user: UserID, _ body: () async throws -> Value) async throws -> Value {
        guard Self.holder != user else { return try await body() }
        await begin(user)
        defer { end(user) }
        return try await hold(user, body)
    }

    /// The same for a whole answer. The turn of a long one lasts until its client has taken it, or for `maxHold`: otherwise all
    /// answers of a client that takes none would be made at once.
    /// - Parameter loop: that of the connection.
    func answer(
        _ user: UserID,
        on loop: any EventLoop,
        _ body: () async throws -> Response
    ) async throws -> Response {
        guard Self.holder != user else { return try await body() }
        await begin(user)
        let turn = PlaceUnderWay { [self] in end(user) }
        do {
            var response = try await hold(user, body)
            guard !PacedBody.isSmall(response.body) else {
                turn.giveBack()
                return response
            }
            response.hold(turn)
            loop.scheduleTask(in: Self.maxHold) { [weak turn] in turn?.giveBack() }
            return response
        } catch {
            turn.giveBack()
            throw error
        }
    }

    private func hold<Value>(_ user: UserID, _ body: () async throws -> Value) async throws -> Value {
        try await Self.$holder.withValue(user) {
            // What a route that authenticates its caller itself reads and writes in the turn is the caller's, too.
            try await WorkOwner.$current.withValue(user) { try await body() }
        }
    }

    /// The requests that wait for their turn.
    var waitingCount: Int { lines.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// The number of users with a request that is worked on.
    var count: Int { lines.withLock { $0.count } }

    private func begin(_ user: UserID) async {
        await withCheckedContinuation { continuation in
            let mayStart = lines.withLock { lines in
                guard let line = lines[user] else {
                    lines[user] = Line()
                    return true
                }
                guard line.working >= maxWorking else {
                    lines[user]?.working += 1
                    return true
                }
                lines[user]?.waiting.append(continuation)
                return false
            }
            if mayStart { continuation.resume() }
        }
    }

    private func end(_ user: UserID) {
        let next = lines.withLock { lines -> CheckedContinuation<Void, Never>? in
            guard let line = lines[user] else { return nil }
            // Whoever waits takes over the place.
            guard line.waiting.isEmpty else { return lines[user]?.waiting.removeFirst() }
            if line.working > 1 { lines[user]?.working -= 1 } else { lines[user] = nil }
            return nil
        }
        next?.resume()
    }
}
