public import Accounts
import Contacts
public import Domain
import Measures
public import Messaging
import Scheduling
import SpotterAPI
public import Storage

/// Questions that a trainer asks clients at times of their own, and the answers.
///
/// `CheckInService` asks. Everything about one occurrence, the message included, is written in one transaction, so that
/// each is asked exactly once whatever interrupts the server.
public struct CheckIns: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let chats: Chats
    let messages: Messages
    let media: any MediaCatalog
    /// Notified when something was planned, since it may be due before all others.
    let changes = ScheduleChanges()

    /// How many a trainer may have.
    static let maxCheckIns = 200

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        chats: Chats,
        messages: Messages,
        media: any MediaCatalog
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.chats = chats
        self.messages = messages
        self.media = media
    }

    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if one of the people isn't their client;
    ///   `invalid_request` if the questions, the time, the zone or the quiet hours are invalid; `conflict` if the actor
    ///   has too many.
    public func create(_ new: NewCheckIn, by actor: Actor) async throws -> CheckIn {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can ask clients to check in.")
        }
        let catalog = try await database.read { try MeasureCatalog.of(actor.userId, on: $0) }
        let form = try CheckInForm(checking: new.title, new.questions, catalog)
        let quiet = try new.quietHours.map { try QuietSpan($0) }
        let zone = try new.zone.map { try LocalClock.checkedIdentifier($0) }
        let remindAfter = try Self.hours(new.remindAfterHours)
        let schedule = CheckInSchedule(startsAt: new.startsAt, words: new.words, rrule: new.rrule)
        let (id, now): (CheckInID, Timestamp) = (ids.next(), clock.now())
        // A time that can't be read opens no chats.
        let start = try await database.read {
            try schedule.resolved(zone: zone, for: actor.userId, after: now, on: $0)
        }
        let chats = try await openChats(with: new.clients, by: actor)
        let made = try await database.write { [ids] connection in
            guard try CheckInRow.count(of: actor.userId, on: connection) < Self.maxCheckIns else {
                throw SpotterError(.conflict, "You have \(Self.maxCheckIns) check-ins; delete some first.")
            }
            let row = CheckInRow(
                id: id,
                trainer: actor.userId,
                form: form,
                startDay: start.day,
                startSecond: start.second,
                rrule: start.rrule,
                zone: zone,
                quiet: quiet,
                remindAfter: remindAfter,
                createdAt: now
            )
            try row.write(on: connection)
            try Self.setClients(chats, of: row, at: now, on: connection)
            try CheckInChanges.note("created", on: row, id: ids.next(), at: now, connection)
            return try Self.checkIn(row, on: connection)
        }
        changes.announce()
        return made
    }

    /// Changes a check-in. What was asked already stays as it was asked.
    /// - Throws: `not_found` if it isn't the actor's; the codes of `create(_:by:)`.
    public func change(_ id: CheckInID, _ change: NewCheckIn.Change, by actor: Actor) async throws -> CheckIn {
        _ = try await database.read { try Self.row(id, for: actor, on: $0) }
        let chats = try await change.clients.asyncMap { try await openChats(with: $0, by: actor) }
        let now = clock.now()
        let changed = try await database.write { [ids] connection in
            var row = try Self.row(id, for: actor, on: connection)
            if change.title != nil || change.questions != nil {
                row.form = try CheckInForm(
                    checking: change.title ?? row.form.title,
                    change.questions ?? row.form.questions,
                    try MeasureCatalog.of(row.trainer, on: connection)
                )
            }
            if let quiet = change.quietHours { row.quiet = try quiet.map { try QuietSpan($0) } }
            if let hours = change.remindAfterHours { row.remindAfter = try Self.hours(hours) }
            if let paused = change.isPaused { row.isPaused = paused }
            let isPlannedAnew = try Self.plan(&row, change, at: now, on: connection)
            try row.write(on: connection)
            if let chats { try Self.setClients(chats, of: row, at: now, on: connection) }
            for var client in try CheckInClientRow.list(of: id, on: connection) {
                // Nothing is asked that has passed during a pause.
                let isLate = !row.isPaused && client.wakeAt == nil
                if isPlannedAnew || isLate {
                    let last = client.plan.last
                    client.plan = try row.plan(for: client.client, at: now, on: connection)
                    client.plan.last = last
                    client.advancedAt = now
                    client.failure = nil
                }
                let isOver = client.plan.last.map { client.plan.next <= $0 } ?? false
                client.wakeAt = row.isPaused || isOver ? nil : try client.due(row.quiet, at: now, on: connection)
                try client.write(on: connection)
            }
            let kind = change.isPaused.map { $0 ? "paused" : "resumed" } ?? "changed"
            try CheckInChanges.note(kind, on: row, id: ids.next(), at: now, connection)
            return try Self.checkIn(row, on: connection)
        }
        changes.announce()
        return changed
    }

    /// A trainer's check-ins, the oldest first.
    public func list(for actor: Actor) async throws -> [CheckIn] {
        try await database.read { try Self.list(of: actor.userId, on: $0) }
    }

    /// - Throws: `not_found` if it isn't the actor's.
    public func checkIn(_ id: CheckInID, for actor: Actor) async throws -> CheckIn {
        try await database.read { try Self.checkIn(try Self.row(id, for: actor, on: $0), on: $0) }
    }

    /// Deletes a check-in with what it has asked. The messages of the chats and their points stay.
    /// - Throws: `not_found` if it isn't the actor's.
    public func delete(_ id: CheckInID, by actor: Actor) async throws {
        let now = clock.now()
        try await database.write { [ids] connection in
            let row = try Self.row(id, for: actor, on: connection)
            connection.markErasure()
            try CheckInErasure.deleteAsked("check_in_id = $1", id, on: connection)
            try connection.execute("DELETE FROM check_in_clients WHERE check_in_id = $1", id)
            try connection.execute("DELETE FROM check_ins WHERE id = $1", id)
            try CheckInChanges.note("deleted", on: row, id: ids.next(), at: now, connection)
        }
    }

    // MARK: Parts

    static func row(_ id: CheckInID, for actor: Actor, on connection: any SQLConnection) throws -> CheckInRow {
        guard let row = try CheckInRow.find(id, on: connection), Access.can(actor, .own(row.trainer)) else {
            throw SpotterError.notFound("check-in")
        }
        return row
    }

    /// A trainer's check-ins, the oldest first.
    static func list(of trainer: UserID, on connection: any SQLConnection) throws -> [CheckIn] {
        let clients = try CheckInClientRow.list(askedBy: trainer, on: connection)
        let byCheckIn = Dictionary(grouping: clients, by: \.checkIn)
        return try CheckInRow.list(of: trainer, on: connection).map { row in
            row.checkIn(with: (byCheckIn[row.id] ?? []).map(\.recipient))
        }
    }

    static func checkIn(_ row: CheckInRow, on connection: any SQLConnection) throws -> CheckIn {
        row.checkIn(with: try CheckInClientRow.list(of: row.id, on: connection).map(\.recipient))
    }

    private func openChats(with clients: [UserID], by actor: Actor) async throws -> [UserID: ChatID] {
        let clients = Set(clients)
        guard (1...NewCheckInRequest.maxClients).contains(clients.count) else {
            throw SpotterError.invalid("A check-in asks 1 to \(NewCheckInRequest.maxClients) clients.")
        }
        try await database.read { connection in
            for client in clients { try Self.requireClient(client, of: actor.userId, on: connection) }
        }
        var chats: [UserID: ChatID] = [:]
        for client in clients.sorted() {
            chats[client] = try await self.chats.open(.direct(with: client), by: actor).chat.id
        }
        return chats
    }

    private static func requireClient(
        _ client: UserID,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws {
        guard try Contacts.exists(trainer: trainer, client: client, on: connection) else {
            throw SpotterError.notFound("client")
        }
    }

    /// Those who are asked already keep their place.
    private static func setClients(
        _ chats: [UserID: ChatID],
        of row: CheckInRow,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let former = try CheckInClientRow.list(of: row.id, on: connection).map(\.client)
        for client in former where chats[client] == nil {
            try connection.execute(
                "DELETE FROM check_in_clients WHERE check_in_id = $1 AND client_id = $2",
                row.id,
                client
            )
        }
        for (client, chat) in chats where !former.contains(client) {
            try requireClient(client, of: row.trainer, on: connection)
            var new = CheckInClientRow(
                checkIn: row.id,
                client: client,
                chat: chat,
                plan: try row.plan(for: client, at: now, on: connection),
                advancedAt: now
            )
            // Whoever comes back is asked anew: their message isn't the one that they got before.
            if new.plan.next <= now { new.plan.next = now }
            new.wakeAt = row.isPaused ? nil : try new.due(row.quiet, at: now, on: connection)
            try new.write(on: connection)
        }
    }

    /// Sets zone, start and rule.
    /// - Returns: whether anything of them has changed.
    private static func plan(
        _ row: inout CheckInRow,
        _ change: NewCheckIn.Change,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        if let zone = change.zone { row.zone = try zone.map { try LocalClock.checkedIdentifier($0) } }
        if change.startsAt != nil || change.words != nil {
            let schedule = CheckInSchedule(
                startsAt: change.startsAt,
                words: change.words,
                rrule: change.rrule ?? (change.words == nil ? row.rrule : nil)
            )
            let start = try schedule.resolved(zone: row.zone, for: row.trainer, after: now, on: connection)
            (row.startDay, row.startSecond, row.rrule) = (start.day, start.second, start.rrule)
            return true
        }
        if let rule = change.rrule {
            try rule.map { try ScheduledStart.check($0) }
            row.rrule = rule
        }
        return change.zone != nil || change.rrule != nil
    }

    private static func hours(_ hours: Int) throws -> Int {
        guard NewCheckInRequest.reminderHours.contains(hours) else {
            let most = NewCheckInRequest.reminderHours.upperBound
            throw SpotterError.invalid("remindAfterHours is from 1 to \(most), or 0 for never.")
        }
        return hours
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async throws -> Value? {
        if let self { try await body(self) } else { nil }
    }
}
