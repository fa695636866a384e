import Domain
import Retrieval
import SpotterAPI
import Storage

/// Finds what the asker's chats hold on a question. Every line was checked against membership in one snapshot.
struct ContextFinder: Sendable {
    static let topK = 10
    /// Cosine of question and answer in MiniLM's space: 0.21 to 0.55; unrelated lines stay below 0.06 (`vectors.md`).
    static let threshold = 0.2
    /// What having all the words of the topic is worth beside the cosine.
    static let wordBonus = 0.2
    /// Hits that bring along what was said before and after.
    static let hitsWithNeighbours = 5
    /// What a message of the person asked about, or of their chat, is worth more.
    static let personBonus = 0.1

    let database: any Database
    let search: MessageSearch

    func roster(for actor: Actor) async throws -> Roster {
        try await database.read { try Roster.load(for: actor, on: $0) }
    }

    /// - Parameters:
    ///   - question: the user's own words.
    ///   - roster: to narrow the search to whom the question names.
    ///   - chat: to search nowhere else.
    func find(
        _ question: String,
        roster: Roster,
        for requester: Requester,
        at now: Timestamp,
        chat: ChatID? = nil,
        limit: Int = topK
    ) async throws -> FoundContext {
        let scope = SearchScope(question, roster: roster, requester: requester, now: now, chat: chat)
        guard !scope.text.isEmpty else { return FoundContext() }
        if scope.isWithoutTopic, scope.isNarrow {
            return try await latest(of: scope.narrow, for: requester.actor)
        }
        var found = try await hits(of: scope.narrow, for: requester.actor, limit: limit)
        var preferred: Set<MessageID> = []
        if scope.isNarrow {
            preferred = Set(found.scores.keys)
            // A day that was named bounds the answer if anything was said then; a person only comes first.
            if scope.narrow.since == nil || found.scores.isEmpty {
                let more = try await hits(of: scope.wide, for: requester.actor, limit: limit)
                found.scores.merge(more.scores) { mine, _ in mine }
                found.degraded = found.degraded ?? more.degraded
            }
        }
        func rank(_ hit: (key: MessageID, value: Double)) -> (Double, MessageID) {
            (hit.value + (preferred.contains(hit.key) ? Self.personBonus : 0), hit.key)
        }
        let best = found.scores.sorted { rank($0) > rank($1) }.prefix(limit)
        var context = try await snapshot(best.map { ($0.key, $0.value) }, for: requester.actor)
        context.degraded = found.degraded
        return context
    }

    /// By meaning, and by the words of the topic: an index of words alone would let "what did" and "who is" count.
    private func hits(
        of query: SearchQuery,
        for actor: Actor,
        limit: Int
    ) async throws -> (scores: [MessageID: Double], degraded: String?) {
        var query = query
        query.mode = .semantic
        query.limit = min(50, limit * 3)
        let byMeaning = try await search.search(query, for: actor)
        let words = TextWord.words(of: query.text).filter(ContentWords.isContent)
        let stems = ContentWords.stems(of: words)
        func shared(_ result: SearchResult) -> Double {
            let common = ContentWords.stems(of: result.text).intersection(stems).count
            return Double(common) / Double(max(1, stems.count))
        }
        var byWords: [SearchResult] = []
        if !words.isEmpty {
            query.mode = .text
            query.text = words.map(\.text).joined(separator: " ")
            byWords = try await search.search(query, for: actor).results
        }
        var scores: [MessageID: Double] = [:]
        guard byMeaning.mode == .semantic else {
            for result in byWords where shared(result) > 0 { scores[result.messageId] = shared(result) }
            return (scores, byMeaning.degraded)
        }
        for result in byWords { scores[result.messageId] = Self.wordBonus * shared(result) }
        for result in byMeaning.results {
            scores[result.messageId] = result.score + Self.wordBonus * shared(result)
        }
        return (scores.filter { $0.value >= Self.threshold }, nil)
    }

    // MARK: The snapshot

    /// The newest messages that pass the filters: what "what did Sara say last week?" asks for.
    private func latest(of query: SearchQuery, for actor: Actor) async throws -> FoundContext {
        var conditions: [String] = []
        var arguments: [any SQLBindable] = []
        func add(_ condition: String, _ value: (any SQLBindable)?) {
            guard let value else { return }
            arguments.append(value)
            conditions.append("\(condition) $\(arguments.count + 1)")
        }
        add("m.chat_id =", query.chatId)
        add("m.sender_id =", query.senderId)
        add("m.created_at >=", query.since)
        add("m.created_at <", query.until)
        let condition = conditions.joined(separator: " AND ") + " ORDER BY m.created_at DESC, m.id DESC LIMIT 5"
        let values = arguments.map(\.sqlValue)
        return try await database.read { connection in
            var context = FoundContext()
            context.hits = try Self.messages(condition, values, score: 1, for: actor, on: connection)
            return context
        }
    }

    private func snapshot(_ ranked: [(MessageID, Double)], for actor: Actor) async throws -> FoundContext {
        try await database.read { connection in
            var context = FoundContext()
            context.searched =
                try connection.first(
                    "SELECT coalesce(sum(c.seq), 0) FROM chats c JOIN members m ON m.chat_id = c.id WHERE m.user_id = $1",
                    actor.userId
                ) { Int(clamping: try $0.int(0)) } ?? 0
            for (id, score) in ranked {
                guard let hit = try Self.message("m.id = $2", [id], score: score, for: actor, on: connection) else {
                    continue
                }
                context.hits.append(hit)
                guard context.hits.count <= Self.hitsWithNeighbours else { continue }
                let before = try Self.message(
                    "m.chat_id = $2 AND m.seq < $3 ORDER BY m.seq DESC LIMIT 1",
                    [hit.chatId, hit.seq],
                    for: actor,
                    on: connection
                )
                let after = try Self.message(
                    "m.chat_id = $2 AND m.seq > $3 ORDER BY m.seq LIMIT 1",
                    [hit.chatId, hit.seq],
                    for: actor,
                    on: connection
                )
                context.neighbours[id] = [before, after].compactMap { $0 }
            }
            return context
        }
    }

    private static func message(
        _ condition: String,
        _ arguments: [any SQLBindable],
        score: Double? = nil,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> SourceMessage? {
        try messages(condition, arguments, score: score, for: actor, on: connection).first
    }

    /// Messages in chats that `actor` is in at this moment. The condition's placeholders begin at `$2`.
    private static func messages(
        _ condition: String,
        _ arguments: [any SQLBindable],
        score: Double?,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [SourceMessage] {
        try connection.query(
            """
            SELECT m.id, m.chat_id, m.seq, m.client_message_id, m.sender_id, u.display_name, c.name, m.text, m.created_at
            FROM messages m JOIN users u ON u.id = m.sender_id JOIN chats c ON c.id = m.chat_id
            WHERE m.chat_id IN (SELECT chat_id FROM members WHERE user_id = $1) AND m.deleted_at IS NULL
              AND \(condition)
            """,
            [actor.userId] + arguments
        ) { row in
            SourceMessage(
                id: try row.id(0),
                chatId: try row.id(1),
                seq: try row.int(2),
                clientMessageId: try row.text(3),
                senderId: try row.id(4),
                senderName: try row.text(5),
                group: try row.optionalText(6),
                text: try row.text(7),
                sentAt: try row.timestamp(8),
                score: score
            )
        }
    }
}
