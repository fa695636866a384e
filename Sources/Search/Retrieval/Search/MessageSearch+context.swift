package import Domain
import Messaging
import SpotterAPI
import Storage
package import TimeExpressions

/// A question whose answer may be in the user's chats.
package struct ContextQuery: Sendable {
    package var text: String
    /// The only chat to search, if the scope contains only that one.
    package var chatId: ChatID?
    package var limit = 20
    /// Parses times in the user's zone and language, at `now`.
    package var times: TimeExpressionParser
    package var now: Timestamp

    package init(_ text: String, times: TimeExpressionParser, now: Timestamp) {
        self.text = TextLength(0...SearchQuery.maxTextLength).prefix(of: text).trimmed
        self.times = times
        self.now = now
    }
}

extension MessageSearch {
    /// The number of newest messages that are returned for a question without a topic.
    private static let maxLatest = 8

    /// Finds the messages in the user's chats that may answer a question, by hybrid search. Takes one embedding and one
    /// read, unless filters exclude nearly everything.
    /// - Parameter scope: may be slightly outdated. Membership is checked again for every message.
    package func context(for query: ContextQuery, in scope: SearchScope) async throws -> FoundContext {
        // A question is never refused for its searches: answers at once are bounded already.
        try await turns.run(for: scope.actor.userId, isBounded: false) { try await found(for: query, in: scope) }
    }

    private func found(for query: ContextQuery, in scope: SearchScope) async throws -> FoundContext {
        let understanding = QueryUnderstanding(
            query.text,
            people: scope.people,
            times: query.times,
            now: query.now,
            isOfThePast: nil
        )
        var found = FoundContext(understanding: understanding)
        guard !query.text.isEmpty else { return found }
        var search = SearchQuery(query.text, chatId: query.chatId, limit: query.limit)
        if query.chatId == nil { search.chatId = understanding.group?.chat }
        let isOwn = understanding.narrow(&search, toOwnWordsOf: scope.actor.userId)
        if understanding.topicStems.isEmpty, understanding.narrowToLatest(&search, in: query.chatId) {
            found.hits = try await newest(search, period: understanding.period, in: scope)
            return found
        }
        search.mode = .hybrid
        var task = SearchTask(
            query: search,
            understanding: understanding,
            scope: scope,
            options: RankingOptions(),
            database: database
        )
        task.isForContext = true
        task = try await prepared(task)
        found.degraded = task.mode == .text ? task.degraded : nil
        let subject = isOwn ? nil : understanding.subject
        let filters = [understanding.period, nil].dropFirst(understanding.period == nil ? 1 : 0).map { period in
            SearchFilter(search, period: period, subject: subject, upTo: scope.newest)
        }
        let result = try await task.found(filters)
        found.searched = result.isComplete ? result.candidates.messages.count : scope.messageCount(of: subject, search)
        found.isPeriodEmpty = understanding.period != nil && result.filter > 0
        let stems = understanding.stems
        let topic = understanding.topicStems
        let shared = SharedStems(stems, in: understanding.language)
        let known = SharedStems(topic, in: understanding.language)
        let heard = result.candidates.messages.values.reduce(into: Set<String>()) { heard, message in
            if heard.count < topic.count { heard.formUnion(known.found(in: message.text)) }
        }
        found.knownShare = topic.isEmpty ? 1 : Double(heard.count) / Double(topic.count)
        found.hits = result.ranked.prefix(query.limit).map { ranked in
            let common = shared.found(in: ranked.message.text).count
            let share = Double(common) / Double(max(1, stems.count))
            return FoundContext.Hit(
                message: ranked.message,
                neighbours: result.candidates.surroundings[ranked.message.id]?.all ?? [],
                reply: isOwn ? nil : result.candidates.surroundings[ranked.message.id]?.reply,
                score: ranked.parts.total,
                evidence: task.embedding == nil ? share : (ranked.cosine ?? 0) + task.options.wordWeight * share,
                cosine: ranked.cosine,
                parts: ranked.parts,
                secondCosine: ranked.secondCosine
            )
        }
        return found
    }

    /// The newest messages that pass a query's filters. They answer "what did Sara say last week?".
    private func newest(
        _ query: SearchQuery,
        period: PastPeriod?,
        in scope: SearchScope
    ) async throws -> [FoundContext.Hit] {
        let filter = SearchFilter(query, period: period, upTo: nil)
        return try await database.read { connection in
            try VisibleMessageReader(reader: scope.actor.userId, connection: connection)
                .newest(Self.maxLatest, filter: filter.sql(from: 2), arguments: filter.arguments)
                .map { FoundContext.Hit(message: $0, neighbours: [], reply: nil, score: 1, evidence: 1) }
        }
    }
}

extension SearchScope {
    /// The approximate number of messages that are searched.
    fileprivate func messageCount(of subject: SearchFilter.Subject?, _ query: SearchQuery) -> Int {
        let named = query.chatIds.isEmpty ? subject?.chats ?? [] : Set(query.chatIds)
        return messageCounts.reduce(0) { $0 + (named.isEmpty || named.contains($1.key) ? $1.value : 0) }
    }
}

extension QueryUnderstanding {
    /// The people whom the query names and their chats; `nil` if it names nobody.
    fileprivate var subject: SearchFilter.Subject? {
        let users = Set(people.compactMap(\.userId))
        // What the run club was told about Sarah's race, others said.
        if group != nil, namesOwnersOnly { return nil }
        return users.isEmpty ? nil : SearchFilter.Subject(people: users, chats: Set(people.compactMap(\.chat)))
    }

    /// Narrows a query to what the user said to the person it names, if it asks for that.
    /// - Returns: whether it does.
    fileprivate func narrow(_ query: inout SearchQuery, toOwnWordsOf user: UserID) -> Bool {
        guard asksForOwnWords, let person = onlyPerson else { return false }
        query.senderId = user
        query.chatId = query.chatId ?? person.chat
        return true
    }

    /// Narrows a query without a topic to the people, chats and times it names.
    /// - Parameter chat: the chat that is searched anyway.
    /// - Returns: whether it names any.
    fileprivate func narrowToLatest(_ query: inout SearchQuery, in chat: ChatID?) -> Bool {
        if query.senderId == nil { query.senderId = onlyPerson?.userId }
        return query.senderId != nil || query.chatId != chat || period != nil
    }
}
