import Accounts
import Domain
import Gateway
import HTTPTypes
import Live
import Messaging
import NIOCore
import ServiceLifecycle

/// Sync: what is new since a token, waited for if need be.
struct SyncRoutes {
    /// The longest wait for news.
    private static let maxWaitMs = 60_000

    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        // It may wait for news, so it takes its turn only to look.
        table.on(.get, "/sync", scope: .messagesRead, takesTurns: false) { try await routes.sync($0) }
        table.on(.post, "/user/{user}/filter", scope: .messagesRead) { call in
            try call.requireSelf()
            return ["filter_id": .string(SyncFilter(try await call.body()).id)]
        }
        table.on(.get, "/user/{user}/filter/{filter}", scope: .messagesRead) { call in
            try call.requireSelf()
            guard let filter = SyncFilter(call.path("filter")) else { throw MatrixFailure.unknownFilter }
            return filter.json
        }
    }

    private func sync(_ call: MatrixCall) async throws -> JSONValue {
        let since = try call.query("since").map { text in
            guard let token = SyncToken(text, of: call.principal.userId) else {
                throw MatrixFailure.invalid("'since' isn't a token of yours. Sync without it.")
            }
            return token
        }
        var filter = SyncFilter()
        if let text = call.query("filter"), !text.isEmpty {
            guard let known = SyncFilter(text) else { throw MatrixFailure.unknownFilter }
            filter = known
        }
        let isFull = call.query("full_state") == "true"
        let wait = min(try call.number("timeout") ?? 0, Self.maxWaitMs)
        let first = try await call.inTurn { [filter] in
            try await SyncAnswer.make(since: since, filter: filter, isFull: isFull, services, call)
        }
        confirmDelivery(first.delivered, call)
        guard first.isEmpty, !isFull, wait > 0 else { return first.json }
        return try await waited(since: since, filter: filter, wait, call)
    }

    /// The answer as soon as there is news, or the empty one when the time is over.
    private func waited(
        since: SyncToken?,
        filter: SyncFilter,
        _ milliseconds: Int,
        _ call: MatrixCall
    ) async throws -> JSONValue {
        let place = try call.context.admitStream(call.principal)
        defer { withExtendedLifetime(place) {} }
        let (principal, presence) = (call.principal, services.live.presence)
        let deadline = NIODeadline.now() + .milliseconds(Int64(milliseconds))
        let watch = try await services.live.hub.watch(principal.userId, session: principal.sessionId)
        // A program with a key doesn't make its owner present, and neither does a client that says so.
        let status =
            call.query("set_presence").flatMap(MatrixPresence.status)
            ?? services.chosenPresence.of(principal.sessionId)
        let connection = principal.key == nil && status != .offline ? watch.connection : nil
        if let connection {
            presence.connected(principal.userId, connection)
            if status == .away { presence.set(.away, principal.userId, connection) }
        }
        defer {
            if let connection { presence.disconnected(principal.userId, connection, saidGoodbye: false) }
            watch.end()
        }
        // Later revocations reach the watch; earlier ones show here.
        _ = try await services.principal(of: call.request)
        return try await withGracefulShutdownHandler {
            while true {
                let count = watch.count
                let answer = try await call.inTurn {
                    try await SyncAnswer.make(since: since, filter: filter, isFull: false, services, call)
                }
                guard answer.isEmpty, deadline > .now() else { return answer.json }
                switch await watch.wait(beyond: count, for: deadline - .now()) {
                case .news, .timeout: try Task.checkCancellation()
                case .stopped: return answer.json
                case .revoked:
                    throw MatrixFailure(SpotterError(.unauthorized, "This session has ended. Log in again."))
                }
            }
        } onGracefulShutdown: {
            watch.stop()
        }
    }

    /// What a client says that it has seen has been delivered.
    private func confirmDelivery(_ delivered: [ChatID: Int64], _ call: MatrixCall) {
        guard (try? call.require(.messagesWrite)) != nil else { return }
        for (chat, seq) in delivered {
            services.messaging.receipts.advance(.delivered, to: seq, in: chat, by: call.actor) { _ in }
        }
    }
}

extension MatrixFailure {
    static let unknownFilter = MatrixFailure(.notFound, "M_NOT_FOUND", "There is no such filter.")
}

extension MatrixCall {
    /// - Throws: `M_FORBIDDEN` if the path names somebody else.
    func requireSelf() throws {
        guard MatrixNames.user(path("user")) == principal.userId else {
            throw MatrixFailure(.forbidden, "M_FORBIDDEN", "Only your own.")
        }
    }
}
