import Domain
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
    init(_ messages: [ReadMessage]) {
        for read in messages {
            let message = read.message
            for action in read.reading.actions.map(\.action) where isNew(action.quote, in: message) {
                let id = StoredInsight.id(of: .action, in: message.id, words: action.task)
                actions.append(Line(id: id.description, message: message, quote: action.quote))
            }
            for decision in read.reading.decisions where isNew(decision.quote, in: message) {
                let id = StoredInsight.id(of: .decision, in: message.id, words: decision.text)
                var line = Line(id: id.description, message: message, quote: decision.quote)
                if decision.isAcceptance { line.proposal = read.previous.map { ($0, decision.text) } }
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
