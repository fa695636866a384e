import Domain
import Messaging

/// Changes of a chat as Matrix events. What a reader of `names` gets is the same however they come to it: live, by sync or
/// by paging.
struct MessageEvents: Sendable {
    let names: MatrixNames
    /// The session that reads, which gets its own transaction ids back.
    let transactions: TransactionIDs

    /// The events of a change, oldest first. Empty if Matrix has nothing for it.
    func events(of change: TimelineChange) -> [MatrixEvent] {
        let event = change.event
        switch event.type {
        case .messageCreated: return event.message.map { self.events(of: $0) } ?? []
        case .messageEdited: return event.message.map { edit(of: $0, seq: event.seq, at: change.at) } ?? []
        case .messageDeleted: return event.message.map { deletions(of: $0, at: change.at) } ?? []
        case .reactionChanged: return reaction(change).map { [$0] } ?? []
        case .memberChanged: return membership(change).map { [$0] } ?? []
        // Transcripts have no events; what is said of the chat itself comes as state.
        case .messageTranscribed, .chatUpdated: return []
        }
    }

    // MARK: Messages

    /// A message, and one more event for each further file.
    func events(of message: Message) -> [MatrixEvent] {
        guard message.deletedAt == nil else { return [redacted(message)] }
        var first = MatrixEvent(
            id: .message(message.id),
            type: "m.room.message",
            sender: message.senderId,
            at: message.createdAt,
            content: .object(MessageContent(message, names).json)
        )
        if let transaction = transactions.transaction(of: message) {
            first.unsigned["transaction_id"] = .string(transaction)
        }
        return [first]
            + message.media.dropFirst().enumerated().map { index, media in
                MatrixEvent(
                    id: .file(message.id, index + 1),
                    type: "m.room.message",
                    sender: message.senderId,
                    at: message.createdAt,
                    content: .object(MessageContent(media, names).json)
                )
            }
    }

    private func redacted(_ message: Message) -> MatrixEvent {
        var event = MatrixEvent(
            id: .message(message.id),
            type: "m.room.message",
            sender: message.senderId,
            at: message.createdAt,
            content: [:]
        )
        let because = deletion(of: message, file: 0, at: message.deletedAt ?? message.createdAt)
        event.unsigned["redacted_because"] = because.json(in: message.chatId, names)
        return event
    }

    private func edit(of message: Message, seq: Int64, at: Timestamp) -> [MatrixEvent] {
        var event = MatrixEvent(
            id: .edit(message.id, seq: seq),
            type: "m.room.message",
            sender: message.senderId,
            at: at,
            content: [:]
        )
        if message.deletedAt == nil {
            event.content = .object(MessageContent(message, names).edit(of: .message(message.id)))
        } else {
            let because = deletion(of: message, file: 0, at: message.deletedAt ?? at)
            event.unsigned["redacted_because"] = because.json(in: message.chatId, names)
        }
        return [event]
    }

    /// Of the message and of all files that it may have had: which, nobody knows any more.
    private func deletions(of message: Message, at: Timestamp) -> [MatrixEvent] {
        (0..<Messages.Send.maxMedia).map { deletion(of: message, file: $0, at: at) }
    }

    private func deletion(of message: Message, file: Int, at: Timestamp) -> MatrixEvent {
        redaction(
            .deletion(message.id, file: file),
            of: file == 0 ? .message(message.id) : .file(message.id, file),
            by: message.senderId,
            at: at
        )
    }

    private func redaction(_ id: MatrixEventID, of other: MatrixEventID, by user: UserID, at: Timestamp) -> MatrixEvent
    {
        MatrixEvent(
            id: id,
            type: "m.room.redaction",
            sender: user,
            at: at,
            content: ["redacts": .string(other.text)],
            redacts: other
        )
    }

    // MARK: Reactions

    private func reaction(_ change: TimelineChange) -> MatrixEvent? {
        guard let reaction = change.event.reaction, let seq = change.reactionSeq else { return nil }
        let given = MatrixEventID.GivenReaction(
            message: reaction.messageId,
            user: reaction.userId,
            seq: seq,
            emoji: reaction.emoji
        )
        guard reaction.added else {
            return redaction(.takenBack(given), of: .reaction(given), by: reaction.userId, at: change.at)
        }
        return self.reaction(given, at: change.at, isStanding: change.isStanding, in: change.event.chatId)
    }

    func reaction(
        _ given: MatrixEventID.GivenReaction,
        at: Timestamp,
        isStanding: Bool,
        in chat: ChatID
    ) -> MatrixEvent {
        var event = MatrixEvent(
            id: .reaction(given),
            type: "m.reaction",
            sender: given.user,
            at: at,
            content: [:]
        )
        if isStanding {
            event.content = [
                "m.relates_to": [
                    "rel_type": "m.annotation", "event_id": .string(MatrixEventID.message(given.message).text),
                    "key": .string(given.emoji),
                ]
            ]
        } else {
            let because = redaction(.takenBack(given), of: .reaction(given), by: given.user, at: at)
            event.unsigned["redacted_because"] = because.json(in: chat, names)
        }
        return event
    }

    // MARK: Members

    /// A change of roles comes as state.
    private func membership(_ change: TimelineChange) -> MatrixEvent? {
        guard let member = change.event.member, member.change != .role else { return nil }
        return MatrixEvent(
            id: .membership(change.event.chatId, seq: change.event.seq),
            type: "m.room.member",
            sender: member.userId,
            at: change.at,
            content: RoomState.membership(
                member.change == .added ? "join" : "leave",
                name: member.displayName,
                photo: member.photoMediaId,
                names
            ),
            stateKey: names.user(member.userId)
        )
    }
}
