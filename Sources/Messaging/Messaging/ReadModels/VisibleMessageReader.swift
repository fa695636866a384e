import Accounts
package import Domain
package import Storage

/// Reads messages with the permissions that one user has when the statement runs. Membership is checked here,
/// regardless of where an id came from.
///
/// A search reads hundreds of messages of few chats, so chats and senders are looked up once in a reader's life. It lives
/// as long as one transaction, in which they don't change.
package final class VisibleMessageReader {
    package let reader: UserID
    package let connection: any SQLConnection
    private var chats: [Int64: Chat] = [:]
    private var chatNumbers: [ChatID: Int64] = [:]
    private var senders: [Int64: Sender] = [:]
    private var senderNumbers: [UserID: Int64] = [:]

    private struct Chat {
        let id: ChatID
        let groupName: String?
        let isVisible: Bool
    }

    private struct Sender {
        let id: UserID
        let name: String
    }

    package init(reader: UserID, connection: any SQLConnection) {
        self.reader = reader
        self.connection = connection
    }

    /// The message; `nil` if it doesn't exist, was deleted, or is in a chat of which the user isn't a member.
    package func message(_ id: MessageID) throws -> VisibleMessage? { try first("r.id = $1", [id]) }

    /// The previous message in the same chat that has a text.
    ///
    /// - Parameter upTo: messages with a higher `num` are ignored.
    package func before(_ message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        try neighbour(of: message, upTo: num, "<", "DESC")
    }

    /// The next message in the same chat that has a text.
    package func after(_ message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        try neighbour(of: message, upTo: num, ">", "ASC")
    }

    /// The next message in the same chat that another sender wrote and that has a text.
    package func reply(to message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        guard let sender = try number(of: message.senderId) else { return nil }
        return try neighbour(of: message, upTo: num, ">", "ASC", filter: "AND r.sender <> $4", [sender])
    }

    /// - Parameter filter: a further condition, with placeholders from `$4` on.
    private func neighbour(
        of message: VisibleMessage,
        upTo num: Int64,
        _ side: String,
        _ order: String,
        filter: String = "",
        _ arguments: [any SQLBindable] = []
    ) throws -> VisibleMessage? {
        guard let chat = try number(of: message.chatId) else { return nil }
        return try first(
            "r.chat = $1 AND r.seq \(side) $2 AND r.num <= $3 \(filter) AND \(Self.hasText) ORDER BY r.seq \(order)",
            [chat, message.seq, num] + arguments
        )
    }

    /// The chat of a message that the user may read; `nil` for any other.
    package func chat(of id: MessageID) throws -> ChatID? {
        let number = try connection.first(
            "SELECT chat FROM message_rows WHERE id = $1 AND deleted_at IS NULL",
            id
        ) { try $0.int(0) }
        guard let chat = try number.flatMap({ try chat($0) }), chat.isVisible else { return nil }
        return chat.id
    }

    // MARK: Rows

    private static let hasText = "(r.text <> '' OR r.spoken <> '')"

    /// - Parameter condition: a condition on `r` (message_rows), with placeholders from `$1` on. An index must cover it,
    ///   because it runs for each candidate of a search.
    private func first(_ condition: String, _ arguments: [any SQLBindable]) throws -> VisibleMessage? {
        try connection.query(
            """
            SELECT r.id, r.num, r.seq, r.chat, r.client_id, r.sender, \(Transcript.words(in: "r")), r.created_at,
                   r.spoken <> ''
            FROM message_rows r WHERE r.deleted_at IS NULL AND \(condition) LIMIT 1
            """,
            arguments,
            row: visible
        ).first ?? nil
    }

    private func visible(_ row: any SQLRow) throws -> VisibleMessage? {
        guard let chat = try chat(try row.int(3)), chat.isVisible, let sender = try sender(try row.int(5)) else {
            return nil
        }
        return VisibleMessage(
            id: try row.id(0),
            num: try row.int(1),
            seq: try row.int(2),
            chatId: chat.id,
            clientMessageId: try ClientMessageKey(row: row, 4).clientMessageId,
            senderId: sender.id,
            senderName: sender.name,
            groupName: chat.groupName,
            text: try row.text(6),
            sentAt: try row.timestamp(7),
            isTranscript: try !row.isNull(8) && row.bool(8)
        )
    }

    private func chat(_ number: Int64) throws -> Chat? {
        if let known = chats[number] { return known }
        let chat = try connection.first(
            "SELECT c.id, c.name, \(VisibleChats.rowCondition(on: "c.id", to: "$1")) FROM chats c WHERE c.num = $2",
            reader,
            number
        ) { Chat(id: try $0.id(0), groupName: try $0.optionalText(1), isVisible: try $0.bool(2)) }
        chats[number] = chat
        if let chat { chatNumbers[chat.id] = number }
        return chat
    }

    private func sender(_ number: Int64) throws -> Sender? {
        if let known = senders[number] { return known }
        let sender = try connection.first(
            "SELECT s.user_id, u.display_name FROM senders s \(User.join("u", on: "s.user_id")) WHERE s.num = $1",
            number
        ) { Sender(id: try $0.id(0), name: try $0.text(1)) }
        senders[number] = sender
        if let sender { senderNumbers[sender.id] = number }
        return sender
    }

    private func number(of chat: ChatID) throws -> Int64? {
        if let known = chatNumbers[chat] { return known }
        let number = try connection.first("SELECT num FROM chats WHERE id = $1", chat) { try $0.int(0) }
        chatNumbers[chat] = number
        return number
    }

    private func number(of sender: UserID) throws -> Int64? {
        if let known = senderNumbers[sender] { return known }
        let number = try connection.first("SELECT num FROM senders WHERE user_id = $1", sender) { try $0.int(0) }
        senderNumbers[sender] = number
        return number
    }
}
