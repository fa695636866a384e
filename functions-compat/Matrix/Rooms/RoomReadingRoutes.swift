import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Messaging

/// Rooms, their members and state, and what was said in them.
struct RoomReadingRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        addMembers(to: &table)
        addState(to: &table)
        addHistory(to: &table)
    }

    private func chat(_ call: MatrixCall) async throws -> Chat {
        try await services.messaging.chats.chat(try call.room(), for: call.actor)
    }

    // MARK: Members and state

    private func addMembers(to table: inout MatrixTable) {
        let routes = self
        table.on(.get, "/joined_rooms", scope: .messagesRead) { call in
            let chats = try await routes.services.messaging.chats.list(for: call.actor)
            return ["joined_rooms": .array(chats.map { .string(call.names.room($0.id)) })]
        }
        table.on(.get, "/rooms/{room}/joined_members", scope: .messagesRead) { call in
            let members = try await routes.chat(call).members.map { member in
                var shown: [String: JSONValue] = ["display_name": .string(member.displayName)]
                if let photo = member.photoMediaId { shown["avatar_url"] = .string(call.names.media(photo)) }
                return (call.names.user(member.userId), JSONValue.object(shown))
            }
            return ["joined": .object(Dictionary(members) { first, _ in first })]
        }
        table.on(.get, "/rooms/{room}/members", scope: .messagesRead) { call in
            let chat = try await routes.chat(call)
            let isWanted = (call.query("membership") ?? "join") == "join" && call.query("not_membership") != "join"
            let members = isWanted ? chat.members : []
            let state = RoomState(chat, call.names)
            return ["chunk": .array(members.map { state.member($0).json(in: chat.id, call.names) })]
        }
    }

    private func addState(to table: inout MatrixTable) {
        let routes = self
        table.on(.get, "/rooms/{room}/state", scope: .messagesRead) { call in
            let chat = try await routes.chat(call)
            return .array(RoomState(chat, call.names).events.map { $0.json(in: chat.id, call.names) })
        }
        for path in ["/rooms/{room}/state/{type}", "/rooms/{room}/state/{type}/{key}"] {
            table.on(.get, path, scope: .messagesRead) { call in
                let chat = try await routes.chat(call)
                let (type, key) = (call.path("type"), call.path("key"))
                let event = RoomState(chat, call.names).events.first { $0.type == type && $0.stateKey == key }
                guard let event else { throw MatrixFailure.unknownEvent }
                return event.content
            }
        }
    }

    // MARK: History

    private func addHistory(to table: inout MatrixTable) {
        let routes = self
        table.on(.get, "/rooms/{room}/messages", scope: .messagesRead) { try await routes.messages($0) }
        table.on(.get, "/rooms/{room}/event/{event}", scope: .messagesRead) { call in
            let chat = try call.room()
            return try await routes.find(try call.event(), in: chat, call).json(in: chat, call.names)
        }
        table.on(.get, "/rooms/{room}/context/{event}", scope: .messagesRead) { try await routes.context($0) }
    }

    private func messages(_ call: MatrixCall) async throws -> JSONValue {
        let chat = try call.room()
        let isForward = call.query("dir") == "f"
        guard isForward || call.query("dir") == "b" else { throw MatrixFailure.invalid("dir must be b or f.") }
        let from = try token("from", chat, call) ?? PageToken(seq: isForward ? 0 : .max)
        let to = try token("to", chat, call)
        let limit = min(max(try call.number("limit") ?? 10, 1), SyncFilter.maxLimit)
        let page = try await services.messaging.sync.timeline(
            TimelineRequest(
                chatId: chat,
                after: isForward ? from.seq : to?.seq ?? 0,
                upTo: isForward ? to?.seq ?? .max : from.seq,
                limit: limit,
                isForward: isForward
            ),
            for: call.actor
        )
        let events = call.events
        var shown = page.changes.flatMap { events.events(of: $0) }
        if !isForward { shown.reverse() }
        let seqs = page.changes.map(\.event.seq)
        let end = isForward ? seqs.last : seqs.first.map { $0 - 1 }
        // Where a page is empty its end is its start, which tells older clients that there is no more.
        return [
            "chunk": .array(shown.map { $0.json(in: chat, call.names) }), "start": .string(from.text),
            "end": .string(end.map { PageToken(seq: $0).text } ?? from.text), "state": [],
        ]
    }

    private func token(_ name: String, _ chat: ChatID, _ call: MatrixCall) throws -> PageToken? {
        guard let text = call.query(name), !text.isEmpty else { return nil }
        guard let token = PageToken(text, chat: chat, user: call.principal.userId) else {
            throw MatrixFailure.invalid("'\(name)' isn't a token of this server.")
        }
        return token
    }

    private func context(_ call: MatrixCall) async throws -> JSONValue {
        let chat = try call.room()
        let id = try call.event()
        let event = try await find(id, in: chat, call)
        guard let seq = try await services.position(of: id, in: chat, for: call.actor) else {
            throw MatrixFailure.unknownEvent
        }
        let limit = min(try call.number("limit") ?? 10, SyncFilter.maxLimit)
        let (sync, events) = (services.messaging.sync, call.events)
        var around: [[TimelineChange]] = [[], []]
        if limit > 1 {
            let before = TimelineRequest(chatId: chat, upTo: seq - 1, limit: limit / 2)
            let after = TimelineRequest(chatId: chat, after: seq, limit: limit / 2, isForward: true)
            for (index, request) in [before, after].enumerated() {
                around[index] = try await sync.timeline(request, for: call.actor).changes
            }
        }
        func shown(_ changes: [TimelineChange]) -> [JSONValue] {
            changes.flatMap { events.events(of: $0) }.map { $0.json(in: chat, call.names) }
        }
        let state = RoomState(try await self.chat(call), call.names)
        return [
            "event": event.json(in: chat, call.names), "events_before": .array(shown(around[0]).reversed()),
            "events_after": .array(shown(around[1])),
            "start": .string(PageToken(seq: (around[0].first?.event.seq ?? seq) - 1).text),
            "end": .string(PageToken(seq: around[1].last?.event.seq ?? seq).text),
            "state": .array(state.events.map { $0.json(in: chat, call.names) }),
        ]
    }

    /// - Throws: `M_NOT_FOUND`.
    private func find(_ id: MatrixEventID, in chat: ChatID, _ call: MatrixCall) async throws -> MatrixEvent {
        if case .state = id {
            let state = RoomState(try await self.chat(call), call.names).events
            guard let event = state.first(where: { $0.id == id }) else { throw MatrixFailure.unknownEvent }
            return event
        }
        let position: Int64? =
            switch id {
            case .message, .file: try await services.position(of: id, in: chat, for: call.actor)
            case .edit(_, let seq), .membership(chat, let seq): seq
            case .reaction(let given): given.seq
            case .deletion, .takenBack, .membership, .state: nil
            }
        guard let position else { throw MatrixFailure.unknownEvent }
        let request = TimelineRequest(chatId: chat, after: position - 1, upTo: position, limit: 1)
        let page = try await services.messaging.sync.timeline(request, for: call.actor)
        let found = page.changes.flatMap { call.events.events(of: $0) }.first { $0.id == id }
        guard let found else { throw MatrixFailure.unknownEvent }
        return found
    }
}

extension MatrixCall {
    var events: MessageEvents { MessageEvents(names: names, transactions: TransactionIDs(principal.sessionId)) }

    /// The event that the path names.
    /// - Throws: `M_NOT_FOUND` if it can't be one of this server.
    func event() throws -> MatrixEventID {
        guard let id = MatrixEventID(path("event")) else { throw MatrixFailure.unknownEvent }
        return id
    }
}

extension MatrixServices {
    /// The position of an event in its chat; `nil` for one that has none of its own.
    /// - Throws: `not_a_member`; `not_found` if there is no such message.
    func position(of id: MatrixEventID, in chat: ChatID, for actor: Actor) async throws -> Int64? {
        switch id {
        case .message(let message), .file(let message, _), .deletion(let message, _):
            try await messaging.chats.message(message, in: chat, for: actor).seq
        case .edit(_, let seq), .membership(_, let seq): seq
        case .reaction(let given), .takenBack(let given): given.seq
        case .state: nil
        }
    }
}
