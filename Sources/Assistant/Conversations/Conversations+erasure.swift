import Domain
import Messaging
import SpotterAPI
import Storage

/// Account deletion: conversations.
extension Conversations {
    /// Removes all conversations of a user, each in a separate transaction.
    func eraseAll(of owner: UserID) async throws {
        let all = try await database.read { connection in
            try connection.query("SELECT id FROM conversations WHERE owner_id = $1", owner) {
                try $0.id(0, ConversationID.self)
            }
        }
        for id in all {
            try await database.write { connection in
                try connection.execute(
                    "UPDATE proposals SET conversation_id = NULL, turn_id = NULL WHERE conversation_id = $1",
                    id
                )
                connection.markErasure()
                try connection.execute("DELETE FROM turns WHERE conversation_id = $1", id)
                try connection.execute("DELETE FROM conversations WHERE id = $1", id)
            }
        }
    }

    private static let readAtOnce = 500

    /// Removes a user's words from the answers to other users. They are withheld from readers as soon as the messages
    /// are deleted; this removes them from the disk.
    func eraseQuotes(of sender: UserID) async throws {
        var last = TurnID(high: 0, low: 0)
        while true {
            let after = last
            let page = try await database.read { connection in
                try connection.query(
                    "SELECT \(TurnRow.columns) FROM turns t WHERE t.id > $1 AND t.answer IS NOT NULL ORDER BY t.id LIMIT $2",
                    after,
                    Self.readAtOnce,
                    row: TurnRow.init(row:)
                ).map { (id: $0.id, erased: try $0.withoutQuotes(of: sender, on: connection)) }
            }
            guard let end = page.last else { return }
            last = end.id
            let erased = page.compactMap(\.erased)
            guard !erased.isEmpty else { continue }
            try await database.write { connection in
                for (id, answer) in erased {
                    try connection.execute(
                        "UPDATE turns SET text = $1, answer = $2 WHERE id = $3",
                        TurnRow.withheldText,
                        answer,
                        id
                    )
                }
            }
        }
    }
}

extension TurnRow {
    /// The answer's JSON without its text and quotes, if it was made from messages of `sender`.
    fileprivate func withoutQuotes(
        of sender: UserID,
        on connection: any SQLConnection
    ) throws -> (TurnID, String)? {
        guard var stored, text != Self.withheldText else { return nil }
        let quotes = try Set(stored.sources + stored.answer.citations.map(\.messageId)).contains { message in
            try TextMessages.isSent(message, by: sender, on: connection)
        }
        guard quotes else { return nil }
        stored.answer.text = Self.withheldText
        stored.answer.citations = []
        stored.sources = []
        stored.pending = nil
        return (id, try stored.json())
    }
}
