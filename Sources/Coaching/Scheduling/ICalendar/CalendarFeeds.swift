import Accounts
import Crypto
public import Domain
import Foundation
import Storage

/// Calendars for other programs: documents to download, and an address that a calendar can subscribe to.
///
/// The address of a feed is a key to read: whoever has it reads the calendar, without a log-in. It is computed from the
/// server's key and isn't stored, so a copy of the database doesn't hold it.
public struct CalendarFeeds: Sendable {
    private let calendar: EventCalendar
    private let key: SymmetricKey
    /// What was written for others' programs lately; they ask again and again.
    private let written = BoundedCache<UserID, Written>(maxCost: 16 << 20)

    /// What a feed shows of the past and of the time ahead.
    private static let behind: Int64 = 366 * 86_400
    private static let ahead: Int64 = 2 * 366 * 86_400

    /// - Parameter key: the server's own, with which the addresses are made.
    public init(calendar: EventCalendar, key: [UInt8]) {
        self.calendar = calendar
        self.key = SymmetricKey(data: key)
    }

    // MARK: Addresses

    /// The name of the user's feed in its address, which stays the same until it is revoked.
    public func name(for actor: Actor) async throws -> Secret {
        let now = calendar.clock.now()
        let generation = try await calendar.database.write { connection in
            let found = try Self.generation(of: actor.userId, on: connection)
            if let found, !found.isRevoked { return found.number }
            let next = (found?.number ?? 0) + 1
            try connection.execute(
                """
                INSERT INTO calendar_feeds (user_id, generation, created_at) VALUES ($1, $2, $3)
                ON CONFLICT (user_id) DO UPDATE SET generation = $2, revoked_at = NULL
                """,
                actor.userId,
                next,
                now
            )
            return next
        }
        return Secret("\(actor.userId).\(code(of: actor.userId, generation))")
    }

    /// Nothing can be read at the user's address any more; a new one can be made.
    public func revoke(for actor: Actor) async throws {
        let now = calendar.clock.now()
        try await calendar.database.write { connection in
            _ = try connection.execute(
                "UPDATE calendar_feeds SET revoked_at = $1 WHERE user_id = $2 AND revoked_at IS NULL",
                now,
                actor.userId
            )
        }
    }

    /// The owner of a feed, whose calendar is its document.
    /// - Throws: `not_found` unless the name is that of a feed that isn't revoked, of an account that exists.
    public func owner(ofFeed name: Secret) async throws -> Actor {
        let parts = name.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let user = UserID(String(parts[0])) else { throw SpotterError.notFound("calendar") }
        let found = try await calendar.database.read { connection in
            (try Self.generation(of: user, on: connection), try User.find(user, on: connection))
        }
        guard let generation = found.0, !generation.isRevoked, let account = found.1,
            isCode(String(parts[1]), of: user, generation.number)
        else { throw SpotterError.notFound("calendar") }
        return Actor(userId: user, role: account.role)
    }

    private static func generation(
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> (number: Int64, isRevoked: Bool)? {
        try connection.first("SELECT generation, revoked_at FROM calendar_feeds WHERE user_id = $1", user) {
            (try $0.int(0), try $0.optionalTimestamp(1) != nil)
        }
    }

    private func message(_ user: UserID, _ generation: Int64) -> Data {
        Data("calendar feed \(user) \(generation)".utf8)
    }

    private func code(of user: UserID, _ generation: Int64) -> String {
        Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: message(user, generation), using: key))
    }

    /// In constant time.
    private func isCode(_ text: String, of user: UserID, _ generation: Int64) -> Bool {
        guard let code = Hexadecimal.decode(text) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(
            code,
            authenticating: message(user, generation),
            using: key
        )
    }

    // MARK: Documents

    /// A calendar as it is told.
    public struct Feed: Sendable, Hashable {
        public let text: String
        /// Quoted, as HTTP has it; the same for the same bytes.
        public let etag: String

        fileprivate init(_ text: String) {
            self.text = text
            etag = "\"\(Hexadecimal.encode(SHA256.hash(data: Data(text.utf8)).prefix(16)))\""
        }
    }

    /// A document, and what it was written from.
    private struct Written: Sendable {
        let document: CalendarDocument
        let feed: Feed
    }

    /// Of the texts of a document's events.
    public static let maxBytes = 32 << 20

    /// The actor's calendar: the last year, and what is ahead. As long as nothing in it changes, it is the same bytes all
    /// day.
    ///
    /// - Throws: `invalid_request` if the texts of its events have more than `maxBytes`.
    public func feed(for actor: Actor, maxBytes: Int = maxBytes) async throws -> Feed {
        let (day, _) = LocalClock.utc.local(calendar.clock.now())
        let today = LocalClock.utc.instant(day, second: 0).instant
        let year = LocalDay(year: day.date.year, month: 1, day: 1) ?? day
        let now = LocalClock.utc.instant(year, second: 0).instant
        let (from, to) = (today.adding(seconds: -Self.behind), today.adding(seconds: Self.ahead))
        let document = try await calendar.database.read { connection in
            var reader = CalendarDocumentReader(actor: actor, now: now, maxBytes: maxBytes, on: connection)
            return try reader.document(from: from, to: to)
        }
        if let known = written[actor.userId], known.document == document { return known.feed }
        let text = try await BackgroundWork.shared.run(of: actor.userId) { try document.text() }
        // The rows take about as much as the text.
        let feed = Feed(text)
        written.store(Written(document: document, feed: feed), for: actor.userId, cost: 2 * text.utf8.count)
        return feed
    }

    /// One event, even if it is one of a series.
    /// - Throws: `not_found` if the actor doesn't see it.
    public func document(of id: EventID, for actor: Actor) async throws -> String {
        let now = calendar.clock.now()
        let document = try await calendar.database.read { connection in
            var reader = CalendarDocumentReader(actor: actor, now: now, on: connection)
            return try reader.document(of: id)
        }
        return try document.text()
    }
}
