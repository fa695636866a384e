public import Accounts
public import Domain
import SpotterAPI
public import Storage

/// Exports a user's calendar, reminders, scheduled messages and settings, and the appointments that a client has with trainers.
public struct SchedulingExport: AccountExportParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    private static let rowsPerPart = 500

    public var tables: [String: TableExport] {
        [
            "calendar_events": .exported(in: "calendar-*.json; as a client, your appointments that aren't cancelled"),
            "event_series": .exported(in: "calendar-*.json, as each event's seriesId and rrule"),
            "calendar_feeds": .omitted(because: "it only counts how often the address of the feed was changed"),
            "calendar_objects": .exported(in: "calendar-objects.json, if other calendars have written events"),
            "calendar_syncs": .omitted(because: "it counts what other calendars were shown"),
            "calendar_sync_marks": .omitted(because: "it says which events other calendars haven't been shown yet"),
            "calendar_sync_objects": .omitted(because: "it repeats what other calendars were shown, as checksums"),
            "reminders": .exported(in: "reminders-*.json; those of others about you are theirs"),
            "notices": .exported(in: "notices-*.json"),
            "scheduling_settings": .exported(in: "scheduling.json"),
            "scheduled_messages": .exported(in: "scheduled-messages.json; what was sent is in the chats"),
            "quiet_hours": .exported(in: "quiet-hours.json"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        try await exportEvents(of: user, to: archive)
        try await exportReminders(of: user, to: archive)
        let scheduled = try await database.read { try ScheduledMessages.list(of: user.id, on: $0) }
        try await archive.document(
            "scheduled-messages.json",
            ScheduledMessagesResponse(scheduledMessages: scheduled)
        )
        let quiet = try await database.read { try QuietHoursSettings.span(of: user.id, on: $0)?.hours }
        try await archive.document("quiet-hours.json", QuietHoursBody(quietHours: quiet))
        try await exportNotices(of: user, to: archive)
        try await exportObjects(of: user, to: archive)
        guard user.role == .trainer else { return }
        let settings = try await database.read { try SchedulingPreferences.settings(of: user.id, on: $0) }
        try await archive.document("scheduling.json", settings)
    }

    private func exportEvents(of user: User, to archive: AccountExportArchive) async throws {
        var last = EventID(high: 0, low: 0)
        for part in 1... {
            let after = last
            let events = try await database.read { connection in
                var names = ParticipantNames(connection)
                let actor = Actor(userId: user.id, role: user.role)
                return try connection.query(
                    """
                    SELECT \(CalendarEvent.columns) FROM calendar_events
                    WHERE \(CalendarEvent.isVisible(to: "$1")) AND id > $2
                    ORDER BY id LIMIT $3
                    """,
                    user.id,
                    after,
                    Self.rowsPerPart
                ) { try CalendarEvent(row: $0) }
                .map { try names.listed($0, for: actor) }
            }
            guard let end = events.last else { return }
            last = end.event.id
            try await archive.document("calendar-\(part.padded).json", EventsResponse(events: events))
        }
    }

    /// What other calendars have written beside events.
    private struct Object: Encodable {
        let uid: String
        let event: EventID?
        let series: EventSeriesID?
        let kept: [String: [String]]
    }

    private func exportObjects(of user: User, to archive: AccountExportArchive) async throws {
        let objects = try await database.read { try CalendarObjectRow.all(of: user.id, on: $0) }
        guard !objects.isEmpty else { return }
        try await archive.document(
            "calendar-objects.json",
            objects.map { Object(uid: $0.uid, event: $0.source.ids.event, series: $0.source.ids.series, kept: $0.kept) }
        )
    }

    private func exportReminders(of user: User, to archive: AccountExportArchive) async throws {
        var last = ReminderID(high: 0, low: 0)
        for part in 1... {
            let after = last
            let reminders = try await database.read { connection in
                try connection.query(
                    "SELECT \(Reminder.columns) FROM reminders WHERE owner_id = $1 AND id > $2 ORDER BY id LIMIT $3",
                    user.id,
                    after,
                    Self.rowsPerPart
                ) { try Reminder(row: $0) }
            }
            guard let end = reminders.last else { return }
            last = end.id
            try await archive.document("reminders-\(part.padded).json", RemindersResponse(reminders: reminders))
        }
    }

    private func exportNotices(of user: User, to archive: AccountExportArchive) async throws {
        var last = NoticeID(high: 0, low: 0)
        for part in 1... {
            let after = last
            let notices = try await database.read { connection in
                try Notice.query(
                    "WHERE n.user_id = $1 AND n.id > $2 ORDER BY n.id LIMIT $3",
                    [user.id, after, Self.rowsPerPart],
                    on: connection
                )
            }
            guard let end = notices.last else { return }
            last = end.id
            try await archive.document("notices-\(part.padded).json", NoticesResponse(notices: notices, hasMore: false))
        }
    }
}
