import Accounts
package import Assistant
package import Gateway
package import Retrieval

/// What the routes of this contract stand on.
package struct GeminiServices: Sendable {
    let assistant: AssistantService
    let embeddings: TextEmbeddings
    let models: ServedModels
    let files: InlineFiles
    let links: InvitationLinks

    package init(
        assistant: AssistantService,
        memory: MessageIndexer,
        files: InlineFiles,
        successors: [String: String] = [:],
        links: InvitationLinks
    ) {
        self.assistant = assistant
        embeddings = TextEmbeddings(memory)
        models = ServedModels(service: assistant, embeddings: embeddings, successors: successors)
        self.files = files
        self.links = links
    }
}

/// Where a route stands: under the version that the SDKs use, and under `v1`.
struct GeminiPath {
    let prefix: String
    let suffix: String

    static let beta = GeminiPath(prefix: "/v1beta", suffix: "")
    static let one = GeminiPath(prefix: "/v1", suffix: "AtV1")
    static let all = [beta, one]

    func of(_ path: String) -> String { prefix + path }
    func id(_ id: String) -> String { id + suffix }
}
