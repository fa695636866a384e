import Domain
import Synchronization

/// What a server has turned out to want differently from OpenAI's own.
struct EmbeddingsDialect: Hashable {
    /// Vectors as base64 are a quarter of the bytes; some servers refuse to be asked for them.
    var asksForBase64 = true
    /// Asked for only where a server's own length isn't the one that's wanted: many know nothing of it.
    var asksForDimensions = false
}

/// A server's dialect, learned by one request and used by the next.
final class LearnedEmbeddingsDialect: Sendable {
    private let state = Mutex(EmbeddingsDialect())

    var current: EmbeddingsDialect { state.withLock { $0 } }
    func learn(_ dialect: EmbeddingsDialect) { state.withLock { $0 = dialect } }
}

extension EmbeddingsDialect {
    func request(_ texts: [String], model: String, dimension: Int?) -> JSONValue {
        // OpenAI refuses an empty text.
        let input = texts.map { JSONValue.string($0.isEmpty ? " " : $0) }
        var members: [String: JSONValue] = ["model": .string(model), "input": .array(input)]
        if asksForBase64 { members["encoding_format"] = "base64" }
        if asksForDimensions, let dimension { members["dimensions"] = .integer(dimension) }
        return .object(members)
    }
}
