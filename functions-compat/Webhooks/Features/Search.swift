import Accounts
import Assistant
import Domain
import Retrieval
import SpotterAPI

/// A message that a search has found.
struct WebhookSearchResult: Codable, Sendable {
    let messageID: String
    let text: String
    let senderName: String
    /// The day.
    let timestamp: String
    /// From 0 to 1.
    let relevanceScore: Double
    /// `keyword`, `semantic` or `hybrid`.
    let matchType: String

    init(_ result: SearchResult, relevance: Double, _ times: WebhookTime) {
        messageID = result.messageId.description
        text = result.text
        senderName = result.senderName
        timestamp = times.day(result.sentAt)
        relevanceScore = min(max(relevance, 0), 1)
        matchType =
            switch result.match {
            case .text: "keyword"
            case .semantic: "semantic"
            case .both: "hybrid"
            }
    }

    private init(messageID: String, text: String, senderName: String) {
        (self.messageID, self.text, self.senderName) = (messageID, text, senderName)
        (timestamp, relevanceScore, matchType) = ("2026-03-11", 0.61, "hybrid")
    }

    static let example = WebhookSearchResult(
        messageID: "018f0000-0000-7000-8000-000000000004",
        text: "My knee is fine again.",
        senderName: "Sara"
    )
}

/// The answer of `search`.
struct WebhookSearch: APIValue {
    let success: Bool
    /// The best first.
    let searchResults: [WebhookSearchResult]
    let query: String
    let timestamp: String
    let conversationID: String
    /// Why less was searched than could be.
    @Nullable var notice: String?

    static var example: WebhookSearch {
        WebhookSearch(
            success: true,
            searchResults: [.example],
            query: "knee",
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003",
            notice: nil
        )
    }
}

/// The answer of `rag_search`.
struct WebhookAnswer: APIValue {
    let success: Bool
    let searchResults: [WebhookSearchResult]
    let query: String
    let timestamp: String
    let conversationID: String
    /// `null` if nothing in the chat answers. Its marker `[1]` is the first of `answerSources`.
    @Nullable var aiAnswer: String?
    /// Messages of the chat, in the order of the answer's markers.
    let answerSources: [String]
    /// Why less was searched than could be, or why another model answers.
    @Nullable var notice: String?

    static var example: WebhookAnswer {
        WebhookAnswer(
            success: true,
            searchResults: [.example],
            query: "How is Sara's knee?",
            timestamp: "2026-03-11T13:15:00Z",
            conversationID: "018f0000-0000-7000-8000-000000000003",
            aiAnswer: "Sara says that her knee is fine again. [1]",
            answerSources: ["018f0000-0000-7000-8000-000000000004"],
            notice: nil
        )
    }
}

extension WebhookServices {
    private static let searchLimit = 20
    private static let answerLimit = 5

    func found(_ body: WebhookFeatureRequest, by caller: Principal) async throws -> WebhookSearch {
        guard let query = body.parameters?.query else { throw SpotterError.invalid("parameters.query is missing.") }
        let found = try await find(query, in: try body.chat(), limit: Self.searchLimit, by: caller)
        return WebhookSearch(
            success: true,
            searchResults: found.results,
            query: query,
            timestamp: timestamp,
            conversationID: body.conversationID,
            notice: found.notice
        )
    }

    func answered(_ body: WebhookQuestion, by caller: Principal) async throws -> WebhookAnswer {
        let chat = try body.chat()
        let found = try await find(body.query, in: chat, limit: Self.answerLimit, by: caller)
        // An empty chat answers nothing, and no model is asked about it.
        let said = found.results.isEmpty ? nil : try await answer(to: body.query, in: chat, by: caller)
        return WebhookAnswer(
            success: true,
            searchResults: found.results,
            query: body.query,
            timestamp: timestamp,
            conversationID: body.conversationID,
            aiAnswer: said?.text,
            answerSources: said?.sources.map(\.description) ?? [],
            notice: said?.notice ?? found.notice
        )
    }

    private func find(
        _ query: String,
        in chat: ChatID,
        limit: Int,
        by caller: Principal
    ) async throws -> (results: [WebhookSearchResult], notice: String?) {
        let found = try await search.search(SearchQuery(query, chatId: chat, limit: limit), for: caller.actor)
        // Scores by words alone have no upper bound, so they are shares of the best.
        let unit = found.mode == .text ? max(found.results.map(\.score).max() ?? 1, .leastNormalMagnitude) : 1
        let times = times(of: caller)
        let results = found.results.map { WebhookSearchResult($0, relevance: $0.score / unit, times) }
        return (results, found.degraded)
    }

    private struct Said {
        let text: String
        let sources: [MessageID]
        var notice: String?
    }

    /// What the chat's messages answer, by the default model or without one.
    /// - Returns: `nil` if nothing that the answer cites is there: then it is no answer from the chat.
    private func answer(to question: String, in chat: ChatID, by caller: Principal) async throws -> Said? {
        let answer: AssistantAnswer
        var notice: String?
        do {
            answer = try await ask(question, in: chat, model: nil, within: deadline, by: caller)
        } catch let error where Self.isOfModel(error) {
            answer = try await ask(question, in: chat, model: Self.builtIn, within: nil, by: caller)
            notice = "The language model couldn't answer in time, so the built-in assistant did."
        }
        let sources = answer.citations.filter { $0.chatId == chat }.map(\.messageId)
        guard !sources.isEmpty, !answer.text.trimmed.isEmpty else { return nil }
        return Said(text: answer.text, sources: sources, notice: notice)
    }

    /// Asks without a trace: the question isn't kept, and can neither propose anything nor search the web.
    /// - Throws: `ModelTooSlow` at the deadline.
    private func ask(
        _ question: String,
        in chat: ChatID,
        model: String?,
        within deadline: Duration?,
        by caller: Principal
    ) async throws -> AssistantAnswer {
        var supplied = SuppliedContext()
        (supplied.isKept, supplied.mayPropose) = (false, false)
        let generation = try await assistant.query(
            AssistantQuery(message: question, chatId: chat, model: model, webSearch: false),
            with: supplied,
            by: caller
        )
        do {
            guard let deadline else { return try await generation.answer() }
            return try await withDeadline(deadline, orThrow: ModelTooSlow()) { try await generation.answer() }
        } catch {
            _ = try? await assistant.stop(generation.messageId, by: caller)
            throw error
        }
    }
}
