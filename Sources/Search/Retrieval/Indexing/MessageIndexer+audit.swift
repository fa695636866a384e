public import Domain
import Embedding
import Messaging
import Storage
import VectorSearch

/// The errors in one model's vectors. If there are none, all lists are empty.
public struct IndexAudit: Sendable, Codable, Hashable {
    public let model: String
    /// The number of messages checked.
    public let messages: Int
    /// Messages without a vector that aren't queued either.
    public var lost: [MessageID] = []
    /// Messages that are queued.
    public var waiting: [MessageID] = []
    /// Messages whose vectors are too few, too many, damaged, or computed from another text.
    public var wrong: [MessageID] = []
    /// Vectors of messages that no longer exist or have no text.
    public var orphans: [MessageID] = []
    /// Chats whose vectors in memory differ from the database.
    public var differing: [ChatID] = []

    public var isClean: Bool { lost.isEmpty && wrong.isEmpty && orphans.isEmpty && differing.isEmpty }
}

extension MessageIndexer {
    /// Compares messages, vectors, queues and memory. Nothing may be written meanwhile.
    /// - Parameter recomputing: also embeds every message again and compares the vectors.
    public func audit(recomputing: Bool) async throws -> [IndexAudit] {
        var audits: [IndexAudit] = []
        for space in indexes { audits.append(try await audit(space, recomputing: recomputing)) }
        return audits
    }

    private struct Audited: Sendable {
        let num: Int64
        let id: MessageID
        let chat: ChatID
        let text: String
        let isQueued: Bool
        let vectors: [[Float]]
    }

    private func audit(_ space: ModelIndex, recomputing: Bool) async throws -> IndexAudit {
        var (num, count) = (Int64.min, 0)
        var (lost, waiting, wrong): ([MessageID], [MessageID], [MessageID]) = ([], [], [])
        while true {
            let page = try await page(of: space, after: num)
            guard let last = page.last else { break }
            (num, count) = (last.num, count + page.count)
            for message in page {
                if message.vectors.isEmpty {
                    if message.isQueued { waiting.append(message.id) } else { lost.append(message.id) }
                } else {
                    let windows = await space.windows(of: message.text)
                    var isRight = windows.count == message.vectors.count
                    if isRight, recomputing {
                        isRight = Self.agree(try await space.embedder.embed(windows, in: .documents), message.vectors)
                    }
                    if !isRight { wrong.append(message.id) }
                }
            }
        }
        var audit = IndexAudit(model: space.embedder.model.name, messages: count)
        (audit.lost, audit.waiting, audit.wrong) = (lost, waiting, wrong)
        audit.orphans = try await orphans(of: space)
        audit.differing = try await differing(in: space)
        return audit
    }

    /// Whether the vectors are equal up to rounding, which depends on the kernels and the batch.
    private static func agree(_ a: [[Float]], _ b: [[Float]]) -> Bool {
        zip(a, b).allSatisfy { zip($0, $1).reduce(Float(0)) { $0 + $1.0 * $1.1 } > 0.999 }
    }

    private func page(of space: ModelIndex, after num: Int64) async throws -> [Audited] {
        let table = space.vectors.table
        return try await database.read { connection in
            try connection.query(
                """
                SELECT m.num, m.id, m.chat_id, m.text FROM \(TextMessages.table) m
                WHERE m.num > $1 ORDER BY m.num LIMIT 256
                """,
                num
            ) { (try $0.int(0), try $0.id(1, MessageID.self), try $0.id(2, ChatID.self), try $0.text(3)) }
            .map { num, id, chat, text in
                Audited(
                    num: num,
                    id: id,
                    chat: chat,
                    text: text,
                    isQueued: try connection.exists("SELECT 1 FROM embedding_queue WHERE message_id = $1", id),
                    vectors: try table.vectors(of: id, on: connection)
                )
            }
        }
    }

    private func orphans(of space: ModelIndex) async throws -> [MessageID] {
        let id = space.id
        return try await database.read { connection in
            try connection.query(
                """
                SELECT DISTINCT message_id FROM vectors v WHERE model_id = $1 AND NOT EXISTS (
                    SELECT 1 FROM \(TextMessages.table) m WHERE m.id = v.message_id AND m.chat_id = v.chat_id
                )
                """,
                id
            ) { try $0.id(0) }
        }
    }

    private func differing(in space: ModelIndex) async throws -> [ChatID] {
        let id = space.id
        let stored = try await database.read { connection in
            var chats: [ChatID: Set<MessageID>] = [:]
            try connection.forEach("SELECT chat_id, message_id FROM vectors WHERE model_id = $1", [id]) { row in
                chats[try row.id(0), default: []].insert(try row.id(1))
                return true
            }
            return chats
        }
        var direction = [Float](repeating: 0, count: space.embedder.model.dimension)
        direction[0] = 1
        var differing: [ChatID] = []
        for (chat, messages) in stored {
            let found = try await space.vectors.withVectors(of: [chat]) { index, keys in
                try index.search(query: direction, in: keys, limit: .max).map(\.entry.messageId)
            }
            if Set(found.joined()) != messages { differing.append(chat) }
        }
        return differing
    }
}
