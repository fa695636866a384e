public import Domain
public import SpotterClient

/// Search results as a list, best first.
public enum SearchReport {
    /// - Parameter chatNames: of the chats that the user has; others show no name.
    public static func lines(
        _ answer: SearchAnswer,
        chatNames: [ChatID: String],
        time: LocalTime,
        style: Style
    ) -> [String] {
        guard !answer.results.isEmpty else { return ["Nothing found."] }
        return answer.results.enumerated().flatMap { index, hit in
            let chat = chatNames[hit.chatId].map { " in \(TerminalText.line($0))" } ?? ""
            let head =
                "\(index + 1). \(style.cyan(TerminalText.line(hit.senderName)))\(chat), \(time.stamp(hit.sentAt))"
                + style.dim("  \(score(hit.score)) \(TerminalText.line(hit.match))")
            let text = TerminalText.block(hit.text).split(separator: "\n").map { "   \($0)" }
            return [head] + text
        }
    }

    /// Three decimals without a locale's comma.
    static func score(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        let thousandths = Int((abs(value) * 1000).rounded())
        let fraction = String(thousandths % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(value < 0 ? "-" : "")\(thousandths / 1000).\(zeros)\(fraction)"
    }
}
