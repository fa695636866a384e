import Accounts
import Domain
import Gateway
import HTTPTypes
import Live
import Messaging
import NIOCore

/// Read markers, receipts and typing.
struct RoomMarkerRoutes {
    private static let maxTypingMs = 30_000

    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        table.on(.post, "/rooms/{room}/read_markers", scope: .messagesWrite) { call in
            let chat = try call.room()
            let body = try await call.body()
            for name in ["m.fully_read", "m.read", "m.read.private"] {
                guard let text = body[name]?.string else { continue }
                try await routes.read(text, in: chat, call)
            }
            return [:]
        }
        table.on(.post, "/rooms/{room}/receipt/{type}/{event}", scope: .messagesWrite) { call in
            guard ["m.read", "m.read.private", "m.fully_read"].contains(call.path("type")) else {
                throw MatrixFailure.invalid("The receipt must be m.read, m.read.private or m.fully_read.")
            }
            try await routes.read(call.path("event"), in: try call.room(), call)
            return [:]
        }
        table.on(.put, "/rooms/{room}/typing/{user}", scope: .messagesWrite) { call in
            try call.requireSelf()
            try await routes.type(try call.room(), call)
            return [:]
        }
    }

    /// There is one cursor, which only goes forward: where others may see it and one's own mark are the same.
    private func read(_ event: String, in chat: ChatID, _ call: MatrixCall) async throws {
        guard let id = MatrixEventID(event) else { throw MatrixFailure.unknownEvent }
        guard let seq = try await services.position(of: id, in: chat, for: call.actor) else { return }
        _ = try await services.messaging.receipts.advance(.read, to: seq, in: chat, by: call.actor)
    }

    private func type(_ chat: ChatID, _ call: MatrixCall) async throws {
        let body = try await call.body()
        // Whether it's theirs to type in, before anything begins.
        _ = try await services.messaging.chats.chat(chat, for: call.actor)
        let (user, session) = (call.principal.user, call.principal.sessionId)
        guard body["typing"]?.bool == true else {
            return services.typing.stop(in: chat, by: user, session: session)
        }
        let time = min(max(body["timeout"]?.int ?? Self.maxTypingMs, 1), Self.maxTypingMs)
        services.typing.start(in: chat, by: user, session: session, for: .milliseconds(Int64(time)))
    }
}
