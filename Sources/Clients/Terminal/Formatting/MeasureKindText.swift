public import Domain
public import SpotterAPI

/// Measures of a trainer's own, as people type and read them.
public enum MeasureKindText {
    /// Reads a name, a unit and a range: `water l 0-10`, `angle ° -20–120`; `nil` if it isn't that.
    public static func request(_ text: String) -> NewCustomMeasureRequest? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, let (min, max) = range(words[2]) else { return nil }
        return NewCustomMeasureRequest(name: words[0], unit: words[1], min: min, max: max)
    }

    /// A sign may stand in front of the first number.
    private static func range(_ text: String) -> (min: Double, max: Double)? {
        guard let mark = text.dropFirst().firstIndex(where: { "-–".contains($0) }),
            let min = Double(text[..<mark].replacing(",", with: ".")),
            let max = Double(text[text.index(after: mark)...].replacing(",", with: "."))
        else { return nil }
        return (min, max)
    }

    /// `water  0-10 l`
    public static func line(_ kind: CustomMeasure) -> String {
        "\(TerminalText.line(kind.name))  \(text(kind.min))-\(text(kind.max)) \(TerminalText.line(kind.unit))"
    }

    private static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
