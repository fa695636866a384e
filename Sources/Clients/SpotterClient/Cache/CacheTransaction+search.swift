public import Domain
import Foundation
import GRDB

extension CacheTransaction {
    /// Messages that contain all of the words, latest first. Case and accents don't count.
    func messages(containing words: [String], in chat: ChatID?, limit: Int) throws -> [Message] {
        let wanted = words.map { Self.folded($0) }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT json_extract(message, '$.text'), message FROM messages
                WHERE NOT is_deleted AND (?1 IS NULL OR chat_id = ?1) ORDER BY json_extract(message, '$.createdAt') DESC
                """,
            arguments: [chat.map { Self.blob($0) }]
        )
        var found: [Message] = []
        while found.count < limit, let row = try rows.next() {
            guard let text: String = row[0], case let folded = Self.folded(text), wanted.allSatisfy(folded.contains)
            else {
                continue
            }
            found.append(try Self.decode(Message.self, row[1]))
        }
        return found
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

extension SyncEngine {
    /// The cached messages that contain all of the words, latest first, without requests. Case and accents don't count.
    /// - Parameter chat: only in this one.
    /// - Throws: an error if the cache can't be read.
    public func messages(containing words: [String], in chat: ChatID? = nil, limit: Int) throws -> [Message] {
        try cache.read { try $0.messages(containing: words, in: chat, limit: limit) }
    }

    /// The files of a chat in its cached history, latest first, without requests.
    /// - Throws: an error if the cache can't be read.
    public func files(in chat: ChatID, limit: Int) throws -> [ChatFile] {
        let messages = try messages(in: chat, limit: .max >> 1).messages.reversed().filter { $0.deletedAt == nil }
        return Array(messages.lazy.flatMap { ChatFile.files(of: $0) }.prefix(limit))
    }
}
