import Domain
import Messaging
import SpotterAPI
import Storage

/// Plans replies to what clients have written.
extension AutomaticReplies {
    /// Messages that are looked at in one transaction.
    private static let batchSize = 64

    /// Plans replies to new messages.
    /// - Returns: whether there was anything to look at.
    func planNext() async throws -> Bool {
        let now = clock.now()
        let candidates = try await database.read { connection -> (messages: [ClientMessage], end: Int64)? in
            guard let part = try MessageFeed.automatic.next(Self.batchSize * 4, on: connection) else { return nil }
            guard try SettingsRows.isUsed(on: connection), try SettingsRows.isAllowed(on: connection) else {
                // What was written while it was off is never answered.
                return ([], try MessageFeed.last(on: connection)?.num ?? part.end)
            }
            return (try ClientMessage.list(after: part.start, upTo: part.end, on: connection), part.end)
        }
        guard let candidates else { return false }
        let planned = try await database.write { [ids, answers] connection in
            try MessageFeed.automatic.advance(to: candidates.end, on: connection)
            return try candidates.messages.compactMap { message in
                try Self.plan(message, id: ids.next(), by: answers, at: now, on: connection)
            }
        }
        for row in planned { tell(row.reply, of: row.trainer) }
        for row in planned where row.reply.state == .planned { try await setText(of: row) }
        return true
    }

    /// - Returns: the reply that is planned, or that isn't since a human is needed; `nil` if none is to be expected.
    private static func plan(
        _ message: ClientMessage,
        id: AutomaticReplyID,
        by answers: any AutomaticAnswering,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ReplyRow? {
        guard let terms = try SettingsRows.terms(of: message.trainer, with: message.client, on: connection),
            terms.isEnabled, !terms.kinds.isEmpty, try !ReplyRow.exists(for: message.id, on: connection)
        else { return nil }
        let dueAt = terms.dueAt(message.sentAt, noticedAt: now)
        let isOld =
            dueAt
            > terms.dueAt(message.sentAt, noticedAt: message.sentAt)
            .adding(seconds: AutomaticTerms.maxLateSeconds)
        let rules = AutomaticRules(terms: terms) { answers.reading(of: $0) }
        let lines = try lines(of: message.chat, with: message.client, on: connection)
        guard !isOld, let reading = rules.reading(of: message.id, in: lines) else { return nil }
        let kind = rules.kind(for: reading)
        guard reading == .needsHuman || kind != nil else { return nil }
        var row = ReplyRow(
            trainer: message.trainer,
            AutomaticReply(
                id: id,
                clientId: message.client,
                chatId: message.chat,
                questionId: message.id,
                kind: kind ?? .acknowledgement,
                state: .planned,
                text: "",
                dueAt: dueAt
            )
        )
        if reading == .needsHuman { row.drop(for: .needsHuman) }
        try row.insert(on: connection)
        return row
    }

    static func lines(
        of chat: ChatID,
        with client: UserID,
        on connection: any SQLConnection
    ) throws -> [AutomaticLine] {
        try DirectChatLine.newest(AutomaticRules.maxLines, of: chat, on: connection)
            .map { AutomaticLine($0, client: client) }
    }

    /// Shows the trainer what will be said.
    private func setText(of planned: ReplyRow) async throws {
        guard let text = try await text(of: planned.reply, from: planned.trainer, at: clock.now()) else { return }
        let shown = try await database.write { connection -> ReplyRow? in
            guard var row = try ReplyRow.find(planned.reply.id, on: connection), row.reply.state == .planned else {
                return nil
            }
            row.reply.text = text
            try row.update(on: connection)
            return row
        }
        if let shown { tell(shown.reply, of: shown.trainer) }
    }
}
