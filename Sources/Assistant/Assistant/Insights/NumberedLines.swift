import Domain
import Foundation
import TimeExpressions

/// What a message offers by number: its lines that begin with the emoji of a digit.
struct NumberedLines {
    static let numbers = 2...9

    struct Line: Equatable {
        let number: Int
        let text: String
        /// `nil` if it names no time, or could be two.
        let startsAt: Timestamp?
    }

    /// Each number once; empty for fewer than two of them.
    let lines: [Line]

    /// - Parameter zone: the sender's.
    init(_ text: String, sentAt: Timestamp, zone: TimeZone) {
        let parser = TimeExpressionParser(now: sentAt, timeZone: zone)
        var found: [Line] = []
        for line in text.split(whereSeparator: \.isNewline).map({ String($0).trimmed }) {
            guard let first = line.first, let number = Self.number(of: first),
                !found.contains(where: { $0.number == number })
            else { continue }
            let rest = String(line.dropFirst()).trimmed
            guard !rest.isEmpty else { continue }
            found.append(Line(number: number, text: rest, startsAt: Self.start(in: rest, parser)))
        }
        lines = found.count < Self.numbers.lowerBound ? [] : found
    }

    /// Such as 3️⃣.
    static func emoji(_ number: Int) -> String { "\(number)\u{FE0F}\u{20E3}" }

    private static func number(of character: Character) -> Int? {
        guard let emoji = Emoji.normalized(String(character)) else { return nil }
        return (1...9).first { Self.emoji($0) == emoji }
    }

    /// The same moment on another's clock may follow in brackets or after an equals sign.
    private static func start(in line: String, _ parser: TimeExpressionParser) -> Timestamp? {
        let own = String(line.prefix { !"(=".contains($0) })
        let times = parser.find(in: own)
        guard times.count == 1, let time = times.first?.reading, !time.ambiguous,
            time.kind == .instant || time.kind == .interval
        else { return nil }
        return time.startsAt
    }
}
