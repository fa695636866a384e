import Accounts
import Assistant
import ChatInsights
import Domain
import Messaging
import SpotterAPI

/// The answer of `summarize`.
struct WebhookSummary: APIValue {
    let success: Bool
    /// Markdown, with headings and lists.
    let summary: String
    let messageCount: Int
    /// From 0 to 1: how likely its points are what matters. Set by hand for each way to write them, not measured.
    let confidence: Double
    let timestamp: String
    let conversationID: String
    /// Who wrote the key points; everything else is in the chat's own words.
    let model: String
    /// Why the model that was asked for didn't write them.
    @Nullable var notice: String?

    static var example: WebhookSummary {
        WebhookSummary(
            success: true,
            summary: "## Key points\n\n- Sara: My knee is fine again.",
            messageCount: 1,
            confidence: 0.7,
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003",
            model: "built-in",
            notice: nil
        )
    }
}

extension WebhookServices {
    private static let usualCount = 200
    /// As many as a summary covers.
    private static let maxCount = 1000
    private static let pageSize = 200

    func summary(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookSummary {
        let chat = try body.chat()
        let count = body.parameters?.messageCount ?? Self.usualCount
        guard (1...Self.maxCount).contains(count) else {
            throw SpotterError.invalid("messageCount must be 1 to \(Self.maxCount).")
        }
        let since = try await start(ofLast: count, in: chat, for: caller.actor)
        let summary = try await summary(of: chat, since: since, by: caller)
        return WebhookSummary(
            success: true,
            summary: summary.markdown,
            messageCount: summary.messages,
            confidence: summary.messages == 0 ? 0 : summary.model == Self.builtIn ? 0.7 : 0.8,
            timestamp: timestamp,
            conversationID: body.conversationID,
            model: summary.model,
            notice: summary.notice
        )
    }

    private func summary(of chat: ChatID, since: Timestamp?, by caller: Principal) async throws -> ChatSummary {
        let assistant = assistant
        do {
            return try await withDeadline(deadline, orThrow: ModelTooSlow()) {
                try await assistant.summary(of: chat, SummaryRequest(since: since), by: caller)
            }
        } catch let error where Self.isOfModel(error) {
            var request = SummaryRequest(since: since)
            request.model = Self.builtIn
            var summary = try await assistant.summary(of: chat, request, by: caller)
            summary.notice = "The language model took too long; these are the chat's own words."
            return summary
        }
    }

    /// When the last so many messages begin; `nil` if there are none.
    private func start(ofLast count: Int, in chat: ChatID, for actor: Actor) async throws -> Timestamp? {
        var (left, before, start) = (count, Int64?.none, Timestamp?.none)
        while left > 0 {
            let page = try await chats.history(of: chat, before: before, limit: min(left, Self.pageSize), for: actor)
            guard let first = page.messages.first else { break }
            (before, start) = (first.seq, first.createdAt)
            left -= page.messages.count
            if !page.hasMore { break }
        }
        return start
    }
}
