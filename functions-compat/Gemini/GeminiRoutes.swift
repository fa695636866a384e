package import Gateway
import Hummingbird
import SpotterAPI

/// Gemini's API, whose model is Spotter's assistant: under `/v1beta` and `/v1`.
package enum GeminiRoutes {
    package static func add(to table: inout RouteTable, _ services: GeminiServices) {
        table.tag = .gemini
        table.contract = GeminiContract()
        defer { table.contract = nil }
        for path in GeminiPath.all {
            GenerateContentRoutes(services: services).add(to: &table, at: path)
            EmbedContentRoutes(services: services).add(to: &table, at: path)
        }
        GeminiModels(models: services.models).add(to: &table, at: .beta)
    }
}
