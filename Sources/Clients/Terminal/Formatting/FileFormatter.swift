public import Domain

/// Formats files as lines.
public enum FileFormatter {
    /// `📎 plan week 48.pdf (1.2 MB)`
    public static func line(_ media: Media) -> String {
        "\(media.kind == .image ? "📷" : "📎") \(TerminalText.line(media.fileName)) (\(size(media.size)))"
    }

    /// `832 B`, `1.2 MB`
    public static func size(_ bytes: Int64) -> String {
        var value = Double(bytes)
        for unit in ["B", "kB", "MB", "GB"] {
            if value < 999.5 || unit == "GB" {
                return unit == "B" || value >= 99.95
                    ? "\(Int64(value.rounded())) \(unit)" : "\((value * 10).rounded() / 10) \(unit)"
            }
            value /= 1000
        }
        return "\(bytes) B"
    }
}
