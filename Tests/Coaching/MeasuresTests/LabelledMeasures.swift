import Domain
import Foundation
import TestSupport

@testable import Measures

/// `fixtures/measures.tsv`: messages of clients with the values that they give of themselves.
struct LabelledMeasures {
    struct Message {
        let text: String
        let values: Set<String>
    }

    struct Score {
        var (right, wrong, missed): ([String], [String], [String]) = ([], [], [])
        /// Values of messages that say nothing of their author.
        var strangers: [String] = []
        /// Right numbers of another unit.
        var units: [String] = []
        var precision: Double { Double(right.count) / Double(max(1, right.count + wrong.count)) }
        var recall: Double { Double(right.count) / Double(max(1, right.count + missed.count)) }
    }

    let messages: [Message]

    /// - Parameter language: all if `nil`.
    init(split: String, language: String? = nil) throws {
        let file = Repository.root.appending(path: "fixtures/measures.tsv")
        messages = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard !line.hasPrefix("#"), columns.count == 4, columns[0] == split,
                language == nil || columns[1] == language
            else { return nil }
            return Message(text: columns[2], values: Set(columns[3].split(separator: ";").map(Self.normalized)))
        }
    }

    func score() -> Score {
        var score = Score()
        for message in messages {
            let found = Set(MeasureReader().readings(in: message.text, weekday: 3).map(Self.text))
            let wrong = found.subtracting(message.values)
            let missed = message.values.subtracting(found)
            score.right += found.intersection(message.values)
            score.wrong += wrong.map { "\(message.text): \($0)" }
            score.missed += missed.map { "\(message.text): \($0)" }
            if message.values.isEmpty { score.strangers += wrong.map { "\(message.text): \($0)" } }
            for value in wrong {
                let numbers = Self.numbers(value)
                if missed.contains(where: { Self.numbers($0) == numbers && $0.first == value.first }) {
                    score.units.append("\(message.text): \(value)")
                }
            }
        }
        return score
    }

    private static func numbers(_ text: String) -> [Double] { text.split(separator: " ").compactMap { Double($0) } }

    /// Numbers without needless zeros.
    private static func normalized(_ text: some StringProtocol) -> String {
        text.split(separator: " ").map { part in Double(part).map(number) ?? String(part) }.joined(separator: " ")
    }

    private static func number(_ value: Double) -> String {
        let rounded = (value * 10_000).rounded() / 10_000
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    private static func text(_ reading: MeasureReading) -> String {
        let name =
            [MeasureKind.bodyFat: "fat", .restingPulse: "pulse", .bloodPressure: "bp", .effort: "rpe"][reading.kind]
            ?? reading.kind.rawValue
        var parts = [name]
        if reading.kind == .pain || reading.kind == .lift {
            parts.append(reading.detail.isEmpty ? "-" : reading.detail)
        }
        let value = number(reading.value)
        parts.append(reading.diastolic.map { "\(value)/\(number($0))" } ?? value)
        switch reading.unit {
        case .points, .steps, .percent, .beatsPerMinute, .millimetreOfMercury: break
        default: parts.append(reading.unit.rawValue)
        }
        if let repetitions = reading.repetitions { parts.append("\(reading.sets ?? 1)x\(repetitions)") }
        if let seconds = reading.seconds { parts.append(clock(seconds)) }
        if reading.day != 0 { parts.append("@\(reading.day)") }
        return parts.joined(separator: " ")
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):" : "") + "\(two(minutes)):\(two(seconds % 60))"
    }
}
