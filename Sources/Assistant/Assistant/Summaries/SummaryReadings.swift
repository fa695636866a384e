import Domain
import Foundation
import Messaging

/// What messages say is to be done and was decided, for a summary: with the ids that `ChatInsights` has for it.
struct SummaryReadings: Sendable {
    struct Line: Sendable {
        let id: String
        let message: VisibleMessage
        let quote: String
        /// What a "yes" accepts.
        var proposal: (message: VisibleMessage, text: String)?
    }

    private(set) var actions: [Line] = []
    private(set) var decisions: [Line] = []
    private var quotes: [MessageID: Set<String>] = [:]

    /// - Parameter messages: in the order of the chat.
    init(_ messages: [VisibleMessage], zones: [UserID: TimeZone]) {
        let reader = MessageReader()
        var previous: VisibleMessage?
        for message in messages {
            let before = previous.flatMap { $0.senderId != message.senderId ? $0 : nil }
            previous = message
            let reading = reader.reading(
                of: message.text,
                sentAt: message.sentAt,
                timeZone: zones[message.senderId] ?? .gmt,
                after: before?.text
            )
            for action in reading.actions.map(\.action) where isNew(action.quote, in: message) {
                let id = StoredInsight.id(of: .action, in: message.id, words: action.task)
                actions.append(Line(id: id.description, message: message, quote: action.quote))
            }
            for decision in reading.decisions where isNew(decision.quote, in: message) {
                let id = StoredInsight.id(of: .decision, in: message.id, words: decision.text)
                var line = Line(id: id.description, message: message, quote: decision.quote)
                if decision.isAcceptance { line.proposal = before.map { ($0, decision.text) } }
                decisions.append(line)
            }
        }
    }

    /// Whether a sentence is among them.
    func holds(_ sentence: SummarySentence) -> Bool { quotes[sentence.message.id]?.contains(sentence.text) ?? false }

    /// A sentence is told once, as a task rather than as a decision.
    private mutating func isNew(_ quote: String, in message: VisibleMessage) -> Bool {
        quotes[message.id, default: []].insert(quote).inserted
    }
}
