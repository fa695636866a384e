public import Domain
import Storage

/// A calendar as other calendar programs read and write it. What they change is the trainer's own change: it is checked
/// for conflicts, and clients are told, as with any other.
public struct CalendarObjects: Sendable {
    public static let maxObjectBytes = CalendarObjectInput.maxBytes

    let calendar: EventCalendar

    public init(calendar: EventCalendar) { self.calendar = calendar }

    /// What is before it isn't listed.
    public var earliest: Timestamp { calendar.clock.now().adding(seconds: -CalendarObjectReader.behind) }

    /// The events of the last year and all ahead, by name.
    public func all(for actor: Actor) async throws -> [CalendarObject] {
        let now = calendar.clock.now()
        return try await calendar.database.read {
            try CalendarObjectReader(actor: actor, now: now, connection: $0).all()
        }
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
    /// - Returns: whether it is new.
    /// - Throws: `CalendarObjectRefusal` with the reason; `CalendarObjectChanged` if the condition doesn't hold;
    ///   `forbidden` for a client.
    public func put(
        _ text: String,
        as name: String,
        if condition: CalendarObjectCondition,
        by actor: Actor
    ) async throws -> Bool {
        let input = try CalendarObjectInput(text)
        guard Access.can(actor, .manageCalendar) else { throw Self.readOnly }
        guard 1...255 ~= name.utf8.count else { throw CalendarObjectRefusal.invalid("The name is too long.") }
        let ids = calendar.ids
        return try await refusing {
            try await calendar.changing { _, now, connection in
                let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
                let current = try reader.object(named: name)
                guard condition.admits(current) else { throw CalendarObjectChanged() }
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
