import Accounts
import Contacts
public import Domain
import Messaging
import Scheduling
import Storage

/// What the service does with a check-in that is due.
extension CheckIns {
    /// Asks one occurrence, or ends or postpones it, in one transaction.
    func ask(_ due: CheckInClientRow, at now: Timestamp) async throws {
        guard let form = try await database.read({ try CheckInRow.find(due.checkIn, on: $0) }) else { return }
        let id: AskedCheckInID = ids.next()
        let sender = Actor(userId: form.trainer, role: .trainer)
        let send = Messages.Send(
            chatId: due.chat,
            sender: sender,
            clientMessageId: due.clientMessageId,
            text: form.form.text
        )
        try await messages.send(send) { [messages] connection, insert in
            // It may have been changed since it was read.
            guard var row = try CheckInClientRow.find(due.checkIn, due.client, on: connection),
                row.version == due.version, let form = try CheckInRow.find(due.checkIn, on: connection)
            else { return }
            do {
                _ = try messages.requireUnattended(sender, in: row.chat, on: connection)
                if form.zone == nil {
                    _ = row.plan.follow(try User.timezone(of: row.client, on: connection) ?? "UTC")
                }
                // The client may have set other quiet hours meanwhile.
                let loud = try row.due(form.quiet, at: now, on: connection)
                guard loud <= now else {
                    row.wakeAt = loud
                    return try row.write(on: connection)
                }
                let message = try insert()
                try AskedRow.miss(row.checkIn, row.client, on: connection)
                try AskedRow.insert(
                    Self.asked(message, id, form, row),
                    remindAt: form.remindAfter == 0 ? nil : now.adding(seconds: Int64(form.remindAfter) * 3600),
                    on: connection
                )
                row.advance(at: now)
                if row.wakeAt != nil { row.wakeAt = try row.due(form.quiet, at: now, on: connection) }
            } catch let error as SpotterError where error.isFinalForSending {
                row.failure = SendFailure(error)
                row.wakeAt = nil
            }
            try row.write(on: connection)
        }
    }

    private static func asked(
        _ message: Message,
        _ id: AskedCheckInID,
        _ form: CheckInRow,
        _ row: CheckInClientRow
    ) -> AskedCheckIn {
        AskedCheckIn(
            id: id,
            checkInId: form.id,
            trainerId: form.trainer,
            clientId: row.client,
            chatId: row.chat,
            messageId: message.id,
            title: form.form.title,
            questions: form.form.questions,
            state: .open,
            askedAt: message.createdAt
        )
    }

    /// After the clock was set back: a next time that was chosen at a later time is chosen again, so that none is left
    /// out. What was asked last isn't asked again.
    func reconsider(at now: Timestamp) async throws {
        try await database.write { connection in
            for var row in try CheckInClientRow.advanced(after: now, on: connection) {
                guard row.failure == nil, let last = row.plan.last,
                    let next = row.plan.occurrence(after: max(last, now)),
                    let form = try CheckInRow.find(row.checkIn, on: connection), !form.isPaused
                else { continue }
                row.plan.next = next
                row.advancedAt = now
                // Quiet hours are looked at when it's due.
                row.wakeAt = next
                try row.write(on: connection)
            }
        }
    }

    /// Reminds of an unanswered check-in, in one transaction.
    func remind(_ id: AskedCheckInID, at now: Timestamp) async throws {
        guard let asked = try await database.read({ try AskedRow.find(id, on: $0) }) else { return }
        let sender = Actor(userId: asked.trainerId, role: .trainer)
        let send = Messages.Send(
            chatId: asked.chatId,
            sender: sender,
            clientMessageId: "check-in-reminder-\(id)",
            text: asked.form.reminder,
            replyTo: asked.messageId
        )
        try await messages.send(send) { [messages] connection, insert in
            // It may have been answered since it was read.
            guard let due = try AskedRow.remindAt(id, on: connection), due <= now else { return }
            let form = try CheckInRow.find(asked.checkInId, on: connection)
            let loud = try CheckInClientRow.loud(from: now, of: asked.clientId, form?.quiet, on: connection)
            guard loud <= now else { return try AskedRow.setReminder(id, at: loud, on: connection) }
            do {
                _ = try messages.requireUnattended(sender, in: asked.chatId, on: connection)
                _ = try insert()
                try AskedRow.setReminder(id, at: nil, sent: now, on: connection)
            } catch let error as SpotterError where error.isFinalForSending {
                try AskedRow.setReminder(id, at: nil, on: connection)
            }
        }
    }

    /// After a user's time zone changed: what recurs for them is asked at the same time of day in the new zone, from the
    /// next time on. What has passed there is asked at once.
    public func followZone(of user: UserID) async throws {
        let now = clock.now()
        try await database.write { connection in
            let zone = try User.timezone(of: user, on: connection) ?? "UTC"
            for var row in try CheckInClientRow.list(with: user, on: connection) where row.wakeAt != nil {
                guard let form = try CheckInRow.find(row.checkIn, on: connection), form.zone == nil,
                    row.plan.follow(zone)
                else { continue }
                row.advancedAt = now
                row.wakeAt = try row.due(form.quiet, at: now, on: connection)
                try row.write(on: connection)
            }
        }
        changes.announce()
    }
}

extension CheckInClientRow {
    /// Goes on to the next occurrence after it was asked.
    fileprivate mutating func advance(at now: Timestamp) {
        failure = nil
        plan.last = plan.next
        advancedAt = now
        guard let next = plan.occurrence(after: max(plan.next, now)) else { return wakeAt = nil }
        plan.next = next
        wakeAt = next
    }
}
