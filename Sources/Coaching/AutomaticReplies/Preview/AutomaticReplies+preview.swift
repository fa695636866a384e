import Accounts
import Contacts
public import Domain
import Messaging
public import SpotterAPI
import Storage

extension AutomaticReplies {
    /// Of one client's chat.
    private static let maxPreviewedLines = 5000
    private static let maxPreviewItems = 500

    /// What would have been sent in past weeks with today's settings, if it had been on and agreed to. Nothing is sent or
    /// stored. Messages deleted since aren't seen, and texts are those of today's calendar.
    /// - Throws: `forbidden` for a client; `not_found` for somebody who isn't the trainer's client; `invalid_request`.
    public func preview(_ request: AutomaticPreviewRequest, by actor: Actor) async throws -> AutomaticPreviewResponse {
        try Self.requireTrainer(actor)
        let weeks = request.weeks ?? 4
        guard (1...AutomaticPreviewRequest.maxWeeks).contains(weeks) else {
            throw SpotterError.invalid("weeks is 1 to \(AutomaticPreviewRequest.maxWeeks).")
        }
        let now = clock.now()
        let start = now.adding(seconds: -Int64(weeks) * 7 * 86_400)
        let (trainer, pairs, words) = try await database.read { connection in
            guard let trainer = try User.find(actor.userId, on: connection) else { throw SpotterError.notFound("user") }
            let pairs = try Self.pairs(of: trainer, request, since: start, on: connection)
            return (trainer, pairs, try SettingsRows.settings(of: trainer.id, on: connection).acknowledgement)
        }
        let past = AutomaticPreview(pairs: pairs) { [answers] in answers.reading(of: $0) }
        let outcomes = await BackgroundWork.shared.run(of: actor.userId) {
            await past.outcomes(since: start, until: now)
        }
        let clients = Dictionary(uniqueKeysWithValues: pairs.map { ($0.client.id, $0.client) })
        var items: [AutomaticPreviewItem] = []
        for outcome in outcomes.suffix(Self.maxPreviewItems) {
            var item = AutomaticPreviewItem(
                clientId: outcome.client,
                questionId: outcome.question,
                question: outcome.words,
                kind: nil,
                reason: nil,
                text: nil,
                at: outcome.at
            )
            switch outcome.decision {
            case .drop(let reason): item.reason = reason
            case .send(let kind):
                item.kind = kind
                if let client = clients[outcome.client] {
                    let source = ReplyText.Source(trainer: trainer, client: client, acknowledgement: words)
                    item.text = try await ReplyText(answers: answers)
                        .text(for: kind, to: outcome.words, source, at: outcome.at)
                }
            }
            items.append(item)
        }
        let sent = outcomes.count { if case .send = $0.decision { true } else { false } }
        return AutomaticPreviewResponse(sent: sent, items: items)
    }

    private static func pairs(
        of trainer: User,
        _ request: AutomaticPreviewRequest,
        since start: Timestamp,
        on connection: any SQLConnection
    ) throws -> [AutomaticPreview.Pair] {
        var settings = try SettingsRows.settings(of: trainer.id, on: connection)
        settings.enabled = true
        let offered = try SettingsRows.agreements(
            of: Actor(userId: trainer.id, role: .trainer),
            on: connection
        )
        var kinds: [UserID: Set<AutomaticKind>] = [:]
        for client in request.clientIds ?? [] {
            kinds[client] = Set(request.kinds ?? AutomaticKind.allCases)
        }
        for agreement in offered where kinds[agreement.userId] == nil { kinds[agreement.userId] = Set(agreement.kinds) }
        return try kinds.sorted { $0.key < $1.key }.compactMap { id, kinds in
            guard try Contacts.exists(trainer: trainer.id, client: id, on: connection),
                let client = try User.find(id, on: connection)
            else { throw SpotterError.notFound("client") }
            guard let chat = try DirectChatLine.chat(of: trainer.id, and: id, on: connection) else { return nil }
            let lines = try DirectChatLine.newest(maxPreviewedLines, of: chat, on: connection)
                .map { AutomaticLine($0, client: id) }.filter { $0.author != .automatic }
            return AutomaticPreview.Pair(
                client: client,
                chat: chat,
                terms: try AutomaticTerms(
                    settings,
                    kinds: kinds,
                    trainer: trainer,
                    client: client,
                    isAllowed: true
                ),
                lines: lines
            )
        }
    }
}
