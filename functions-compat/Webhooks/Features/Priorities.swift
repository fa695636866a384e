import Accounts
import Assistant
import Domain
import SpotterAPI

/// The answer of `detect_priority`.
struct WebhookPriorities: APIValue {
    struct Item: Codable, Sendable {
        let messageID: String
        /// From 0 to 10.
        let priorityScore: Int
        let reason: String
        let excerpt: String
    }

    let success: Bool
    /// The highest score first; of equal ones, the newest.
    let priorityMessages: [Item]
    let timestamp: String
    let conversationID: String

    static var example: WebhookPriorities {
        WebhookPriorities(
            success: true,
            priorityMessages: [
                Item(
                    messageID: "018f0000-0000-7000-8000-000000000004",
                    priorityScore: 8,
                    reason: "Pain or an injury",
                    excerpt: "My knee hurts again."
                )
            ],
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003"
        )
    }
}

extension WebhookServices {
    func priorities(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookPriorities {
        let insights = try await assistant.insights(of: try body.chat(), by: caller)
        var found = insights.priorityMessages
        let isKnown = found.contains { $0.citation?.messageId == insights.priority.citation?.messageId }
        if !isKnown, [.high, .urgent].contains(insights.priority.level) { found.append(insights.priority) }
        let items = found.compactMap { priority in
            priority.citation.map { citation in
                WebhookPriorities.Item(
                    messageID: citation.messageId.description,
                    priorityScore: Self.score(of: priority),
                    reason: Self.words(for: priority.reason),
                    excerpt: citation.quote
                )
            }
        }
        return WebhookPriorities(
            success: true,
            priorityMessages: items.enumerated().sorted { one, other in
                (-one.element.priorityScore, one.offset) < (-other.element.priorityScore, other.offset)
            }.map(\.element),
            timestamp: timestamp,
            conversationID: body.conversationID
        )
    }

    /// The app marks scores from 8 on.
    private static func score(of priority: Priority) -> Int {
        switch (priority.level, priority.reason) {
        case (.urgent, .danger): 10
        case (.urgent, _): 9
        case (.high, .injury), (.high, .trouble): 8
        case (.high, _): 7
        case (.normal, _): 5
        case (.low, _): 2
        }
    }

    private static func words(for reason: PriorityReason) -> String {
        switch reason {
        case .danger: "Danger to somebody's health"
        case .hurry: "It is urgent, in so many words"
        case .injury: "Pain or an injury"
        case .trouble: "A cancellation, a complaint or somebody who leaves"
        case .dueSoon: "Something is due within a day"
        case .overdue: "One of your tasks is late"
        case .waiting: "Somebody waits for your answer"
        case .question: "A question to you"
        case .news: "News"
        case .smallTalk: "Small talk"
        case .nothing: "Nothing waits"
        }
    }
}
