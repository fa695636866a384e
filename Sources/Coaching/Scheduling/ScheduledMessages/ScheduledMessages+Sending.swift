import Accounts
import Domain
import Messaging
import SpotterAPI
import Storage

/// What the service does with a message that is due.
extension ScheduledMessages {
    /// A row that is due, as it was read.
    struct Due: Sendable {
        let row: ScheduledRow
        let sender: Actor
    }

    /// Rows that the service has to look at, those that wait longest first.
    static func due(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws -> [Due] {
        try connection.query(
            """
            SELECT \(ScheduledRow.columns), u.role FROM scheduled_messages s \(User.join("u", on: "s.owner_id"))
            WHERE s.wake_at <= $1 ORDER BY s.wake_at, s.id LIMIT $2
            """,
            now,
            limit
        ) { row in
            let scheduled = try ScheduledRow(row: row)
            return Due(row: scheduled, sender: Actor(userId: scheduled.ownerId, role: try row.word(25)))
        }
    }

    /// Sends one occurrence, or ends or postpones the message, in one transaction.
    func handle(_ due: Due, at now: Timestamp) async throws {
        let row = due.row
        guard row.message.state == .scheduled else { return try await forget(row) }
        let send = Messages.Send(
            chatId: row.message.chatId,
            sender: due.sender,
            clientMessageId: row.clientMessageId,
            text: row.message.text
        )
        let changed = try await messages.send(send) { [messages] connection, insert -> ScheduledMessage? in
            // It may have been changed or cancelled since it was read.
            guard let current = try ScheduledRow.find(row.message.id, on: connection),
                current.version == row.version
            else { return nil }
            var step = SendingStep(row: current, now: now)
            do {
                try step.run(messages, due.sender, insert, on: connection)
            } catch let error as SpotterError where error.isFinalForSending {
                step.fail(error)
            }
            try step.row.write(wakeAt: step.wakeAt, on: connection)
            return step.row.message
        }
        if let changed { publish(ServerFrames.scheduled(changed.id, changed), row.ownerId) }
    }

    /// Removes a row that ended long ago.
    private func forget(_ row: ScheduledRow) async throws {
        try await database.write { connection in
            connection.markErasure()
            try connection.execute(
                "DELETE FROM scheduled_messages WHERE id = $1 AND version = $2",
                row.message.id,
                row.version
            )
        }
    }

    /// After the clock was set back: a next occurrence that was computed at a later time is computed again, so that none
    /// is left out. The occurrence that was sent last isn't sent again.
    func reconsider(at now: Timestamp) async throws {
        try await database.write { connection in
            let rows = try connection.query(
                """
                SELECT \(ScheduledRow.columns) FROM scheduled_messages s
                WHERE s.advanced_at > $1 AND s.state IN ('scheduled', 'sent') AND s.last_occurrence IS NOT NULL
                """,
                now
            ) { try ScheduledRow(row: $0) }
            for var row in rows {
                guard let last = row.lastOccurrence, let next = row.occurrence(after: max(last, now)) else { continue }
                row.message.sendAt = next
                row.message.dueAt = next
                row.message.state = .scheduled
                row.advancedAt = now
                // Quiet hours are looked at when it's due.
                try row.write(wakeAt: next, on: connection)
            }
        }
    }
}

/// One look at a message that is due.
private struct SendingStep {
    var row: ScheduledRow
    let now: Timestamp
    /// When to look again.
    var wakeAt: Timestamp?

    mutating func run(
        _ messages: Messages,
        _ sender: Actor,
        _ insert: () throws -> Message,
        on connection: any SQLConnection
    ) throws {
        let message = row.message
        let isAnswered =
            try message.stopOnReply
            && Messages.hasReply(in: message.chatId, after: row.afterSeq, besides: row.ownerId, on: connection)
        guard !isAnswered else { return end(as: .stopped) }
        let chat = try messages.requireUnattended(sender, in: message.chatId, on: connection)
        let place = try SchedulePlace(chat, for: row.ownerId, on: connection)
        _ = row.follow(place.zone)
        // The receiver may have set other quiet hours meanwhile.
        let due = try place.due(row, at: now)
        guard due <= now else {
            row.message.dueAt = due
            wakeAt = due
            return
        }
        let sent = try insert()
        row.message.messageId = sent.id
        row.message.sentAt = now
        row.message.sentCount += 1
        row.lastOccurrence = row.message.sendAt
        row.advancedAt = now
        guard let next = row.occurrence(after: max(row.message.sendAt, now)) else { return end(as: .sent) }
        row.message.sendAt = next
        row.message.dueAt = try place.due(row, at: now)
        wakeAt = row.message.dueAt
    }

    mutating func fail(_ error: SpotterError) {
        row.message.failure = SendFailure(error)
        row.message.state = .failed
        // It stays until its writer has seen it.
        wakeAt = nil
    }

    private mutating func end(as state: ScheduledMessage.State) {
        row.message.state = state
        wakeAt = now.adding(seconds: ScheduledMessages.keptSeconds)
    }
}
