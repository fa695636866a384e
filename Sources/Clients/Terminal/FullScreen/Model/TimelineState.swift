import Domain
import SpotterAPI
import SpotterClient

/// The part of a chat's history that is loaded, and what of it is on the screen.
struct TimelineState: Sendable {
    /// What stands in the lowest row.
    enum Scroll: Sendable, Equatable {
        case newest
        /// The entry's row that many rows above its last.
        case at(TimelineItem.Key, rowsBelow: Int)
        /// The entry in the first row, until the next frame knows what that puts into the last.
        case top(TimelineItem.Key)
    }

    static let pageSize = 120
    static let maxLimit = 1200

    let chat: ChatID
    /// What had been read when the chat was opened.
    let unreadAfter: Int64?
    var loaded: [Timeline.Row] = []
    var items: [TimelineItem] = []
    var hasEarlier = false
    var formerNames: [UserID: String] = [:]
    /// Messages whose changes the server doesn't have yet.
    var changing: Set<MessageID> = []
    /// The exclusive end of the loaded part; `nil` if it reaches the newest message.
    var end: Int64?
    var limit = TimelineState.pageSize
    var position: Int64 = 0
    var isLoaded = false
    /// More was asked for and isn't there yet.
    var isLoading = false
    var scroll = Scroll.newest
    var selected: TimelineItem.Key?
    /// Jumps there once it is loaded.
    var target: Int64?
    /// Words of a search, to be marked.
    var hits: [String] = []
    /// A search led here.
    var isAtResult = false
    var gapsAsked: Set<Int64> = []
    /// Arrived while the newest message wasn't on the screen.
    var newBelow = 0

    init(_ chat: Chat) {
        self.chat = chat.id
        unreadAfter = chat.unread > 0 ? chat.readSeq : nil
        limit = min(max(Self.pageSize, chat.unread + 40), Self.maxLimit)
    }

    func index(of key: TimelineItem.Key?) -> Int? { key.flatMap { key in items.firstIndex { $0.key == key } } }

    var selectedItem: TimelineItem? { index(of: selected).map { items[$0] } }

    /// Selects the next entry that can be, up or down.
    /// - Returns: whether there is one.
    mutating func moveSelection(by step: Int) -> Bool {
        var index = self.index(of: selected) ?? (step < 0 ? items.count : -1)
        repeat { index += step } while items.indices.contains(index) && !items[index].isSelectable
        guard items.indices.contains(index) else { return false }
        selected = items[index].key
        return true
    }

    mutating func rebuild(_ builder: TimelineBuilder, cards: [TimelineItem]) {
        items = builder.items(loaded) + (end == nil ? cards : [])
        if let selected, index(of: selected) == nil { self.selected = nil }
        if case .at(let key, _) = scroll, index(of: key) == nil { scroll = .newest }
    }
}
