public import Domain

/// Formats files as lines.
public enum FileFormatter {
    /// `📎 plan week 48.pdf (1.2 MB)`
    public static func line(_ media: Media) -> String {
        "\(media.kind == .image ? "📷" : "📎") \(TerminalText.line(media.fileName)) (\(size(media.size)))"
    }

    /// `████░░░░░░ 42 %  1.2 MB of 2.9 MB`
    static func progress(_ done: Int64, of total: Int64) -> String {
        let (total, done) = (max(total, 1), min(max(done, 0), max(total, 1)))
        let filled = Int(Double(done) / Double(total) * 10)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
        return "\(bar) \(Int(Double(done) / Double(total) * 100)) %  \(size(done)) of \(size(total))"
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
