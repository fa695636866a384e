import Foundation

extension KeyPress {
    private static let names: [(String, KeyPress.Base, shown: String)] = [
        ("enter", .enter, "⏎"), ("tab", .tab, "Tab"), ("esc", .escape, "Esc"), ("backspace", .backspace, "⌫"),
        ("delete", .delete, "Del"), ("insert", .insert, "Ins"), ("up", .up, "↑"), ("down", .down, "↓"),
        ("left", .left, "←"), ("right", .right, "→"), ("home", .home, "Home"), ("end", .end, "End"),
        ("pageup", .pageUp, "PgUp"), ("pagedown", .pageDown, "PgDn"), ("space", .character(" "), "Space"),
    ]

    /// A key by its name in the settings file: `ctrl-k`, `alt-down`, `f1`, `G`. `nil` if there is no such key.
    init?(_ name: String) {
        var modifiers: Modifiers = []
        var rest = name[...]
        while rest.count > 1, let dash = rest.dropFirst().firstIndex(of: "-") {
            switch rest[..<dash].lowercased() {
            case "ctrl", "control", "c": modifiers.insert(.control)
            case "alt", "meta", "m": modifiers.insert(.alt)
            case "shift", "s": modifiers.insert(.shift)
            default: return nil
            }
            rest = rest[rest.index(after: dash)...]
        }
        if let named = Self.names.first(where: { $0.0 == rest.lowercased() }) {
            self.init(named.1, modifiers)
        } else if rest.count == 1, let character = rest.first {
            // A terminal sends the same for Ctrl-K and Ctrl-k.
            let isFolded = modifiers.contains(.control)
            self.init(.character(isFolded ? Character(character.lowercased()) : character), modifiers)
        } else if rest.lowercased().hasPrefix("f"), let number = Int(rest.dropFirst()), (1...12).contains(number) {
            self.init(.function(number), modifiers)
        } else {
            return nil
        }
    }

    /// `Ctrl-K`, `Alt-↓`, `⏎`.
    var title: String { title(inWords: false) }

    /// - Parameter inWords: `Alt-Down`, `Enter`, for terminals without arrows.
    func title(inWords: Bool) -> String {
        var title = ""
        if modifiers.contains(.control) { title += "Ctrl-" }
        if modifiers.contains(.alt) { title += "Alt-" }
        if modifiers.contains(.shift) { title += "Shift-" }
        if let named = Self.names.first(where: { $0.1 == base }) {
            return title + (inWords ? named.0.capitalized : named.shown)
        }
        return switch base {
        case .character(let character): title + (modifiers.isEmpty ? String(character) : character.uppercased())
        case .function(let number): title + "F\(number)"
        default: title + "?"
        }
    }
}
