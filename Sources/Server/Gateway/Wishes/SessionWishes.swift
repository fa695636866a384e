import Assistant
import Domain
import Scheduling
import SpotterAPI

/// A client's wish to move or cancel a session becomes a proposal to the trainer, who alone can confirm it.
struct SessionWishes: Sendable {
    /// How many wishes for one session may wait.
    static let maxPending = 3

    let calendar: EventCalendar
    /// Those that wait for days.
    let proposals: Proposals
    let clock: any WallClock

    /// - Throws: `not_found` if the event isn't the client's; `invalid_request` if it's over, was cancelled or is to be in
    ///   the past; `conflict` if as many wishes for it wait already.
    func propose(_ wish: SessionWishRequest, for id: EventID, by client: Actor) async throws {
        let shown = try await calendar.listed(id, for: client).event
        guard shown.clientId == client.userId else {
            throw SpotterError.invalid("This is your own calendar: change the event itself.")
        }
        let now = clock.now()
        guard shown.status == .scheduled, shown.startsAt > now else {
            throw SpotterError.invalid("This session is over or was cancelled.")
        }
        if let startsAt = wish.startsAt, startsAt <= now {
            throw SpotterError.invalid("That time has already passed; give a time ahead.")
        }
        let trainer = Actor(userId: shown.trainerId, role: .trainer)
        let event = try await calendar.event(id, for: trainer)
        try await proposals.propose(
            wish: Self.arguments(wish, event),
            for: id,
            summary: Self.summary(wish, event),
            to: trainer.userId,
            maxPending: Self.maxPending
        )
    }

    private static func arguments(_ wish: SessionWishRequest, _ event: CalendarEvent) -> ToolArguments {
        let shown = ToolArguments.ShownEvent(
            title: event.title,
            startsAt: event.startsAt,
            endsAt: event.endsAt,
            clientId: event.clientId,
            prospectId: event.prospectId
        )
        guard let startsAt = wish.startsAt else { return .cancelEvent(.init(eventId: event.id, shown: shown)) }
        let minutes = Int(event.endsAt.milliseconds(since: event.startsAt) / 60_000)
        return .rescheduleEvent(
            .init(eventId: event.id, startsAt: startsAt, durationMinutes: max(1, minutes), shown: shown)
        )
    }

    /// For clients that show nothing of their own.
    private static func summary(_ wish: SessionWishRequest, _ event: CalendarEvent) -> String {
        guard let startsAt = wish.startsAt else {
            return "Your client asks to cancel \"\(event.title)\", \(event.startsAt)"
        }
        return "Your client asks to move \"\(event.title)\" from \(event.startsAt) to \(startsAt)"
    }
}
