/// Colours and weights. None if the output isn't a terminal or `NO_COLOR` is set (no-color.org).
public struct Style: Sendable, Hashable {
    public let isEnabled: Bool

    public static let plain = Style(isEnabled: false)

    public init(isEnabled: Bool) { self.isEnabled = isEnabled }

    public init(isTerminal: Bool, environment: [String: String]) {
        let isDisabled = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        isEnabled = isTerminal && !isDisabled
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    public func dim(_ text: String) -> String { wrap(text, "2") }
    func blue(_ text: String) -> String { wrap(text, "34") }
    func red(_ text: String) -> String { wrap(text, "31") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func cyan(_ text: String) -> String { wrap(text, "36") }

    private func wrap(_ text: String, _ code: String) -> String { isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
