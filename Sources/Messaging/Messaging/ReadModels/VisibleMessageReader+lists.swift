import Accounts
package import Domain
package import Storage

extension VisibleMessageReader {
    /// The newest messages that have a text, newest first.
    ///
    /// - Parameters:
    ///   - maxBytes: of all their texts; the newest one may have more.
    ///   - filter: conditions on `m` (messages), with placeholders from `$2` on.
    ///   - arguments: the values of those placeholders.
    package func newest(
        _ limit: Int,
        maxBytes: Int = .max,
        filter: String,
        arguments: [any SQLBindable]
    ) throws -> [VisibleMessage] {
        var found: [VisibleMessage] = []
        var left = maxBytes
        try connection.forEach(
            """
            SELECT \(VisibleMessage.columns)
            FROM messages m \(User.join("u", on: "m.sender_id")) JOIN chats c ON c.id = m.chat_id
            WHERE \(VisibleMessages.rowCondition(on: "m", to: "$1")) AND m.text <> ''
                \(filter.isEmpty ? "" : "AND \(filter)")
            ORDER BY m.created_at DESC, m.num DESC LIMIT $\(arguments.count + 2)
            """,
            [reader] + arguments + [limit]
        ) { row in
            let message = try VisibleMessage(row: row)
            left -= message.text.utf8.count
            guard left >= 0 || found.isEmpty else { return false }
            found.append(message)
            return left > 0
        }
        return found
    }

    /// The messages that have a text and pass a filter, in no particular order; `nil` if there are more than `limit`. Reads
    /// all messages once, unless many pass.
    ///
    /// - Parameters:
    ///   - num: messages with a higher `num` are ignored.
    ///   - filter: conditions on `m` (messages), with placeholders from `$4` on.
    ///   - arguments: the values of those placeholders.
    ///   - isInFewChats: whether the filter names chats, so that only their messages are read.
    package func all(
        upTo num: Int64,
        filter: String,
        arguments: [any SQLBindable],
        isInFewChats: Bool,
        limit: Int
    ) throws -> [(message: MessageID, chat: ChatID)]? {
        // In the order of the rows otherwise: no index covers other filters.
        let tables = isInFewChats ? "messages m WHERE" : "message_rows r CROSS JOIN messages m WHERE m.num = r.num AND"
        let found = try connection.query(
            """
            SELECT m.id, m.chat_id FROM \(tables)
                \(VisibleMessages.condition(on: "m", to: "$1")) AND m.num <= $2 AND m.text <> ''
                AND $3 >= 0 \(filter.isEmpty ? "" : "AND \(filter)")
            LIMIT $3 + 1
            """,
            [reader, num, limit] + arguments
        ) { (message: try $0.id(0, MessageID.self), chat: try $0.id(1, ChatID.self)) }
        return found.count > limit ? nil : found
    }
}
