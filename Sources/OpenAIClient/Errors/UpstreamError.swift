public import Domain

/// The error object of a service, from the body of a response or from the middle of a stream.
///
/// Forms in use: `{"error":{"message","type","code","metadata":{"error_type"}}}`, `{"error":"text"}`, the same in a choice,
/// `{"object":"error","message","code"}` and `{"detail":…}`.
public struct UpstreamError: Sendable, Equatable {
    public var message = ""
    /// The HTTP status that the error names, if it names one.
    public var status: Int?
    /// The error's type, code and error type.
    public var kinds: Set<String> = []

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
        let names = [error["type"], error["code"], error["metadata"]?["error_type"]]
        kinds = Set(names.compactMap { $0?.string })
    }

    public var isContextTooLong: Bool {
        let known: Set = ["context_length_exceeded", "exceed_context_size_error", "token_limit_exceeded"]
        return !kinds.isDisjoint(with: known) || message.lowercased().contains("context length")
    }

    public var isOutOfCredit: Bool { !kinds.isDisjoint(with: ["insufficient_quota", "payment_required"]) }

    /// The error's status, or the one that a known name stands for.
    public var impliedStatus: Int? {
        if let status, (400..<600).contains(status) { return status }
        let table: [(String, Int)] = [
            ("rate_limit", 429), ("authentication", 401), ("permission", 403), ("invalid_request", 400),
            ("not_found", 404), ("timeout", 408), ("BadRequest", 400),
        ]
        return table.first { name, _ in kinds.contains { $0.contains(name) } }?.1
    }
}
