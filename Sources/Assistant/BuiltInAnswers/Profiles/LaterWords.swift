import AssistantTools
import Domain
import Messaging
import Retrieval
import SpotterAPI
import TextReading

/// What clients said about a part of the body after what their profiles know of it: rules don't understand everything.
struct LaterWords: Sendable {
    private static let maxFound = 200

    /// The newest message of each client that says that it's over, or that it hurts again.
    private let newest: [UserID: (message: VisibleMessage, isOver: Bool)]

    /// - Parameters:
    ///   - words: of the question, without names and times.
    ///   - clients: whose words count.
    init(about words: [TextWord], of clients: [KnownPerson], since: Timestamp, _ questions: DataQuestions) async throws
    {
        let topical = words.filter { ContentWords.isContent($0) && !Self.general.contains($0.folded) }
        let said = Set(topical.map(\.stem))
        let others = Glossary.alternatives(to: said, in: .english).keys
        let stems = said.union(others)
        let found = try await questions.search.messages(
            withAnyOf: topical.prefix(8).map(\.folded) + others.sorted().prefix(24),
            in: clients.compactMap(\.chat),
            since: since,
            limit: Self.maxFound,
            for: questions.requester.actor
        )
        let users = Set(clients.compactMap(\.userId))
        var newest: [UserID: (message: VisibleMessage, isOver: Bool)] = [:]
        for message in found where users.contains(message.senderId) && !message.text.isOnlyQuestion {
            guard let isOver = Self.isOver(message.text, stems) else { continue }
            newest[message.senderId] = (message, isOver)
        }
        self.newest = newest
    }

    /// The fact as it stands after what was said later.
    func updated(_ fact: FactLines.Fact, of client: UserID) -> FactLines.Fact {
        guard let later = newest[client], later.message.sentAt > fact.saidAt else { return fact }
        var item = fact.item
        item.status = later.isOver ? .resolved : .current
        item.validTo = later.isOver ? later.message.sentAt : nil
        return FactLines.Fact(
            client: client,
            name: fact.name,
            item: item,
            message: later.message,
            saidAt: later.message.sentAt
        )
    }

    /// `nil` if the text only names the part.
    private static func isOver(_ text: String, _ stems: Set<String>) -> Bool? {
        let words = TextWord.words(of: text)
        guard let position = words.firstIndex(where: { stems.contains($0.stem) }) else { return nil }
        let after = words[(position + 1)...].prefix(5).map(\.folded)
        let near = words[max(0, position - 4)...].prefix(9).map(\.folded)
        if Recovery.says(text, about: stems) { return true }
        let good = after.firstIndex(where: Self.well.contains)
        if let good, !after[..<good].contains(where: AnswerWords.of("not well").contains) { return true }
        return near.contains(where: Self.unwell.contains) ? false : nil
    }

    private static let well = AnswerWords.of("well")
    private static let unwell = AnswerWords.of("unwell")
    /// Words of any complaint, which tell nothing about which.
    private static let general = AnswerWords.of("complaint")
}
