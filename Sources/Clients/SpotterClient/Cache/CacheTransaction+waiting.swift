package import Domain
import Foundation
import GRDB

/// Since when somebody waits for an answer in which chat, as the server said last.
extension CacheTransaction {
    func waiting() throws -> [ChatID: Timestamp] {
        let rows = try Row.fetchAll(database, sql: "SELECT chat_id, since FROM waiting")
        let pairs = rows.compactMap { row -> (ChatID, Timestamp)? in
            let (chat, since): (Data, Int64) = (row[0], row[1])
            return ChatID(bytes: chat).map { ($0, Timestamp(milliseconds: since)) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    func replace(waiting: [ChatID: Timestamp]) throws {
        try execute("DELETE FROM waiting")
        for (chat, since) in waiting {
            try execute(
                "INSERT INTO waiting (chat_id, since) VALUES (?, ?)",
                [Self.blob(chat), since.milliseconds]
            )
        }
    }
}

extension ClientCache {
    package func keep(waiting: [ChatID: Timestamp]) throws { try write { try $0.replace(waiting: waiting) } }
}
