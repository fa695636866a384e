import Domain
import SpotterAPI
import SpotterClient

extension EffectRunner {
    /// As many as the server gives.
    private static let maxCachedResults = 20

    /// Without the server only words are looked for, in the messages of this device.
    func search(_ words: String, in chat: ChatID?) async throws -> SearchResponse {
        do {
            return try await engine.api.search(SearchRequest(words, chatId: chat))
        } catch let error as ClientError {
            guard case .unreachable = error else { throw error }
            let wanted = words.split(whereSeparator: \.isWhitespace).map(String.init)
            let found = try await engine.messages(containing: wanted, in: chat, limit: Self.maxCachedResults)
            return SearchResponse(cached: found, of: try await engine.chats(), because: error)
        }
    }
}
