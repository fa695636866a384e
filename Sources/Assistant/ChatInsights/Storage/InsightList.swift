package import Domain
package import Messaging
package import SpotterAPI
package import Storage

/// What is stored of a chat, with the messages it is from, as far as one member may read them.
package struct InsightList {
    package struct Entry: Sendable {
        package let insight: StoredInsight
        package let message: VisibleMessage
        let previous: VisibleMessage?
        package let doneAt: Timestamp?
        let doneBy: UserID?
    }

    static let maxEntries = 200

    package let chat: ChatID
    let reader: VisibleMessageReader

    package init(of chat: ChatID, for actor: Actor, on connection: any SQLConnection) throws {
        try Chats.requireMember(actor, of: chat, on: connection)
        self.chat = chat
        reader = VisibleMessageReader(reader: actor.userId, connection: connection)
    }

    /// Those of a kind that were said in a period, the newest first.
    /// - Parameter dueAfter: also earlier ones that are due after this.
    package func entries(
        _ kind: StoredInsight.Kind,
        since: Timestamp,
        until: Timestamp,
        dueAfter: Timestamp? = nil
    ) throws -> [Entry] {
        try query(
            """
            i.chat_id = $1 AND i.kind = $2 AND i.said_at < $3 AND (i.said_at >= $4 OR i.due_at > $5)
            ORDER BY i.said_at DESC, i.message_id DESC, i.part LIMIT $6
            """,
            [chat, kind.rawValue, until, since, dueAfter ?? .latest, Self.maxEntries]
        )
    }

    /// One of the chat's tasks.
    /// - Throws: `not_found` for any other id.
    package func action(_ id: ActionItemID) throws -> Entry {
        let found = try query("i.id = $1 AND i.chat_id = $2 AND i.kind = 'action'", [id, chat]).first
        guard let found else { throw SpotterError.notFound("action item") }
        return found
    }

    private func query(_ condition: String, _ arguments: [any SQLBindable]) throws -> [Entry] {
        let rows = try reader.connection.query(
            """
            SELECT \(StoredInsight.columns), d.done_at, d.done_by FROM message_insights i
            LEFT JOIN done_actions d ON d.message_id = i.message_id AND d.id = i.id WHERE \(condition)
            """,
            arguments
        ) { row in
            (
                insight: try StoredInsight(row: row), doneAt: try row.optionalTimestamp(StoredInsight.columnCount),
                doneBy: try row.optionalID(StoredInsight.columnCount + 1) as UserID?
            )
        }
        return try rows.compactMap { row in
            guard let message = try reader.message(row.insight.message) else { return nil }
            let previous = try row.insight.previous.flatMap { try reader.message($0) }
            guard row.insight.previous == nil || previous != nil else { return nil }
            return Entry(
                insight: row.insight,
                message: message,
                previous: previous,
                doneAt: row.doneAt,
                doneBy: row.doneBy
            )
        }
    }
}
