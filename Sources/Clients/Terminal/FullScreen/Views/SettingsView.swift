import Pictures

/// What can be set, and what it is set to.
struct SettingsView {
    private let model: AppModel

    init(_ model: AppModel) { self.model = model }

    func draw(_ menu: SettingsMenu, on grid: inout Grid) {
        let rows = SettingsMenu.Row.allCases
        let area = OverlayView.centered(height: rows.count + 4, width: 64, in: model.size)
        grid.fill(area, surface: .raised)
        let end = area.columns.upperBound - 1
        let (choose, close) = (model.keyName(.choose, in: .menu) ?? "", model.keyName(.close, in: .menu) ?? "")
        let keys =
            menu.typed == nil
            ? "\(model.choiceKeys) choose, \(choose) change, \(close) close"
            : "\(choose) keep, \(close) leave it as it was"
        grid.put(
            (StyledText(" Settings  ", .strong) + StyledText(keys, .dim)).truncated(to: area.width - 1),
            row: area.top,
            column: area.left,
            end: end
        )
        // In a low window the selected row is what must be there.
        let room = max(area.height - 2, 1)
        let start = max(0, min(menu.selected - room + 1, rows.count - room))
        for (offset, row) in rows.enumerated().dropFirst(start).prefix(room) {
            draw(row, menu, offset == menu.selected, at: area.top + 1 + offset - start, area, on: &grid)
        }
        guard area.height >= rows.count + 4 else { return }
        let note =
            menu.problem.map { StyledText(" \($0)", .failed) }
            ?? StyledText(" Kept in chat.toml, which can give keys other meanings, too.", .dim)
        grid.put(note.truncated(to: area.width - 1), row: area.rows.upperBound - 1, column: area.left, end: end)
    }

    private func draw(
        _ row: SettingsMenu.Row,
        _ menu: SettingsMenu,
        _ isSelected: Bool,
        at line: Int,
        _ area: Area,
        on grid: inout Grid
    ) {
        let end = area.columns.upperBound - 1
        if isSelected { grid.shade(Area(rows: line..<line + 1, columns: area.columns), .selected) }
        let title = StyledText(" " + DisplayWidth.pad(row.rawValue.capitalizedFirst, to: 15))
        let column = grid.put(title, row: line, column: area.left, end: end)
        if let typed = menu.typed, row == .quietHours {
            let after = grid.put(StyledText(typed), row: line, column: column, end: end)
            grid.cursor = (line, min(after, end))
            return
        }
        let value = StyledText(DisplayWidth.pad(self.value(of: row), to: 13), .accent)
        grid.put(
            (value + StyledText(meaning(of: row), .dim)).truncated(to: max(end - column, 1)),
            row: line,
            column: column,
            end: end
        )
    }

    private func value(of row: SettingsMenu.Row) -> String {
        let settings = model.settings
        return switch row {
        case .theme: settings.theme.rawValue
        case .mouse: settings.hasMouse ? "on" : "off"
        case .bell: settings.rings ? "on" : "off"
        case .notifications: settings.notifies ? "on" : "off"
        case .pictures: settings.pictures.rawValue
        case .quietHours: settings.quiet.map(QuietHoursText.text) ?? "none"
        }
    }

    private var shownPictures: String {
        switch model.pictures.display?.encoding {
        case .kitty: "whole, by kitty's protocol"
        case .sixel: "whole, as sixels"
        case .blocks: "as coarse blocks"
        case nil: "none"
        }
    }

    private func meaning(of row: SettingsMenu.Row) -> String {
        switch row {
        case .theme: "auto asks the terminal"
        case .mouse: "click and scroll"
        case .bell: "for what isn't on the screen"
        case .notifications: "to the desktop, without the text"
        case .pictures: "in the conversation: \(shownPictures)"
        case .quietHours: "no bell, no notifications"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
