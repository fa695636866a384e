public import Domain
import Storage

/// What a chat shows at its top: a group's name and photo, the pinned messages.
extension Chats {
    public static let mostPins = 50

    /// What of a group is to change; what isn't named stays.
    public struct HeadChange: Sendable {
        public var name: String?
        /// `.some(nil)` takes the photo away.
        public var photoMediaId: MediaID??

        public init(name: String? = nil, photoMediaId: MediaID?? = nil) {
            self.name = name
            self.photoMediaId = photoMediaId
        }
    }

    /// Renames a group or changes its photo; an admin's right.
    public func change(_ change: HeadChange, of chat: ChatID, by actor: Actor) async throws -> Chat {
        let name = try change.name.map { try Validation.displayName($0, what: "group name") }
        try await writer.change(chat) { job in
            let role = try job.requireMember(actor)
            guard Access.can(actor, .changeChat(role, job.state.kind)) else {
                throw SpotterError(.forbidden, "Only an admin of a group can change its name and photo.")
            }
            guard let head = try ChatHead.read(chat, on: job.connection) else { throw SpotterError.notAMember }
            let photo = change.photoMediaId ?? head.photoMediaId
            guard (name ?? head.name) != head.name || photo != head.photoMediaId else { return }
            if let photo, photo != head.photoMediaId { try Media.requireOwnImage(photo, of: actor, on: job.connection) }
            try job.connection.execute(
                "UPDATE chats SET name = $1, photo_media_id = $2 WHERE id = $3",
                name ?? head.name,
                photo,
                chat
            )
            try job.changedHead()
        }
        return try await self.chat(chat, for: actor)
    }

    /// Pins a message at the chat's top, or takes it from there: anybody in a direct chat, admins in a group.
    public func setPinned(_ isPinned: Bool, _ message: MessageID, in chat: ChatID, by actor: Actor) async throws {
        try await writer.change(chat) { job in
            let role = try job.requireMember(actor)
            guard let found = try Message.find(message, in: chat, on: job.connection), found.deletedAt == nil else {
                throw SpotterError.notFound("message")
            }
            guard Access.can(actor, .pin(role, job.state.kind)) else {
                throw SpotterError(.forbidden, "Only an admin of a group can pin messages.")
            }
            let pins = try ChatHead.read(chat, on: job.connection)?.pins ?? []
            guard pins.contains(message) != isPinned else { return }
            if isPinned {
                guard pins.count < Self.mostPins else {
                    throw SpotterError(.conflict, "A chat holds at most \(Self.mostPins) pins; take one away first.")
                }
                try job.connection.execute(
                    "INSERT INTO pins (chat_id, message_id, seq) VALUES ($1, $2, $3)",
                    chat,
                    message,
                    job.nextSeq
                )
            } else {
                try job.connection.execute("DELETE FROM pins WHERE chat_id = $1 AND message_id = $2", chat, message)
            }
            try job.changedHead()
        }
    }
}

extension Media {
    /// - Throws: `not_found` where it isn't the actor's, `conflict` while it isn't ready, `invalid_request` for no image.
    static func requireOwnImage(_ id: MediaID, of actor: Actor, on connection: any SQLConnection) throws {
        let found = try connection.first("SELECT owner_id, kind, state FROM media WHERE id = $1", id) {
            (owner: try $0.id(0, UserID.self), kind: try $0.word(1, MediaKind.self), state: try $0.text(2))
        }
        guard let found, Access.can(actor, .own(found.owner)) else { throw SpotterError.notFound("file of yours") }
        guard found.state == "ready" else {
            throw SpotterError(.conflict, "The file is still being uploaded; use it when it's ready.")
        }
        guard found.kind == .image else { throw SpotterError.invalid("A photo must be an image.") }
    }
}
