import Accounts
package import Domain
package import Foundation
package import Messaging
import SpotterAPI
import Storage

extension MessageSearch {
    /// Of texts that are read by rules: that takes a processor for a second or two.
    package static let maxReadBytes = 400_000

    /// The messages of one chat in a period that have a text, in the order of the chat; of more than `limit`, or of more
    /// than `maxBytes` of text, the newest.
    /// - Throws: `not_a_member` unless the actor is in the chat.
    package func messages(
        of chat: ChatID,
        since: Timestamp,
        until: Timestamp,
        limit: Int,
        maxBytes: Int = maxReadBytes,
        for actor: Actor
    ) async throws -> [VisibleMessage] {
        var query = SearchQuery("", chatId: chat)
        (query.since, query.until) = (since, until)
        let filter = SearchFilter(query, period: nil, upTo: nil)
        return try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            return try VisibleMessageReader(reader: actor.userId, connection: connection)
                .newest(limit, maxBytes: maxBytes, filter: filter.sql(from: 2), arguments: filter.arguments)
                .sorted { ($0.sentAt, $0.num) < ($1.sentAt, $1.num) }
        }
    }

    /// The time zones of people, in which the times that they write are meant.
    package func timeZones(of people: Set<UserID>) async throws -> [UserID: TimeZone] {
        try await database.read { connection in
            try people.reduce(into: [UserID: TimeZone]()) { zones, person in
                zones[person] = try User.timezone(of: person, on: connection).flatMap { TimeZone(identifier: $0) }
            }
        }
    }
}
