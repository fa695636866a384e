import AssistantTools
import Domain
import Messaging
import Retrieval
import SpotterAPI
import TextReading

/// Items of profiles, each with the message that says it or ends it, newest first.
struct FactLines: Sendable {
    struct Fact: Sendable {
        let client: UserID
        let name: String
        let item: ProfileItem
        /// The last message that says it; `nil` for what was written down by hand.
        let message: VisibleMessage?
        let saidAt: Timestamp
    }

    private(set) var facts: [Fact]
    private let quotes: QuoteLines

    /// An item whose messages the user can't read any more is left out.
    /// - Parameter usesFirst: whether the message that began it is quoted, and not the last one.
    init(
        _ items: [(client: UserID, item: ProfileItem)],
        of questions: DataQuestions,
        usesFirst: Bool = false
    ) async throws {
        func source(_ item: ProfileItem) -> ProfileItem.Source? { usesFirst ? item.sources.first : item.sources.last }
        let last = items.compactMap { source($0.item)?.messageId }
        let messages = Dictionary(
            try await questions.search.messages(last, for: questions.requester.actor).map { ($0.id, $0) }
        ) { first, _ in first }
        facts = items.compactMap { client, item -> Fact? in
            guard let name = questions.directory.person(.user(client))?.name else { return nil }
            guard let source = source(item) else {
                let saidAt = item.editedAt ?? item.validFrom ?? .earliest
                return Fact(client: client, name: name, item: item, message: nil, saidAt: saidAt)
            }
            guard let message = messages[source.messageId] else { return nil }
            return Fact(client: client, name: name, item: item, message: message, saidAt: message.sentAt)
        }.sorted { ($0.saidAt, $1.name) > ($1.saidAt, $0.name) }
        let stems = items.reduce(into: Set<String>()) { $0.formUnion(ContentWords.stems(of: $1.item.text)) }
        quotes = QuoteLines(requester: questions.requester, now: questions.now, stems: stems)
    }

    private init(_ facts: [Fact], _ quotes: QuoteLines) { (self.facts, self.quotes) = (facts, quotes) }

    /// The facts as they stand after what was said later.
    func updated(by later: LaterWords) -> FactLines {
        let updated = facts.map { later.updated($0, of: $0.client) }
        return FactLines(updated.sorted { ($0.saidAt, $1.name) > ($1.saidAt, $0.name) }, quotes)
    }

    /// When the oldest of them was said.
    var oldest: Timestamp { facts.map(\.saidAt).min() ?? .earliest }

    /// Those of a status, each message once.
    func with(_ statuses: Set<ProfileItem.Status>) -> [Fact] {
        var seen: Set<MessageID> = []
        return facts.filter { fact in
            guard statuses.contains(fact.item.status) else { return false }
            return fact.message.map { seen.insert($0.id).inserted } ?? true
        }
    }

    /// - Parameters:
    ///   - head: a line above the facts.
    ///   - second: a line above `others`.
    /// - Returns: `nil` without facts.
    func answer(
        _ head: String?,
        _ facts: [Fact],
        _ second: String = "",
        _ others: [Fact] = [],
        kind: AnswerKind = .answer
    ) -> DataAnswer? {
        let all = facts + others
        guard !facts.isEmpty else { return nil }
        let said = quotes.lines(of: all.compactMap(\.message).map { [$0] })
        var quoted = said.lines.map { $0.hasPrefix("- ") || all.count == 1 ? $0 : "- \($0)" }[...]
        let lines = all.map { fact -> String in
            guard fact.message == nil else { return quoted.popFirst() ?? "" }
            let line = "\(fact.name): “\(fact.item.text)”, written down by hand"
            return all.count == 1 ? line : "- \(line)"
        }
        let (shown, rest) = (lines.prefix(facts.count), lines.dropFirst(facts.count))
        let text = [head].compactMap { $0 } + shown + (rest.isEmpty ? [] : [second] + rest)
        return DataAnswer(text: text.joined(separator: "\n"), citations: said.citations, kind: kind)
    }
}
