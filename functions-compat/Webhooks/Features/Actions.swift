import Accounts
import Assistant
import Domain
import SpotterAPI

/// The answer of `extract_actions`.
struct WebhookActions: APIValue {
    struct Item: Codable, Sendable {
        let task: String
        @Nullable var assignee: String?
        /// An exact time if one was said, otherwise a day.
        @Nullable var deadline: String?
        /// `low`, `medium` or `high`.
        let priority: String
        /// The words that it was read from.
        let context: String
        /// Stays the same, however often the chat is read.
        let id: String
        let messageID: String
        /// Always `pending`: what is done isn't listed.
        let status: String
    }

    let success: Bool
    let actionItems: [Item]
    let timestamp: String
    let conversationID: String

    static var example: WebhookActions {
        WebhookActions(
            success: true,
            actionItems: [
                Item(
                    task: "send Sara the plan",
                    assignee: "Alex",
                    deadline: "2026-03-13",
                    priority: "medium",
                    context: "I'll send Sara the plan by Friday.",
                    id: "018f0000-0000-7000-8000-000000000020",
                    messageID: "018f0000-0000-7000-8000-000000000004",
                    status: "pending"
                )
            ],
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003"
        )
    }
}

extension WebhookServices {
    func actions(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookActions {
        let seconds = try Self.seconds(in: body.parameters?.dateRange ?? "7d")
        let insights = try await assistant.insights(
            of: try body.chat(),
            since: clock.now().adding(seconds: -seconds),
            by: caller
        )
        return WebhookActions(
            success: true,
            actionItems: insights.actionItems.filter { !$0.done }.map { item in
                WebhookActions.Item(
                    task: item.text,
                    assignee: item.doer.userId == nil && item.doer.name == "somebody" ? nil : item.doer.name,
                    deadline: item.due.map { $0.at.map(WebhookTime.instant) ?? $0.date },
                    priority: Self.word(for: item.priority),
                    context: item.citation.quote,
                    id: item.id.description,
                    messageID: item.citation.messageId.description,
                    status: "pending"
                )
            },
            timestamp: timestamp,
            conversationID: body.conversationID
        )
    }

    /// The length of a range such as `7d`.
    /// - Throws: `invalid_request` for another text, and for more than ten years.
    static func seconds(in range: String) throws(SpotterError) -> Int64 {
        let lengths: [Character: Int64] = ["h": 3600, "d": 86_400, "w": 604_800]
        guard range.utf8.count <= 6, let unit = range.last.flatMap({ lengths[$0] }),
            let count = Int64(range.dropLast()),
            count > 0, count * unit <= 3660 * 86_400
        else { throw .invalid("dateRange must be hours, days or weeks, such as 7d.") }
        return count * unit
    }

    private static func word(for level: PriorityLevel) -> String {
        switch level {
        case .low: "low"
        case .normal: "medium"
        case .high, .urgent: "high"
        }
    }
}
