import Accounts
package import Assistant
package import Domain
package import Retrieval
package import SportsData

/// What the routes of this contract stand on.
package struct GeniusServices: Sendable {
    let assistant: AssistantService
    let models: ServedModels
    let sports: SportsData
    let files: InlineFiles
    let clock: any WallClock
    let requests: RecentRequests<AskedAdvice>

    package init(
        assistant: AssistantService,
        memory: MessageIndexer,
        sports: SportsData,
        files: InlineFiles,
        successors: [String: String] = [:],
        clock: any WallClock
    ) {
        self.assistant = assistant
        models = ServedModels(service: assistant, embeddings: TextEmbeddings(memory), successors: successors)
        self.sports = sports
        self.files = files
        self.clock = clock
        requests = RecentRequests(clock: clock)
    }

    /// The one default model.
    var defaultModel: JSONValue { ["model": .string(models.shownName(nil))] }
}

/// Advice that is being given, and what its stream says of the request first.
struct AskedAdvice: Sendable {
    let generation: Generation
    var notes: [AdviceStatus] = []
}
