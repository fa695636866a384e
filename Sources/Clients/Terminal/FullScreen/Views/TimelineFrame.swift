import Domain

/// The rows of the conversation on the screen, and what follows from them. Laying them out is most of the work for a key,
/// so a frame does it once.
struct TimelineFrame {
    /// From the top of the area; fewer than its height if there are no more.
    let rows: [TimelineLayout.Row]
    let state: TimelineState?
    /// The previews that belong to a message.
    private let picturesOf: (Message) -> [PictureShelf.Key]

    init(rows: [TimelineLayout.Row], state: TimelineState?, pictures: @escaping (Message) -> [PictureShelf.Key]) {
        self.rows = rows
        self.state = state
        picturesOf = pictures
    }

    private var items: [TimelineItem] { state?.items ?? [] }

    /// The indexes of the entries with at least one visible row.
    var visibleItems: [Int] {
        var indexes: [Int] = []
        for row in rows where indexes.last != row.index { indexes.append(row.index) }
        return indexes
    }

    /// The pictures of those entries, with their messages.
    var pictures: [(key: PictureShelf.Key, message: Message)] {
        visibleItems.flatMap { index -> [(key: PictureShelf.Key, message: Message)] in
            guard let message = items[index].message else { return [] }
            return picturesOf(message).map { ($0, message) }
        }
    }

    /// The numbers of the messages that are on the screen with nothing hidden between them.
    var shownSequences: ClosedRange<Int64>? {
        guard let state, state.isLoaded else { return nil }
        let visible = visibleItems
        // What is above a gap isn't followed by what is below it.
        let start = visible.lastIndex { if case .gap = items[$0].content { true } else { false } }.map { $0 + 1 } ?? 0
        let sequences = visible[start...].compactMap { items[$0].message?.seq }
        guard let first = sequences.first, let last = sequences.last else { return nil }
        let newest = items.last { $0.message != nil }?.message?.seq
        let end = state.end == nil && last == newest ? max(last, state.position) : last
        // Between the message before and this one, there are only changes of others.
        let before = items[..<(visible[start...].first { items[$0].message != nil } ?? 0)].last { $0.message != nil }
        let low = before?.message.map { min($0.seq + 1, first) } ?? first
        return low...max(end, low)
    }
}
