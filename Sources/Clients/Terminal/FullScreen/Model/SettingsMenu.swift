import Domain

/// What the settings' screen shows: one row for each setting.
struct SettingsMenu: Sendable, Equatable {
    enum Row: String, CaseIterable, Sendable {
        case theme, mouse, bell, notifications
        case pictures
        case quietHours = "quiet hours"
    }

    var selected = 0
    /// The quiet hours while they are typed.
    var typed: String?
    /// What can't be understood of it.
    var problem: String?

    var row: Row { Row.allCases[min(max(selected, 0), Row.allCases.count - 1)] }
}

extension AppModel {
    mutating func openSettings() -> [AppEffect] {
        overlay = .settings(SettingsMenu())
        return []
    }

    mutating func pressed(_ key: KeyPress, in current: SettingsMenu) -> [AppEffect] {
        var menu = current
        let before = settings
        if menu.typed != nil { typeQuietHours(key, &menu) } else { choose(key, &menu) }
        return settings == before ? [] : [.saveSettings(settings)]
    }

    private mutating func choose(_ key: KeyPress, _ menu: inout SettingsMenu) {
        let count = SettingsMenu.Row.allCases.count
        overlay = .settings(menu)
        switch menuAction(key, isTyping: false) {
        case .nextChoice: menu.selected = (menu.selected + 1) % count
        case .previousChoice: menu.selected = (menu.selected + count - 1) % count
        case .choose where menu.row == .quietHours: menu.typed = settings.quiet.map(QuietHoursText.text) ?? ""
        case .choose, .nextValue: change(menu.row, by: 1)
        case .previousValue: change(menu.row, by: -1)
        case .close:
            overlay = nil
            return
        default: return
        }
        overlay = .settings(menu)
    }

    private mutating func change(_ row: SettingsMenu.Row, by step: Int) {
        switch row {
        case .theme: settings.theme = Self.next(settings.theme, step)
        case .mouse: settings.hasMouse.toggle()
        case .bell: settings.rings.toggle()
        case .notifications: settings.notifies.toggle()
        case .pictures: settings.pictures = Self.next(settings.pictures, step)
        case .quietHours: break
        }
    }

    private static func next<Choice: CaseIterable & Equatable>(_ choice: Choice, _ step: Int) -> Choice {
        let all = Array(Choice.allCases)
        let index = all.firstIndex(of: choice) ?? 0
        return all[(index + step + all.count) % all.count]
    }

    private mutating func typeQuietHours(_ key: KeyPress, _ menu: inout SettingsMenu) {
        var typed = menu.typed ?? ""
        menu.problem = nil
        switch menuAction(key, isTyping: true) {
        case .close:
            menu.typed = nil
            overlay = .settings(menu)
            return
        case .choose:
            let hours = QuietHoursText.minutes(typed.trimmed)
            if typed.trimmed.isEmpty || hours != nil {
                settings.quiet = hours
                menu.typed = nil
            } else {
                menu.problem = "It is written as 22:00-07:00; empty for none."
            }
            overlay = .settings(menu)
            return
        default: typed = String((edited(typed, by: key) ?? typed).prefix(20))
        }
        menu.typed = typed
        overlay = .settings(menu)
    }
}
