import Storage

/// What identifies a message for its sender, by the numbers of its row.
struct MessageIdentity {
    let num: Int64
    let chat: Int64
    let sender: Int64
    let client: ClientMessageKey

    static let columns = "num, chat, sender, client_id"

    init(num: Int64, chat: Int64, sender: Int64, client: ClientMessageKey) {
        (self.num, self.chat, self.sender, self.client) = (num, chat, sender, client)
    }

    /// Reads a row that begins with `columns`.
    init(row: any SQLRow) throws {
        (num, chat, sender) = (try row.int(0), try row.int(1), try row.int(2))
        client = try ClientMessageKey(row: row, 3)
    }

    /// Calls `body` for all messages with higher numbers.
    static func forEach(
        after num: Int64,
        on connection: any SQLConnection,
        _ body: (MessageIdentity) -> Void
    ) throws {
        try connection.forEach("SELECT \(columns) FROM message_rows WHERE num > $1", [num]) { row in
            body(try MessageIdentity(row: row))
            return true
        }
    }
}
