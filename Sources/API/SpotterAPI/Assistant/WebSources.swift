public import Domain

/// A page of the web that an answer rests on. All of it is text from outside that nobody here has checked.
///
/// The text refers to it as `[w1]`, `[w2]`, in the order of this list.
///
/// ```swift
/// func line(_ source: WebSource) -> String { "\(source.title) (\(source.host))" }
/// ```
public struct WebSource: Sendable, Codable, Hashable {
    public var title: String
    /// http or https, of a public host.
    public var url: String
    public var host: String
    /// What the search engine quotes of the page; may be empty.
    public var quote: String

    public init(title: String, url: String, host: String, quote: String) {
        self.title = title
        self.url = url
        self.host = host
        self.quote = quote
    }
}

/// A search of the web that was made for an answer: what left the server, and what came of it. It is the data of the event
/// `web.search`, and a finished answer lists them.
///
/// ```swift
/// func isOver(_ search: WebSearchStatus) -> Bool { search.state != .started }
/// ```
public struct WebSearchStatus: Sendable, Codable, Hashable {
    public enum State: String, Sendable, Codable, CaseIterable {
        case started, completed, failed
    }

    public var state: State
    /// What the search engine was asked: words that the user typed, and no names of people whom the user knows.
    public var query: String
    /// How many pages were found; `null` unless the search is completed.
    @Nullable public var results: Int?
    /// For people, such as `Searching the web…`.
    public var text: String

    public init(state: State, query: String, results: Int? = nil, text: String) {
        self.state = state
        self.query = query
        self.results = results
        self.text = text
    }
}
