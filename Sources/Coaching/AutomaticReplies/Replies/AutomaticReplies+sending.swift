import Accounts
import Domain
import Messaging
import SpotterAPI
import Storage

/// Sends what is due.
extension AutomaticReplies {
    /// Looks at everything planned: sends what is due, and drops what the trainer has answered.
    /// - Returns: when the next is due.
    func sendDue() async throws -> Timestamp? {
        let now = clock.now()
        for row in try await database.read({ try ReplyRow.planned(on: $0) }) where row.reply.dueAt <= now {
            try await send(row, at: now)
        }
        return try await database.read { try ReplyRow.planned(on: $0).map(\.reply.dueAt).min() }
    }

    private enum Step: Sendable {
        case none
        case changed(ReplyRow)
    }

    /// Decides and sends in one transaction.
    private func send(_ planned: ReplyRow, at now: Timestamp) async throws {
        guard let (kind, text) = try await currentText(of: planned, at: now) else { return }
        let send = Messages.Send(
            chatId: planned.reply.chatId,
            sender: Actor(userId: planned.trainer, role: .trainer),
            clientMessageId: "automatic-\(planned.reply.id)",
            text: text ?? "",
            via: .automatic
        )
        let step = try await messages.send(send) { [messages, answers] connection, insert -> Step in
            // It may have been undone since it was read.
            guard var row = try ReplyRow.find(planned.reply.id, on: connection), row.reply.state == .planned else {
                return .none
            }
            let decision = try Self.decide(row, by: answers, at: now, on: connection)
            switch decision {
            case .drop(let reason): row.drop(for: reason)
            case .send where text == nil: row.drop(for: .nothingToSay)
            case .send(let decided) where decided != kind || text != row.reply.text:
                // The trainer hasn't seen these words yet.
                row.reply.kind = decided
                row.reply.text = decided == kind ? text ?? "" : ""
                row.reply.dueAt = now.adding(seconds: AutomaticTerms.undoSeconds)
            case .send:
                do {
                    _ = try messages.requireUnattended(send.sender, in: send.chatId, on: connection)
                    row.reply.messageId = try insert().id
                    row.reply.sentAt = now
                    row.reply.state = .sent
                } catch is SpotterError {
                    row.drop(for: .gone)
                }
            }
            try row.update(on: connection)
            return .changed(row)
        }
        if case .changed(let row) = step { tell(row.reply, of: row.trainer) }
    }

    private static func decide(
        _ row: ReplyRow,
        by answers: any AutomaticAnswering,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> AutomaticRules.Decision {
        guard let terms = try SettingsRows.terms(of: row.trainer, with: row.reply.clientId, on: connection) else {
            return .drop(.gone)
        }
        let rules = AutomaticRules(terms: terms) { answers.reading(of: $0) }
        return rules.decide(
            row.reply.questionId,
            in: try lines(of: row.reply.chatId, with: row.reply.clientId, on: connection),
            sent: try ReplyRow.sent(by: row.trainer, to: row.reply.clientId, at: now, on: connection),
            dueAt: row.reply.dueAt,
            at: now
        )
    }

    /// What would be said now; `nil` if the reply isn't planned any more.
    private func currentText(
        of planned: ReplyRow,
        at now: Timestamp
    ) async throws -> (kind: AutomaticKind, text: String?)? {
        guard let row = try await database.read({ try ReplyRow.find(planned.reply.id, on: $0) }),
            row.reply.state == .planned
        else { return nil }
        return (row.reply.kind, try await text(of: row.reply, from: row.trainer, at: now))
    }

    /// - Returns: `nil` if there is nothing to say.
    func text(of reply: AutomaticReply, from trainer: UserID, at now: Timestamp) async throws -> String? {
        let found = try await database.read { connection in
            (
                trainer: try User.find(trainer, on: connection), client: try User.find(reply.clientId, on: connection),
                words: try SettingsRows.settings(of: trainer, on: connection).acknowledgement,
                question: try Self.lines(of: reply.chatId, with: reply.clientId, on: connection)
                    .first { $0.id == reply.questionId }?.text
            )
        }
        guard let trainer = found.trainer, let client = found.client, let question = found.question else { return nil }
        let source = ReplyText.Source(trainer: trainer, client: client, acknowledgement: found.words)
        return try await ReplyText(answers: answers).text(for: reply.kind, to: question, source, at: now)
    }
}
