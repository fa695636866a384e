import Accounts
package import Assistant
package import Domain
package import Retrieval
package import SportsData

/// What the routes of this contract stand on.
package struct GeniusServices: Sendable {
    /// Stores a picture of a question among the user's files.
    package typealias StorePicture =
        @Sendable (_ bytes: [UInt8], _ name: String, _ id: String, _ owner: Actor) async throws -> MediaID

    let assistant: AssistantService
    let models: ServedModels
    let sports: SportsData
    let storePicture: StorePicture
    let clock: any WallClock
    let requests: RecentRequests<AskedAdvice>

    package init(
        assistant: AssistantService,
        memory: MessageIndexer,
        sports: SportsData,
        clock: any WallClock,
        storePicture: @escaping StorePicture
    ) {
        self.assistant = assistant
        models = ServedModels(service: assistant, embeddings: TextEmbeddings(memory))
        self.sports = sports
        self.storePicture = storePicture
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
