public import Domain
import Storage

/// What a calendar holds, told without any document.
extension CalendarObjects {
    /// An object by its name.
    public struct Entry: Sendable, Hashable {
        public let name: String
        public let etag: String
        public let uid: String
    }

    /// How the calendar is to be told of now. The number grows with every change.
    public func token(for actor: Actor) async throws -> CalendarSyncToken {
        CalendarSyncToken(number: try await refresh(for: actor).last)
    }

    /// The events of the last year and all ahead, by name.
    /// - Parameter name: the last one that is known already.
    public func entries(after name: String? = nil, limit: Int, for actor: Actor) async throws -> [Entry] {
        try await calendar.database.read { connection in
            try connection.query(
                """
                SELECT name, etag, uid FROM calendar_sync_objects
                WHERE user_id = $1 AND etag IS NOT NULL AND name > $2 ORDER BY name LIMIT $3
                """,
                actor.userId,
                name ?? "",
                limit
            ) { Entry(name: try $0.text(0), etag: try $0.text(1), uid: try $0.text(2)) }
        }
    }

    /// Those that may touch an interval: of each there is an event that does, though it may be one that isn't shown.
    public func names(touching interval: Range<Timestamp>, for actor: Actor) async throws -> [String] {
        try await calendar.database.read { connection in
            try connection.query(
                """
                SELECT name FROM calendar_sync_objects
                WHERE user_id = $1 AND etag IS NOT NULL AND group_id IN (
                    SELECT coalesce(series_id, id) FROM calendar_events
                    WHERE \(CalendarEvent.isVisible(to: "$1")) AND ends_at > $2 AND starts_at < $3
                )
                ORDER BY name
                """,
                actor.userId,
                interval.lowerBound,
                interval.upperBound
            ) { try $0.text(0) }
        }
    }

    /// The objects of these names that there are. To be asked for few at a time: each is read whole.
    public func objects(named names: [String], for actor: Actor) async throws -> [String: CalendarObject] {
        let now = calendar.clock.now()
        return try await calendar.database.read { connection in
            let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
            var found: [String: CalendarObject] = [:]
            for name in names { found[name] = try reader.object(named: name) }
            return found
        }
    }

    // MARK: Changes

    /// A name under which something has changed.
    public struct Change: Sendable, Hashable {
        public let name: String
        public let number: Int64
        /// `nil` if there is nothing any more.
        public let etag: String?
    }

    /// From where to tell what has changed since a token, and up to where.
    /// - Parameter token: of the last look; `nil` at the first.
    /// - Returns: `nil` for a token that isn't known or too old; everything must be read again.
    public func span(since token: CalendarSyncToken?, for actor: Actor) async throws -> CalendarSyncSpan? {
        let state = try await refresh(for: actor)
        guard let token else { return CalendarSyncSpan(after: 0, upTo: state.last, begun: state.last) }
        guard 0...state.last ~= token.number, token.begun ?? token.number >= state.forgotten,
            (token.begun ?? token.number) <= state.last
        else { return nil }
        return CalendarSyncSpan(after: token.number, upTo: state.last, begun: token.begun)
    }

    /// The next changes, in their order.
    public func changes(in span: CalendarSyncSpan, limit: Int, for actor: Actor) async throws -> [Change] {
        try await calendar.database.read { connection in
            // A first look isn't told of what had gone before it began.
            try connection.query(
                """
                SELECT name, number, etag FROM calendar_sync_objects
                WHERE user_id = $1 AND number > $2 AND number <= $3 AND (etag IS NOT NULL OR number > $4)
                ORDER BY number LIMIT $5
                """,
                actor.userId,
                span.after,
                span.upTo,
                span.begun ?? 0,
                limit
            ) { Change(name: try $0.text(0), number: try $0.int(1), etag: try $0.optionalText(2)) }
        }
    }
}

/// What a program has seen of a calendar.
public struct CalendarSyncToken: Sendable, Hashable {
    /// It has seen all changes up to this one.
    public let number: Int64
    /// If its first look wasn't told to its end: the last change when that began.
    public var begun: Int64?

    public init(number: Int64, begun: Int64? = nil) {
        self.number = number
        self.begun = begun
    }

    /// - Parameter text: as `text` has it.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        let numbers = parts.compactMap { $0 }
        guard 1...2 ~= parts.count, numbers.count == parts.count, let number = numbers.first else { return nil }
        self.init(number: number, begun: numbers.count == 2 ? numbers[1] : nil)
    }

    public var text: String { begun.map { "\(number)-\($0)" } ?? "\(number)" }
}

/// Changes after one number, up to another.
public struct CalendarSyncSpan: Sendable, Hashable {
    public var after: Int64
    public let upTo: Int64
    /// At a first look: the last change when it began.
    public let begun: Int64?

    /// Once everything is told.
    public var end: CalendarSyncToken { CalendarSyncToken(number: upTo) }
    /// If nothing after `after` is told.
    public var rest: CalendarSyncToken { CalendarSyncToken(number: after, begun: begun) }
}
