import Accounts
import Domain
import Messaging
import SpotterAPI
import Storage

extension ScheduledMessages {
    static func row(
        _ id: ScheduledMessageID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> ScheduledRow {
        guard let row = try ScheduledRow.find(id, on: connection), Access.can(actor, .own(row.ownerId)) else {
            throw SpotterError.notFound("scheduled message")
        }
        return row
    }

    static func list(of user: UserID, on connection: any SQLConnection) throws -> [ScheduledMessage] {
        let rows = try connection.query(
            """
            SELECT \(ScheduledRow.columns) FROM scheduled_messages s WHERE s.owner_id = $1
            ORDER BY CASE s.state WHEN 'scheduled' THEN 0 ELSE 1 END, s.send_at, s.id
            """,
            user
        ) { try ScheduledRow(row: $0) }
        return try rows.map { try current($0, on: connection).message }
    }

    /// A reply stops a message when it's due. Until then it's told here.
    static func current(_ row: ScheduledRow, on connection: any SQLConnection) throws -> ScheduledRow {
        guard row.message.state == .scheduled, row.message.stopOnReply,
            try Messages.hasReply(in: row.message.chatId, after: row.afterSeq, besides: row.ownerId, on: connection)
        else { return row }
        var stopped = row
        stopped.message.state = .stopped
        return stopped
    }

    static func waiting(of user: UserID, on connection: any SQLConnection) throws -> Int {
        let count = try connection.first(
            "SELECT count(*) FROM scheduled_messages WHERE owner_id = $1 AND state = 'scheduled'",
            user
        ) { Int(try $0.int(0)) }
        return count ?? 0
    }
}

/// The clocks and quiet hours that a chat brings to what is scheduled in it, at one moment.
struct SchedulePlace {
    /// The receiver's in a direct chat, the sender's in a group.
    let zone: String
    /// The sender's own.
    let own: LocalClock
    /// How the sender writes dates.
    let locale: String
    /// The receiver's wall clock and what they have set, in a direct chat.
    private let receiver: (clock: LocalClock, quiet: QuietSpan?)?

    init(_ chat: Messages.UnattendedChat, for sender: UserID, on connection: any SQLConnection) throws {
        let ownZone = try User.timezone(of: sender, on: connection) ?? "UTC"
        own = LocalClock(identifier: ownZone) ?? .utc
        locale = try Profile.locale(of: sender, on: connection) ?? LocaleTag.usual(in: ownZone)
        guard let user = chat.receiver else {
            zone = ownZone
            receiver = nil
            return
        }
        zone = try User.timezone(of: user, on: connection) ?? "UTC"
        receiver = (
            LocalClock(identifier: zone) ?? .utc, try QuietHoursSettings.span(of: user, on: connection)
        )
    }

    /// When the next occurrence is sent: at the end of the quiet hours that it falls into, those of the message and those
    /// of the receiver.
    /// - Parameter now: what is late isn't sent in quiet hours either.
    func due(_ row: ScheduledRow, at now: Timestamp) throws -> Timestamp {
        let clock = receiver?.clock ?? row.clock
        let spans = [try row.message.quietHours.map { try QuietSpan($0) }, receiver?.quiet].compactMap { $0 }
        return QuietSpan.end(of: spans, from: max(row.message.sendAt, now), on: clock)
    }
}
