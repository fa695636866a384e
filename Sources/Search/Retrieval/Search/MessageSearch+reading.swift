package import Domain
package import Messaging
import Storage

/// Messages that are read rather than ranked: by id, or all that have certain words.
extension MessageSearch {
    /// How many messages after one that has the words belong to what was said there.
    private static let followers = 2

    /// Those of the messages that the actor may read now, in the order of `ids`.
    package func messages(_ ids: [MessageID], for actor: Actor) async throws -> [VisibleMessage] {
        guard !ids.isEmpty else { return [] }
        return try await database.read { connection in
            let reader = VisibleMessageReader(reader: actor.userId, connection: connection)
            return try ids.compactMap { try reader.message($0) }
        }
    }

    /// The messages that have one of the words, each with the two after it, oldest first. Not ranked by meaning: for what
    /// is said in so many words.
    /// - Parameters:
    ///   - words: at most 32; endings don't matter.
    ///   - limit: how many messages with the words are read; of more, or of more than `maxReadBytes` of text, those that
    ///     match best.
    package func messages(
        withAnyOf words: [String],
        in chats: [ChatID],
        since: Timestamp,
        limit: Int,
        for actor: Actor
    ) async throws -> [VisibleMessage] {
        guard !chats.isEmpty, !words.isEmpty else { return [] }
        try await database.catchUpFullText()
        var query = SearchQuery("")
        query.since = since
        let filter = SearchFilter(query, period: nil, upTo: nil)
        return try await database.read { connection in
            let found = try FullText.search(
                words.joined(separator: " "),
                visibleTo: actor.userId,
                in: chats,
                upTo: .max,
                filter: filter.sql(from:),
                arguments: filter.arguments,
                limit: limit,
                on: connection
            )
            let reader = VisibleMessageReader(reader: actor.userId, connection: connection)
            var all: [MessageID: VisibleMessage] = [:]
            var left = Self.maxReadBytes
            for hit in found where left > 0 {
                guard var message = try reader.message(hit.id) else { continue }
                all[message.id] = message
                left -= message.text.utf8.count
                for _ in 0..<Self.followers {
                    guard let next = try reader.after(message) else { break }
                    all[next.id] = next
                    left -= next.text.utf8.count
                    message = next
                }
            }
            return all.values.sorted { ($0.sentAt, $0.num) < ($1.sentAt, $1.num) }
        }
    }
}
