public import Domain

/// The error object of a service, from the body of a response or from the middle of a stream.
///
/// Forms in use: `{"error":{"message","type","code","metadata":{"error_type"}}}`, `{"error":"text"}`, the same in a choice,
/// `{"object":"error","message","code"}`, `{"detail":…}` and Google's `{"error":{"code":429,"status","details":[…]}}`.
public struct UpstreamError: Sendable, Equatable {
    public var message = ""
    /// The HTTP status that the error names, if it names one.
    public var status: Int?
    /// The error's type, code, error type and status by name.
    public var kinds: Set<String> = []
    /// How long the service wants to be left alone, if the error says so.
    public var retryAfter: Duration?

    public init() {}

    public init?(_ json: JSONValue) {
        self.init()
        // Gemini's compatible route wraps its error in a list.
        let json = json[0] ?? json
        if let error = json["error"] ?? json["choices"]?[0]?["error"] {
            read(error)
        } else if json["object"]?.string == "error" {
            read(json)
        } else if let detail = json["detail"] {
            message = detail.string ?? detail.text
        } else {
            return nil
        }
    }

    private mutating func read(_ error: JSONValue) {
        message = error.string ?? error["message"]?.string ?? ""
        status = error["code"]?.int ?? error["code"]?.string.flatMap { Int($0) }
        let details = error["details"]?.array ?? []
        let names = [error["type"], error["code"], error["status"], error["metadata"]?["error_type"]]
        kinds = Set((names + details.map { $0["reason"] }).compactMap { $0?.string })
        let seconds =
            error["availability"]?["retry_after"]?.double
            ?? details.compactMap { $0["retryDelay"]?.string }.compactMap(Self.seconds).first
        // At most a day: no service means more, and no multiplication may overflow.
        retryAfter = seconds.flatMap { $0.isFinite ? .seconds(min(max($0, 0), 86_400)) : nil }
    }

    /// `17s` and `0.5s`, as protobuf writes durations in JSON.
    private static func seconds(_ text: String) -> Double? { text.hasSuffix("s") ? Double(text.dropLast()) : nil }

    public var isContextTooLong: Bool {
        let known: Set = [
            "context_length_exceeded", "exceed_context_size_error", "token_limit_exceeded", "payload_too_large",
        ]
        let text = message.lowercased()
        return !kinds.isDisjoint(with: known) || text.contains("context length")
            || text.contains("input token count") && text.contains("exceed")
    }

    public var isOutOfCredit: Bool { !kinds.isDisjoint(with: ["insufficient_quota", "payment_required"]) }

    /// Google refuses a wrong key with HTTP 400.
    public var isBadKey: Bool { !kinds.isDisjoint(with: ["API_KEY_INVALID", "invalid_api_key"]) }

    /// The error's status, or the one that a known name stands for.
    public var impliedStatus: Int? {
        if let status, (400..<600).contains(status) { return status }
        let table: [(String, Int)] = [
            ("rate_limit", 429), ("authentication", 401), ("permission", 403), ("invalid_request", 400),
            ("not_found", 404), ("timeout", 408), ("BadRequest", 400), ("provider_", 503), ("server", 500),
            ("invalid_prompt", 400), ("content_policy", 400), ("refusal", 400), ("RESOURCE_EXHAUSTED", 429),
            ("UNAUTHENTICATED", 401), ("PERMISSION_DENIED", 403), ("NOT_FOUND", 404), ("INVALID_ARGUMENT", 400),
            ("FAILED_PRECONDITION", 400), ("DEADLINE_EXCEEDED", 504), ("UNAVAILABLE", 503),
        ]
        return table.first { name, _ in kinds.contains { $0.contains(name) } }?.1
    }
}
