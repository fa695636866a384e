import Domain
import SpotterAPI
import Storage

/// Erasing words. What stays is the entry with its ids, its times and the hash of the words, which still verifies.
extension AuditLog {
    private static let erasedAtOnce = 200

    /// Erases the words of a proposal's entries, inside the transaction that erases the proposal's own.
    func eraseWords(of proposal: ProposalID, on connection: any SQLConnection) throws {
        connection.markErasure()
        try connection.execute(
            "UPDATE audit_log SET words = NULL, salt = NULL WHERE proposal_id = $1 AND words IS NOT NULL",
            proposal
        )
    }

    /// What the entries of a proposal have said so far, unless it was erased.
    func words(of proposal: ProposalID, on connection: any SQLConnection) throws -> [String] {
        try connection.query("SELECT words FROM audit_log WHERE proposal_id = $1 AND words IS NOT NULL", proposal) {
            try $0.text(0)
        }
    }

    /// Erases the words of all entries of a user whose account is deleted.
    func eraseWords(of owner: UserID) async throws {
        while try await database.write({ connection in
            connection.markErasure()
            return try connection.execute(
                """
                UPDATE audit_log SET words = NULL, salt = NULL WHERE position IN (
                    SELECT position FROM audit_log WHERE owner_id = $1 AND words IS NOT NULL LIMIT $2
                )
                """,
                owner,
                Self.erasedAtOnce
            )
        }) > 0 {}
    }
}

extension ToolArguments {
    /// What somebody said: a message's or reminder's text, or an event's title. Everything else is ids and times.
    var words: String? {
        switch self {
        case .scheduleCall(let call): call.title
        case .setReminder(let reminder): reminder.text
        case .sendMessage(let message): message.text
        case .rescheduleEvent(let move): move.shown?.title
        case .cancelEvent(let cancel): cancel.shown?.title
        }
    }

    func with(words: String) -> ToolArguments {
        switch self {
        case .scheduleCall(var call):
            call.title = words
            return .scheduleCall(call)
        case .setReminder(var reminder):
            reminder.text = words
            return .setReminder(reminder)
        case .sendMessage(var message):
            message.text = words
            return .sendMessage(message)
        case .rescheduleEvent(var move):
            move.shown?.title = words
            return .rescheduleEvent(move)
        case .cancelEvent(var cancel):
            cancel.shown?.title = words
            return .cancelEvent(cancel)
        }
    }

    var withoutWords: ToolArguments { with(words: "") }
}
