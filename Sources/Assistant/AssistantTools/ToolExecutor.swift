public import Domain
public import Messaging
public import Scheduling
package import SpotterAPI
package import Storage

/// Executes exact arguments for their owner, inside the caller's transaction.
///
/// Permissions and facts are checked again, since they may have changed after the proposal. If an action can't be
/// executed, this throws a `SpotterError` before anything is written.
public struct ToolExecutor: Sendable {
    package let messages: Messages
    package let reminders: Reminders
    private let ids: any IDSource

    public init(messages: Messages, reminders: Reminders, ids: any IDSource) {
        self.messages = messages
        self.reminders = reminders
        self.ids = ids
    }

    /// - Parameter insertMessage: stores the message of `sendMessage`.
    package func execute(
        _ arguments: ToolArguments,
        for owner: Actor,
        at now: Timestamp,
        on connection: any SQLConnection,
        insertMessage: () throws -> Message
    ) throws -> ProposalResult {
        switch arguments {
        case .scheduleCall(let call): try schedule(call, for: owner, at: now, on: connection)
        case .rescheduleEvent(let move): try reschedule(move, for: owner, at: now, on: connection)
        case .cancelEvent(let cancel): try self.cancel(cancel, for: owner, at: now, on: connection)
        case .setReminder(let reminder): try remind(reminder, for: owner, at: now, on: connection)
        case .sendMessage: ProposalResult(messageId: try insertMessage().id)
        }
    }

    private func schedule(
        _ call: ToolArguments.ScheduleCall,
        for owner: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ProposalResult {
        try Self.requireAhead(call.startsAt, now)
        try Self.requireLength(call.durationMinutes)
        if let rule = call.recurrence {
            let series = NewEventSeries(
                first: call.event,
                rrule: rule,
                zone: call.timezone,
                leavesOut: Set(call.leftOut ?? [])
            )
            let made = try EventCalendar.createSeries(
                series,
                by: owner,
                ids: ids,
                notice: ids.next(),
                at: now,
                on: connection
            )
            return ProposalResult(eventId: made.event.id)
        }
        let event = try EventCalendar.create(
            call.event,
            id: ids.next(),
            by: owner,
            allowsOverlap: false,
            notice: ids.next(),
            at: now,
            on: connection
        )
        return ProposalResult(eventId: event.id)
    }

    private func reschedule(
        _ move: ToolArguments.RescheduleEvent,
        for owner: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ProposalResult {
        try Self.requireCalendar(owner)
        try Self.requireAhead(move.startsAt, now)
        let event = try EventCalendar.event(move.eventId, for: owner, on: connection)
        try move.shown?.requireUnchanged(event)
        // The event's current length is valid even if it is outside the limits.
        if Int64(move.durationMinutes) != event.endsAt.milliseconds(since: event.startsAt) / 60_000 {
            try Self.requireLength(move.durationMinutes)
        }
        let moved = try EventCalendar.reschedule(
            move.eventId,
            from: move.startsAt,
            to: move.startsAt.adding(minutes: Int64(move.durationMinutes)),
            by: owner,
            allowsOverlap: false,
            notice: ids.next(),
            at: now,
            on: connection
        )
        return ProposalResult(eventId: moved.id)
    }

    private func cancel(
        _ cancel: ToolArguments.CancelEvent,
        for owner: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ProposalResult {
        try Self.requireCalendar(owner)
        try cancel.shown?.requireUnchanged(EventCalendar.event(cancel.eventId, for: owner, on: connection))
        let event = try EventCalendar.end(
            cancel.eventId,
            as: .cancelled,
            by: owner,
            notice: ids.next(),
            at: now,
            on: connection
        )
        return ProposalResult(eventId: event.id)
    }

    private func remind(
        _ reminder: ToolArguments.SetReminder,
        for owner: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ProposalResult {
        let new = NewReminder(
            text: reminder.text,
            dueAt: reminder.dueAt,
            clientId: reminder.clientId,
            recurrence: reminder.recurrence,
            createdBy: .ai
        )
        let made = try Reminders.create(new, id: ids.next(), by: owner, at: now, on: connection)
        return ProposalResult(reminderId: made.id)
    }

    // MARK: Checks

    private static func requireCalendar(_ owner: Actor) throws {
        guard Access.can(owner, .manageCalendar) else {
            throw SpotterError(.forbidden, "Only a trainer has a calendar.")
        }
    }

    private static func requireAhead(_ start: Timestamp, _ now: Timestamp) throws {
        guard start > now else { throw SpotterError.invalid("That time has already passed; choose another one.") }
    }

    private static func requireLength(_ minutes: Int) throws {
        guard SchedulingPreferences.minutes.contains(minutes) else {
            throw SpotterError.invalid("An event lasts 5 minutes to 8 hours.")
        }
    }
}
