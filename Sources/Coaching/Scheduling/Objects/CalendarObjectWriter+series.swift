import Domain
import Foundation
import Storage

/// Recurring events. Where their rule or times change, those ahead become a series of their own, as natively; what is
/// over stays as it was.
extension CalendarObjectWriter {
    func createSeries(_ rule: String, _ kind: NewEventKind) throws -> EventSeriesID {
        let (row, made) = try create(kind.event(input.event), rule)
        guard row.event.startsAt == input.event.startsAt.wholeSeconds else {
            throw CalendarObjectRefusal.invalid("DTSTART must be an occurrence of the RRULE.")
        }
        if let ahead = made.first(where: { $0.endsAt > now }) {
            try EventNotices.insert(.eventCreated, ahead, by: actor.userId, at: now, on: connection) { ids.next() }
        }
        try changeOccurrences(of: row)
        return row.id
    }

    /// - Returns: the new series and its events, at least one.
    private func create(_ first: NewEvent, _ rule: String) throws -> (EventSeriesRow, [CalendarEvent]) {
        let created = try EventCalendar.createSeries(
            NewEventSeries(first: first, rrule: rule, zone: zoneName, leavesOut: input.left),
            by: actor,
            ids: ids,
            at: now,
            on: connection
        )
        guard let id = created.made.first?.seriesId, let row = try EventSeriesRow.find(id, on: connection) else {
            throw CalendarObjectRefusal.invalid("This rule has no occurrence.")
        }
        return (row, created.made)
    }

    func changeSeries(_ id: EventSeriesID, _ rule: String) throws -> EventSeriesID {
        guard let row = try EventSeriesRow.find(id, on: connection) else { throw SpotterError.notFound("event") }
        let recurrence = try row.recurrence
        let asked = try EventRecurrence(rule: rule, zone: zoneName, firstAt: input.event.startsAt)
        let isSameTime =
            input.event.startsAt == row.event.startsAt.wholeSeconds
            && input.event.endsAt == row.event.endsAt.wholeSeconds && asked.clock == recurrence.clock
            && input.event.dayZone == row.event.dayZone
        guard isSameTime else { return try replace(row, asked) }
        if RecurrenceRule.iCalendar(rule, asked) != RecurrenceRule.iCalendar(row.rule, recurrence) {
            guard let end = try cut(row, asked) else { return try replace(row, asked) }
            try EventCalendar.endSeries(id, from: end, by: actor, notice: ids.next(), at: now, on: connection)
            // Nothing may be left, if it hadn't begun.
            guard let rest = try EventSeriesRow.find(id, on: connection) else { return id }
            try changeOccurrences(of: try renamed(rest))
            return id
        }
        try changeOccurrences(of: try renamed(row))
        return id
    }

    private var zoneName: String {
        let name = input.clock.timeZone.identifier
        return name == "GMT" ? "UTC" : name
    }

    /// The first occurrence that a rule doesn't have any more, if it has all that are before and none after.
    private func cut(_ row: EventSeriesRow, _ asked: EventRecurrence) throws -> Timestamp? {
        let before = try row.recurrence.occurrences(
            after: row.event.startsAt.adding(milliseconds: -1),
            until: row.madeUntil,
            max: 100_000
        ).instants
        let after = asked.occurrences(
            after: asked.firstAt.adding(milliseconds: -1),
            until: row.madeUntil,
            max: 100_000
        ).instants
        guard after.count < before.count, Array(before.prefix(after.count)) == after else { return nil }
        return before[after.count]
    }

    /// Makes those ahead again, by the new rule.
    private func replace(_ row: EventSeriesRow, _ asked: EventRecurrence) throws -> EventSeriesID {
        guard let ahead = try EventCalendar.firstAhead(of: row.id, at: now, on: connection) else {
            throw CalendarObjectRefusal(reason: .rule, message: "These events are over, so they stay as they are.")
        }
        let length = input.event.length
        let begun = input.event.startsAt.milliseconds(since: input.event.endsAt)
        let next = asked.occurrences(
            after: max(asked.firstAt, now.adding(milliseconds: begun)).adding(milliseconds: -1),
            until: .latest,
            max: 1
        ).instants.first
        guard let next else {
            throw CalendarObjectRefusal(reason: .rule, message: "This rule has no occurrence that is ahead.")
        }
        try EventCalendar.cutOff(row, at: ahead.occursAt, on: connection)
        var rule = RecurrenceRule.value(input.rule ?? "")
        if let count = asked.rule.count {
            rule = RecurrenceRule.text(rule, count: max(1, count - asked.count(before: next)))
        }
        var first = input.event
        (first.startsAt, first.endsAt) = (next, length.end(after: next))
        let kind = NewEventKind(row.event, derivedTitle: row.namesClient ? row.event.title : nil)
        let (new, made) = try create(kind.event(first), rule)
        try EventCalendar.tell(
            of: made[0],
            after: ahead.event,
            by: actor,
            notices: { ids.next() },
            at: now,
            on: connection
        )
        if try EventSeriesRow.find(row.id, on: connection) != nil {
            // What is over is an object of its own from now on.
            try CalendarObjectRow(
                name: "\(row.id)-\(new.id).ics",
                uid: "\(row.id)-\(new.id)@spotter",
                source: .series(row.id)
            )
            .save(of: actor.userId, on: connection)
        }
        try changeOccurrences(of: new, from: next)
        return new.id
    }

    /// The series with the new title, place and notes, also in its events ahead that say what it says.
    private func renamed(_ row: EventSeriesRow) throws -> EventSeriesRow {
        var new = row
        new.event.title = try input.event.title.map(EventRules.title) ?? row.event.title
        new.event.location = try EventRules.location(input.event.location)
        new.event.notes = try EventRules.notes(input.event.notes)
        new.event.free = input.event.free
        new.namesClient = row.namesClient && new.event.title == row.event.title
        guard new.event != row.event else { return row }
        try connection.execute(
            """
            UPDATE event_series SET title = $1, location = $2, notes = $3, names_client = $4, is_free = $5,
                version = version + 1
            WHERE id = $6
            """,
            new.event.title,
            new.event.location,
            new.event.notes,
            new.namesClient,
            new.event.free,
            row.id
        )
        for entry in try EventCalendar.entries(of: row.id, on: connection) where entry.event.status == .scheduled {
            var wanted = CalendarObjectInput.Event(entry.event)
            if wanted.title == row.event.title { wanted.title = new.event.title }
            if wanted.location == row.event.location { wanted.location = new.event.location }
            if wanted.notes == row.event.notes { wanted.notes = new.event.notes }
            if wanted.free == row.event.free { wanted.free = new.event.free }
            try change(entry.event.id, to: wanted)
        }
        return new
    }

    /// Makes each occurrence what the object says of it.
    /// - Parameter first: earlier ones belong to another series now.
    private func changeOccurrences(of row: EventSeriesRow, from first: Timestamp? = nil) throws {
        let recurrence = try row.recurrence
        let planned = recurrence.occurrences(
            after: row.event.startsAt.adding(milliseconds: -1),
            until: row.madeUntil,
            max: 100_000
        ).instants
        let occurrences = Set(planned)
        func requireMade(_ occurrence: Timestamp) throws {
            guard !occurrences.contains(occurrence), first.map({ occurrence >= $0 }) ?? true else { return }
            throw CalendarObjectRefusal(
                reason: .rule,
                message: "\(occurrence) is no occurrence of this event, or more than a year ahead."
            )
        }
        for occurrence in input.changed.keys { try requireMade(occurrence) }
        // What the rule doesn't have needn't be left out.
        for occurrence in input.left where occurrence > row.madeUntil {
            if recurrence.has(occurrence) { try requireMade(occurrence) }
        }
        let entries = try EventCalendar.entries(of: row.id, on: connection)
        let there = Dictionary(entries.compactMap { entry in entry.occursAt.map { ($0, entry.event) } }) { one, _ in one
        }
        for occurrence in planned {
            let event = there[occurrence].flatMap { $0.status == .cancelled ? nil : $0 }
            if input.left.contains(occurrence) {
                guard let event else { continue }
                try EventCalendar.delete(event.id, by: actor, notice: ids.next(), at: now, on: connection)
                continue
            }
            let id = try event?.id ?? makeAgain(occurrence, of: row, instead: there[occurrence])
            guard let wanted = wanted(at: occurrence, of: row, recurrence, now: event) else { continue }
            try change(id, to: wanted)
        }
    }

    /// What an occurrence is to be; `nil` if it says nothing that isn't so.
    private func wanted(
        at occurrence: Timestamp,
        of row: EventSeriesRow,
        _ recurrence: EventRecurrence,
        now event: CalendarEvent?
    ) -> CalendarObjectInput.Event? {
        if let changed = input.changed[occurrence] { return changed }
        guard let event else { return nil }
        let end = row.event.length.end(after: occurrence)
        // An hour that the clocks skip or repeat is written as a change, which other programs may leave out.
        var wanted = CalendarObjectInput.Event(event)
        let isMoved = event.startsAt != occurrence || event.endsAt != end || event.dayZone != row.event.dayZone
        if isMoved { (wanted.startsAt, wanted.endsAt) = (occurrence, end) }
        (wanted.dayZone, wanted.free) = (row.event.dayZone, row.event.free)
        (wanted.title, wanted.location, wanted.notes) = (row.event.title, row.event.location, row.event.notes)
        return wanted
    }

    /// An occurrence that was deleted or cancelled takes place after all.
    private func makeAgain(
        _ occurrence: Timestamp,
        of row: EventSeriesRow,
        instead cancelled: CalendarEvent?
    ) throws -> EventID {
        guard occurrence > now else {
            throw CalendarObjectRefusal(reason: .rule, message: "\(occurrence) has passed, and didn't take place.")
        }
        if let cancelled {
            try EventCalendar.delete(cancelled.id, by: actor, notice: ids.next(), at: now, on: connection)
        }
        let made = try row.make(at: occurrence, id: ids.next(), now: now, on: connection)
        try EventCalendar.requireFree(made, on: connection)
        try EventNotices.insert(.eventCreated, made, by: actor.userId, at: now, on: connection) { ids.next() }
        return made.id
    }
}

extension CalendarObjectInput.Event {
    init(_ event: CalendarEvent) {
        self.init(
            startsAt: event.startsAt.wholeSeconds,
            endsAt: event.endsAt.wholeSeconds,
            title: event.title,
            location: event.location,
            notes: event.notes,
            dayZone: event.dayZone,
            free: event.free
        )
    }
}
