import Domain
import Messaging
import WebSearch

/// The messages and web pages in a prompt, by the number with which the model cites them.
struct CitationIndex: Sendable {
    private enum Entry: Sendable {
        case message(VisibleMessage)
        case page(WebResult)
    }

    private var entries: [Entry] = []
    /// The numbers of the pages.
    private(set) var pages: Set<Int> = []

    var count: Int { entries.count }

    /// The messages, in the order of their numbers.
    var lines: [VisibleMessage] {
        entries.compactMap { if case .message(let line) = $0 { line } else { nil } }
    }

    /// Adds the messages that aren't in the index yet.
    /// - Returns: each message with its number.
    mutating func add(_ new: [VisibleMessage]) -> [(number: Int, line: VisibleMessage)] {
        new.map { line in
            let known = entries.firstIndex { if case .message(let known) = $0 { known.id == line.id } else { false } }
            if let known { return (known + 1, line) }
            entries.append(.message(line))
            return (entries.count, line)
        }
    }

    /// Adds the pages that aren't in the index yet.
    /// - Returns: each page with its number.
    mutating func add(_ new: [WebResult]) -> [(number: Int, page: WebResult)] {
        new.map { page in
            let known = entries.firstIndex { if case .page(let known) = $0 { known.url == page.url } else { false } }
            if let known { return (known + 1, page) }
            entries.append(.page(page))
            pages.insert(entries.count)
            return (entries.count, page)
        }
    }

    func line(_ number: Int) -> VisibleMessage? {
        guard entries.indices.contains(number - 1), case .message(let line) = entries[number - 1] else { return nil }
        return line
    }

    func page(_ number: Int) -> WebResult? {
        guard entries.indices.contains(number - 1), case .page(let page) = entries[number - 1] else { return nil }
        return page
    }
}
