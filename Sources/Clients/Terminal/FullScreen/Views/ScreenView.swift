import Domain
import SpotterAPI
import SpotterClient

/// Draws the whole screen: a pure function from the state to a grid.
struct ScreenView {
    private let model: AppModel
    private let layout: Layout
    private let timelineRows: [TimelineLayout.Row]

    /// - Parameter frame: the conversation, as it was laid out for this state.
    init(_ model: AppModel, _ frame: TimelineFrame) {
        self.model = model
        layout = model.layout
        timelineRows = frame.rows
    }

    func draw() -> Grid {
        var grid = Grid(model.size)
        guard !layout.isTooSmall else {
            for (row, line) in StyledText("Make the window larger").wrapped(to: model.size.columns).enumerated() {
                grid.put(line, row: row, column: 0)
            }
            return grid
        }
        StatusView(model).draw(on: &grid)
        ChatListView(model).draw(on: &grid)
        drawTimeline(on: &grid)
        PaneView(model).draw(on: &grid)
        drawBorders(on: &grid)
        drawNotice(on: &grid)
        drawComposer(on: &grid)
        drawCompletion(on: &grid)
        OverlayView(model).draw(on: &grid)
        grid.dropPartialPictures()
        return grid
    }

    private func drawTimeline(on grid: inout Grid) {
        let area = layout.timeline
        guard area.height > 0 else { return }
        guard let timeline = model.timeline else { return drawWelcome(on: &grid) }
        let rows = timelineRows
        if rows.isEmpty, timeline.isLoaded {
            grid.put(StyledText(" Nothing written here yet.", .dim), row: area.top, column: area.left)
        }
        let first = area.rows.upperBound - rows.count
        for (offset, row) in rows.enumerated() {
            grid.put(row.text, row: first + offset, column: area.left, end: area.columns.upperBound)
            if model.focus == .messages, timeline.items[row.index].key == timeline.selected, !row.text.isEmpty {
                grid.shade(Area(rows: first + offset..<first + offset + 1, columns: area.columns), .selected)
            }
        }
        if timeline.scroll != .newest, timeline.newBelow > 0 {
            let text = StyledText(" ↓ \(timeline.newBelow) new ", .accent)
            let column = max(area.columns.upperBound - text.width - 1, area.left)
            grid.put(text, row: area.rows.upperBound - 1, column: column, surface: .raised)
        }
    }

    private func drawWelcome(on grid: inout Grid) {
        let area = layout.timeline
        let keys: [(KeyAction, String)] = [
            (.switchChat, "finds a chat or a person"), (.nextColumn, "walks through the columns"),
            (.help, "shows all keys"),
        ]
        let named = keys.compactMap { action, title in model.keyName(action, in: .list).map { ($0, title) } }
        let width = named.map { DisplayWidth.of($0.0) }.max() ?? 0
        let lines =
            [StyledText("Choose a chat.", .strong), StyledText()]
            + named.map { StyledText(DisplayWidth.pad($0, to: width) + " ", .accent) + StyledText($1) }
        for (offset, line) in lines.enumerated() where offset + 1 < area.height {
            grid.put(line, row: area.top + 1 + offset, column: area.left + 2, end: area.columns.upperBound)
        }
    }

    private func drawBorders(on grid: inout Grid) {
        guard !layout.isNarrow else { return }
        for area in [layout.list, layout.pane].compactMap({ $0 }) {
            let column = area.left == 0 ? area.columns.upperBound : area.left - 1
            for row in (layout.isTall ? 1 : area.top)..<layout.noticeRow where column < model.size.columns {
                grid.put(StyledText("│", .dim), row: row, column: column)
            }
        }
    }

    // MARK: The composer

    private func drawNotice(on grid: inout Grid) {
        let row = layout.noticeRow
        if let notice = model.notice {
            grid.put((StyledText(" ") + notice.text).truncated(to: model.size.columns - 1), row: row, column: 0)
        } else if let file = model.transfer {
            let line =
                StyledText(" ▤ \(file.name)  ") + StyledText(FileFormatter.progress(file.done, of: file.total), .accent)
            grid.put(line.truncated(to: model.size.columns - 1), row: row, column: 0)
        } else if let open = model.open {
            let names = model.typing.users(in: open).map { model.name(of: $0, in: model.openChat) }
            guard !names.isEmpty else { return }
            let verb = names.count == 1 ? "is" : "are"
            grid.put(
                StyledText(" \(names.joined(separator: ", ")) \(verb) typing…", .dim).truncated(
                    to: model.size.columns - 1
                ),
                row: row,
                column: layout.timeline.left
            )
        }
    }

    private func drawComposer(on grid: inout Grid) {
        let area = layout.composer
        grid.fill(area, surface: .raised)
        let text = ComposerLayout(model)
        let first = max(0, min(text.cursorRow - area.height + 1, text.rows.count - area.height))
        let isTyping = model.focus == .composer && model.overlay == nil
        for offset in 0..<area.height {
            let index = first + offset
            if offset == 0 { grid.put(StyledText(" › ", isTyping ? .accent : .dim), row: area.top, column: 0) }
            grid.put(StyledText(text.text(ofRow: index)), row: area.top + offset, column: ComposerLayout.indent)
        }
        if model.composer.isEmpty { drawPlaceholder(on: &grid, area) }
        guard isTyping else { return }
        grid.cursor = (
            area.top + text.cursorRow - first,
            min(ComposerLayout.indent + text.cursorColumn, model.size.columns - 1)
        )
    }

    private func drawPlaceholder(on grid: inout Grid, _ area: Area) {
        let text: String =
            switch model.composer.purpose {
            case .message:
                model.openChat.map { "Write to \($0.name)" }
                    ?? "/ for commands" + (model.keyName(.switchChat).map { ", \($0) to find somebody" } ?? "")
            case .reply(let message): "Reply to “\(MessagePreview.text(of: message))”"
            case .edit: "The new text"
            case .reaction(let message): "An emoji for “\(MessagePreview.text(of: message))”"
            case .change(let proposal): "What is to be different: \(proposal.summary)"
            }
        let room = model.size.columns - ComposerLayout.indent - 2
        grid.put(StyledText(text, .dim).truncated(to: room), row: area.top, column: ComposerLayout.indent + 1)
    }

    private func drawCompletion(on grid: inout Grid) {
        guard let completion = model.completion, model.focus == .composer, model.overlay == nil else { return }
        let height = min(completion.entries.count, 6, max(layout.composer.top - 2, 0))
        guard height > 0 else { return }
        let start = max(0, min(completion.selected - height / 2, completion.entries.count - height))
        let shown = completion.entries[start..<start + height]
        let width = min((shown.map { DisplayWidth.of($0.shown) }.max() ?? 0) + 4, model.size.columns)
        let text = ComposerLayout(model)
        let left = min(max(ComposerLayout.indent + text.cursorColumn - width / 2, 0), model.size.columns - width)
        let top = layout.composer.top - height
        let area = Area(rows: top..<top + height, columns: left..<left + width)
        grid.fill(area, surface: .raised)
        for (offset, entry) in shown.enumerated() {
            grid.put(StyledText(" \(entry.shown)").truncated(to: width), row: top + offset, column: left)
            if start + offset == completion.selected {
                grid.shade(Area(rows: top + offset..<top + offset + 1, columns: area.columns), .selected)
            }
        }
    }
}
