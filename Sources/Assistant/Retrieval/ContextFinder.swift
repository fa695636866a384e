import Domain
import Retrieval
import Storage

/// Finds what the asker's chats hold on a question. Every line was checked against membership in one snapshot.
struct ContextFinder: Sendable {
    static let topK = 10
    /// Cosine of question and answer in MiniLM's space: 0.21 to 0.55; unrelated lines stay below 0.06 (`vectors.md`).
    static let threshold = 0.2
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
        if scope.isNarrow {
            for id in found.scores.keys { found.scores[id, default: 0] += Self.personBonus }
            // A day that was named bounds the answer if anything was said then; a person only comes first.
            if scope.narrow.since == nil || found.scores.isEmpty {
                let more = try await hits(of: scope.wide, for: requester.actor, limit: limit)
                found.scores.merge(more.scores) { mine, _ in mine }
                found.degraded = found.degraded ?? more.degraded
            }
        }
        let best = found.scores.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(limit)
        var context = try await snapshot(best.map { ($0.key, $0.value) }, for: requester.actor)
        context.degraded = found.degraded
        return context
    }

    private func hits(
        of query: SearchQuery,
        for actor: Actor,
        limit: Int
    ) async throws -> (scores: [MessageID: Double], degraded: String?) {
        var query = query
        query.limit = limit
        let answer = try await search.search(query, for: actor)
        guard answer.mode == .text else {
            let close = answer.results.filter { $0.score >= Self.threshold }
            return (Dictionary(close.map { ($0.messageId, $0.score) }) { first, _ in first }, answer.degraded)
        }
        // By words alone: the words of the question's topic must be there, not just "what did".
        let words = TextWord.words(of: query.text).filter(ContentWords.isContent)
        guard !words.isEmpty else { return ([:], answer.degraded) }
        query.mode = .text
        query.text = words.map(\.text).joined(separator: " ")
        let stems = ContentWords.stems(of: words)
        let byWords = try await search.search(query, for: actor).results
        let scored = byWords.map { result in
            let shared = ContentWords.stems(of: result.text).intersection(stems).count
            return (result.messageId, Double(shared) / Double(max(1, stems.count)))
        }
        return (Dictionary(scored.filter { $0.1 > 0 }) { first, _ in first }, answer.degraded)
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
