import Domain
import SpotterAPI

/// What the pane beside the conversation shows.
enum Pane: Sendable, Equatable {
    /// Text from a command or the server: notes, receipts, a summary.
    case text(title: String, lines: [StyledText])
    case assistant
    case search(SearchPane)
    case thread(ThreadPane)
    case page(PagePane)

    /// The row of a list that is selected; `nil` if there is none.
    var selected: Int? {
        switch self {
        case .search(let search): search.results.isEmpty ? nil : search.selected
        case .thread(let thread): thread.messages.isEmpty ? nil : thread.selected
        case .page(let page): page.targets.isEmpty ? nil : page.selected
        case .text, .assistant: nil
        }
    }

    /// Selects the row of a list that is nearest to one.
    mutating func select(_ row: Int) {
        switch self {
        case .search(var search):
            search.selected = max(min(row, search.results.count - 1), 0)
            self = .search(search)
        case .thread(var thread):
            thread.selected = max(min(row, thread.messages.count - 1), 0)
            self = .thread(thread)
        case .page(var page):
            page.selected = max(min(row, page.targets.count - 1), 0)
            self = .page(page)
        case .text, .assistant: break
        }
    }
}

/// A message with what it answers, and the answers.
struct ThreadPane: Sendable, Equatable {
    /// The message that was asked about.
    let root: MessageID
    let chat: ChatID
    var messages: [Message] = []
    var selected = 0
    var isLoaded = false
}

/// The hits of a search.
struct SearchPane: Sendable, Equatable {
    let query: String
    /// The chat that was searched; `nil` for all.
    let chat: ChatID?
    var results: [SearchResult]
    var note: String?
    /// Why there are no results.
    var failure: String?
    var selected = 0
    var isRunning = true
}

/// The conversation with the assistant, as far as this screen has seen it.
struct AssistantState: Sendable {
    struct Exchange: Sendable, Equatable {
        var question: String
        /// As far as it has come.
        var text = ""
        var citations: [Citation] = []
        var pages: [WebSource] = []
        var status: String?
        var model: String?
        var id: TurnID?
        var failure: String?
        var isComplete = false
        /// This version and the number of versions.
        var version: (number: Int, count: Int) = (1, 1)

        static func == (a: Exchange, b: Exchange) -> Bool {
            a.question == b.question && a.text == b.text && a.citations == b.citations && a.pages == b.pages
                && a.status == b.status && a.model == b.model && a.id == b.id && a.failure == b.failure
                && a.isComplete == b.isComplete && a.version == b.version
        }
    }

    var exchanges: [Exchange] = []
    var conversation: ConversationID?
    var proposals: [Proposal] = []
    var needs: Needs?
    var accumulator = AnswerAccumulator()
    /// The citation that Enter jumps to.
    var selectedCitation: Int?
    /// The next question doesn't continue the conversation of before.
    var isNewWanted = false

    var last: Exchange? { exchanges.last }
    var isAnswering: Bool { exchanges.last.map { !$0.isComplete && $0.failure == nil } ?? false }
}
