import AssistantTools
import Domain
import Foundation
import SpotterAPI
import TestSupport

@testable import ChatInsights

/// A line of `fixtures/chat-actions.jsonl`. Every message is of Wednesday 11 March 2026, 09:00 in New York.
struct LabelledInsight: Decodable {
    struct Before: Decodable {
        let from: String
        let text: String
    }

    struct Action: Decodable {
        let who: String
        let what: [String]
        /// A day, or a local time.
        let due: String?
    }

    let id: String
    let `class`: String
    let from: String
    let text: String
    let before: Before?
    let actions: [Action]
    let decision: Bool
    let priority: PriorityWord

    enum PriorityWord: String, Decodable {
        case low, normal, high, urgent
    }

    static let sentAt = Timestamp(rfc3339: "2026-03-11T13:00:00Z") ?? .earliest

    static func all() throws -> [LabelledInsight] { try lines("chat-actions") }

    static func lines<Line: Decodable>(_ name: String) throws -> [Line] {
        let text = try String(contentsOf: Repository.fixture("\(name).jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    var reading: MessageReading {
        MessageReader().reading(
            of: text,
            sentAt: Self.sentAt,
            timeZone: TimeZone(identifier: "America/New_York") ?? .gmt,
            after: before?.text
        )
    }
}

/// What the rules found, against the labels.
struct InsightScore {
    var found = 0
    var expected = 0
    var right = 0
    var lines: [String] = []

    var precision: Double { found == 0 ? 1 : Double(right) / Double(found) }
    var recall: Double { expected == 0 ? 1 : Double(right) / Double(expected) }
    var figures: String {
        "precision \(Self.percent(precision)) recall \(Self.percent(recall)) (\(right) right, \(found) found, \(expected) expected)"
    }

    static func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }

    mutating func count(_ isFound: Bool, _ isExpected: Bool, _ line: String) {
        found += isFound ? 1 : 0
        expected += isExpected ? 1 : 0
        right += isFound && isExpected ? 1 : 0
        if isFound != isExpected { lines.append("\(isFound ? "wrong" : "missed") \(line)") }
    }
}

extension LabelledInsight.Action {
    /// Whether a task is the one of this label: the same doer, with all its words.
    func fits(_ action: FoundAction) -> Bool {
        let doer: String =
            switch action.doer {
            case .sender: "sender"
            case .addressee: "other"
            case .us: "both"
            case .everybody: "everybody"
            case .somebody: "nobody"
            case .named(let names): names.first ?? ""
            }
        let task = action.task.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return doer.lowercased() == who.lowercased()
            && what.allSatisfy { word in
                let folded = word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
                return task.contains(folded) || action.quote.lowercased().contains(folded) && folded.count > 2
            }
    }

    func fits(_ date: DueDate?) -> Bool {
        guard let due, !due.isEmpty else { return date == nil }
        guard let date else { return false }
        guard due.contains("T") else { return date.day == due }
        let words = LocalizedText(timezone: "America/New_York")
        return date.at.map { words.iso($0) } == due
    }
}
