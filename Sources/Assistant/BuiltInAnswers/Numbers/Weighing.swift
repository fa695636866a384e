import Domain
import Foundation
import Messaging
import TextReading

/// A body weight that somebody wrote about themselves.
struct Weighing: Sendable {
    let message: VisibleMessage
    let value: Double
    /// `kg`, `lb`; `nil` if none was written.
    let unit: String?
}

/// Finds what people wrote about their own weight: "the scale said 94.0", "weigh in was 83.4", and a bare "79.2" after "what
/// do you weigh?" or near a weight that is known.
struct WeighingReader: Sendable {
    /// How far a bare number may be from a weight that is known.
    private static let maxChange = 0.08
    private static let range = 30.0...300.0

    /// - Parameters:
    ///   - messages: of one chat, oldest first, of both.
    ///   - user: whose weight is looked for.
    static func read(_ messages: [VisibleMessage], of user: UserID) -> [Weighing] {
        var found: [Weighing] = []
        var bare: [Weighing] = []
        var question: VisibleMessage?
        for message in messages {
            guard message.senderId == user else {
                question = message.text.isOnlyQuestion ? message : nil
                continue
            }
            let asked = question.map { asksForWeight($0.text) } ?? false
            let isAskedElse = question != nil && !asked
            question = nil
            guard let (value, unit, isSure) = value(in: message.text, isAsked: asked) else { continue }
            let weighing = Weighing(message: message, value: value, unit: unit)
            if isSure {
                found.append(weighing)
            } else if !isAskedElse || unit != nil || value != value.rounded() {
                bare.append(weighing)
            }
        }
        return joined(found, bare)
    }

    /// The sure ones, and those bare ones that are near one of them, or near one that is.
    private static func joined(_ sure: [Weighing], _ bare: [Weighing]) -> [Weighing] {
        var (found, left) = (sure, bare)
        while !found.isEmpty {
            let near = left.filter { item in
                let closest = found.min {
                    abs($0.message.sentAt.milliseconds(since: item.message.sentAt))
                        < abs($1.message.sentAt.milliseconds(since: item.message.sentAt))
                }
                return closest.map { abs($0.value - item.value) <= maxChange * $0.value } ?? false
            }
            guard !near.isEmpty else { break }
            found += near
            left.removeAll { item in near.contains { $0.message.id == item.message.id } }
        }
        return found.sorted { ($0.message.sentAt, $0.message.num) < ($1.message.sentAt, $1.message.num) }
    }

    /// The one unit in which weights are written in a chat.
    static func unit(in messages: [VisibleMessage]) -> String? {
        let units = Set(
            messages.flatMap { NumberClause.clauses(of: $0.text).flatMap(\.words) }
                .compactMap { WeightWords.units[$0] }
        )
        return units.count == 1 ? units.first : nil
    }

    private static func asksForWeight(_ text: String) -> Bool {
        !WeightWords.cues.isDisjoint(with: TextWord.words(of: text).map(\.folded))
    }

    /// - Returns: `isSure` if the words around it say that it's a weight.
    private static func value(in text: String, isAsked: Bool) -> (Double, String?, isSure: Bool)? {
        var bare: (Double, String?, isSure: Bool)?
        for (index, clause) in NumberClause.clauses(of: text).enumerated() {
            let numbers = clause.numbers.filter { range.contains($0.value) }
            guard !numbers.isEmpty, WeightWords.others.isDisjoint(with: clause.words) else { continue }
            let unit = clause.words.lazy.compactMap { WeightWords.units[$0] }.first
            let isCued = !WeightWords.cues.isDisjoint(with: clause.words)
            let isPlain = clause.words.allSatisfy { WeightWords.fillers.contains($0) || WeightWords.units[$0] != nil }
            if isCued, let number = closest(numbers, to: clause) { return (number, unit, true) }
            guard isPlain, numbers.count == 1, let number = numbers.first else { continue }
            // "108 kilos, before you ask"
            let opens = index == 0 && unit != nil
            if isAsked || opens { return (number.value, unit, true) }
            if bare == nil { bare = (number.value, unit, false) }
        }
        return bare
    }

    /// The number nearest to the word that tells of a weight.
    private static func closest(_ numbers: [NumberClause.Number], to clause: NumberClause) -> Double? {
        guard let cue = clause.words.firstIndex(where: WeightWords.cues.contains) else { return nil }
        let usable = numbers.filter { number in
            number.before.map { !WeightWords.changes.contains($0) } ?? true
        }
        return usable.min { abs($0.position - cue) < abs($1.position - cue) }?.value
    }
}

/// Words around weights, in the languages in which clients write them.
private enum WeightWords {
    static let cues = AnswerWords.of("weight cues").words
    static let units = Dictionary(
        AnswerWords.of("unit kg").words.map { ($0, "kg") } + AnswerWords.of("unit lb").words.map { ($0, "lb") }
    ) { first, _ in first }
    /// A wish, a limit, somebody else's, or what is lifted.
    static let others = AnswerWords.of("weight others").words
    static let fillers = AnswerWords.of("weight fillers").words
    /// "Up 2.5" is no weight.
    static let changes = AnswerWords.of("weight steps").words
}
