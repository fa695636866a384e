public import Domain
import Embedding
import Messaging
public import Storage

/// Search by meaning and by words, over the chats that the asker is in at this moment and no others.
public struct MessageSearch: Sendable {
    /// How much a perfect word match adds to a cosine of 0 to 1. Small, so that words settle ties and rare names rise,
    /// while meaning leads: an equal-weight fusion is worse than cosine alone on chat lines.
    static let textWeight = 0.2
    static let candidates = 200

    private let database: any Database
    private let memory: MessageMemory

    public init(database: any Database, memory: MessageMemory) {
        self.database = database
        self.memory = memory
    }

    public func search(_ query: SearchQuery, for actor: Actor) async throws -> SearchAnswer {
        let query = try query.validated()
        let chats = try await visibleChats(for: actor, in: query.chatId)
        let (mode, degraded) = try await usableMode(for: query)
        if mode != .semantic { try await database.catchUpFullText() }
        let probe: SemanticProbe?
        do {
            probe = mode == .text ? nil : try await memory.probe(query.text)
        } catch let error as CancellationError {
            throw error
        } catch {
            return try await answer(
                query,
                mode: .text,
                probe: nil,
                chats: chats,
                actor: actor,
                degraded: "Search by meaning failed just now (\(error)), so this is a search by words."
            )
        }
        return try await answer(
            query,
            mode: mode,
            probe: probe,
            chats: chats,
            actor: actor,
            degraded: degraded ?? probe?.note
        )
    }

    private func usableMode(for query: SearchQuery) async throws -> (SearchMode, String?) {
        guard query.mode != .text else { return (.text, nil) }
        guard !memory.embedders.isEmpty else {
            return (
                .text,
                "Search by meaning is off: the model's weights are missing. Run `spotter model fetch` and restart."
            )
        }
        // One batch on its way is what every fresh message causes; more is worth telling.
        let pending = try await memory.pendingCount()
        guard pending > SemanticSpace.batchSize else { return (query.mode, nil) }
        return (query.mode, "\(pending) messages aren't searchable by meaning yet; they are being indexed.")
    }

    /// The access filter: partitions are chosen by membership now, before anything is compared.
    private func visibleChats(for actor: Actor, in chat: ChatID?) async throws -> [ChatID] {
        try await database.read { connection in
            if let chat {
                try Chats.requireMember(actor, of: chat, on: connection)
                return [chat]
            }
            return try connection.query("SELECT chat_id FROM members WHERE user_id = $1", actor.userId) {
                try $0.id(0)
            }
        }
    }

    private func answer(
        _ query: SearchQuery,
        mode: SearchMode,
        probe: SemanticProbe?,
        chats: [ChatID],
        actor: Actor,
        degraded: String?
    ) async throws -> SearchAnswer {
        // With filters the best of all may not pass: widen until enough do, or there is nothing more.
        var width = max(Self.candidates, query.limit * 4)
        while true {
            let dense = try await probe?.best(in: chats, limit: width) ?? []
            let isExhausted = dense.count < width
            let cosines = Dictionary(dense.map { ($0.message, $0.cosine) }) { first, _ in first }
            let found = try await database.read { [width] connection in
                try Self.collect(query, mode: mode, cosines: cosines, width: width, actor: actor, on: connection)
            }
            if found.count >= query.limit || isExhausted {
                return SearchAnswer(results: Array(found.prefix(query.limit)), mode: mode, degraded: degraded)
            }
            width *= 4
        }
    }

    /// Joins both lists in one snapshot, where membership is checked once more for every row.
    private static func collect(
        _ query: SearchQuery,
        mode: SearchMode,
        cosines: [MessageID: Double],
        width: Int,
        actor: Actor,
        on connection: any SQLConnection
    ) throws -> [SearchResult] {
        let filter = Filter(query)
        let texts: [MessageID: Double] =
            mode == .semantic
            ? [:]
            : Dictionary(
                try SQLiteFullText.search(
                    query.text,
                    visibleTo: actor.userId,
                    filter: filter.sql,
                    arguments: filter.arguments,
                    limit: width,
                    on: connection
                ).map { ($0.id, $0.score) }
            ) { first, _ in first }
        let bestText = texts.values.max() ?? 1
        var results: [SearchResult] = []
        for id in Set(cosines.keys).union(texts.keys) {
            let score =
                switch mode {
                case .semantic: cosines[id] ?? 0
                case .text: texts[id] ?? 0
                case .hybrid: (cosines[id] ?? 0) + textWeight * (texts[id] ?? 0) / max(bestText, .leastNormalMagnitude)
                }
            let match: SearchResult.Match =
                texts[id] == nil ? .semantic : mode == .text || cosines[id] == nil ? .text : .both
            let row = try row(id, score: score, match: match, filter: filter, actor: actor, on: connection)
            if let row { results.append(row) }
        }
        return results.sorted { ($0.score, $0.messageId) > ($1.score, $1.messageId) }
    }

    private static func row(
        _ id: MessageID,
        score: Double,
        match: SearchResult.Match,
        filter: Filter,
        actor: Actor,
        on connection: any SQLConnection
    ) throws -> SearchResult? {
        try connection.query(
            """
            SELECT m.id, m.chat_id, m.client_message_id, m.sender_id, u.display_name, m.text, m.created_at
            FROM messages m JOIN users u ON u.id = m.sender_id
            WHERE m.id = $1 AND m.chat_id IN (SELECT chat_id FROM members WHERE user_id = $2)
              AND m.deleted_at IS NULL \(filter.sql.isEmpty ? "" : "AND \(filter.sql)")
            """,
            [id, actor.userId] + filter.arguments
        ) { row in
            SearchResult(
                messageId: try row.id(0),
                chatId: try row.id(1),
                clientMessageId: try row.text(2),
                senderId: try row.id(3),
                senderName: try row.text(4),
                text: try row.text(5),
                sentAt: try row.timestamp(6),
                score: score,
                match: match
            )
        }.first
    }

    /// Conditions on `m` that both ways of searching share, with placeholders from `$3` on.
    private struct Filter {
        let sql: String
        let arguments: [any SQLBindable]

        init(_ query: SearchQuery) {
            var conditions: [String] = []
            var arguments: [any SQLBindable] = []
            func add(_ condition: String, _ value: (any SQLBindable)?) {
                guard let value else { return }
                arguments.append(value)
                conditions.append("\(condition) $\(arguments.count + 2)")
            }
            add("m.chat_id =", query.chatId)
            add("m.sender_id =", query.senderId)
            add("m.created_at >=", query.since)
            add("m.created_at <", query.until)
            sql = conditions.joined(separator: " AND ")
            self.arguments = arguments
        }
    }
}
