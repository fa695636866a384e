public import Domain
public import Messaging
import Scheduling
import SpotterAPI
public import Storage
import Synchronization

/// Wakes the service when somebody writes, and erases what replies hold of messages that go.
public final class AutomaticSignal: MessageObserver {
    /// Wakes the service.
    let changes = ScheduleChanges()
    /// Whether any trainer has turned it on: otherwise messages are no reason to look.
    let isUsed = Atomic(true)

    public init() {}

    public func messageWasCreated() {
        if isUsed.load(ordering: .relaxed) { changes.announce() }
    }

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        // The answer to other words is worked out when it's due.
        try forgetWords(of: message, on: connection)
    }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try forgetWords(of: message, on: connection)
        try connection.execute(
            "UPDATE automatic_replies SET state = 'dropped', reason = 'gone' WHERE question_id = $1 AND state = 'planned'",
            message
        )
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE automatic_replies SET state = 'dropped', reason = 'gone', text = ''
            WHERE chat_id = $1 AND state = 'planned'
            """,
            chat
        )
    }

    /// What was agreed ends with the relation.
    public func relationWillChange(
        between trainer: UserID,
        and client: UserID,
        on connection: any SQLConnection
    ) throws {
        try SettingsRows.removeAgreement(of: trainer, with: client, on: connection)
        try ReplyRow.dropPlanned(of: trainer, with: client, for: .off, on: connection)
    }

    private func forgetWords(of message: MessageID, on connection: any SQLConnection) throws {
        let isKnown = try connection.exists(
            "SELECT 1 FROM automatic_replies WHERE (question_id = $1 OR message_id = $1) AND text <> ''",
            message
        )
        guard isKnown else { return }
        connection.markErasure()
        try connection.execute(
            "UPDATE automatic_replies SET text = '' WHERE question_id = $1 OR message_id = $1",
            message
        )
    }
}
