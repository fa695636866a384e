public import Domain
import Messaging
import Storage

extension ScheduledMessages {
    /// Changes a scheduled message. One that has failed or was stopped is scheduled again.
    /// - Throws: `not_found` if it isn't the actor's; `conflict` if it was sent; the codes of `create(_:by:)`.
    public func change(
        _ id: ScheduledMessageID,
        _ change: NewScheduledMessage.Change,
        by actor: Actor
    ) async throws -> ScheduledMessage {
        let now = clock.now()
        let text = try change.text.map { try Validation.messageText($0) }
        let changed = try await database.write { [messages] connection in
            var row = try Self.current(try Self.row(id, for: actor, on: connection), on: connection)
            guard row.message.state != .sent else {
                throw SpotterError(.conflict, "It was sent already; schedule another one.")
            }
            let chat = try messages.requireUnattended(actor, in: row.message.chatId, on: connection)
            let place = try SchedulePlace(chat, for: actor.userId, on: connection)
            if let text { row.message.text = text }
            if let stops = change.stopOnReply {
                if stops, !row.message.stopOnReply { row.afterSeq = chat.seq }
                row.message.stopOnReply = stops
            }
            if let quiet = change.quietHours { row.message.quietHours = try quiet.map { try QuietSpan($0).hours } }
            try Self.plan(&row, change, place, at: now)
            if row.message.state != .scheduled {
                row.message.state = .scheduled
                row.message.failure = nil
                row.afterSeq = chat.seq
            }
            row.message.dueAt = try place.due(row, at: now)
            row.advancedAt = now
            try row.write(wakeAt: row.message.dueAt, on: connection)
            return row.message
        }
        didChange(changed, of: actor.userId)
        return changed
    }

    /// Sets zone, start and rule. Without a new start, a change of the zone keeps the wall clock.
    private static func plan(
        _ row: inout ScheduledRow,
        _ change: NewScheduledMessage.Change,
        _ place: SchedulePlace,
        at now: Timestamp
    ) throws {
        if let zone = change.zone {
            row.message.zone = try zone.map { try LocalClock.checkedIdentifier($0) } ?? place.zone
            row.message.followsReceiver = zone == nil
        }
        if let rule = change.rrule { row.message.rrule = rule }
        if let start = change.start {
            let resolved = try ScheduledStart(
                start,
                rrule: change.rrule ?? nil,
                clock: row.clock,
                own: row.message.followsReceiver ? place.own : row.clock,
                locale: place.locale,
                after: now
            )
            if resolved.rrule != nil || change.rrule != nil { row.message.rrule = resolved.rrule }
            row.setStart(resolved.instant)
        } else if change.zone != nil || change.rrule != nil {
            if row.start > now {
                row.message.sendAt = row.start
            } else if let next = row.occurrence(after: now) {
                row.message.sendAt = next
            }
        }
        try ScheduledStart.require(row.message.sendAt, row.message.rrule, after: now)
    }
}
