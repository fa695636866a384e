import Domain
import SpotterAPI

/// Going from one result of a search to the next in the conversation itself.
struct SearchWalk: Sendable, Equatable {
    let query: String
    let results: [SearchResult]
    /// The result that is on the screen.
    var index: Int
    /// Where the conversation was before.
    let start: Place

    struct Place: Sendable, Equatable {
        let chat: ChatID?
        let scroll: TimelineState.Scroll
        let end: Int64?
        let limit: Int
    }

    /// What is marked in the messages.
    var words: [String] { query.split(separator: " ").map { $0.lowercased() }.filter { $0.count > 2 } }

    var current: SearchResult { results[index] }

    /// Whether the conversation stands at a result.
    func isShown(in timeline: TimelineState?) -> Bool {
        timeline?.isAtResult == true && timeline?.chat == current.chatId
    }
}

extension AppModel {
    /// From the result that is selected in the pane.
    mutating func beginWalk(_ search: SearchPane) -> [AppEffect] {
        guard search.results.indices.contains(search.selected) else { return [] }
        let place = SearchWalk.Place(
            chat: timeline?.chat,
            scroll: timeline?.scroll ?? .newest,
            end: timeline?.end,
            limit: timeline?.limit ?? TimelineState.pageSize
        )
        // The second result that is chosen doesn't change where Esc leads.
        let start = walk.map { $0.isShown(in: timeline) ? $0.start : place } ?? place
        walk = SearchWalk(query: search.query, results: search.results, index: search.selected, start: start)
        return [.locate(search.results[search.selected].messageId, in: [search.results[search.selected].chatId])]
    }

    mutating func walk(by step: Int) -> [AppEffect] {
        guard var walk, walk.isShown(in: timeline) else {
            tell("Search first\(keyName(.search).map { ": \($0)" } ?? "").")
            return []
        }
        guard walk.results.indices.contains(walk.index + step) else {
            tell(step > 0 ? "That was the last result." : "That was the first result.")
            return []
        }
        walk.index += step
        self.walk = walk
        if case .search(let search) = pane, search.results == walk.results { selectInPane(walk.index) }
        return [.locate(walk.current.messageId, in: [walk.current.chatId])]
    }

    /// A message was asked for by a source, a quote or a search.
    mutating func located(_ seq: Int64, in chat: ChatID) -> [AppEffect] {
        let walk = walk
        let effects = jump(to: seq, in: chat)
        guard let walk, walk.current.chatId == chat, timeline?.chat == chat else { return effects }
        self.walk = walk
        timeline?.hits = walk.words
        timeline?.isAtResult = true
        return effects
    }

    /// Back to where the conversation was.
    mutating func endWalk() -> [AppEffect] {
        guard let start = walk?.start, start.chat == open, start.scroll != .newest else { return goToNewest() }
        walk = nil
        timeline?.hits = []
        timeline?.isAtResult = false
        timeline?.scroll = start.scroll
        guard let timeline, timeline.end != start.end else { return [] }
        self.timeline?.end = start.end
        self.timeline?.limit = start.limit
        return [.load(timeline.chat, before: start.end, limit: start.limit)]
    }
}
