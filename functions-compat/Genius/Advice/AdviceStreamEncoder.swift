import Domain
import SpotterAPI

/// Writes advice as the events that the app knows by name, each with one line of data, the last one `response_complete` or
/// `error`.
struct AdviceStreamEncoder: AnswerEncoder {
    /// What is said of the request, after the first event.
    let notes: [AdviceStatus]
    private var isTyping = false

    init(notes: [AdviceStatus] = []) { self.notes = notes }

    var pause: String { ": keep-alive\n\n" }

    mutating func encode(_ event: AssistantEvent) -> String {
        switch event {
        case .started(_, let response):
            var created = AdviceStatus.created.json.object ?? [:]
            created["response_id"] = .string(ResponseID.text(response))
            return Self.event("status_update", .object(created)) + notes.map(Self.status).joined()
        case .textDelta(let text):
            // The app tries each event as an error, too: no other member may stand beside the text.
            let delta = Self.event("text_delta", ["delta": .string(text)])
            defer { isTyping = true }
            return isTyping ? delta : Self.status(.typing) + delta
        case .webSearch(let search): return Self.search(search)
        case .lookup(let lookup): return Self.lookup(lookup)
        case .completed(let answer): return ending(of: answer)
        case .failed(let error): return Self.event("error", Self.failure(error))
        case .retrieved, .thinkingDelta, .proposal, .needs, .usage: return ""
        }
    }

    private func ending(of answer: AssistantAnswer) -> String {
        let complete: JSONValue = [
            "status": "complete", "final_json": GivenAdvice(answer).json,
            "response_id": .string(ResponseID.text(answer.messageId)),
            "spotter": AnswerText.details(of: answer, isKept: true),
        ]
        return answer.webSources.map { Self.status(.processing($0.title)) }.joined() + Self.status(.finalizing)
            + Self.event("response_complete", complete)
    }

    private static func search(_ search: WebSearchStatus) -> String {
        switch search.state {
        case .started: status(.searchStarted) + status(.searching)
        case .completed: status(.searched)
        case .failed:
            event("tool_error", ["tool": "web_search", "error": .string(search.text)])
                + status(.searchFailed(search.text))
        }
    }

    private static func lookup(_ lookup: LookupStatus) -> String {
        let tool = JSONValue.string(lookup.tool)
        return switch lookup.state {
        case .started: status(.calling(lookup.tool))
        case .completed:
            event("tool_result", ["tool": tool, "result": .string(lookup.result ?? "")]) + status(.called(lookup.tool))
        case .failed:
            event("tool_error", ["tool": tool, "error": .string(lookup.text)]) + status(.callFailed(lookup.text))
        }
    }

    private static func failure(_ error: SpotterError) -> JSONValue {
        let code =
            switch error.code {
            case .rateLimited, .modelRateLimited, .quotaExceeded: "RATE_LIMIT_ERROR"
            case .modelUnavailable, .modelTimeout, .modelInterrupted: "CONNECTION_ERROR"
            case .unauthorized, .tokenExpired, .invalidCredentials, .forbidden, .accountDisabled: "AUTH_ERROR"
            case .notFound, .notAMember: "NOT_FOUND"
            case .invalidRequest, .invalidJSON, .tooLarge: "BAD_REQUEST"
            case .internalError: "INTERNAL_SERVER_ERROR"
            default: "UNEXPECTED_ERROR"
            }
        return ["error": .string(code), "message": .string(error.message)]
    }

    private static func status(_ status: AdviceStatus) -> String { event("status_update", status.json) }

    static func event(_ name: String, _ data: JSONValue) -> String { "event: \(name)\ndata: \(line(data))\n\n" }

    /// JSON on one line for every reader: Swift's and Python's lines also end at three characters that JSON leaves as they
    /// are. They can stand in texts only, where an escape means the same.
    private static func line(_ json: JSONValue) -> String {
        var line = ""
        for scalar in json.text.unicodeScalars {
            switch scalar {
            case "\u{85}": line += "\\u0085"
            case "\u{2028}": line += "\\u2028"
            case "\u{2029}": line += "\\u2029"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
