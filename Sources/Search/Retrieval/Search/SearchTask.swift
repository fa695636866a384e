import Domain
import Messaging
import SpotterAPI
import Storage

/// The state of one search.
struct SearchTask: Sendable {
    let query: SearchQuery
    let understanding: QueryUnderstanding
    let scope: SearchScope
    let options: RankingOptions
    let database: any Database
    var cursor: SearchCursor?
    var mode = SearchMode.text
    var degraded: String?
    var embedding: QueryEmbedding?
    /// By the second model, for hybrid ranking.
    var companion: QueryEmbedding?
    /// A message to exclude from the results.
    var excluded: MessageID?
    /// Ranks as a hybrid search even without vectors, and reads the messages around each candidate.
    var isForContext = false

    private var isHybrid: Bool { mode == .hybrid || isForContext }
    /// Whether words alone decide, all of them.
    var isByWords: Bool { mode == .text && !isForContext }

    /// The candidates that were found, best first.
    struct Found: Sendable {
        var ranked: [RankedMessage] = []
        var candidates = CandidateSet()
        /// The index of the filter that they pass.
        var filter = 0
        /// Whether no other messages pass that filter.
        var isComplete = false
    }

    func answer() async throws -> SearchResponse {
        let period = mode == .hybrid ? understanding.period : nil
        let filters = ([period, nil] as [PastPeriod?]).dropFirst(period == nil ? 1 : 0).map(filter)
        let found = try await found(filters)
        let isPeriodUsed = period != nil && found.filter == 0
        let start = position(in: found.ranked)
        let page = found.ranked.dropFirst(start).prefix(query.limit)
        let results = try await results(page, found.candidates.similarities)
        var answer = SearchResponse(results: results, mode: mode, degraded: degraded)
        let end = start + page.count
        if let last = page.last, end < found.ranked.count, end < SearchCursor.maxOffset, excluded == nil {
            let number = SearchCursor.number(of: query)
            answer.nextCursor =
                SearchCursor(offset: end, last: last.message.id, upTo: upTo, query: number).text
        }
        let isNarrowed =
            understanding.period != nil || !understanding.namedChats.isEmpty || !understanding.people.isEmpty
        if mode == .hybrid, query.explain || isNarrowed {
            let note =
                period != nil && !isPeriodUsed
                ? "Nothing was said in the time that the query names, so all times were searched." : nil
            answer.understood = understanding.reading(note: note, isPeriodUsed: isPeriodUsed)
        }
        return answer
    }

    private var upTo: Int64 { cursor?.upTo ?? scope.newest }

    func filter(_ period: PastPeriod?) -> SearchFilter { SearchFilter(query, period: period, upTo: upTo) }

    /// The position after the last result of the previous page. If that message is gone, the position after as many
    /// results as there were.
    private func position(in ranked: [RankedMessage]) -> Int {
        guard let cursor else { return 0 }
        return ranked.firstIndex { $0.message.id == cursor.last }.map { $0 + 1 } ?? min(cursor.offset, ranked.count)
    }

    // MARK: Candidates

    /// The candidates that pass the first filter which any message passes.
    func found(_ filters: [SearchFilter]) async throws -> Found {
        let firstWidth = max(MessageSearch.minCandidates, ((cursor?.offset ?? 0) + query.limit + 1) * 2)
        // A narrow filter excludes most of the nearest messages, so many more are needed.
        var limit = filters.contains(where: \.isNarrow) ? max(Self.narrowWidth, firstWidth) : firstWidth
        let (first, listed) = try await listed(filters)
        // Among many messages, words and vectors are searched at once: both take long.
        async let firstScores = textScores(filters[first], width: firstWidth)
        // What passes a narrow filter is known already.
        async let others =
            listed == nil ? companion?.nearest(in: scope.chats, limit: firstWidth).map(\.message) ?? [] : []
        var near = listed ?? []
        if listed == nil { near = try await nearest(limit) }
        let (scores, second) = (try await firstScores, try await others)
        while true {
            let isAll = listed != nil || near.count < limit
            let read = try await database.read { [near, first] connection in
                try self.candidates(near, second, isAll: isAll, filters[first...], firstWidth, scores, on: connection)
            }
            if let read {
                var found = read
                found.ranked = try await rank(&found.candidates, near)
                return found
            }
            limit *= 4
            near = try await nearest(limit)
        }
    }

    /// Among many messages, the ones that pass a narrow filter are listed if they are few: by looking at the nearest ones, a
    /// search would read nearly all messages to find them.
    ///
    /// - Returns: the index of the first filter that any message passes, or of the last one, and those messages, nearest
    ///   first; `nil` if the nearest of all messages have to be looked at.
    private func listed(_ filters: [SearchFilter]) async throws -> (first: Int, [SemanticHit]?) {
        guard embedding != nil, scope.newest > options.manyMessages else { return (0, nil) }
        for (number, filter) in filters.enumerated() {
            guard filter.isNarrowInChats, let passing = try await all(passing: filter) else { return (number, nil) }
            let hits = try await hits(passing)
            if !hits.isEmpty || number + 1 == filters.count { return (number, hits) }
        }
        return (0, nil)
    }

    /// The number of nearest messages with which a search with a narrow filter starts.
    private static let narrowWidth = 1024

    private func nearest(_ limit: Int) async throws -> [SemanticHit] {
        try await embedding?.nearest(in: scope.chats, limit: limit) ?? []
    }

    /// The messages that pass a filter; `nil` if there are so many that some are among the nearest.
    private func all(passing filter: SearchFilter) async throws -> [(message: MessageID, chat: ChatID)]? {
        try await database.read { connection in
            try VisibleMessageReader(reader: scope.actor.userId, connection: connection).all(
                upTo: filter.upTo,
                filter: filter.sql(from: 4),
                arguments: filter.arguments,
                isInFewChats: !query.chatIds.isEmpty,
                limit: 4 * Self.narrowWidth
            )
        }
    }

    /// These messages, nearest first. Those without a vector are left out.
    private func hits(_ messages: [(message: MessageID, chat: ChatID)]) async throws -> [SemanticHit] {
        let similarities = try await embedding?.similarities(of: messages) ?? [:]
        return messages.compactMap { message in
            similarities[message.message].map {
                SemanticHit(message: message.message, chat: message.chat, cosine: $0.cosine)
            }
        }.sorted { ($0.cosine, $0.message) > ($1.cosine, $1.message) }
    }

    /// Once this many messages pass a filter, the search stops widening.
    private var maxResults: Int {
        isForContext ? MessageSearch.minCandidates : (cursor?.offset ?? 0) + query.limit + 1
    }

    /// Widens the search until enough messages pass a filter, or there are no more.
    /// - Parameter firstScores: `textScores` of the first filter and width, if they are known.
    /// - Returns: `nil` if messages that are less similar than `near` may pass too.
    private func candidates(
        _ near: [SemanticHit],
        _ second: [MessageID],
        isAll: Bool,
        _ filters: ArraySlice<SearchFilter>,
        _ firstWidth: Int,
        _ firstScores: [MessageID: Double]?,
        on connection: any SQLConnection
    ) throws -> Found? {
        for (number, filter) in zip(filters.indices, filters) {
            var width = firstWidth
            var textScores = number == filters.startIndex ? firstScores : nil
            while true {
                let nearest = near.nearest(width)
                let candidates = try candidates(nearest, second, width: width, filter, textScores, on: connection)
                // Fewer than requested are all that match; one may have been excluded.
                textScores = candidates.textScores.count < width - 1 ? candidates.textScores : nil
                if candidates.messages.count >= maxResults { return Found(candidates: candidates, filter: number) }
                if nearest.count < width {
                    guard isAll else { return nil }
                    if mode == .semantic || candidates.textScores.count < width {
                        guard candidates.messages.isEmpty, number + 1 < filters.endIndex else {
                            return Found(candidates: candidates, filter: number, isComplete: true)
                        }
                        break
                    }
                }
                width *= 4
            }
        }
        return Found()
    }

    /// Similar messages and messages that share words, in one snapshot in which membership is checked for every row.
    ///
    /// - Parameters:
    ///   - second: the nearest messages by the second model.
    ///   - textScores: the messages that share words, if they are known.
    private func candidates(
        _ near: ArraySlice<SemanticHit>,
        _ second: [MessageID],
        width: Int,
        _ filter: SearchFilter,
        _ textScores: [MessageID: Double]?,
        on connection: any SQLConnection
    ) throws -> CandidateSet {
        let reader = VisibleMessageReader(reader: scope.actor.userId, connection: connection)
        var candidates = CandidateSet()
        if let textScores {
            candidates.textScores = textScores
        } else if mode != .semantic {
            candidates.textScores = try self.textScores(filter, width: width, on: connection)
        }
        for id in Set(near.map(\.message)).union(second).union(candidates.textScores.keys) where id != excluded {
            guard let message = try reader.message(id), filter.includes(message) else { continue }
            candidates.messages[id] = message
            guard (isHybrid ? options.contextWeight : isByWords ? options.wordContextWeight : 0) > 0 else { continue }
            candidates.neighbours[id] = CandidateSet.Neighbours(
                before: try reader.before(message, upTo: filter.upTo),
                after: try reader.after(message, upTo: filter.upTo)
            )
        }
        if isHybrid { candidates.addNeighbours(passing: filter) }
        guard isForContext else { return candidates }
        for (id, message) in candidates.messages {
            let known = candidates.neighbours[id]
            candidates.surroundings[id] = CandidateSet.Neighbours(
                before: try known?.before ?? reader.before(message, upTo: filter.upTo),
                after: try known?.after ?? reader.after(message, upTo: filter.upTo),
                reply: message.text.hasSuffix("?") ? try reader.reply(to: message, upTo: filter.upTo) : nil
            )
        }
        return candidates
    }

    // MARK: Ranking

    private func rank(_ candidates: inout CandidateSet, _ near: [SemanticHit]) async throws -> [RankedMessage] {
        if isHybrid {
            let compared = candidates.compared
            candidates.similarities = try await embedding?.similarities(of: compared) ?? [:]
            candidates.addSecond(try await companion?.similarities(of: compared) ?? [:])
            return HybridRanking(
                candidates: candidates,
                understanding: understanding,
                trainer: scope.actor.role == .trainer && !understanding.asksForOwnWords ? scope.actor.userId : nil,
                options: options
            ).ranked()
        }
        let found = candidates
        switch mode {
        case .semantic:
            return near.compactMap { hit in
                found.messages[hit.message].map { simple($0, hit.cosine, .semantic) }
            }.sorted(by: >)
        case .text, .hybrid:
            return found.messages.values.map { message in
                var ranked = simple(message, found.textScores[message.id] ?? 0, .text)
                ranked.parts.context = options.wordContextWeight * found.wordsAround(message)
                return ranked
            }.sorted(by: >)
        }
    }

    private func simple(_ message: VisibleMessage, _ score: Double, _ match: SearchResult.Match) -> RankedMessage {
        var parts = SearchScoreParts()
        if match == .text { parts.words = score } else { parts.meaning = score }
        return RankedMessage(message: message, parts: parts, match: match)
    }
}
