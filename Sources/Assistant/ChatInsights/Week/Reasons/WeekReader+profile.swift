import AssistantTools
import Domain
import Messaging
import SpotterAPI

/// What is new in a client's profile, or over.
extension WeekReader {
    /// What was said in so many words.
    static let minItemConfidence = 0.7

    func profileReasons(_ items: [ProfileItem]) throws -> [WeekReason] {
        try items.compactMap { item in
            guard item.confidence >= Self.minItemConfidence else { return nil }
            switch item.status {
            case .current: return try new(item)
            case .resolved where item.category == .injuries: return try over(item)
            case .resolved, .superseded: return nil
            }
        }
    }

    private func new(_ item: ProfileItem) throws -> WeekReason? {
        let first = try item.sources.first.flatMap { try visible.message($0.messageId) }
        // What somebody wrote down by hand has no message.
        let isByHand = item.sources.isEmpty && item.createdBy == .manual
        guard let since = first?.sentAt ?? (isByHand ? item.validFrom : nil), window.holdsLastWeek(since) else {
            return nil
        }
        let isInjury = item.category == .injuries
        let what = isInjury ? "New injury or condition" : "New in the profile, \(Self.name(item.category))"
        return WeekReason(
            id: WeekReasonID("profile", item.id.bytes),
            kind: isInjury ? .newInjury : .profileChange,
            text: "\(what): “\(Quote.best(of: item.text, for: []))”",
            since: since,
            citations: first.map { [$0.citation] } ?? [],
            profileItemId: item.id,
            drafts: isInjury && first != nil ? [.message] : []
        )
    }

    private func over(_ item: ProfileItem) throws -> WeekReason? {
        guard let end = item.validTo, window.holdsLastWeek(end), item.sources.count > 1,
            let last = try item.sources.last.flatMap({ try visible.message($0.messageId) })
        else { return nil }
        return WeekReason(
            id: WeekReasonID("over", item.id.bytes),
            kind: .resolvedInjury,
            text: "Over, by what they said: “\(Quote.best(of: item.text, for: []))”",
            since: end,
            citations: [last.citation],
            profileItemId: item.id
        )
    }

    private static func name(_ category: ProfileItem.Category) -> String {
        switch category {
        case .injuries: "injuries"
        case .goals: "goals"
        case .equipment: "equipment"
        case .preferences: "preferences"
        case .travel: "travel"
        case .stressFactors: "stress"
        }
    }
}
