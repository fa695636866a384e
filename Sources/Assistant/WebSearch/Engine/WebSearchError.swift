/// Why a search of the web gave nothing. The message is for people, and holds nothing that the engine has sent.
public struct WebSearchError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The address or the key can't be one.
        case misconfigured
        case unreachable
        case timeout
        /// The key is wrong, or the engine doesn't give JSON.
        case refused
        case tooManySearches
        /// The engine sends elsewhere, where the query isn't sent.
        case redirected
        case tooLong
        /// What came back isn't a list of results.
        case unreadable
        case failed
    }

    public let reason: Reason
    public let message: String

    public init(_ reason: Reason, _ message: String? = nil) {
        self.reason = reason
        self.message = message ?? Self.message(reason)
    }

    private static func message(_ reason: Reason) -> String {
        switch reason {
        case .misconfigured: "The web search isn't set up rightly."
        case .unreachable: "The search engine can't be reached."
        case .timeout: "The search engine didn't answer in time."
        case .refused: "The search engine refuses to answer. Whoever runs this server should check its settings."
        case .tooManySearches: "The search engine has had too many searches. Try again later."
        case .redirected: "The search engine sends elsewhere, which isn't followed."
        case .tooLong: "The search engine's answer is too long."
        case .unreadable: "What the search engine answered can't be read."
        case .failed: "The search engine has a fault."
        }
    }
}
