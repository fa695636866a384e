public import Domain
import Embedding
import Foundation
import Messaging
public import SpotterAPI
public import Storage
import TimeExpressions

/// Searches by meaning and by words, only in chats of which the user is currently a member.
public struct MessageSearch: Sendable {
    /// The number of nearest messages with which a ranking starts. Later pages use more.
    static let minCandidates = 64

    let database: any Database
    let indexer: MessageIndexer
    let turns: SearchTurns

    public init(database: any Database, indexer: MessageIndexer) {
        self.database = database
        self.indexer = indexer
        // A local model and the ranking use a core each; a remote model is only waited for.
        let isRemote = indexer.embedders.contains { $0 is RemoteEmbedder }
        turns = SearchTurns(running: isRemote ? 32 : ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Searches the actor's messages.
    /// - Throws: `invalid_request` for a query that can't be searched for; `not_a_member` for a chat that the actor
    ///   isn't in; `rate_limited` if too many of the actor's searches are waiting.
    public func search(_ query: SearchQuery, for actor: Actor) async throws -> SearchResponse {
        try await turns.run(for: actor.userId) { try await search(query, for: actor, options: RankingOptions()) }
    }

    package func search(_ query: SearchQuery, for actor: Actor, options: RankingOptions) async throws -> SearchResponse
    {
        let query = try query.validated()
        let cursor = try query.cursor.map { text throws(SpotterError) in try SearchCursor(text, of: query) }
        let isHybrid = query.mode == .hybrid
        let scope = try await scope(in: query.chatIds, readsNames: isHybrid && options.readsNames, for: actor)
        let now = indexer.clock.now()
        let understanding =
            isHybrid
            ? QueryUnderstanding(
                query.text,
                people: scope.people,
                times: options.readsTimes
                    ? TimeExpressionParser(now: now, timeZone: scope.zone, locale: scope.locale) : nil,
                now: now
            ) : QueryUnderstanding(plain: query.text)
        let task = SearchTask(
            query: query,
            understanding: understanding,
            scope: scope,
            options: options,
            database: database,
            cursor: cursor
        )
        return try await prepared(task).answer()
    }

    /// The task with the query's embedding, or in text mode if there is none.
    func prepared(_ task: SearchTask) async throws -> SearchTask {
        var task = task
        if task.scope.isFullTextBehind, task.query.mode != .semantic { try await database.catchUpFullText() }
        (task.mode, task.degraded) = usableMode(for: task.query.mode, in: task.scope)
        guard task.mode != .text else { return task }
        let (text, isHybrid) = (task.understanding.text, task.mode == .hybrid)
        async let companion = isHybrid ? indexer.companionEmbedding(of: text) : nil
        do {
            task.embedding = try await indexer.embedding(of: text)
            task.degraded = task.degraded ?? task.embedding?.note
        } catch let error as CancellationError {
            throw error
        } catch {
            task.degraded = "Search by meaning failed just now (\(ErrorText.of(error))), so this is a search by words."
        }
        task.companion = await companion
        if task.embedding == nil { (task.mode, task.companion) = (.text, nil) }
        return task
    }

    /// Messages whose meaning is similar to that of one of the user's messages, which is excluded.
    /// - Parameter limit: 1 to 50.
    /// - Throws: `not_found` unless the message is in one of the user's chats; `invalid_request` for another limit;
    ///   `rate_limited` if too many of the user's searches are waiting.
    public func related(to message: MessageID, for actor: Actor, limit: Int = 10) async throws -> SearchResponse {
        try await turns.run(for: actor.userId) { try await findRelated(to: message, for: actor, limit: limit) }
    }

    private func findRelated(to message: MessageID, for actor: Actor, limit: Int) async throws -> SearchResponse {
        let found = try await database.read { connection in
            try VisibleMessageReader(reader: actor.userId, connection: connection).message(message)
        }
        guard let found else { throw SpotterError.notFound("message") }
        var query = SearchQuery(
            TextLength(0...SearchQuery.maxTextLength).prefix(of: found.text),
            mode: .semantic,
            limit: limit
        )
        guard (1...50).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 50.") }
        let scope = try await scope(in: [], readsNames: false, for: actor)
        var (mode, degraded) = usableMode(for: query.mode, in: scope)
        let embedding = mode == .text ? nil : try await indexer.embedding(like: message)
        if embedding == nil, mode != .text {
            (mode, degraded) = (.text, "This message isn't searchable by meaning yet, so these share words with it.")
        }
        query.mode = mode
        guard mode != .text || !query.text.trimmed.isEmpty else {
            return SearchResponse(results: [], mode: mode, degraded: degraded)
        }
        if mode == .text, scope.isFullTextBehind { try await database.catchUpFullText() }
        var task = SearchTask(
            query: query,
            understanding: QueryUnderstanding(plain: query.text),
            scope: scope,
            options: RankingOptions(),
            database: database
        )
        (task.mode, task.degraded) = (mode, degraded ?? embedding?.note)
        (task.embedding, task.excluded) = (embedding, message)
        return try await task.answer()
    }

    private func usableMode(for mode: SearchMode, in scope: SearchScope) -> (SearchMode, String?) {
        guard mode != .text else { return (.text, nil) }
        guard !indexer.embedders.isEmpty else {
            return (
                .text,
                "Search by meaning is off: the model's weights are missing. Run `spotter model fetch` and restart."
            )
        }
        // After every new message, one batch is in progress. Only a longer queue deserves a note.
        guard scope.pendingCount > ModelIndex.batchSize else { return (mode, nil) }
        return (mode, "\(scope.pendingCount) messages aren't searchable by meaning yet; they are being indexed.")
    }
}
