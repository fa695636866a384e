package import Gateway
import Hummingbird

/// OpenAI's API, whose model is Spotter's assistant: at `/openai/v1`, and at `/v1` for tools that take only a host.
package enum OpenAIRoutes {
    package static func add(to table: inout RouteTable, _ services: OpenAIServices) {
        table.tag = .openAI
        table.contract = OpenAIContract()
        defer { table.contract = nil }
        for path in OpenAIPath.all {
            ChatRoutes(services: services).add(to: &table, at: path)
            ResponsesRoutes(services: services).add(to: &table, at: path)
            EmbeddingRoutes(services: services).add(to: &table, at: path)
        }
        TranscriptionRoutes(services: services).add(to: &table)
        ModelRoutes(services: services).add(to: &table, at: .own)
    }
}
