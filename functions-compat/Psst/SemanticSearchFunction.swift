import Accounts
import Domain
import Gateway
import Messaging
import Retrieval
import SpotterAPI

/// `semanticSearch`: messages by meaning, in the caller's current chats.
///
/// The app sends a message's whole text to see what was said about it elsewhere. The message itself is no answer to that.
struct SemanticSearchFunction: Sendable {
    /// The minimum cosine. The original's 0.7 suits its own embedder. With MiniLM, answers to questions score 0.4 to 0.8, and
    /// what has nothing to do with a query up to 0.35.
    static let threshold = 0.36
    static let maxQueryLength = 500
    /// Messages that are found in addition to the limit, since those with the query's own words are left out.
    private static let spare = 5

    let search: MessageSearch

    var function: CallableFunction {
        CallableFunction(
            name: "semanticSearch",
            quota: .searches,
            keyScope: .search,
            withoutToken: "You must be authenticated to search",
            call: call
        )
    }

    @concurrent private func call(_ call: CallableFunction.Call) async throws -> JSONValue {
        let (data, caller) = (call.data, call.caller)
        guard data["userId"]?.string == caller.userId.description else {
            throw CallableError(.permissionDenied, "User ID does not match authenticated user")
        }
        guard let text = data["query"]?.string else {
            throw CallableError(.invalidArgument, "Query must be a non-empty string")
        }
        let query = text.trimmed
        guard !query.isEmpty else {
            throw CallableError(.invalidArgument, "I need a question to search for. What would you like to know?")
        }
        guard query.count <= Self.maxQueryLength else {
            throw CallableError(.invalidArgument, "Query is too long. Maximum 500 characters allowed.")
        }
        let limit: Int
        switch data["limit"] {
        case nil: limit = 10
        case let value?:
            guard let number = value.int, (1...50).contains(number) else {
                throw CallableError(.invalidArgument, "Limit must be between 1 and 50")
            }
            limit = number
        }
        let answer = try await search.search(
            SearchQuery(query, mode: .semantic, limit: min(limit + Self.spare, 50)),
            for: caller.actor
        )
        let results = answer.results
            .filter { Self.fits($0, found: answer.mode) }
            .filter { $0.text.trimmed != query }
            .prefix(limit)
            .map { result -> JSONValue in
                [
                    "messageId": .string(result.messageId.description), "chatId": .string(result.chatId.description),
                    "senderId": .string(result.senderId.description), "senderName": .string(result.senderName),
                    "text": .string(result.text), "timestamp": .integer(Int(result.sentAt.milliseconds)),
                    "score": .number(result.score),
                ]
            }
        return [
            "success": true, "count": .integer(results.count), "query": .string(query), "results": .array(results),
        ]
    }

    /// Whether a result has to do with the query. Without a model words are compared, and each hit has some.
    static func fits(_ result: SearchResult, found mode: SearchMode) -> Bool {
        mode == .text || result.score >= threshold
    }
}
