import Domain
import Storage

/// Who is told of a change in the calendar: each participant with an account but the one who made it. Changes to what is
/// over are told to nobody.
enum EventNotices {
    /// - Parameters:
    ///   - actor: who made the change; `nil` if both sides are to be told.
    ///   - before: the times before the move.
    ///   - makeId: gives each notice its id.
    static func insert(
        _ kind: Notice.Kind,
        _ event: CalendarEvent,
        by actor: UserID?,
        before: (startsAt: Timestamp, endsAt: Timestamp)? = nil,
        at now: Timestamp,
        on connection: any SQLConnection,
        makeId: () -> NoticeID
    ) throws {
        guard let client = event.clientId, max(event.endsAt, before?.endsAt ?? event.endsAt) > now else { return }
        let hasDerivedTitle = try ParticipantNames.isDerived(event, on: connection)
        for (user, other) in [(event.trainerId, client), (client, event.trainerId)] where user != actor {
            try Notice.Draft(
                id: makeId(),
                userId: user,
                kind: kind,
                eventType: event.eventType,
                text: hasDerivedTitle ? nil : event.title,
                personId: other,
                eventId: event.id,
                startsAt: event.startsAt,
                endsAt: event.endsAt,
                previousStartsAt: before?.startsAt,
                previousEndsAt: before?.endsAt
            ).insert(at: now, on: connection)
        }
    }

    /// Takes the titles out of what was told of events that are about to be deleted. That there was one, when and with whom,
    /// stays: somebody may not have read yet that it is cancelled.
    ///
    /// - Parameter events: a condition on `calendar_events`, with its arguments from `$1` on.
    static func eraseTitles(
        of events: String,
        _ arguments: any SQLBindable...,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE notices SET text = NULL WHERE event_id IN (SELECT id FROM calendar_events WHERE \(events))",
            arguments
        )
    }
}
