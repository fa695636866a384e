import Accounts
package import Domain
package import Storage

extension VisibleMessageReader {
    /// The newest messages that have a text, newest first.
    ///
    /// - Parameters:
    ///   - filter: conditions on `m` (messages), with placeholders from `$2` on.
    ///   - arguments: the values of those placeholders.
    package func newest(_ limit: Int, filter: String, arguments: [any SQLBindable]) throws -> [VisibleMessage] {
        try list(
            """
            m.text <> ''\(filter.isEmpty ? "" : " AND \(filter)")
            ORDER BY m.created_at DESC, m.num DESC LIMIT $\(arguments.count + 2)
            """,
            arguments + [limit]
        )
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
        let tables = isInFewChats ? "messages m" : "message_rows r CROSS JOIN messages m ON m.num = r.num"
        let found = try connection.query(
            """
            SELECT m.id, m.chat_id FROM \(tables)
            WHERE \(VisibleMessages.condition(on: "m", to: "$1")) AND m.num <= $2 AND m.text <> ''
                AND $3 >= 0 \(filter.isEmpty ? "" : "AND \(filter)")
            LIMIT $3 + 1
            """,
            [reader, num, limit] + arguments
        ) { (message: try $0.id(0, MessageID.self), chat: try $0.id(1, ChatID.self)) }
        return found.count > limit ? nil : found
    }

    /// - Parameter condition: a condition on `m` (messages), with placeholders from `$2` on.
    private func list(_ condition: String, _ arguments: [any SQLBindable]) throws -> [VisibleMessage] {
        try connection.query(
            """
            SELECT \(VisibleMessage.columns)
            FROM messages m \(User.join("u", on: "m.sender_id")) JOIN chats c ON c.id = m.chat_id
            WHERE \(VisibleMessages.rowCondition(on: "m", to: "$1")) AND \(condition)
            """,
            [reader] + arguments,
            row: VisibleMessage.init(row:)
        )
    }
}
