import Domain
import Gateway
import Hummingbird
import SpotterAPI
import WebSearch

/// A search of the web in Tavily's form. What it finds is text from outside, for the app's own model.
struct ProxySearch {
    private let engine: any WebSearching

    private static let maxQuery = 400

    /// - Throws: `unavailable` if no search is set up.
    init(engine: (any WebSearching)?) throws(SpotterError) {
        guard let engine else { throw SpotterError(.unavailable, "Search service not configured") }
        self.engine = engine
    }

    /// - Parameter body: `{"query","max_results"}`.
    /// - Throws: `invalid_request`; `model_unavailable`, `model_timeout`.
    func answer(_ body: JSONValue) async throws -> Response {
        guard let query = body["query"]?.string?.trimmed, !query.isEmpty, query.count <= Self.maxQuery else {
            throw SpotterError.invalid("query must be a text of 1 to \(Self.maxQuery) characters.")
        }
        guard let limit = (body["max_results"] ?? 5).int, (1...20).contains(limit) else {
            throw SpotterError.invalid("max_results must be 1 to 20.")
        }
        do {
            let results = try await engine.results(for: query, limit: limit)
            return try JSONResponse(
                [
                    "query": .string(query), "answer": nil, "images": [],
                    "results": .array(
                        results.map {
                            ["title": .string($0.title), "url": .string($0.url), "content": .string($0.snippet)]
                        }
                    ),
                ] as JSONValue
            ).response()
        } catch let error as WebSearchError {
            throw SpotterError(
                error.reason == .timeout ? .modelTimeout : .modelUnavailable,
                error.message,
                retryable: true
            )
        }
    }
}
