/// Marks what has changed in calendars that other programs read.
///
/// Events change at many doors. Triggers see each change in its own transaction, so none is missed, and nobody who changes
/// an event has to know who reads it. Only users with a row in `calendar_syncs` get marks.
///
/// What the triggers do is said in words that every engine understands, so that another engine can translate them.
enum CalendarMarkTriggers {
    static let all = [
        trigger("calendar_events_marks_new", "AFTER INSERT ON calendar_events", [mark(event: "new")]),
        // Being over changes nothing that is shown.
        trigger(
            "calendar_events_marks_changed",
            """
            AFTER UPDATE ON calendar_events
            WHEN NOT (old.status = 'scheduled' AND new.status = 'completed' AND old.version = new.version)
            """,
            [mark(event: "old"), mark(event: "new")]
        ),
        trigger("calendar_events_marks_gone", "AFTER DELETE ON calendar_events", [mark(event: "old")]),
        trigger(
            "event_series_marks_changed",
            "AFTER UPDATE ON event_series",
            [mark("old.id", of: "old.trainer_id, old.client_id, new.trainer_id, new.client_id")]
        ),
        trigger(
            "event_series_marks_gone",
            "AFTER DELETE ON event_series",
            [mark("old.id", of: "old.trainer_id, old.client_id")]
        ),
        trigger("calendar_objects_marks_new", "AFTER INSERT ON calendar_objects", [mark(object: "new")]),
        trigger("calendar_objects_marks_gone", "AFTER DELETE ON calendar_objects", [mark(object: "old")]),
    ]

    private static func trigger(_ name: String, _ occasion: String, _ statements: [String]) -> String {
        "CREATE TRIGGER \(name) \(occasion) BEGIN \(statements.joined(separator: " ")) END"
    }

    private static func mark(event row: String) -> String {
        mark("coalesce(\(row).series_id, \(row).id)", of: "\(row).trainer_id, \(row).client_id")
    }

    /// An event of a series is shown with it.
    private static func mark(object row: String) -> String {
        let series = "(SELECT series_id FROM calendar_events WHERE id = \(row).event_id)"
        return mark("coalesce(\(row).series_id, \(series), \(row).event_id)", of: "\(row).owner_id")
    }

    private static func mark(_ group: String, of users: String) -> String {
        """
        UPDATE calendar_syncs SET marks = marks + 1 WHERE user_id IN (\(users));
        INSERT INTO calendar_sync_marks (user_id, group_id, stamp)
        SELECT user_id, \(group), marks FROM calendar_syncs WHERE user_id IN (\(users))
        ON CONFLICT (user_id, group_id) DO UPDATE SET stamp = excluded.stamp;
        """
    }
}
