import Accounts
import Assistant
import Domain
import Gateway
import Messaging
import SpotterAPI

/// `chatWithAI`: one turn with the assistant. A proposal is returned as `functionCall` with ids and local times filled
/// in, so that the app shows its confirmation card. Nothing is executed before the confirmation.
struct ChatWithAIFunction: Sendable {
    static let maxMessageLength = 4000

    let assistant: AssistantService
    let chats: Chats

    var function: CallableFunction {
        CallableFunction(
            name: "chatWithAI",
            quota: .questions,
            storesText: true,
            keyScope: .assistant,
            withoutToken: "You must be authenticated to use AI chat",
            call: call
        )
    }

    @concurrent
    private func call(_ call: CallableFunction.Call) async throws -> JSONValue {
        let caller = call.caller
        let query = try query(call.data, caller)
        if let answer = try await promptAnswer(query, for: call) {
            call.send(.string(answer))
            // The app asks for no conversation then, and none is begun.
            return ["success": true, "response": .string(answer), "conversationId": ""]
        }
        let answer: AssistantAnswer
        do {
            answer = try await Self.answer(of: assistant.query(query, by: caller), call.send)
        } catch let error as SpotterError {
            throw Self.inAppWords(error)
        }
        return await .object(
            result(of: answer, to: query, by: caller) { CallableError(presenting: $0, call.context).message }
        )
    }

    /// The answer in the app's format. If its card can't be made, it comes without one and says why: it is stored already,
    /// and asking again would make another.
    func result(
        of answer: AssistantAnswer,
        to query: AssistantQuery,
        by caller: Principal,
        words: (any Error) -> String
    ) async -> [String: JSONValue] {
        let text = Self.text(of: answer)
        var result: [String: JSONValue] = [
            "success": true, "response": .string(text),
            "conversationId": .string(answer.conversationId.description),
            "tokensUsed": .integer(answer.usage.inputTokens + answer.usage.outputTokens),
            "citations": .array(answer.citations.map { .string($0.messageId.description) }),
        ]
        guard let arguments = answer.proposals.first?.arguments ?? Self.conflicting(answer.needs) else { return result }
        do {
            let call = AppFunctionCall(
                arguments,
                query: query.message,
                timezone: query.timezone ?? caller.user.timezone,
                receiver: try await receiver(of: arguments, caller)
            )
            result["functionCall"] = call.json
        } catch {
            result["response"] = .string("\(text)\n\n\(words(error))")
        }
        return result
    }

    /// The name of the chat that a message goes to, which the app's card has no other way to know.
    private func receiver(of arguments: ToolArguments, _ caller: Principal) async throws -> String? {
        guard case .sendMessage(let message) = arguments else { return nil }
        return try await chats.chat(message.chatId, for: caller.actor).name
    }

    /// The answer to one of the app's own prompts; `nil` for other questions.
    private func promptAnswer(_ query: AssistantQuery, for call: CallableFunction.Call) async throws -> String? {
        guard query.conversationId == nil, let prompt = AppPrompt(query.message) else { return nil }
        do {
            return try await AppPromptAnswer(assistant: assistant, chats: chats).text(of: prompt, for: call)
        } catch let error as SpotterError {
            throw Self.inAppWords(error)
        }
    }

    /// Waits for the answer, and sends its text as it comes. The answer belongs to the server: it is finished and kept if
    /// the client goes.
    private static func answer(
        of generation: Generation,
        _ send: (JSONValue) -> Void
    ) async throws -> AssistantAnswer {
        for await event in generation.events() {
            switch event {
            case .textDelta(let text): send(.string(text))
            case .completed(let answer): return answer
            case .failed(let error): throw error
            default: continue
            }
        }
        throw CancellationError()
    }

    private func query(_ data: JSONValue, _ caller: Principal) throws -> AssistantQuery {
        guard data["userId"]?.string == caller.userId.description else {
            throw CallableError(.permissionDenied, "User ID does not match authenticated user")
        }
        guard let message = data["message"]?.string else {
            throw CallableError(.invalidArgument, "Message must be a non-empty string")
        }
        guard !message.trimmed.isEmpty else { throw CallableError(.invalidArgument, "Message cannot be empty") }
        guard message.count <= Self.maxMessageLength else {
            throw CallableError(.invalidArgument, "Message is too long. Maximum 4000 characters allowed.")
        }
        var conversation: ConversationID?
        if let text = data["conversationId"]?.string, !text.isEmpty {
            guard let id = ConversationID(text) else { throw Self.foreignConversation }
            conversation = id
        }
        return AssistantQuery(message: message, conversationId: conversation, timezone: data["timezone"]?.string)
    }

    private static let foreignConversation = CallableError(
        .permissionDenied,
        "You do not have access to this conversation"
    )

    /// The original app's messages for these errors.
    private static func inAppWords(_ error: SpotterError) -> CallableError {
        switch error.code {
        case .notFound: foreignConversation
        // A budget that is used up for a day isn't there again in half a minute.
        case .quotaExceeded:
            CallableError(.resourceExhausted, error.message, retryAfterMs: error.retryAfterMs)
        case .modelRateLimited, .rateLimited:
            CallableError(
                .resourceExhausted,
                "Too many requests. Please wait 30 seconds and try again.",
                retryAfterMs: error.retryAfterMs ?? 30_000
            )
        case .modelTimeout: CallableError.tooLate
        // What isn't an outage was this request: another one may well succeed.
        case .modelUnavailable where !error.retryable:
            CallableError(.invalidArgument, "Invalid request format. Please try rephrasing your message.")
        case .modelUnavailable, .modelInterrupted:
            CallableError(
                .unavailable,
                "AI service is temporarily unavailable. Please try again later.",
                retryAfterMs: error.retryAfterMs
            )
        default: CallableError(error)
        }
    }

    /// The answer's text, which must not be empty because the app shows an empty answer as a failure.
    private static func text(of answer: AssistantAnswer) -> String {
        answer.text.trimmed.isEmpty ? answer.proposals.first?.summary ?? "Done." : answer.text
    }

    /// The arguments of a request that conflicts with the calendar. The app needs them too, because its card leads to
    /// the alternatives.
    private static func conflicting(_ needs: Needs?) -> ToolArguments? {
        guard case .conflict(let conflict) = needs else { return nil }
        return conflict.proposed.arguments
    }
}
