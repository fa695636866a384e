public import Domain
public import SpotterAPI
import SpotterClient

/// Formats search results as a list, best first.
public enum SearchResultFormatter {
    /// How many are shown where none fits.
    private static let maxClosest = 3

    /// What hardly fits is counted instead of shown; where nothing fits the closest are shown, and called that.
    /// - Parameters:
    ///   - chatNames: names of the user's chats; results in other chats show none.
    ///   - first: the rank of the first result.
    ///   - all: how everything would be shown; `nil` shows it.
    public static func lines(
        _ answer: SearchResponse,
        chatNames: [ChatID: String],
        time: LocalTime,
        style: Style,
        first: Int = 1,
        all: String? = nil
    ) -> [String] {
        let reading = answer.understood.map { understood($0, time: time, style: style) } ?? []
        guard !answer.results.isEmpty else { return reading + ["Nothing found."] }
        let fitting = all == nil ? answer.results.count : answer.results.count { !hardlyFits($0) }
        let shown = answer.results.prefix(fitting == 0 ? maxClosest : fitting)
        let lines = zip(first..., shown).flatMap { rank, hit in
            result(hit, rank: rank, chat: chatNames[hit.chatId], time: time, style: style)
        }
        let rest = answer.results.count - shown.count
        return reading + (fitting == 0 ? ["Nothing fits well. The closest:"] : []) + lines
            + (rest == 0 ? [] : [style.dim("\(rest) more hardly \(rest == 1 ? "fits" : "fit")\(all ?? "").")])
    }

    /// Whoever searched for its words wants to see it, whatever it means.
    private static func hardlyFits(_ hit: SearchResult) -> Bool { hit.confidence == .low && hit.match == .semantic }

    private static func result(
        _ hit: SearchResult,
        rank: Int,
        chat: String?,
        time: LocalTime,
        style: Style
    ) -> [String] {
        let place = chat.flatMap { $0 == hit.senderName ? nil : " in \(TerminalText.line($0))" } ?? ""
        let sender = style.cyan(TerminalText.line(hit.senderName))
        let sureness = hit.confidence.map { style.dim("  \(words($0))") } ?? ""
        let text = marked(hit, style).split(separator: "\n").map { "   \($0)" }
        let explanation = hit.explain.map { "   \(score(hit.score)) \(hit.match.rawValue): \(parts($0))" }
        return ["\(rank). \(sender)\(place), \(time.dateTime(hit.sentAt))\(sureness)"] + text
            + (explanation.map { [style.dim($0)] } ?? [])
    }

    private static func words(_ confidence: SearchResult.Confidence) -> String {
        switch confidence {
        case .high: "fits well"
        case .medium: "may fit"
        case .low: "hardly fits"
        }
    }

    /// The text with its matches in bold. Each line is styled by itself, because the output may be cut between lines.
    private static func marked(_ hit: SearchResult, _ style: Style) -> String {
        let units = hit.text.utf16
        var result = ""
        var position = units.startIndex
        for highlight in hit.highlights where style.isEnabled {
            guard highlight.start >= 0, highlight.length > 0,
                let start = units.index(units.startIndex, offsetBy: highlight.start, limitedBy: units.endIndex),
                let end = units.index(start, offsetBy: highlight.length, limitedBy: units.endIndex), start >= position
            else { continue }
            result += TerminalText.block(String(hit.text[position..<start]))
            result += TerminalText.block(String(hit.text[start..<end])).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            .map { style.bold(String($0)) }.joined(separator: "\n")
            position = end
        }
        return result + TerminalText.block(String(hit.text[position...]))
    }

    private static func parts(_ parts: SearchScoreParts) -> String {
        let named = [
            ("meaning", parts.meaning), ("context", parts.context), ("words", parts.words), ("names", parts.names),
            ("chat", parts.chat), ("repetition", parts.repetition), ("multilingual", parts.multilingual ?? 0),
            ("own", parts.own ?? 0),
        ]
        return named.filter { $0.1 != 0 }.map { "\($0.0) \(score($0.1))" }.joined(separator: ", ")
    }

    private static func understood(_ reading: SearchReading, time: LocalTime, style: Style) -> [String] {
        var words = ["Looked for \u{201C}\(TerminalText.line(reading.text))\u{201D}"]
        if let since = reading.since, let until = reading.until {
            words.append("from \(time.dateTime(since)) to \(time.dateTime(until))")
        }
        let names = reading.people.map(\.name) + reading.groups.map(\.name)
        if !names.isEmpty { words.append("\(names.map { TerminalText.line($0) }.joined(separator: ", ")) first") }
        let line = words.joined(separator: ", ") + "."
        return [style.dim(line)] + (reading.note.map { [style.dim(TerminalText.line($0))] } ?? [])
    }

    /// Three decimals, independent of the locale.
    static func score(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        let thousandths = Int((abs(value) * 1000).rounded())
        let fraction = String(thousandths % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(value < 0 ? "-" : "")\(thousandths / 1000).\(zeros)\(fraction)"
    }
}
