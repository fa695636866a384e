/// Popups over the screen.
struct OverlayView {
    private let model: AppModel

    init(_ model: AppModel) { self.model = model }

    func draw(on grid: inout Grid) {
        switch model.overlay {
        case .help(let scroll): HelpView(model).draw(on: &grid, scroll: scroll)
        case .switcher(let switcher): draw(switcher, on: &grid)
        case .question(let question): draw(question, on: &grid)
        case .settings(let menu): SettingsView(model).draw(menu, on: &grid)
        case nil: break
        }
    }

    private func draw(_ switcher: Switcher, on grid: inout Grid) {
        let matches = switcher.matches
        let height = min(max(matches.count, 1) + 2, max(model.size.rows - 2, 3), 16)
        let area = Self.centered(height: height, width: 50, in: model.size)
        grid.fill(area, surface: .raised)
        let end = area.columns.upperBound - 1
        let column = grid.put(
            StyledText(" › ", .accent) + StyledText(switcher.query),
            row: area.top,
            column: area.left,
            end: end
        )
        grid.cursor = (area.top, min(column, end))
        let room = height - 1
        let start = max(0, min(switcher.selected - room / 2, matches.count - room))
        if matches.isEmpty {
            grid.put(StyledText(" Nobody by that name.", .dim), row: area.top + 1, column: area.left, end: end)
        }
        for (offset, entry) in matches.dropFirst(start).prefix(room).enumerated() {
            let row = area.top + 1 + offset
            let detail = StyledText(entry.detail, .dim)
            let name = StyledText(" \(entry.name)").truncated(to: max(area.width - detail.width - 3, 4))
            grid.put(name, row: row, column: area.left, end: end)
            grid.put(detail, row: row, column: end - detail.width, end: end)
            if start + offset == switcher.selected {
                grid.shade(Area(rows: row..<row + 1, columns: area.columns), .selected)
            }
        }
    }

    private func draw(_ question: AppQuestion, on grid: inout Grid) {
        let lines = StyledText(question.text, .strong).wrapped(to: min(56, model.size.columns - 4))
        let area = Self.centered(height: lines.count + 2, width: 60, in: model.size)
        grid.fill(area, surface: .raised)
        for (offset, line) in lines.enumerated() {
            grid.put(line, row: area.top + offset, column: area.left + 2, end: area.columns.upperBound - 1)
        }
        let yes = model.keyName(.confirm, in: .question) ?? ""
        let keys = StyledText("\(yes) yes", .accent) + StyledText("   any other key: no", .dim)
        grid.put(keys, row: area.rows.upperBound - 1, column: area.left + 2, end: area.columns.upperBound - 1)
    }

    static func centered(height: Int, width: Int, in size: ScreenSize) -> Area {
        let (height, width) = (min(height, size.rows), min(width, size.columns))
        let (top, left) = (max((size.rows - height) / 3, 0), (size.columns - width) / 2)
        return Area(rows: top..<top + height, columns: left..<left + width)
    }
}

/// Every key, from the key map.
struct HelpView {
    private let model: AppModel

    init(_ model: AppModel) { self.model = model }

    static func lines(_ keyMap: KeyMap, inWords: Bool = false) -> [StyledText] {
        KeyContext.allCases.flatMap { context -> [StyledText] in
            let rows = keyMap.bindings.filter { $0.context == context && !$0.keys.isEmpty }.map {
                binding -> StyledText in
                let keys = binding.keys.map { $0.title(inWords: inWords) }.joined(separator: " ")
                return StyledText("  " + DisplayWidth.pad(keys, to: 22), .accent) + StyledText(binding.action.title)
            }
            return [StyledText(context.title, .strong)] + rows + [StyledText()]
        } + SlashCommand.helpText.split(separator: "\n").map { StyledText(String($0)) }
    }

    func draw(on grid: inout Grid, scroll: Int) {
        let area = OverlayView.centered(height: model.size.rows - 2, width: 100, in: model.size)
        grid.fill(area, surface: .raised)
        let end = area.columns.upperBound - 1
        grid.put(
            StyledText(" Keys ", .strong) + StyledText("\(model.choiceKeys) scroll, any other key closes", .dim),
            row: area.top,
            column: area.left,
            end: end
        )
        for (offset, line) in Self.lines(model.keyMap, inWords: model.namesKeysInWords).dropFirst(scroll).prefix(
            area.height - 2
        ).enumerated() {
            grid.put(line.truncated(to: area.width - 2), row: area.top + 1 + offset, column: area.left + 1, end: end)
        }
    }
}
