import Accounts
import Assistant
import Domain
import SpotterAPI

/// The answer of `track_decisions`.
struct WebhookDecisions: APIValue {
    struct Item: Codable, Sendable {
        let decision: String
        let decisionMaker: String
        /// The day.
        let timestamp: String
        /// Who said it, or proposed and accepted it.
        let reasoning: String
        /// Always `medium`: it isn't judged.
        let impact: String
        /// Always `other`: it isn't judged.
        let category: String
        /// The words that it was read from.
        let context: String
        /// Stays the same, however often the chat is read.
        let id: String
        let messageID: String
    }

    let success: Bool
    let decisions: [Item]
    let timestamp: String
    let conversationID: String

    static var example: WebhookDecisions {
        WebhookDecisions(
            success: true,
            decisions: [
                Item(
                    decision: "Agreed, 6am on Tuesdays it is.",
                    decisionMaker: "Sara",
                    timestamp: "2026-03-11",
                    reasoning: "Sara said so.",
                    impact: "medium",
                    category: "other",
                    context: "Agreed, 6am on Tuesdays it is.",
                    id: "018f0000-0000-7000-8000-000000000017",
                    messageID: "018f0000-0000-7000-8000-000000000004"
                )
            ],
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003"
        )
    }
}

extension WebhookServices {
    func decisions(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookDecisions {
        let insights = try await assistant.insights(of: try body.chat(), by: caller)
        let times = times(of: caller)
        return WebhookDecisions(
            success: true,
            decisions: insights.decisions.compactMap { decision in
                guard let settling = decision.citations.last else { return nil }
                let proposing = decision.citations.first.flatMap { $0 == settling ? nil : $0 }
                let maker = settling.senderName
                return WebhookDecisions.Item(
                    decision: decision.text,
                    decisionMaker: maker,
                    timestamp: times.day(decision.decidedAt),
                    reasoning: proposing.map { "\($0.senderName) proposed it, and \(maker) agreed." }
                        ?? "\(maker) said so.",
                    impact: "medium",
                    category: "other",
                    context: decision.citations.map(\.quote).joined(separator: " … "),
                    id: decision.id.description,
                    messageID: settling.messageId.description
                )
            },
            timestamp: timestamp,
            conversationID: body.conversationID
        )
    }
}
