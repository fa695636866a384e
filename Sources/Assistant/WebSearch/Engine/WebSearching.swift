/// Searches the web.
public protocol WebSearching: Sendable {
    /// The pages that an engine finds, the best first.
    ///
    /// - Parameter limit: how many at most.
    /// - Throws: `WebSearchError`, or `CancellationError`.
    func results(for query: String, limit: Int) async throws -> [WebResult]
}

/// A page that a search engine found. All of it is text from outside that nobody here has checked.
public struct WebResult: Sendable, Hashable {
    public let title: String
    /// An http or https address of a public host by its name. Nothing here ever requests it.
    public let url: String
    /// In lower case.
    public let host: String
    /// What the engine quotes of the page; may be empty.
    public let snippet: String

    public init(title: String, url: String, host: String, snippet: String) {
        self.title = title
        self.url = url
        self.host = host
        self.snippet = snippet
    }
}
