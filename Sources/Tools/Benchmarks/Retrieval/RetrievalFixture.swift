package import Domain
import Foundation
import Retrieval
package import SpotterAPI

/// A world in which labelled queries are searched for.
package struct RetrievalFixture {
    package let messages: Int
    /// The models that answer.
    package let models: [String]
    private let world: ImportedWorld

    /// - Parameter usesCompanion: whether the second model takes part, if it is installed.
    package static func open(
        fixture: String,
        at start: Timestamp,
        usesCompanion: Bool
    ) async throws -> RetrievalFixture {
        let world = try await ImportedWorld.open(fixture: fixture, at: start, usesCompanion: usesCompanion)
        return RetrievalFixture(messages: world.messages, models: world.models, world: world)
    }

    package func search(_ query: LabelledQuery, _ method: RetrievalMethod) async throws -> [SearchResult] {
        let user = try world.user(query.as, asking: query.id)
        let answer = try await world.search.search(
            SearchQuery(query.query, mode: method.mode),
            for: Actor(userId: user.id, role: user.role),
            options: method.options
        )
        guard answer.degraded == nil else { throw SpotterError(.unavailable, answer.degraded ?? "") }
        return answer.results
    }

    package func close() async throws { try await world.close() }
    package func remove() { world.remove() }
}
