import Pictures

/// How roles look: Select Graphic Rendition parameters (ECMA-48 §8.3.117).
struct Theme: Sendable {
    enum Background: Sendable {
        case dark, light
    }

    let background: Background
    /// Without colours, weights and words carry the meaning (no-color.org).
    let hasColors: Bool
    /// Whether the terminal takes UTF-8.
    var isUnicode = true

    static let plain = Theme(background: .dark, hasColors: false)

    /// The parameters for a cell's look, after a reset.
    func parameters(_ role: TextRole, _ surface: Surface) -> String {
        // What is selected is one block, whatever is in it.
        if surface == .selected { return "7" }
        let foreground = hasColors ? color(role) : weight(role)
        let shade = role == .selected ? "7" : hasColors && surface == .raised ? raised : ""
        return [foreground, shade].filter { !$0.isEmpty }.joined(separator: ";")
    }

    /// The parameters for two points of a picture.
    func parameters(_ block: HalfBlock) -> String { "38;2;\(Self.rgb(block.upper));48;2;\(Self.rgb(block.lower))" }

    private static func rgb(_ point: Pixel) -> String { "\(point.red);\(point.green);\(point.blue)" }

    private func color(_ role: TextRole) -> String {
        switch (role, background) {
        case (.plain, _), (.selected, _): ""
        case (.strong, _): "1"
        case (.dim, .dark): "2"
        case (.dim, .light): "38;5;242"
        case (.accent, .dark): "94"
        case (.accent, .light): "34"
        case (.waiting, .dark): "33"
        case (.waiting, .light): "1;38;5;94"
        case (.failed, .dark): "91"
        case (.failed, .light): "31"
        case (.good, .dark): "32"
        case (.good, .light): "38;5;28"
        }
    }

    private func weight(_ role: TextRole) -> String {
        switch role {
        case .strong, .accent: "1"
        case .plain, .dim, .waiting, .failed, .good, .selected: ""
        }
    }

    private var raised: String { background == .dark ? "48;5;236" : "48;5;254" }
}
