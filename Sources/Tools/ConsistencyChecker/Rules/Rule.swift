import Domain

/// One invariant, and the check of a history against it.
package protocol Rule: Sendable {
    static var name: String { get }
    static func check(_ history: History, _ facts: Facts) -> [Violation]
}

package struct Violation: Sendable, Hashable {
    package let rule: String
    package let text: String
    package var chat: String?
    package var seq: Int?

    /// A violation that isn't found by a rule over a history.
    init(rule: String, text: String) {
        self.rule = rule
        self.text = text
    }

    init(_ rule: any Rule.Type, _ text: String, chat: String? = nil, seq: Int? = nil) {
        self.rule = rule.name
        self.text = text
        self.chat = chat
        self.seq = seq
    }
}

package enum Rules {
    package static let all: [any Rule.Type] = [
        NoAckedMessageLost.self, NoDuplicates.self, NoPhantoms.self, OneOrder.self, Gapless.self, MonotonicCursors.self,
        ExactUnreadCounts.self, MonotonicStatus.self, NothingAfterRemoval.self, ReplayEqualsLive.self,
        DigestMatchesPositions.self,
        LiveEqualsFetched.self, EveryRequestAnswered.self,
    ]

    package static func check(_ history: History) -> [Violation] {
        let facts = Facts(history)
        return all.flatMap { $0.check(history, facts) }
    }
}
