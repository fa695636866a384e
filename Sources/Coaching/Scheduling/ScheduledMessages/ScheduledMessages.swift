public import Domain
public import Messaging
import SpotterAPI
public import Storage

/// Messages that the server sends later. Each is visible to its writer only; what was sent is an ordinary message.
///
/// `ScheduledMessageService` sends them. Everything about one occurrence, the message included, is written in one
/// transaction, so that it's sent exactly once whatever interrupts the server.
public struct ScheduledMessages: Sendable {
    /// Sends a frame to all devices of a user.
    public typealias Publish = @Sendable (_ frame: [UInt8], _ user: UserID) -> Void

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let messages: Messages
    let publish: Publish
    /// Notified when a message was scheduled or changed, since it may be due before all others.
    let changes = ScheduleChanges()

    /// How many a user may have waiting.
    public static let maxWaiting = 5000
    /// How long what was sent or stopped stays in the list.
    static let keptSeconds: Int64 = 30 * 86_400

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        messages: Messages,
        publish: @escaping Publish
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.messages = messages
        self.publish = publish
    }

    public var quietHours: QuietHoursSettings { QuietHoursSettings(database: database) }

    /// Schedules a message. A repeat of its `clientMessageId` in the chat returns the first one, without looking at the rest,
    /// as long as that is in the list.
    /// - Returns: the scheduled message, and whether it's a new one.
    /// - Throws: `invalid_request` if the id, text, time, zone, rule or quiet hours are invalid, or the time has passed;
    ///   `conflict` if the actor has too many; whatever sending to the chat now would throw.
    public func create(
        _ new: NewScheduledMessage,
        by actor: Actor
    ) async throws -> (message: ScheduledMessage, isNew: Bool) {
        let id: ScheduledMessageID = ids.next()
        let now = clock.now()
        let key = try new.clientMessageId.map { try Validation.clientMessageId($0) }
        let text = try Validation.messageText(new.text)
        let quiet = try new.quietHours.map { try QuietSpan($0).hours }
        let (created, isNew) = try await database.write { [messages] connection in
            if let key, let first = try ScheduledRow.find(key, in: new.chatId, of: actor.userId, on: connection) {
                return (try Self.current(first, on: connection).message, false)
            }
            let chat = try messages.requireUnattended(actor, in: new.chatId, on: connection)
            guard try Self.waiting(of: actor.userId, on: connection) < Self.maxWaiting else {
                throw SpotterError(.conflict, "You have \(Self.maxWaiting) scheduled messages; cancel some first.")
            }
            let place = try SchedulePlace(chat, for: actor.userId, on: connection)
            let zone = try new.zone.map { try LocalClock.checkedIdentifier($0) } ?? place.zone
            let start = try ScheduledStart(
                new.start,
                rrule: new.rrule,
                clock: LocalClock(identifier: zone) ?? .utc,
                own: new.zone.flatMap { LocalClock(identifier: $0) } ?? place.own,
                locale: place.locale,
                after: now
            )
            var row = ScheduledRow(
                ScheduledMessage(
                    id: id,
                    chatId: new.chatId,
                    text: text,
                    sendAt: start.instant,
                    dueAt: start.instant,
                    rrule: start.rrule,
                    zone: zone,
                    followsReceiver: new.zone == nil,
                    stopOnReply: new.stopOnReply,
                    quietHours: quiet,
                    createdAt: now
                ),
                of: actor.userId,
                afterSeq: chat.seq,
                at: now
            )
            row.setStart(start.instant)
            row.message.dueAt = try place.due(row, at: now)
            try row.write(wakeAt: row.message.dueAt, on: connection)
            if let key { try row.name(key, on: connection) }
            return (row.message, true)
        }
        if isNew { didChange(created, of: actor.userId) }
        return (created, isNew)
    }

    /// The actor's scheduled messages, the next one first; those that were sent or ended in the last 30 days follow.
    /// - Parameter chat: only those in this chat.
    public func list(for actor: Actor, in chat: ChatID? = nil) async throws -> [ScheduledMessage] {
        try await database.read { try Self.list(of: actor.userId, on: $0) }.filter { $0.chatId == chat ?? $0.chatId }
    }

    /// - Throws: `not_found` if it isn't the actor's.
    public func message(_ id: ScheduledMessageID, for actor: Actor) async throws -> ScheduledMessage {
        try await database.read { try Self.current(try Self.row(id, for: actor, on: $0), on: $0).message }
    }

    /// Cancels a scheduled message, or removes one that has ended from the list.
    /// - Throws: `not_found` if it isn't the actor's.
    public func delete(_ id: ScheduledMessageID, by actor: Actor) async throws {
        try await database.write { connection in
            _ = try Self.row(id, for: actor, on: connection)
            connection.markErasure()
            try connection.execute("DELETE FROM scheduled_messages WHERE id = $1", id)
        }
        publish(ServerFrames.scheduled(id, nil), actor.userId)
    }

    func didChange(_ message: ScheduledMessage, of owner: UserID) {
        publish(ServerFrames.scheduled(message.id, message), owner)
        changes.announce()
    }
}
