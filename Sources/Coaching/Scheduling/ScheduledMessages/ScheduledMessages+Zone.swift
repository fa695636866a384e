import Accounts
public import Domain
import Messaging
import Storage

extension ScheduledMessages {
    /// After a user's time zone changed: what recurs for them is sent at the same time of day in the new zone, from the next
    /// occurrence on. One whose time has passed there is sent at once.
    public func followZone(of user: UserID) async throws {
        let now = clock.now()
        let moved = try await database.write { [messages] connection in
            var moved: [ScheduledRow] = []
            for chat in try Messages.chats(of: user, on: connection) {
                for var row in try ScheduledRow.following(in: chat, on: connection) {
                    guard let place = try messages.place(of: row, on: connection), row.follow(place.zone) else {
                        continue
                    }
                    row.message.dueAt = try place.due(row, at: now)
                    row.advancedAt = now
                    try row.write(wakeAt: row.message.dueAt, on: connection)
                    moved.append(row)
                }
            }
            return moved
        }
        for row in moved { didChange(row.message, of: row.ownerId) }
    }
}

extension Messages {
    /// `nil` if nothing may be sent there now; whoever sends it then finds out why.
    fileprivate func place(of row: ScheduledRow, on connection: any SQLConnection) throws -> SchedulePlace? {
        guard let owner = try User.find(row.ownerId, on: connection) else { return nil }
        do {
            let chat = try requireUnattended(
                Actor(userId: owner.id, role: owner.role),
                in: row.message.chatId,
                on: connection
            )
            return try SchedulePlace(chat, for: row.ownerId, on: connection)
        } catch let error as SpotterError where error.isFinalForSending {
            return nil
        }
    }
}

extension ScheduledRow {
    /// Those of a chat that recur on the clock of whoever gets them.
    fileprivate static func following(in chat: ChatID, on connection: any SQLConnection) throws -> [ScheduledRow] {
        try connection.query(
            """
            SELECT \(columns) FROM scheduled_messages s
            WHERE s.chat_id = $1 AND s.state = 'scheduled' AND s.follows_receiver = 1 AND s.rrule IS NOT NULL
            """,
            chat
        ) { try ScheduledRow(row: $0) }
    }

    /// Moves the next occurrence to the same wall clock in another zone, so that none is left out or comes twice.
    /// - Returns: whether anything has changed.
    mutating func follow(_ zone: String) -> Bool {
        guard message.followsReceiver else { return false }
        var plan = plan
        guard plan.follow(zone) else { return false }
        (message.zone, message.sendAt) = (plan.zone, plan.next)
        return true
    }
}
