import Accounts
import Domain
import Storage

/// A row of `chat_events`, which records that something changed. Its current state is read separately.
struct ChatEventRow {
    static let columns =
        "e.seq, e.kind, e.message_id, e.user_id, e.change, e.role, e.emoji, u.display_name, u.photo_media_id"

    let seq: Int64
    let kind: ChatEvent.Kind
    let messageId: MessageID?
    private let userId: UserID?
    private let change: String?
    private let role: MemberRole?
    private let emoji: String?
    private let displayName: String?
    private let photoMediaId: MediaID?

    static let table = "chat_events e \(User.leftJoin("u", on: "e.user_id"))"

    /// Reads a row of `table` that begins with `columns`.
    init(row: any SQLRow) throws {
        seq = try row.int(0)
        kind = try row.word(1)
        messageId = try row.optionalID(2)
        userId = try row.optionalID(3)
        change = try row.optionalText(4)
        role = try row.optionalText(5).flatMap(MemberRole.init)
        emoji = try row.optionalText(6)
        displayName = try row.optionalText(7)
        photoMediaId = try row.optionalID(8)
    }

    func event(in chat: ChatID, message: Message?, head: ChatHeader?) -> ChatEvent {
        let head = kind == .chatUpdated ? head : nil
        return ChatEvent(
            type: kind,
            chatId: chat,
            seq: seq,
            message: message,
            reaction: reaction,
            member: member,
            name: head?.name,
            photoMediaId: head?.photoMediaId,
            pins: head?.pins,
            announcement: head?.isAnnouncement
        )
    }

    private var reaction: ChatEvent.ReactionChange? {
        guard kind == .reactionChanged, let messageId, let userId, let emoji else { return nil }
        return .init(messageId: messageId, userId: userId, emoji: emoji, added: change == "added")
    }

    private var member: ChatEvent.MemberChange? {
        guard kind == .memberChanged, let userId,
            let change = change.flatMap(ChatEvent.MemberChange.Kind.init)
        else { return nil }
        // Logs of the first version don't contain the role of added members.
        return .init(
            userId: userId,
            displayName: displayName ?? "",
            change: change,
            role: change == .added ? role ?? .member : role,
            photoMediaId: photoMediaId
        )
    }
}
