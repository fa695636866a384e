public import Domain
import Embedding
import Foundation
import Messaging
public import SpotterAPI
public import Storage

/// Search by meaning and by words, over the chats that the asker is in at this moment and no others.
public struct MessageSearch: Sendable {
    /// Nearest messages that a ranking begins with; more where later pages are asked for.
    static let candidates = 64

    let database: any Database
    let memory: MessageMemory

    public init(database: any Database, memory: MessageMemory) {
        self.database = database
        self.memory = memory
    }

    public func search(_ query: SearchQuery, for actor: Actor) async throws -> SearchResponse {
        try await search(query, for: actor, options: RankingOptions())
    }

    package func search(_ query: SearchQuery, for actor: Actor, options: RankingOptions) async throws -> SearchResponse
    {
        let query = try query.validated()
        let cursor = try query.cursor.map { text throws(SpotterError) in try SearchCursor(text, of: query) }
        if query.mode != .semantic { try await database.catchUpFullText() }
        let scope = try await Scope.read(query, cursor, for: actor, options, from: database)
        let understanding =
            query.mode == .hybrid
            ? QueryUnderstanding(
                query.text,
                roster: scope.roster,
                zone: options.readsTimes ? scope.zone : nil,
                locale: "en-US",
                now: memory.clock.now()
            ) : QueryUnderstanding(plain: query.text)
        var task = SearchTask(
            query: query,
            understanding: understanding,
            cursor: cursor,
            scope: scope,
            options: options,
            actor: actor,
            database: database
        )
        (task.mode, task.degraded) = try await usableMode(for: query)
        if task.mode != .text {
            do {
                task.probe = try await memory.probe(understanding.text)
                task.degraded = task.degraded ?? task.probe?.note
            } catch let error as CancellationError {
                throw error
            } catch {
                task.degraded = "Search by meaning failed just now (\(error)), so this is a search by words."
            }
            if task.probe == nil { task.mode = .text }
        }
        return try await task.answer()
    }

    /// Messages that mean much the same as one of the asker's messages, itself left out.
    ///
    /// - Parameter limit: 1 to 50.
    /// - Throws: `notFound` unless it's in one of the asker's chats.
    public func related(to message: MessageID, for actor: Actor, limit: Int = 10) async throws -> SearchResponse {
        let none = SearchFilter()
        let found = try await database.read { connection in
            try MessageReader(actor: actor, filter: none, connection: connection).message(message)
        }
        guard let found else { throw SpotterError.notFound("message") }
        var query = SearchQuery(String(found.text.prefix(SearchQuery.longestText)), mode: .semantic, limit: limit)
        guard (1...50).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 50.") }
        let scope = try await Scope.read(query, nil, for: actor, RankingOptions(), from: database)
        var (mode, degraded) = try await usableMode(for: query)
        let probe = mode == .text ? nil : try await memory.probe(like: message, in: found.chatId)
        if probe == nil, mode != .text {
            (mode, degraded) = (.text, "This message isn't searchable by meaning yet, so these share words with it.")
        }
        query.mode = mode
        guard mode != .text || !query.text.trimmed.isEmpty else {
            return SearchResponse(results: [], mode: mode, degraded: degraded)
        }
        if mode == .text { try await database.catchUpFullText() }
        var task = SearchTask(
            query: query,
            understanding: QueryUnderstanding(plain: query.text),
            cursor: nil,
            scope: scope,
            options: RankingOptions(),
            actor: actor,
            database: database
        )
        (task.mode, task.degraded, task.probe, task.excluded) = (mode, degraded ?? probe?.note, probe, message)
        return try await task.answer()
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
}

/// Where a search may look, as it is at its begin.
struct Scope: Sendable {
    /// The access filter: partitions are chosen by membership now, before anything is compared.
    let chats: [ChatID]
    /// The newest message, by `num`.
    let upTo: Int64
    let zone: TimeZone
    /// Whom the asker may mean; only where names are read.
    let roster: Roster?

    static func read(
        _ query: SearchQuery,
        _ cursor: SearchCursor?,
        for actor: Actor,
        _ options: RankingOptions,
        from database: any Database
    ) async throws -> Scope {
        try await database.read { connection in
            for chat in query.chatIds { try Chats.requireMember(actor, of: chat, on: connection) }
            let mine = try connection.query("SELECT chat_id FROM members WHERE user_id = $1", actor.userId) {
                try $0.id(0, ChatID.self)
            }
            let newest = try connection.first("SELECT coalesce(max(num), 0) FROM messages") { try $0.int(0) } ?? 0
            let zone = try connection.first("SELECT timezone FROM users WHERE id = $1", actor.userId) { try $0.text(0) }
            let readsNames = query.mode == .hybrid && options.readsNames
            return Scope(
                chats: query.chatIds.isEmpty ? mine : query.chatIds,
                upTo: cursor?.upTo ?? newest,
                zone: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt,
                roster: readsNames ? try Roster.load(for: actor, on: connection) : nil
            )
        }
    }
}
