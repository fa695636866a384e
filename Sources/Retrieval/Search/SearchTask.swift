import Domain
import Messaging
import SpotterAPI
import Storage

/// One search on its way to an answer.
struct SearchTask: Sendable {
    let query: SearchQuery
    let understanding: QueryUnderstanding
    let cursor: SearchCursor?
    let scope: Scope
    let options: RankingOptions
    let actor: Actor
    let database: any Database
    var mode = SearchMode.text
    var degraded: String?
    var probe: SemanticProbe?
    /// A message that is no result.
    var excluded: MessageID?

    typealias Ranked = HybridRanking.Ranked

    func answer() async throws -> SearchResponse {
        var period = mode == .hybrid ? understanding.period : nil
        var note: String?
        var found = try await ranked(filter(period))
        if found.ranked.isEmpty, period != nil {
            period = nil
            note = "Nothing was said in the time that the query names, so all times were searched."
            found = try await ranked(filter(nil))
        }
        let begin = position(in: found.ranked)
        let page = found.ranked.dropFirst(begin).prefix(query.limit)
        var answer = SearchResponse(results: try await results(page, found.closeness), mode: mode, degraded: degraded)
        let end = begin + page.count
        if let last = page.last, end < found.ranked.count, end < SearchCursor.deepest, excluded == nil {
            let number = SearchCursor.number(of: query)
            answer.nextCursor =
                SearchCursor(offset: end, last: last.message.id, upTo: scope.upTo, query: number).text
        }
        let isNarrowed =
            understanding.period != nil || !understanding.namedChats.isEmpty || !understanding.people.isEmpty
        if mode == .hybrid, query.explain || isNarrowed {
            answer.understood = understanding.reading(note: note, isPeriodUsed: period != nil)
        }
        return answer
    }

    private func filter(_ period: PastPeriod?) -> SearchFilter {
        SearchFilter(query, period: period, upTo: scope.upTo)
    }

    /// After the last result of the page before; if that's gone, after as many as there were.
    private func position(in ranked: [Ranked]) -> Int {
        guard let cursor else { return 0 }
        return ranked.firstIndex { $0.message.id == cursor.last }.map { $0 + 1 } ?? min(cursor.offset, ranked.count)
    }

    // MARK: Candidates

    private struct Found {
        var ranked: [Ranked] = []
        var closeness: [MessageID: Closeness] = [:]
    }

    private func ranked(_ filter: SearchFilter) async throws -> Found {
        let wanted = (cursor?.offset ?? 0) + query.limit + 1
        // With filters the best of all may not pass: widen until enough do, or there is nothing more.
        var width = max(MessageSearch.candidates, wanted * 2)
        while true {
            let near = try await probe?.best(in: scope.chats, limit: width) ?? []
            let pool = try await pool(near, width: width, filter)
            let ranked = try await rank(pool, near)
            let isExhausted = near.count < width && (mode == .semantic || pool.texts.count < width)
            if ranked.ranked.count >= wanted || isExhausted { return ranked }
            width *= 4
        }
    }

    /// Both lists in one snapshot, where membership is checked for every row.
    private func pool(_ near: [SemanticHit], width: Int, _ filter: SearchFilter) async throws -> Pool {
        try await database.read { connection in
            let reader = MessageReader(actor: actor, filter: filter, connection: connection)
            var pool = Pool()
            if mode != .semantic {
                let found = try SQLiteFullText.search(
                    words,
                    visibleTo: actor.userId,
                    filter: filter.sql,
                    arguments: filter.arguments,
                    limit: width,
                    on: connection
                )
                pool.texts = Dictionary(found.map { ($0.id, $0.score) }) { first, _ in first }
                pool.texts[excluded ?? MessageID(high: 0, low: 0)] = nil
            }
            for id in Set(near.map(\.message)).union(pool.texts.keys) where id != excluded {
                guard let message = try reader.message(id) else { continue }
                pool.messages[id] = message
                guard mode == .hybrid, options.contextWeight > 0 else { continue }
                pool.places[id] = Pool.Place(before: try reader.before(message), after: try reader.after(message))
            }
            pool.addNeighbours()
            return pool
        }
    }

    /// What is looked for by words: those that carry a topic, or all where none does.
    private var words: String {
        let content = TextWord.words(of: understanding.text).filter(ContentWords.isContent).map(\.text)
        return content.isEmpty ? understanding.text : content.joined(separator: " ")
    }

    // MARK: Order

    private func rank(_ pool: Pool, _ near: [SemanticHit]) async throws -> Found {
        switch mode {
        case .text:
            return Found(ranked: pool.messages.values.map { simple($0, pool.texts[$0.id] ?? 0, .text) }.sorted(by: >))
        case .semantic:
            let ranked = near.compactMap { hit in
                pool.messages[hit.message].map { simple($0, hit.cosine, .semantic) }
            }
            return Found(ranked: ranked.sorted(by: >), closeness: [:])
        case .hybrid:
            var pool = pool
            pool.closeness = try await probe?.closeness(of: pool.compared) ?? [:]
            let ranking = HybridRanking(pool: pool, understanding: understanding, options: options)
            return Found(ranked: ranking.ranked(), closeness: pool.closeness)
        }
    }

    private func simple(_ message: FoundMessage, _ score: Double, _ match: SearchResult.Match) -> Ranked {
        var parts = SearchScoreParts()
        if match == .text { parts.words = score } else { parts.meaning = score }
        return Ranked(message: message, parts: parts, match: match)
    }

    private func results(
        _ page: ArraySlice<Ranked>,
        _ closeness: [MessageID: Closeness]
    ) async throws -> [SearchResult] {
        var closeness = closeness
        if mode == .semantic {
            closeness = try await probe?.closeness(of: page.map { ($0.message.id, $0.message.chatId) }) ?? [:]
        }
        return try await database.read { [closeness] connection in
            let highlighting = Highlighting(words: mode == .semantic ? "" : words, connection: connection)
            return try page.map { ranked in
                var result = ranked.message.result(score: ranked.parts.total, match: ranked.match)
                result.highlights = try highlighting.highlights(
                    of: ranked.message,
                    closeness: closeness[ranked.message.id]
                )
                if query.explain { result.explain = ranked.parts }
                return result
            }
        }
    }
}

extension HybridRanking.Ranked: Comparable {
    static func < (one: Self, other: Self) -> Bool {
        (one.parts.total, one.message.id) < (other.parts.total, other.message.id)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.message.id == other.message.id && one.parts.total == other.parts.total
    }
}
