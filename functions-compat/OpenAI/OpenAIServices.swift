import Accounts
package import Assistant
package import Domain
package import Gateway
import LanguageModels
package import Retrieval
import SpotterAPI
package import Transcription

/// What the routes of this contract stand on.
package struct OpenAIServices: Sendable {
    let assistant: AssistantService
    let models: ServedModels
    let embeddings: TextEmbeddings
    let dictation: Dictation
    let links: InvitationLinks
    let clock: any WallClock

    package init(
        assistant: AssistantService,
        memory: MessageIndexer,
        dictation: Dictation,
        links: InvitationLinks,
        successors: [String: String] = [:],
        clock: any WallClock
    ) {
        self.assistant = assistant
        embeddings = TextEmbeddings(memory)
        models = ServedModels(service: assistant, embeddings: embeddings, successors: successors)
        self.dictation = dictation
        self.links = links
        self.clock = clock
    }

    /// Seconds since 1970.
    var now: Int { Int(clock.now().milliseconds / 1000) }

    /// A call can be demanded only of a language model that makes some.
    func requireCaller(_ supplied: SuppliedContext, model: String?) throws(OpenAIFailure) {
        guard supplied.toolChoice != .auto, supplied.toolChoice != .none, !models.callsTools(model) else { return }
        throw .unsupported(
            "tool_choice",
            "Functions are called by a language model only, and this one calls none; leave out tool_choice for an answer."
        )
    }

    /// A stream that stops the answer when its client goes away, unless the answer is kept for it.
    func stream<Encoder>(
        of generation: Generation,
        for principal: Principal,
        isKept: Bool
    ) -> AnswerStream<Encoder> {
        var stream = AnswerStream<Encoder>()
        guard !isKept else { return stream }
        let (assistant, turn) = (assistant, generation.messageId)
        stream.didAbandon = {
            // In a task of its own: the one of the response is cancelled.
            await Task { _ = try? await assistant.stop(turn, by: principal) }.value
        }
        return stream
    }
}

/// Where a route stands: under `/openai/v1`, and under `/v1` for tools that take only a host.
struct OpenAIPath {
    let prefix: String
    let suffix: String

    static let own = OpenAIPath(prefix: "/openai/v1", suffix: "")
    static let native = OpenAIPath(prefix: "/v1", suffix: "AtV1")
    static let all = [own, native]

    func of(_ path: String) -> String { prefix + path }
    func id(_ id: String) -> String { id + suffix }
}

/// Ids in OpenAI's form: a prefix and 32 hexadecimal digits.
enum OpenAIIdentifier {
    static func text<Entity>(_ id: ID<Entity>) -> String { id.description.replacing("-", with: "") }

    /// `nil` if the text is no such id.
    static func turn(_ text: String, prefix: String) -> TurnID? {
        guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 32 else { return nil }
        var rest = text.dropFirst(prefix.count)
        var parts: [Substring] = []
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return TurnID(parts.joined(separator: "-"))
    }
}
