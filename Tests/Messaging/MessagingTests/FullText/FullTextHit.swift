import Domain
import Storage

@testable import Messaging

/// A message that was found by words.
struct FullTextHit: Hashable, Sendable {
    let id: UInt64
    let score: Double

    /// Searches what `mine` of `FullTextFixture` may read.
    static func find(
        _ query: String,
        in chats: [ChatID] = [],
        upTo: Int64 = .max,
        candidates: Int,
        limit: Int,
        _ plan: FullTextSearch.Plan,
        on connection: any SQLConnection
    ) throws -> [FullTextHit] {
        let search = FullTextSearch(
            member: FullTextFixture.mine,
            chats: chats,
            upTo: upTo,
            filter: plan == .scoresFirst ? "" : "m.chat_id <> $\(FullTextSearch.filterPlaceholder(after: chats))",
            arguments: plan == .scoresFirst ? [] : [ChatID(high: 9, low: 9)],
            candidates: candidates,
            plan: plan
        )
        return try search.best(limit, of: FullTextWords.words(of: query), on: connection)
            .map { FullTextHit(id: $0.0.low, score: $0.1) }
    }
}
