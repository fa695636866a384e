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
}
