import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Messaging

/// Making rooms, and who is in them. Whoever is added is in at once: there are no invitations to accept.
struct RoomMembershipRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        let chats = services.messaging.chats
        table.on(.post, "/createRoom", scope: .messagesWrite, takesTurns: true) { try await routes.create($0) }
        for path in ["/rooms/{room}/join", "/join/{room}"] {
            table.on(.post, path, scope: .messagesRead) { call in
                // People outside can't join by themselves, and don't learn whether there is such a room.
                let chat = try await chats.chat(try call.room(), for: call.actor)
                return ["room_id": .string(call.names.room(chat.id))]
            }
        }
        table.on(.post, "/rooms/{room}/leave", scope: nil) { call in
            try await chats.remove(call.principal.userId, from: try call.room(), by: call.actor)
            return [:]
        }
        // What one has left is gone already.
        table.on(.post, "/rooms/{room}/forget", scope: nil) { _ in [:] }
        table.on(.post, "/rooms/{room}/invite", scope: nil) { call in
            _ = try await chats.add([try await call.namedUser()], to: try call.room(), by: call.actor)
            return [:]
        }
        table.on(.post, "/rooms/{room}/kick", scope: nil) { call in
            let user = try await call.namedUser()
            try await chats.remove(user, from: try call.room(), by: call.actor)
            return [:]
        }
        for path in ["/rooms/{room}/state/{type}", "/rooms/{room}/state/{type}/{key}"] {
            table.on(.put, path, scope: .messagesWrite) { try await routes.setState($0) }
        }
    }

    private func create(_ call: MatrixCall) async throws -> JSONValue {
        let body = try await call.body(isStored: true)
        let invited = try (body["invite"]?.array ?? []).map { name in
            guard let user = name.string.flatMap(MatrixNames.user) else {
                throw MatrixFailure.invalid("'invite' holds a user who isn't of this server.")
            }
            return user
        }
        let name = body["name"]?.string
        let new: Chats.New
        if let other = invited.first, invited.count == 1, body["is_direct"]?.bool == true || name == nil {
            new = .direct(with: other)
        } else {
            new = .group(name: name ?? "", with: invited)
        }
        let chat = try await services.messaging.chats.open(new, by: call.actor).chat
        return ["room_id": .string(call.names.room(chat.id))]
    }

    /// A group's name and photo, and what is pinned.
    private func setState(_ call: MatrixCall) async throws -> JSONValue {
        let chats = services.messaging.chats
        let room = try call.room()
        let body = try await call.body(isStored: true)
        switch call.path("type") {
        case "m.room.name":
            _ = try await chats.change(.init(name: body["name"]?.string ?? ""), of: room, by: call.actor)
        case "m.room.avatar":
            let photo = body["url"]?.string.flatMap(MatrixNames.media)
            _ = try await chats.change(.init(photoMediaId: .some(photo)), of: room, by: call.actor)
        case "m.room.pinned_events":
            // As on the native route, no key pins.
            try call.require(nil)
            let wanted = (body["pinned"]?.array ?? []).compactMap { $0.string.flatMap { MatrixEventID($0) }?.message }
            let pinned = try await chats.chat(room, for: call.actor).pins
            for message in pinned where !wanted.contains(message) {
                try await chats.setPinned(false, message, in: room, by: call.actor)
            }
            for message in wanted where !pinned.contains(message) {
                try await chats.setPinned(true, message, in: room, by: call.actor)
            }
        case "m.room.encryption": throw MatrixFailure.noEncryption
        default:
            _ = try await chats.chat(room, for: call.actor)
            throw MatrixFailure(.forbidden, "M_FORBIDDEN", "This state can't be changed here.")
        }
        let chat = try await chats.chat(room, for: call.actor)
        let event = RoomState(chat, call.names).events.first { $0.type == call.path("type") }
        return ["event_id": .string(event?.id.text ?? "")]
    }
}

extension MatrixCall {
    /// The user whom the body names.
    fileprivate func namedUser() async throws -> UserID {
        guard let name = try await body()["user_id"]?.string else { throw MatrixFailure.missing("user_id") }
        guard let user = MatrixNames.user(name) else { throw MatrixFailure(SpotterError.notFound("person")) }
        return user
    }
}
