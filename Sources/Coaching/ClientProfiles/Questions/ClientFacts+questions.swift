public import Domain
import Foundation
public import Storage

extension ClientFacts {
    /// The clients of whom something in their profile answers a question, by id.
    /// - Parameters:
    ///   - client: only this one, if not `nil`.
    ///   - period: when a journey must take place, at least in part.
    public func lines(
        for question: FactQuestion,
        of trainer: UserID,
        only client: UserID? = nil,
        during period: Range<Timestamp>? = nil,
        on connection: any SQLConnection
    ) throws -> [Line] {
        try knownClients(of: trainer, on: connection).filter { client == nil || $0 == client }.compactMap { client in
            let items = try entries(of: client, for: trainer, on: connection).filter { entry in
                question.isAnswered(by: entry)
                    && (period.map { Self.takesPlace(entry.item, during: $0) } ?? true)
            }.map(\.item)
            return items.isEmpty ? nil : Line(client: client, items: items)
        }
    }

    /// A journey without an end isn't known to last.
    private static func takesPlace(_ item: ProfileItem, during period: Range<Timestamp>) -> Bool {
        guard item.category == .travel, let start = item.validFrom, let end = item.validTo else { return false }
        return start < period.upperBound && end > period.lowerBound
    }
}

extension FactQuestion {
    func isAnswered(by entry: ProfileReading.Entry) -> Bool { topics.contains { Self.fits($0, entry) } }

    private static func fits(_ topic: Topic, _ entry: ProfileReading.Entry) -> Bool {
        let item = entry.item
        // What was written down by hand has no topics but those of its words.
        let own = entry.folded?.topics ?? ManualTopics.of(item)
        switch topic {
        case .injury:
            return item.category == .injuries && !own.contains("chronic:") && own.isDisjoint(with: illnesses)
                && !isMedication(item) && !own.named.isEmpty
        case .part(let parts):
            guard item.category == .injuries, !own.named.isDisjoint(with: parts.named) else { return false }
            return own.sides.isEmpty || parts.sides.isEmpty || !own.sides.isDisjoint(with: parts.sides)
        case .condition(let conditions): return item.category == .injuries && conditions.isSubset(of: own)
        case .medication: return item.category == .injuries && isMedication(item)
        case .diet(let diets): return item.category == .preferences && !own.isDisjoint(with: diets)
        case .allergy(let foods):
            guard item.category == .preferences, own.contains("allergy") else { return false }
            let text = ProfileLexer.folded(item.text)
            return foods.isEmpty || foods.contains { text.contains($0.hasSuffix("s") ? String($0.dropLast()) : $0) }
        case .goal(let events): return item.category == .goals && (events.isEmpty || !own.isDisjoint(with: events))
        case .equipment(let items):
            return item.category == .equipment && (items.isEmpty || !own.isDisjoint(with: items))
        case .life(let words):
            let said = ProfileLexer.sentences(of: item.text).flatMap(\.tokens)
            return [.goals, .stressFactors].contains(item.category) && said.contains { words.contains($0.word) }
                && !said.contains { SpeakerWords.relations.contains($0.word) }
        case .travel: return item.category == .travel && !own.contains("home")
        }
    }

    /// What isn't called an injury.
    private static let illnesses: Set<String> = [
        "headache", "gastritis", "dizzy", "pregnant", "kidney", "diastasis", "pelvic", "postpartum", "csection",
        "anaemia",
    ]

    /// Whether it says that somebody takes something, and not what a doctor would like.
    private static func isMedication(_ item: ProfileItem) -> Bool {
        let tokens = ProfileLexer.sentences(of: item.text).flatMap(\.tokens)
        guard !FactWords.wishes.isIn(tokens) else { return false }
        return !BodyWords.medications.matches(in: tokens).isEmpty
            || tokens.contains { token in
                token.word.count >= 7 && InjuryRules.endings.contains { token.word.hasSuffix($0) }
            }
    }

}

/// The topics of what somebody wrote down by hand.
enum ManualTopics {
    static func of(_ item: ProfileItem) -> Set<String> {
        let tokens = ProfileLexer.sentences(of: item.text).flatMap(\.tokens)
        let lists: [TermList] =
            switch item.category {
            case .injuries: [BodyWords.parts, BodyWords.conditions]
            case .goals: [GoalWords.events]
            case .equipment: [EquipmentWords.items]
            case .preferences: [PreferenceWords.diets]
            case .travel, .stressFactors: []
            }
        var topics = Set(lists.flatMap { $0.matches(in: tokens) }.flatMap(\.topics))
        if PreferenceWords.allergies.isIn(tokens) { topics.insert("allergy") }
        return topics
    }
}
