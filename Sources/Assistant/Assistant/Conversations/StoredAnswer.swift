import AssistantTools
import Domain
import Foundation
import SpotterAPI

/// The contents of an answer's row besides its text.
struct StoredAnswer: Sendable, Codable, Hashable {
    var answer: AssistantAnswer
    /// All messages whose words went into the answer, cited or not.
    var sources: [MessageID] = []
    /// The incomplete tool request (`answer.needs`), which the next message may complete.
    var pending: PendingRequest?
    /// The chat that the question is about, for another answer to it.
    var chatId: ChatID?
    var failure: Failure?
    /// What the model told of its reasoning. It stands here so that it goes with the answer.
    var thinking: String?
    /// The calls of a program's own tools with which the answer ended.
    var toolCalls: [ToolExchange.Call]?
    /// What it continues with the outputs of such calls.
    var continued: ContinuedAnswer?

    struct ContinuedAnswer: Sendable, Codable, Hashable {
        let answer: TurnID
        /// All calls for the same question with their outputs, oldest first.
        let exchanges: [ToolExchange]
    }

    struct Failure: Sendable, Codable, Hashable {
        let code: ErrorCode
        let message: String
        let retryable: Bool
        let retryAfterMs: Int?

        init(_ error: SpotterError) {
            (code, message) = (error.code, error.message)
            (retryable, retryAfterMs) = (error.retryable, error.retryAfterMs)
        }

        var error: SpotterError {
            SpotterError(code, message, retryable: retryable, retryAfterMs: retryAfterMs)
        }
    }

    init(
        answer: AssistantAnswer,
        sources: [MessageID],
        pending: PendingRequest?,
        chatId: ChatID?,
        failure: SpotterError?,
        thinking: String? = nil
    ) {
        self.answer = answer
        self.sources = sources
        self.pending = pending
        self.chatId = chatId
        self.failure = failure.map(Failure.init)
        self.thinking = thinking
    }

    /// What it was made from, with what it cites.
    var allSources: Set<MessageID> { Set(sources + answer.citations.map(\.messageId)) }

    init(json: String) throws { self = try JSONDecoder().decode(StoredAnswer.self, from: Data(json.utf8)) }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// A tool request as it is stored in a turn.
struct PendingRequest: Sendable, Codable, Hashable {
    private var tool: ToolName
    private var personId: UserID?
    private var prospectId: ProspectID?
    private var name: String?
    private var chatId: ChatID?
    private var instant: Timestamp?
    private var local: String?
    private var expression: String?
    private var durationMinutes: Int?
    private var eventType: EventType?
    private var title: String?
    private var text: String?
    private var eventId: EventID?

    init(_ request: ToolRequest) {
        tool = request.tool
        switch request.person {
        case .id(let id): personId = id
        case .prospect(let id): prospectId = id
        case .named(let name): self.name = name
        case nil: break
        }
        switch request.time {
        case .instant(let instant): self.instant = instant
        case .local(let local): self.local = local
        case .expression(let expression): self.expression = expression
        case nil: break
        }
        chatId = request.chatId
        durationMinutes = request.durationMinutes
        eventType = request.eventType
        title = request.title
        text = request.text
        eventId = request.eventId
    }

    var request: ToolRequest {
        ToolRequest(
            tool: tool,
            person: personId.map { .id($0) } ?? prospectId.map { .prospect($0) } ?? name.map { .named($0) },
            chatId: chatId,
            time: instant.map { .instant($0) } ?? local.map { .local($0) } ?? expression.map { .expression($0) },
            durationMinutes: durationMinutes,
            eventType: eventType,
            title: title,
            text: text,
            eventId: eventId
        )
    }
}
