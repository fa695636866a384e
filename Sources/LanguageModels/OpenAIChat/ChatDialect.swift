import Synchronization

/// Where a server departs from the current protocol in what it accepts.
struct ChatDialect: OptionSet, Hashable {
    let rawValue: Int

    /// Doesn't know `stream_options`.
    static let noStreamOptions = ChatDialect(rawValue: 1)
    /// Wants `max_completion_tokens`; most compatible servers know only `max_tokens`.
    static let maxCompletionTokens = ChatDialect(rawValue: 2)
    /// Has a fixed temperature, as reasoning models do.
    static let noTemperature = ChatDialect(rawValue: 4)

    /// What a refusal shows about the server: it names the field that it doesn't like. Empty if nothing that can be
    /// changed.
    static func implied(status: Int, body: String) -> ChatDialect {
        guard status == 400 || status == 422 else { return [] }
        if body.contains("stream_options") { return .noStreamOptions }
        if body.contains("max_completion_tokens") { return .maxCompletionTokens }
        if body.contains("'temperature'") || body.contains("\"temperature\"") { return .noTemperature }
        return []
    }
}

/// What has been found out about a server: each departure costs one refused request, once.
final class LearnedDialect: Sendable {
    private let dialect = Mutex<ChatDialect>([])

    var current: ChatDialect { dialect.withLock { $0 } }

    func learn(_ other: ChatDialect) { dialect.withLock { $0.formUnion(other) } }
}
