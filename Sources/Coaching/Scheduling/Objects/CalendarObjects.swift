import Accounts
public import Domain
import Storage

/// A calendar as other calendar programs read and write it. What they change is the trainer's own change: it is checked
/// for conflicts, and clients are told, as with any other.
public struct CalendarObjects: Sendable {
    public static let maxObjectBytes = CalendarObjectInput.maxBytes
    /// Objects that are listed. Whoever has more can change and delete them, but make no new ones here.
    public static let maxObjects = 10_000
    /// Bytes of the lines that are kept of all of a user's objects.
    public static let maxKeptBytes = 20_000_000

    let calendar: EventCalendar

    public init(calendar: EventCalendar) { self.calendar = calendar }

    /// What is before it isn't listed.
    public var earliest: Timestamp { calendar.clock.now().adding(seconds: -CalendarObjectReader.behind) }

    /// The UID of an iCalendar document's event; `nil` if it has none, or isn't such a document.
    package static func uid(in document: [UInt8]) -> String? {
        let parts = try? ICalendarComponent.read(document).components
        return parts?.first { $0.name == "VEVENT" }?.first("UID")?.unescaped.trimmed
    }

    /// - Throws: `not_found` unless the actor sees one of this name.
    public func object(named name: String, for actor: Actor) async throws -> CalendarObject {
        let now = calendar.clock.now()
        let found = try await calendar.database.read {
            try CalendarObjectReader(actor: actor, now: now, connection: $0).object(named: name)
        }
        guard let found else { throw SpotterError.notFound("event") }
        return found
    }

    /// Writes an object: all that differs from what is there, or nothing.
    ///
    /// - Parameter charge: told the bytes that are going to be stored, before anything is.
    /// - Returns: whether it is new.
    /// - Throws: `CalendarObjectRefusal` with the reason; `CalendarObjectChanged` if the condition doesn't hold;
    ///   `forbidden` for a client; `storage_full` if the user keeps as much as one may; errors of `charge`.
    public func put(
        _ document: [UInt8],
        as name: String,
        if condition: CalendarObjectCondition,
        by actor: Actor,
        charge: (_ bytes: Int) throws -> Void = { _ in }
    ) async throws -> Bool {
        let input = try CalendarObjectInput(document, floating: try await days(of: name, for: actor))
        guard Access.can(actor, .manageCalendar) else { throw Self.readOnly }
        guard 1...255 ~= name.utf8.count else { throw CalendarObjectRefusal.invalid("The name is too long.") }
        try charge(try input.storedBytes(at: calendar.clock.now()))
        let ids = calendar.ids
        let isFull = try await hasMost(for: actor)
        return try await refusing {
            try await calendar.changing { _, now, connection in
                let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
                let current = try reader.object(named: name)
                guard condition.admits(current) else { throw CalendarObjectChanged() }
                if isFull, current == nil { throw Self.tooManyObjects }
                try Self.requireRoom(for: input, as: name, of: actor.userId, on: connection)
                let writer = CalendarObjectWriter(
                    name: name,
                    input: input,
                    actor: actor,
                    ids: ids,
                    now: now,
                    connection: connection
                )
                try writer.write(over: current)
                return current == nil
            }
        }
    }

    /// Deletes an object. Of a series what is over stays in Spotter, though not in other calendars.
    /// - Throws: `not_found`; `CalendarObjectChanged`; `forbidden` for a client.
    public func delete(_ name: String, if condition: CalendarObjectCondition, by actor: Actor) async throws {
        guard Access.can(actor, .manageCalendar) else { throw Self.readOnly }
        let ids = calendar.ids
        try await refusing {
            try await calendar.changing { _, now, connection in
                let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
                guard let current = try reader.object(named: name) else { throw SpotterError.notFound("event") }
                guard condition.admits(current) else { throw CalendarObjectChanged() }
                switch current.source {
                case .event(let id):
                    try EventCalendar.delete(id, by: actor, notice: ids.next(), at: now, on: connection)
                case .series(let id):
                    try EventCalendar.endSeries(id, by: actor, notice: ids.next(), at: now, on: connection)
                    guard try EventSeriesRow.find(id, on: connection) != nil else { return }
                    let rest = CalendarObjectRow(
                        name: name,
                        uid: current.uid,
                        source: current.source,
                        isHidden: true
                    )
                    try rest.save(of: actor.userId, on: connection)
                }
            }
        }
    }

    /// The clock of whole days: that on which an object has them already, or the user's.
    private func days(of name: String, for actor: Actor) async throws -> LocalClock {
        let now = calendar.clock.now()
        let zone = try await calendar.database.read { connection in
            let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
            return try reader.object(named: name)?.dayZone ?? User.timezone(of: actor.userId, on: connection)
        }
        return zone.flatMap { LocalClock(identifier: $0) } ?? .utc
    }

    // MARK: Bounds

    /// Whether the user has as many objects as one may. What isn't noted yet counts as one more each, until it is noted.
    private func hasMost(for actor: Actor) async throws -> Bool {
        let known = try await calendar.database.read { connection -> Int64? in
            guard let state = try CalendarSyncState.find(of: actor.userId, on: connection), state.isComplete else {
                return nil
            }
            return state.objects + (try CalendarMark.count(of: actor.userId, on: connection))
        }
        if let known, known < Self.maxObjects { return false }
        return try await refresh(for: actor).objects >= Self.maxObjects
    }

    /// - Throws: `storage_full` if the user would keep more bytes of lines than one may.
    private static func requireRoom(
        for input: CalendarObjectInput,
        as name: String,
        of user: UserID,
        on connection: any SQLConnection
    ) throws {
        guard let count = try CalendarObjectRow.keptText(input.kept)?.utf8.count else { return }
        let others = try CalendarObjectRow.keptBytes(of: user, without: name, on: connection)
        guard others + Int64(count) > maxKeptBytes else { return }
        throw SpotterError(
            .storageFull,
            "Your calendar keeps \(maxKeptBytes / 1_000_000) MB of alarms and other lines that Spotter doesn't know; delete "
                + "events that have many of them."
        )
    }

    private static let tooManyObjects = SpotterError(
        .storageFull,
        "Your calendar has \(maxObjects) events, as many as it takes from other programs; delete some."
    )

    private func refusing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as SpotterError {
            guard let refusal = CalendarObjectRefusal(error) else { throw error }
            throw refusal
        }
    }

    private static let readOnly = SpotterError(.forbidden, "Only a trainer changes the calendar; a client reads it.")
}
