public import Domain
public import Messaging
import Scheduling
public import SpotterAPI
public import Storage
import Synchronization

/// Replies that are sent by themselves to clients who have agreed, in the name of a trainer who has turned them on.
///
/// A client's question about their own appointments is answered from the calendar, anything else by the trainer's own
/// words, if the trainer doesn't answer in time. Never about health, money or cancelling, never in groups, in quiet hours or
/// beyond the budget. Whether one is sent is decided in the transaction that sends it, from what holds then: a switch that
/// is off has stopped it. Every reply says that it was sent by itself.
public final class AutomaticReplies: Sendable {
    public typealias Publish = @Sendable (_ frame: [UInt8], _ user: UserID) -> Void

    static let maxListed = 200

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let messages: Messages
    let answers: any AutomaticAnswering
    let publish: Publish
    let signal: AutomaticSignal

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        messages: Messages,
        answers: any AutomaticAnswering,
        signal: AutomaticSignal,
        publish: @escaping Publish
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.messages = messages
        self.answers = answers
        self.signal = signal
        self.publish = publish
    }

    /// What was planned, sent, undone and dropped for a trainer, the newest first.
    /// - Throws: `forbidden` for a client.
    public func list(for actor: Actor) async throws -> [AutomaticReply] {
        try Self.requireTrainer(actor)
        return try await database.read {
            try ReplyRow.list(of: actor.userId, limit: Self.maxListed, on: $0).map(\.reply)
        }
    }

    /// Stops a reply that is planned, or deletes one that was sent up to thirty seconds ago.
    /// - Throws: `not_found` unless it is the trainer's; `conflict` if it's too late.
    public func undo(_ id: AutomaticReplyID, by actor: Actor) async throws -> AutomaticReply {
        let now = clock.now()
        let undone = try await database.write { connection -> AutomaticReply in
            guard var row = try ReplyRow.find(id, on: connection), row.trainer == actor.userId else {
                throw SpotterError.notFound("reply")
            }
            switch row.reply.state {
            case .undone: return row.reply
            case .dropped: throw SpotterError(.conflict, "It wasn't sent; there is nothing to undo.")
            case .sent:
                guard let sentAt = row.reply.sentAt, now <= sentAt.adding(seconds: AutomaticTerms.undoSeconds) else {
                    throw SpotterError(
                        .conflict,
                        "It was sent more than \(AutomaticTerms.undoSeconds) seconds ago; delete the message instead."
                    )
                }
            case .planned: break
            }
            row.reply.state = .undone
            row.reply.text = ""
            try row.update(on: connection)
            return row.reply
        }
        if let message = undone.messageId {
            do {
                try await messages.delete(message, in: undone.chatId, by: actor)
            } catch let error as SpotterError where error.code == .notFound {
                // Somebody has deleted it already.
            }
        }
        tell(undone, of: actor.userId)
        return undone
    }

    func tell(_ reply: AutomaticReply, of trainer: UserID) {
        publish(ServerFrames.automatic(reply), trainer)
    }

    func settingsDidChange(for users: [UserID]) async throws {
        let isUsed = try await database.read { try SettingsRows.isUsed(on: $0) }
        signal.isUsed.store(isUsed, ordering: .sequentiallyConsistent)
        for user in users { publish(ServerFrames.automaticChanged(), user) }
        signal.changes.announce()
    }
}
