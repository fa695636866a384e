package import Domain
package import Storage

/// The ids that clients gave their messages, for checks of what is stored.
package enum ClientMessageIDs {
    /// Calls `body` with each message's chat and id.
    package static func forEach(on connection: any SQLConnection, _ body: (ChatID, String) throws -> Void) throws {
        try connection.forEach("SELECT chat_id, client_id FROM messages", []) { row in
            try body(try row.id(0), ClientMessageKey(row: row, 1).clientMessageId)
            return true
        }
    }

    /// The ids that clients gave these messages.
    package static func of(
        _ messages: [MessageID],
        on connection: any SQLConnection
    ) throws -> [MessageID: String] {
        let rows = try connection.query("SELECT id, client_id FROM messages WHERE id IN", in: messages) {
            (id: try $0.id(0, MessageID.self), given: try ClientMessageKey(row: $0, 1).clientMessageId)
        }
        return Dictionary(rows.map { ($0.id, $0.given) }) { first, _ in first }
    }
}
