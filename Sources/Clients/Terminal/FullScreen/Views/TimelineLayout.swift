import Domain

/// The rows of the conversation that are on the screen.
///
/// Only what is visible is laid out, from the lowest row upwards, so a frame costs the same in a chat of any length.
struct TimelineLayout {
    struct Row: Equatable {
        let index: Int
        let text: StyledText
    }

    private let area: Area
    private let state: TimelineState?
    private let view: MessageView

    init(_ model: AppModel) {
        let layout = model.layout
        area = layout.timeline
        state = model.timeline
        view = MessageView(model, columns: layout.timeline.width, isNarrow: layout.isNarrow)
    }

    private var items: [TimelineItem] { state?.items ?? [] }

    private func height(_ index: Int) -> Int { view.rows(items[index]).count }

    // MARK: What is visible

    /// The last entry that shows, and how many of its rows are below the screen.
    private var bottom: (index: Int, hidden: Int)? {
        guard let state, !items.isEmpty else { return nil }
        switch state.scroll {
        case .newest: return (items.count - 1, 0)
        case .at(let key, let rowsBelow):
            guard let index = state.index(of: key) else { return (items.count - 1, 0) }
            return (index, min(rowsBelow, max(height(index) - 1, 0)))
        case .top(let key):
            guard let index = state.index(of: key) else { return (items.count - 1, 0) }
            return bottom(placing: index, inRow: 0)
        }
    }

    /// Rows from the top of the area; fewer than its height if there are no more.
    var visibleRows: [Row] {
        guard let bottom else { return [] }
        var rows: [Row] = []
        var index = bottom.index
        var hidden = bottom.hidden
        while index >= 0, rows.count < area.height {
            let all = view.rows(items[index])
            for row in all.dropLast(min(hidden, max(all.count - 1, 0))).reversed() where rows.count < area.height {
                rows.append(Row(index: index, text: row))
            }
            hidden = 0
            index -= 1
        }
        return rows.reversed()
    }

    /// What is visible, laid out once.
    var frame: TimelineFrame { TimelineFrame(rows: visibleRows, state: state, pictures: view.pictures) }

    func item(atRow row: Int, column: Int) -> TimelineItem.Key? {
        guard area.contains(row: row, column: column) else { return nil }
        let rows = visibleRows
        let index = row - area.top - (area.height - rows.count)
        guard rows.indices.contains(index), items[rows[index].index].isSelectable else { return nil }
        return items[rows[index].index].key
    }

    // MARK: Scrolling

    private func scroll(_ bottom: (index: Int, hidden: Int)) -> TimelineState.Scroll {
        guard items.indices.contains(bottom.index) else { return .newest }
        if bottom.index == items.count - 1, bottom.hidden == 0 { return .newest }
        return .at(items[bottom.index].key, rowsBelow: bottom.hidden)
    }

    /// Down for positive rows. Stops where the first entry is in the first row, and at the newest.
    func scroll(by rows: Int) -> TimelineState.Scroll {
        guard var (index, hidden) = bottom else { return .newest }
        hidden -= rows
        while hidden < 0, index < items.count - 1 {
            index += 1
            hidden += height(index)
        }
        if hidden < 0 { return .newest }
        while index > 0, hidden >= height(index) {
            hidden -= height(index)
            index -= 1
        }
        let highest = bottom(placing: 0, inRow: 0)
        let wanted = (index: index, hidden: min(hidden, max(height(index) - 1, 0)))
        return scroll(isAbove(wanted, highest) ? highest : wanted)
    }

    private func isAbove(_ a: (index: Int, hidden: Int), _ b: (index: Int, hidden: Int)) -> Bool {
        a.index == b.index ? a.hidden > b.hidden : a.index < b.index
    }

    /// What is last if an entry begins in a row of the area.
    private func bottom(placing index: Int, inRow row: Int) -> (index: Int, hidden: Int) {
        var used = row
        var last = index
        while last < items.count {
            used += height(last)
            if used >= area.height { return (last, used - area.height) }
            last += 1
        }
        return (items.count - 1, 0)
    }

    func scroll(placing index: Int, inRow row: Int) -> TimelineState.Scroll {
        scroll(bottom(placing: index, inRow: row))
    }

    /// The smallest scroll after which an entry is visible.
    func scroll(showing index: Int, inMiddle: Bool) -> TimelineState.Scroll {
        if inMiddle { return scroll(placing: index, inRow: area.height / 3) }
        let visible = visibleRows
        let shown = visible.count { $0.index == index }
        if shown == height(index) { return state?.scroll ?? .newest }
        if let first = visible.first, index <= first.index { return scroll(placing: index, inRow: 0) }
        return scroll((index, 0))
    }
}
