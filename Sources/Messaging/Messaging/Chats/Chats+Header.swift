import Accounts
import Contacts
public import Domain
import Storage

/// A group's name and photo, who may write in it, and pinned messages.
extension Chats {
    public static let maxPins = 50

    /// The fields of a group to change; the others are kept.
    public struct HeaderChange: Sendable {
        public var name: String?
        /// `.some(nil)` removes the photo.
        public var photoMediaId: MediaID??
        /// Whether only admins write in the group.
        public var isAnnouncement: Bool?

        public init(name: String? = nil, photoMediaId: MediaID?? = nil, isAnnouncement: Bool? = nil) {
            self.name = name
            self.photoMediaId = photoMediaId
            self.isAnnouncement = isAnnouncement
        }
    }

    /// Renames a group, changes its photo or who may write in it, as one of its admins.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `forbidden` if the actor isn't an admin of a group;
    ///   `invalid_request` if the name is invalid or the file isn't an image; `not_found` if the file isn't the
    ///   actor's; `conflict` if its upload is unfinished.
    public func change(_ change: HeaderChange, of chat: ChatID, by actor: Actor) async throws -> Chat {
        let name = try change.name.map { try Validation.displayName($0, what: "group name") }
        try await transactions.change(chat) { transaction in
            let role = try transaction.requireMember(actor)
            guard Access.can(actor, .changeChat(role, transaction.state.kind)) else {
                throw SpotterError(.forbidden, "Only an admin of a group can change it.")
            }
            guard let head = try ChatHeader.read(chat, on: transaction.connection) else {
                throw SpotterError.notAMember
            }
            let photo = change.photoMediaId ?? head.photoMediaId
            let isAnnouncement = change.isAnnouncement ?? transaction.state.isAnnouncement
            let changesWriters = isAnnouncement != transaction.state.isAnnouncement
            guard (name ?? head.name) != head.name || photo != head.photoMediaId || changesWriters else { return }
            if let photo, photo != head.photoMediaId {
                try requireOwnImage(photo, of: actor, on: transaction.connection)
            }
            try transaction.connection.execute(
                "UPDATE chats SET name = $1, photo_media_id = $2, announcement = $3 WHERE id = $4",
                name ?? head.name,
                photo,
                isAnnouncement,
                chat
            )
            // The next send is authorised by the new state.
            if changesWriters { try transaction.reload() }
            try transaction.changedHeader()
        }
        return try await self.chat(chat, for: actor)
    }

    /// Pins or unpins a message: any member in a direct chat, admins in a group.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if the message doesn't exist or was
    ///   deleted; `forbidden` if the actor isn't an admin of the group, or one of the two in a direct chat has blocked
    ///   the other; `conflict` if the chat has the maximum number of pins.
    public func setPinned(_ isPinned: Bool, _ message: MessageID, in chat: ChatID, by actor: Actor) async throws {
        try await transactions.change(chat) { transaction in
            let role = try transaction.requireMember(actor)
            guard let found = try transaction.find(message), found.deletedAt == nil else {
                throw SpotterError.notFound("message")
            }
            let (kind, isBlocked) = (transaction.state.kind, transaction.state.isBlocked)
            guard Access.can(actor, .pin(role, kind, isBlocked: isBlocked)) else {
                if isBlocked { throw SpotterError.blocked }
                throw SpotterError(.forbidden, "Only an admin of a group can pin messages.")
            }
            let pins = try ChatHeader.read(chat, on: transaction.connection)?.pins ?? []
            guard pins.contains(message) != isPinned else { return }
            if isPinned {
                guard pins.count < Self.maxPins else {
                    throw SpotterError(.conflict, "A chat holds at most \(Self.maxPins) pins; take one away first.")
                }
                try transaction.connection.execute(
                    "INSERT INTO pins (chat_id, message_id, seq) VALUES ($1, $2, $3)",
                    chat,
                    message,
                    transaction.nextSeq
                )
            } else {
                try transaction.connection.execute(
                    "DELETE FROM pins WHERE chat_id = $1 AND message_id = $2",
                    chat,
                    message
                )
            }
            try transaction.changedHeader()
        }
    }

    /// - Throws: `not_found` if the file isn't the actor's; `conflict` if its upload is unfinished; `invalid_request`
    ///   if it isn't an image.
    private func requireOwnImage(_ id: MediaID, of actor: Actor, on connection: any SQLConnection) throws {
        let file = try media.files([id], on: connection).own(id, of: actor)
        guard file.isReady else {
            throw SpotterError(.conflict, "The file is still being uploaded; use it when it's ready.")
        }
        guard file.media.kind == .image else { throw SpotterError.invalid("A photo must be an image.") }
        try file.requireSizeOfPhoto()
    }
}
